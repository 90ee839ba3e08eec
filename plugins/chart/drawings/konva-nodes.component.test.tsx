import { pathToFileURL } from 'node:url';
import type Konva from 'konva';
import { describe, expect, it } from 'vitest';
import { closeAfterTest } from '../../../src/testing/rendered.ts';
import { expectPicture } from '../../../tests/support/compare-picture.ts';
import { DRAWING_KINDS, kindOf } from './kinds/index.ts';
import { nodesOf } from './nodes/index.ts';
import type { DrawnShape } from './shape.ts';
import { flatScene } from './testing/flat-scene.ts';
import { renderDrawings } from './testing/render-drawings.tsx';

// Tests run in the folder of the project.
const PICTURES = pathToFileURL('plugins/chart/testing/pictures/');
const scene = flatScene();

function render(...options: Parameters<typeof renderDrawings>) {
  const rendered = renderDrawings(...options);
  closeAfterTest(() => rendered.close());
  return rendered;
}

function shape(Id: string, type: number, ...points: readonly [number, number][]): DrawnShape {
  const kind = kindOf(type) ?? expect.fail('no such kind');
  const Points = points
    .slice(0, kind.anchors)
    .map(([x, y]) => scene.anchorAt({ x, y }) ?? expect.fail('no bars'));
  return { Id, Type: type, Points, BarSize: 'Minute5', ...kind.defaults };
}
const line = (Id: string, ...points: readonly [number, number][]) => shape(Id, 1, ...points);
const pointsOf = (group: Konva.Group) => group.find<Konva.Line>('Line')[0]?.points().map(Math.round);
const places = (shapes: readonly DrawnShape[]) =>
  shapes.map((each) => scene.place(each).points.map(({ x, y }) => [Math.round(x), Math.round(y)]));
const move = (x: number, y: number, init: MouseEventInit = {}) =>
  window.dispatchEvent(new MouseEvent('mousemove', { clientX: x, clientY: y, ...init }));

describe('the Konva nodes of a drawing', () => {
  it.each(DRAWING_KINDS.map((kind) => [kind.id, kind] as const))(
    'look as in the picture of a %s',
    (id, kind) => {
      const { board, picture } = render([shape('a', kind.type, [150, 700], [700, 300])]);
      board.select('a');
      expectPicture(PICTURES, `drawing-${id}`, picture());
    },
  );

  it('exist for every kind', () => {
    expect(DRAWING_KINDS.filter(({ type }) => nodesOf(type) === undefined)).toEqual([]);
  });

  it('take the pointer 15 px around every line, and 2 px for each handle', () => {
    const { board, group, handles } = render([line('a', [100, 100], [200, 140])]);
    board.select('a');
    const stroke = group('a').find<Konva.Line>('Line')[0];
    expect(stroke?.hitStrokeWidth()).toBeGreaterThan(2 * 15);
    expect(handles().map((handle) => handle.hitStrokeWidth())).toEqual([4, 4]);
  });

  it('of a box do not take the pointer inside of it', () => {
    const { group } = render([shape('a', 6, [100, 100], [300, 300])]);
    const calls: string[] = [];
    const record = (name: string) => () => void calls.push(name);
    const context = {
      beginPath: record('beginPath'),
      rect: record('rect'),
      strokeShape: record('stroke'),
      fillStrokeShape: record('fill'),
    };
    const [box] = group('a').find<Konva.Line>('Line');
    // The hit region uses these calls of a context alone.
    box?.hitFunc()?.(context as unknown as Konva.Context, box);
    expect(calls).toEqual(['beginPath', 'rect', 'stroke']);
  });

  it('are hidden outside of the pane and while the editor of a text stands in their place', () => {
    const { board, group, paint } = render([
      line('in', [100, 100], [200, 100]),
      line('out', [-900, 100], [-800, 100]),
      shape('text', 3, [300, 300]),
    ]);
    paint();
    expect(['in', 'out', 'text'].map((id) => group(id).visible())).toEqual([true, false, true]);
    board.edit('text');
    paint();
    expect(group('text').visible()).toBe(false);
    board.endEdit('other', false);
    paint();
    expect([group('text').visible(), group('text').find<Konva.Text>('Text')[0]?.text()]).toEqual([
      true,
      'other',
    ]);
  });

  it('keep to the pane of the prices', () => {
    const { group, paint } = render([line('a', [100, 100], [200, 100])]);
    paint();
    expect(group('a').getParent()?.clip()).toEqual({ x: 0, y: 0, width: 1000, height: 1000 });
  });
});

describe('a tag that is kept as a picture', () => {
  it('is drawn by one call at its place in the drawing, unless it is hidden', () => {
    const { group } = render([shape('a', 4, [150, 700])]);
    const [tag] = group('a').find<Konva.Group>('Group');
    if (tag === undefined) throw new Error('the drawing has no tag');
    const picture = document.createElement('canvas');
    const cache = { scene: { _canvas: picture, width: 40, height: 30, pixelRatio: 2 } };
    tag._getCanvasCache = () => cache as ReturnType<Konva.Group['_getCanvasCache']>;
    tag.position({ x: 20, y: 50 });
    group('a').position({ x: 3, y: -4 });
    const calls: unknown[][] = [];
    const canvas = { getContext: () => ({ drawImage: (...call: unknown[]) => void calls.push(call) }) };
    // Nothing else of a canvas is used.
    const draw = () => tag.drawScene(canvas as unknown as Parameters<Konva.Group['drawScene']>[0]);
    draw();
    tag.visible(false);
    draw();
    expect(calls).toEqual([[picture, 23, 46, 20, 15]]);
  });
});

describe('a line', () => {
  it('is drawn without saving the canvas and leaves no dashes behind, unless its drawing is dragged', () => {
    const { group } = render([shape('a', 7, [150, 700], [700, 300])]);
    const dashed = group('a')
      .find<Konva.Line>('Line')
      .find((line) => line.dash() !== undefined);
    if (dashed === undefined) throw new Error('the levels have no dashed line');
    const calls: string[] = [];
    const context = new Proxy(
      {},
      {
        get:
          (_target, name) =>
          (...given: unknown[]) =>
            void calls.push(`${String(name)} ${JSON.stringify(given[0])}`),
      },
    );
    const canvas = { width: 1, height: 1, getContext: () => context };
    // Nothing else of a canvas is used.
    const draw = () => dashed.drawScene(canvas as unknown as Parameters<Konva.Line['drawScene']>[0]);
    draw();
    expect([calls.at(-1), calls.filter((call) => call.startsWith('save')).length]).toEqual([
      'setLineDash []',
      0,
    ]);
    group('a').position({ x: 3, y: 0 });
    draw();
    expect(calls.filter((call) => call.startsWith('save')).length).toBe(1);
  });
});

describe('handles', () => {
  it('of 10 px stand at the ends of the selected drawing, and no others', () => {
    const { board, handles, paint } = render([line('a', [100, 100], [200, 140])]);
    expect(handles()).toEqual([]);
    board.select('a');
    paint();
    expect(handles().map((handle) => handle.getClientRect({ skipStroke: true }))).toEqual([
      { x: 95, y: 95, width: 10, height: 10 },
      { x: 195, y: 135, width: 10, height: 10 },
    ]);
    board.select(null);
    paint();
    expect(handles()).toEqual([]);
  });
});

describe('a drag of Konva', () => {
  const press = (x: number, y: number) => new MouseEvent('pointerdown', { clientX: x, clientY: y });

  it('moves a drawing with the pointer, and stores it once when it ends', () => {
    const { board, surface, stored, group, paint } = render([line('a', [100, 100], [200, 100])]);
    board.setTool('selector');
    board.down({ x: 150, y: 105 }, false);
    surface.startDrag('a', null, { x: 150, y: 105 }, press(150, 105));
    move(160, 125);
    move(170, 135);
    move(170, 135);
    paint();
    expect(pointsOf(group('a'))).toEqual([120, 130, 220, 130]);
    expect(group('a').position()).toEqual({ x: 0, y: 0 });
    expect(stored).toEqual([]);
    surface.stopDrag();
    expect([places(board.shapes), stored.length]).toEqual([
      [
        [
          [120, 130],
          [220, 130],
        ],
      ],
      1,
    ]);
  });

  it('of a handle moves its end to the pointer, wherever the handle was taken', () => {
    const { board, surface } = render([line('a', [100, 100], [200, 100])]);
    board.select('a');
    board.down({ x: 203, y: 104 }, false);
    surface.startDrag('a', 1, { x: 203, y: 104 }, press(203, 104));
    move(300, 300);
    surface.stopDrag();
    expect(places(board.shapes)).toEqual([
      [
        [100, 100],
        [300, 300],
      ],
    ]);
  });

  it('of a handle snaps to the prices of a bar, and not while Alt is held', () => {
    const { board, surface } = render([line('a', [100, 100], [200, 100])], true);
    board.select('a');
    board.down({ x: 200, y: 100 }, false);
    surface.startDrag('a', 1, { x: 200, y: 100 }, press(200, 100));
    move(62, 470);
    expect(places(board.shapes)).toEqual([
      [
        [100, 100],
        [65, 474],
      ],
    ]);
    move(62, 471, { altKey: true });
    expect(places(board.shapes)).toEqual([
      [
        [100, 100],
        [62, 471],
      ],
    ]);
    surface.stopDrag();
  });

  it('that is cancelled puts the drawing back and stores nothing', () => {
    const { board, surface, stored, group, paint } = render([line('a', [100, 100], [200, 100])]);
    board.setTool('selector');
    board.down({ x: 150, y: 100 }, false);
    surface.startDrag('a', null, { x: 150, y: 100 }, press(150, 100));
    move(150, 400);
    board.up(true);
    surface.stopDrag();
    paint();
    expect([pointsOf(group('a')), stored]).toEqual([[100, 100, 200, 100], []]);
  });

  it('draws a new line from its first point to the pointer, over a node that React has created for it', () => {
    const { board, surface, stored } = render([]);
    board.setTool('line');
    board.down({ x: 100, y: 100 }, false);
    expect(board.grip).toEqual({ id: 'new', anchor: 1 });
    surface.startDrag('new', 1, { x: 100, y: 100 }, press(100, 100));
    move(300, 200);
    surface.stopDrag();
    expect([places(board.shapes), stored.length]).toEqual([
      [
        [
          [100, 100],
          [300, 200],
        ],
      ],
      1,
    ]);
  });
});

describe('a frame', () => {
  it('of a tick draws nothing, one in which bars moved draws the layer once', () => {
    const { stage, paint, board } = render([line('a', [100, 100], [200, 100])]);
    paint();
    let draws = 0;
    stage.getLayers()[0]?.on('draw', () => {
      draws += 1;
    });
    paint(2);
    expect(draws).toBe(0);
    paint(3);
    expect(draws).toBe(1);
    board.select('a');
    board.nudge(5, 0);
    paint(1);
    expect(draws).toBe(2);
  });

  it('moves nodes without React: the nodes are the same ones after a hundred of them', () => {
    const { group, paint, board } = render([line('a', [100, 100], [200, 100])]);
    board.select('a');
    const before = group('a').find('Line')[0];
    for (let n = 0; n < 100; n += 1) {
      board.nudge(1, 0);
      paint();
    }
    expect(group('a').find('Line')[0]).toBe(before);
    expect(pointsOf(group('a'))).toEqual([200, 100, 300, 100]);
  });
});

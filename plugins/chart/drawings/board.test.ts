import { fc, test as property } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import { Board, type Shapes } from './board.ts';
import { createDragEvents } from './drag-events.ts';
import type { Scene } from './scene.ts';
import { flatScene } from './testing/flat-scene.ts';
import { geometricHits } from './testing/geometric-hits.ts';

let stored: Shapes[];
let newTexts: string[];
let ids: number;
let board: Board;
const scene = flatScene();
const make = () =>
  new Board({
    scene,
    hits: geometricHits(scene, () => board),
    newId: () => `n${++ids}`,
    onStored: (shapes) => void stored.push(shapes),
    onRedraw: () => {},
    onNewText: (id) => void newTexts.push(id),
  });
/** A board that shows the same drawings on hourly bars. */
function hourlyBoard(hourlyScene: Scene): Board {
  const hourly: Board = new Board({
    scene: hourlyScene,
    hits: geometricHits(hourlyScene, () => hourly),
    newId: () => 'x',
    onStored: () => {},
    onRedraw: () => {},
    onNewText: () => {},
  });
  hourly.load(board.shapes);
  return hourly;
}
const gesture = (from: [number, number], ...to: [number, number][]) => {
  const isTaken = board.down({ x: from[0], y: from[1] }, false);
  for (const [x, y] of to) board.drag({ x, y });
  board.up(false);
  return isTaken;
};
const places = () =>
  board.shapes.map((shape) => scene.place(shape).points.map(({ x, y }) => [Math.round(x), Math.round(y)]));

beforeEach(() => {
  [stored, newTexts, ids] = [[], [], 0];
  board = make();
});

describe('drawing', () => {
  test('without a tool leaves the pointer to the chart', () => {
    expect([gesture([10, 10], [90, 90]), board.shapes]).toEqual([false, []]);
  });
  test('draws a line from press to release, stores it once, and keeps the tool selected', () => {
    board.setTool('line');
    expect(gesture([10, 10], [50, 50], [90, 20])).toBe(true);
    expect([places(), stored.length, board.tool]).toEqual([
      [
        [
          [10, 10],
          [90, 20],
        ],
      ],
      1,
      'line',
    ]);
    gesture([300, 300], [400, 400]);
    expect(board.shapes).toHaveLength(2);
  });
  test('drops a shape smaller than 5 px on release', () => {
    board.setTool('line');
    gesture([10, 10], [13, 13]);
    expect([board.shapes, stored, board.selected]).toEqual([[], [], undefined]);
    gesture([10, 10], [13, 14]);
    expect(board.shapes).toHaveLength(1);
  });
  test('within 15 px of a drawing takes that one instead of making another', () => {
    board.setTool('line');
    gesture([100, 100], [200, 100]);
    gesture([150, 112], [150, 162]);
    expect(places()).toEqual([
      [
        [100, 150],
        [200, 150],
      ],
    ]);
  });
  test('deletes a drawing that is pulled together to less than 5 px', () => {
    board.setTool('line');
    gesture([100, 100], [200, 100]);
    gesture([200, 100], [102, 100]);
    expect(board.shapes).toEqual([]);
  });
  test('that looks small from afar is kept by a click, by being moved, and by a hand that trembles on its end', () => {
    board.setTool('line');
    gesture([100, 100], [140, 100]);
    // Twenty minutes on bars of an hour: 3.3 px.
    const hourly = hourlyBoard(flatScene(100, 'Minute60', 60));
    const press = (from: [number, number], ...to: [number, number][]) => {
      expect(hourly.down({ x: from[0], y: from[1] }, false)).toBe(true);
      for (const [x, y] of to) hourly.drag({ x, y });
      hourly.up(false);
    };
    press([10, 104]);
    expect([hourly.shapes.length, hourly.selected?.Id]).toEqual([1, 'n1']);
    expect(hourly.shapes).toEqual(board.shapes);
    press([8, 100], [9, 100]);
    expect([hourly.shapes.length, hourly.selected?.Id]).toEqual([1, 'n1']);
    hourly.select(null);
    press([10, 104], [30, 124]);
    expect([hourly.shapes.length, hourly.selected?.Id]).toEqual([1, 'n1']);
  });
  test('puts a text down with a click and opens its editor', () => {
    board.setTool('text');
    gesture([100, 100]);
    expect([board.shapes.map((shape) => shape.Text), newTexts]).toEqual([['Text'], ['n1']]);
  });
  test('snaps to the prices of a bar when snapping is on', () => {
    board.setTool('line');
    board.down({ x: 22, y: 493 }, true);
    const drags = createDragEvents(
      () => ({ board, scene }),
      () => true,
    );
    board.drag(drags.boundHandle({ x: 62, y: 470 }));
    board.up(false);
    expect(places()).toEqual([
      [
        [25, 498],
        [65, 474],
      ],
    ]);
  });
  test('that is cancelled changes nothing', () => {
    board.setTool('line');
    gesture([100, 100], [200, 100]);
    board.down({ x: 150, y: 100 }, false);
    board.drag({ x: 150, y: 400 });
    board.up(true);
    board.down({ x: 600, y: 600 }, false);
    board.drag({ x: 700, y: 700 });
    board.up(true);
    expect([places(), stored.length]).toEqual([
      [
        [
          [100, 100],
          [200, 100],
        ],
      ],
      1,
    ]);
  });
});

describe('a selected drawing', () => {
  beforeEach(() => {
    board.setTool('line');
    gesture([100, 100], [200, 100]);
    board.setTool('selector');
    stored = [];
  });

  test('is moved as a whole by its body and by one end at a handle', () => {
    gesture([150, 105], [160, 125]);
    expect(places()).toEqual([
      [
        [110, 120],
        [210, 120],
      ],
    ]);
    gesture([210, 120], [300, 300]);
    expect(places()).toEqual([
      [
        [110, 120],
        [300, 300],
      ],
    ]);
    expect(stored).toHaveLength(2);
  });
  test('is only selected by a click: that stores nothing', () => {
    gesture([150, 100]);
    expect([board.selected?.Id, stored]).toEqual(['n1', []]);
  });
  test('is let go by a click beside it', () => {
    gesture([150, 100]);
    gesture([800, 800]);
    expect(board.selected).toBeUndefined();
  });
  test('without a tool is taken by a click on it, and the chart moves beside it', () => {
    board.setTool('none');
    expect([gesture([150, 104]), gesture([150, 112])]).toEqual([true, false]);
  });
  test('is deleted', () => {
    board.remove('n1');
    expect([board.shapes, stored.at(-1)]).toEqual([[], []]);
  });
  test('is duplicated and copied beside itself', () => {
    gesture([150, 100]);
    board.duplicate();
    expect([board.copy(), places()]).toEqual([
      true,
      [
        [
          [100, 100],
          [200, 100],
        ],
        [
          [116, 116],
          [216, 116],
        ],
      ],
    ]);
    board.paste();
    expect([places()[2], new Set(board.shapes.map((shape) => shape.Id)).size]).toEqual([
      [
        [132, 132],
        [232, 132],
      ],
      3,
    ]);
  });
  test('is moved by keys and reached by them', () => {
    board.select(null);
    expect(board.selectNext(1)?.Id).toBe('n1');
    board.nudge(10, -5);
    expect(places()).toEqual([
      [
        [110, 95],
        [210, 95],
      ],
    ]);
  });
  test('gets another style, and the same style is no step', () => {
    board.restyle('n1', { Color: '#ff0000', Thickness: 5 });
    expect(board.shapes[0]).toMatchObject({ Color: '#ff0000', Thickness: 5 });
    expect(stored).toHaveLength(1);
  });
  test('keeps its moments when it is moved on a chart of other bars', () => {
    const hourly = hourlyBoard(flatScene(10, 'Minute60', 60));
    hourly.setTool('selector');
    // Bars of five minutes at 100 and 200 px are at 8.3 and 16.7 px of hours.
    hourly.down({ x: 12, y: 100 }, false);
    hourly.drag({ x: 112, y: 200 });
    hourly.up(false);
    expect(hourly.shapes[0]).toMatchObject({ BarSize: 'Minute60' });
    expect(
      flatScene(10, 'Minute60', 60)
        .place(hourly.shapes[0] ?? expect.fail())
        .points.map(({ x, y }) => [Math.round(x * 10) / 10, y]),
    ).toEqual([
      [108.3, 200],
      [116.7, 200],
    ]);
  });
});

describe('text in place', () => {
  beforeEach(() => {
    board.setTool('text');
    gesture([100, 100]);
    board.edit('n1');
  });
  test('is taken over', () => {
    board.endEdit('Resistance', true);
    expect([board.shapes[0]?.Text, board.edited]).toEqual(['Resistance', null]);
  });
  test('that is empty deletes the shape', () => {
    board.endEdit('  ', false);
    expect(board.shapes).toEqual([]);
  });
  test('that is cancelled deletes a brand-new shape and leaves an old one', () => {
    board.endEdit(null, true);
    expect(board.shapes).toEqual([]);
    board.setTool('text');
    gesture([100, 100]);
    board.edit('n2');
    board.endEdit(null, false);
    expect(board.shapes).toHaveLength(1);
  });
});

describe('a locked drawing', () => {
  beforeEach(() => {
    board.setTool('line');
    gesture([100, 100], [200, 100]);
    board.mark(['n1'], { IsLocked: true });
    board.select(null);
  });
  test('is selected by a click, and neither dragged, nudged nor deleted', () => {
    board.setTool('selector');
    expect(gesture([150, 100], [150, 300])).toBe(true);
    expect(board.selected?.Id).toBe('n1');
    board.nudge(10, 10);
    gesture([100, 100], [100, 400]);
    board.remove('n1');
    expect(places()).toEqual([
      [
        [100, 100],
        [200, 100],
      ],
    ]);
    expect(stored.at(-1)).toMatchObject([{ IsLocked: true }]);
  });
  test('leaves the pointer to the chart when no tool is in hand', () => {
    board.setTool('none');
    expect([gesture([150, 100], [150, 300]), board.selected?.Id]).toEqual([false, 'n1']);
  });
  test('has copies that are not locked, and can be deleted after it is unlocked', () => {
    board.select('n1');
    board.duplicate();
    expect(board.shapes.map(({ IsLocked }) => IsLocked === true)).toEqual([true, false]);
    board.mark(['n1'], { IsLocked: false });
    board.remove('n1');
    expect(board.shapes.map(({ Id }) => Id)).toEqual(['n2']);
  });
  test('goes with all others when all are deleted', () => {
    board.removeAll();
    expect(board.shapes).toEqual([]);
  });
});

test('a hidden drawing is not found by pointer or keys, and is no longer selected', () => {
  board.setTool('line');
  gesture([100, 100], [200, 100]);
  gesture([100, 300], [200, 300]);
  board.setTool('selector');
  board.select('n1');
  board.mark(['n1'], { IsHidden: true });
  expect(board.selected).toBeUndefined();
  gesture([150, 100]);
  expect(board.selected).toBeUndefined();
  expect([board.selectNext(1)?.Id, board.selectNext(1)?.Id]).toEqual(['n2', 'n2']);
  board.mark(['n1'], { IsHidden: false });
  gesture([150, 100]);
  expect(board.selected?.Id).toBe('n1');
});

test('other drawings take the place of those on view, with what was selected', () => {
  board.setTool('line');
  gesture([100, 100], [200, 100]);
  const kept = board.shapes;
  board.load([]);
  expect([board.shapes, board.selected]).toEqual([[], undefined]);
  board.load(kept);
  expect([board.shapes, board.selected]).toEqual([kept, undefined]);
});

property.prop([
  fc.array(
    fc.tuple(
      fc.constantFrom('line', 'rectangle', 'text', 'selector', 'none', 'duplicate', 'delete'),
      fc.integer({ min: 0, max: 999 }),
      fc.integer({ min: 0, max: 999 }),
      fc.integer({ min: 0, max: 999 }),
    ),
    { maxLength: 60 },
  ),
])(
  'whatever is drawn, moved and copied: what is shown is what was stored last, each shape once, all with their points',
  (moves) => {
    stored = [];
    board = make();
    for (const [move, x, y, to] of moves) {
      if (move === 'duplicate') board.duplicate();
      else if (move === 'delete') {
        if (board.selected) board.remove(board.selected.Id);
      } else {
        board.setTool(move);
        gesture([x, y], [to, x]);
      }
      expect(board.shapes).toEqual(stored.at(-1) ?? []);
      expect(new Set(board.shapes.map((shape) => shape.Id)).size).toBe(board.shapes.length);
      expect(
        board.shapes.every((shape) =>
          shape.Points.every(
            (point) =>
              Number.isFinite(point.Date) && Number.isFinite(point.Value) && Number.isFinite(point.Offset),
          ),
        ),
      ).toBe(true);
    }
  },
);

import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { sizeOf } from './kind.ts';
import { arrowHead } from './kinds/arrow.ts';
import { fibonacciLevels } from './kinds/fibonacci.ts';
import { DRAWING_KINDS, kindOf } from './kinds/index.ts';
import { measureText, spanText } from './kinds/measure.ts';
import { rayEnd } from './kinds/ray.ts';
import { textBox } from './kinds/text.ts';
import { shapesFrom, storedShape, withShapes, type StoredShape } from './schema.ts';
import { distanceToSegment, type DrawnShape } from './shape.ts';
import { flatScene, START_MS } from './testing/flat-scene.ts';
import { DRAW_TOOLS } from './tools.ts';

const scene = flatScene();
const at = (x: number, y: number) => scene.anchorAt({ x, y }) ?? expect.fail('no bars');
function shape(type: number, ...points: readonly [number, number][]): DrawnShape {
  const kind = kindOf(type) ?? expect.fail('no such kind');
  return {
    Id: 'a',
    Type: type,
    Points: points.map(([x, y]) => at(x, y)),
    BarSize: 'Minute5',
    ...kind.defaults,
  };
}
const distance = (drawn: DrawnShape, x: number, y: number) =>
  kindOf(drawn.Type)?.distance(scene.place(drawn), { x, y }) ?? Infinity;

describe('the draw tools', () => {
  test('are offered in the order of the spec, ours after them', () => {
    expect(DRAW_TOOLS.map((tool) => tool.label)).toEqual([
      'Stop drawing',
      'Select drawn item',
      'Delete all items',
      'Line',
      'Arrow',
      'Text',
      'Horizontal line',
      'Ray',
      'Rectangle',
      'Fibonacci retracement',
      'Measure',
    ]);
  });
  test('have the numbers of the spec', () => {
    expect(DRAWING_KINDS.slice(0, 3).map(({ type, id }) => [type, id])).toEqual([
      [1, 'line'],
      [2, 'arrow'],
      [3, 'text'],
    ]);
  });
  test('begin black, two px thick, and a text in 20 px', () => {
    expect(kindOf(1)?.defaults).toMatchObject({ Color: '#000000', Thickness: 2 });
    expect(kindOf(3)?.defaults).toMatchObject({ Color: '#000000', FontSize: 20, Text: 'Text' });
  });
});

describe('an anchor', () => {
  property.prop([
    fc.double({ min: -500, max: 2000, noNaN: true }),
    fc.double({ min: 0, max: 1000, noNaN: true }),
  ])('stands where it was put, before, inside and beyond the bars', (x, y) => {
    const point = scene.pointOf(at(x, y), 'Minute5');
    expect(point.x).toBeCloseTo(x, 6);
    expect(point.y).toBeCloseTo(y, 9);
  });
  test('names the bar it is in and how far', () => {
    expect(at(25, 400)).toEqual({ Date: START_MS + 10 * 60_000, Offset: 0.5, Value: 600 });
  });
  test('beyond the last bar counts on from it', () => {
    expect(at(1030, 0)).toMatchObject({ Date: START_MS + 99 * 300_000, Offset: 4 });
  });
  test('stays at its moment and price when the bars get another size', () => {
    const hourly = flatScene(10, 'Minute60', 60);
    const anchor = at(180, 300);
    expect(hourly.pointOf(anchor, 'Minute5')).toEqual({ x: 15, y: 300 });
  });
  test('is undefined on a chart without bars', () => {
    expect(flatScene(0).anchorAt({ x: 1, y: 1 })).toBeUndefined();
  });
});

describe('snapping', () => {
  test('goes to the nearest price of the bar under the pointer, in the middle of the bar', () => {
    expect(scene.snapped({ x: 22, y: 493 })).toEqual({ x: 25, y: 498 });
    expect(scene.snapped({ x: 22, y: 475 })).toEqual({ x: 25, y: 478 });
  });
  test('leaves a pointer alone that is near none', () => {
    expect([scene.snapped({ x: 22, y: 300 }), scene.snapped({ x: 5000, y: 480 })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('a click', () => {
  const line = { ...shape(1, [100, 100], [200, 100]), Id: 'line' };
  test('within 15 px takes the drawing, beyond it none', () => {
    expect([scene.hit([line], { x: 150, y: 115 })?.Id, scene.hit([line], { x: 150, y: 116 })]).toEqual([
      'line',
      undefined,
    ]);
  });
  test('takes the nearer of two, and the later of two at the same place', () => {
    const other = { ...line, Id: 'other' };
    const near = { ...shape(1, [100, 110], [200, 110]), Id: 'near' };
    expect(scene.hit([line, near, other], { x: 150, y: 108 })?.Id).toBe('near');
    expect(scene.hit([line, other], { x: 150, y: 101 })?.Id).toBe('other');
  });
  test('is measured from the segment, not from the line it lies on', () => {
    expect(distanceToSegment({ x: 0, y: 0 }, { x: 3, y: 4 }, { x: 30, y: 40 })).toBe(5);
    expect(distanceToSegment({ x: 1, y: 1 }, { x: 0, y: 0 }, { x: 0, y: 0 })).toBeCloseTo(Math.SQRT2);
  });
  test('inside of a text takes it, inside of a rectangle does not', () => {
    expect([
      distance(shape(3, [100, 100]), 110, 110),
      distance(shape(6, [100, 100], [300, 300]), 200, 200),
    ]).toEqual([0, 100]);
  });
  test('anywhere on the level takes a horizontal line, and on its way out a ray', () => {
    expect([
      distance(shape(4, [100, 100]), 900, 103),
      distance(shape(5, [100, 100], [200, 100]), 900, 102),
      distance(shape(5, [100, 100], [200, 100]), 0, 100),
    ]).toEqual([3, 2, 100]);
  });
  test('on a level takes a retracement', () => {
    expect(distance(shape(7, [100, 100], [200, 300]), 110, 200)).toBe(0);
  });
});

describe('what is drawn', () => {
  test('as a text has 5 px of padding around it', () => {
    const box = textBox(scene.place({ ...shape(3, [100, 100]), Text: 'four' }));
    expect(box).toEqual({ left: 100, top: 100, width: 4 * 20 * 0.5 + 10, height: 20 * 1.25 + 10 });
  });
  test('as an arrow has a head of 12 px', () => {
    const [left, right] = arrowHead({ x: 0, y: 0 }, { x: 100, y: 0 }, 2);
    expect([Math.hypot(left.x - 100, left.y), Math.hypot(right.x - 100, right.y)].map(Math.round)).toEqual([
      12, 12,
    ]);
  });
  test('as a ray ends at the edge it heads for', () => {
    const area = { left: 0, top: 0, width: 1000, height: 500 };
    expect(rayEnd({ x: 100, y: 100 }, { x: 200, y: 150 }, area)).toEqual({ x: 900, y: 500 });
    expect(rayEnd({ x: 100, y: 100 }, { x: 100, y: 100 }, area)).toEqual({ x: 100, y: 100 });
  });
  test('as a retracement has 0 where the move ended and 1 where it began', () => {
    const levels = fibonacciLevels(scene.place(shape(7, [100, 100], [200, 300])));
    expect([levels[0], levels.at(-1), levels[3]]).toEqual([
      { part: 0, value: 700, y: 300 },
      { part: 1, value: 900, y: 100 },
      { part: 0.5, value: 800, y: 200 },
    ]);
  });
  test('as a measure shows change, percent, bars and time', () => {
    expect(measureText(scene.place(shape(8, [105, 200], [225, 100])))).toBe(
      '+100.00 (+12.50%) · 12 bars, 1h',
    );
    expect(measureText(scene.place(shape(8, [105, 100], [115, 200])))).toBe('-100.00 (-11.11%) · 1 bar, 5m');
  });
  test.each([
    [0, '0m'],
    [59 * 60_000, '59m'],
    [90 * 60_000, '1h 30m'],
    [-26 * 3_600_000, '1d 2h'],
    [48 * 3_600_000, '2d'],
  ] as const)('for %s ms says %s', (ms, text) => {
    expect(spanText(ms)).toBe(text);
  });
  test('in black takes the colour of the text, so that it is seen in every theme', () => {
    expect([
      scene.place(shape(1, [0, 0], [9, 9])).color,
      scene.place({ ...shape(1, [0, 0], [9, 9]), Color: '#ff0000' }).color,
    ]).toEqual(['#eeeeee', '#ff0000']);
  });
  test('has a size, but for what has none of its own', () => {
    const [line, text] = [kindOf(1) ?? expect.fail(), kindOf(3) ?? expect.fail()];
    expect([
      sizeOf(line, [
        { x: 0, y: 0 },
        { x: 3, y: 4 },
      ]),
      sizeOf(text, [{ x: 0, y: 0 }]),
    ]).toEqual([5, Infinity]);
  });
});

describe('stored drawings', () => {
  const line: StoredShape = {
    Type: 1,
    Date1: 1,
    Value1: 2,
    Offset1: 0,
    Date2: 3,
    Value2: 4,
    Offset2: 0.5,
    BarSize: 'Daily',
    Thickness: 3,
    Color: '#112233',
  };
  const text: StoredShape = {
    Type: 3,
    Date: 1,
    Value: 2,
    Offset: 0,
    Text: 'Hi',
    BarSize: 'Daily',
    FontSize: 12,
    Color: '#112233',
  };

  test('come back as the spec names their fields', () => {
    expect(shapesFrom([line, text]).map(storedShape)).toEqual([line, text]);
    const marked = [
      { ...line, IsLocked: true },
      { ...text, IsHidden: true },
    ];
    expect(shapesFrom(marked).map(storedShape)).toEqual(marked);
    expect(shapesFrom([{ ...line, IsLocked: false, IsHidden: false }]).map(storedShape)).toEqual([line]);
  });
  test('get the defaults of what is missing', () => {
    const { Thickness: _thickness, Color: _color, ...bare } = line as Record<string, unknown>;
    expect(shapesFrom([bare])[0]).toMatchObject({ Thickness: 2, Color: '#000000' });
  });
  test.each([
    [null],
    [{ Type: 99 }],
    [{ ...line, Value2: Number.NaN }],
    [{ ...line, Thickness: 21 }],
    [{ ...text, FontSize: 9 }],
    [{ ...line, Color: 'red; background: url(x)' }],
  ])('leave out %j and keep the others', (bad) => {
    expect(shapesFrom([bad, line])).toHaveLength(1);
  });
  test('are stored by symbol and area; an empty area is not stored', () => {
    const first = withShapes({}, 'AAPL', 'price', shapesFrom([line]));
    const both = withShapes(first, 'MSFT', 'price', shapesFrom([text]));
    expect(Object.keys(both)).toEqual(['AAPL', 'MSFT']);
    expect(withShapes(both, 'AAPL', 'price', [])).toEqual({ MSFT: { price: [text] } });
  });
});

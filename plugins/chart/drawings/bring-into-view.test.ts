import { expect, test, vi } from 'vitest';
import { ValueScale } from '../scales/value-scale.ts';
import { bringIntoView } from './bring-into-view.ts';
import type { PlacedShape } from './shape.ts';
import type { Scene } from './scene.ts';
import { horizontalLine } from './kinds/horizontal-line.ts';
import { line } from './kinds/line.ts';

/** A chart of 1,000 by 400 px with prices from 100 to 140: a dollar is 10 px. */
function chart() {
  const scale = new ValueScale();
  scale.set('linear', NaN, 100, 140, 0, 400, true);
  const panBy = vi.fn();
  const setPriceRange = vi.fn();
  const flush = vi.fn();
  const view = {
    geometry: () => ({ plotWidth: 1000 }),
    viewport: { barPx: 5, panBy },
    invalidate: () => {},
    scaleOf: () => scale,
    setPriceRange,
    flush,
  };
  const show = (type: number, ...points: readonly { x: number; y: number }[]) => {
    // Only the places of the drawing are read.
    const placed = { points, area: { left: 0, top: 0, width: 1000, height: 400 } } as unknown as PlacedShape;
    const scene = { place: () => placed } as unknown as Scene;
    // Only these parts of the view and the kind of the shape are read.
    bringIntoView(view as never, scene, { Type: type } as never);
  };
  return { panBy, setPriceRange, flush, show, scale };
}

test('a drawing that is on screen, also in part, moves nothing', () => {
  const { panBy, setPriceRange, show } = chart();
  show(line.type, { x: 900, y: 390 }, { x: 1100, y: 600 });
  expect([panBy.mock.calls, setPriceRange.mock.calls]).toEqual([[], []]);
});

test('the bars move until a drawing before them stands in the middle', () => {
  const { panBy, flush, setPriceRange, show } = chart();
  show(line.type, { x: -300, y: 100 }, { x: -100, y: 200 });
  expect(panBy.mock.calls).toEqual([[(-200 - 500) / 5]]);
  expect(flush).toHaveBeenCalledTimes(1);
  expect(setPriceRange).not.toHaveBeenCalled();
});

test.each<[string, number, [number, number]]>([
  ['below', 500, [540, 0]],
  ['above', -100, [400, -160]],
])('the price scale stretches to a level %s it, and keeps what it showed', (_side, y, [bottom, top]) => {
  const { panBy, setPriceRange, show, scale } = chart();
  show(horizontalLine.type, { x: 0, y });
  expect(panBy).not.toHaveBeenCalled();
  // The level has a tag of 20 px above it, and 40 px stay free beyond both.
  expect(setPriceRange.mock.calls).toEqual([[[scale.valueAt(bottom), scale.valueAt(top)]]]);
});

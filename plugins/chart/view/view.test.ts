import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import { BarStore } from '../model/bar-store.ts';
import { timeTicks } from '../scales/time-ticks.ts';
import { ValueScale } from '../scales/value-scale.ts';
import { layOut, MIN_PANE_PX } from './geometry.ts';
import { PRICE_PANE } from '../model/panes.ts';
import { createPainter, Invalid } from './invalidation.ts';
import { indexOfTime, timeOfIndex } from '../scales/time-places.ts';
import { MAX_BAR_PX, Viewport } from './viewport.ts';

function viewport(widthPx: number, first: number, count: number, margin = 2): Viewport {
  const made = new Viewport();
  made.setWidth(widthPx);
  made.setBars(first, count, margin);
  return made;
}

describe('the viewport', () => {
  it('keeps few bars narrow and at the right, at every width', () => {
    const view = viewport(1000, 0, 4);
    expect([view.barPx, view.zoom]).toEqual([MAX_BAR_PX, 1]);
    expect(view.xOf(3)).toBe(1000 - 2.5 * MAX_BAR_PX);
    view.setWidth(500);
    expect([view.barPx, view.xOf(3)]).toEqual([MAX_BAR_PX, 500 - 2.5 * MAX_BAR_PX]);
    expect(view.panBy(-3)).toBe(3);
    expect(view.panBy(5)).toBe(0);
    view.zoomAt(0.1, 10);
    view.showStart();
    expect([view.barPx, view.xOf(3)]).toEqual([MAX_BAR_PX, 500 - 2.5 * MAX_BAR_PX]);
    // As bars arrive the range fills the width, and then the bars grow narrower.
    view.grow(48);
    expect(view.barPx).toBe(10);
    expect(view.left).toBe(0);
  });

  it('fills the width beside a range of few bars with the bars before it', () => {
    const view = viewport(1000, 200, 204);
    expect([view.barPx, view.zoom, view.isAtEnd]).toEqual([MAX_BAR_PX, 1, true]);
    expect([view.first, view.from, view.lineFrom, view.to]).toEqual([156, 156, 155, 204]);
    expect(view.xOf(156)).toBe(MAX_BAR_PX / 2);
    // It cannot be moved or zoomed, and states how far a pan has not gone.
    expect([view.panBy(-3), view.panBy(5)]).toEqual([3, 0]);
    view.zoomAt(3, 10);
    expect([view.zoom, view.from]).toEqual([1, 156]);
    // Each bar of the range moves one of those before it out, until the range fills the width alone.
    view.grow(205);
    expect([view.from, view.barPx]).toEqual([157, MAX_BAR_PX]);
    view.grow(298);
    expect([view.first, view.from, view.barPx]).toEqual([200, 200, 10]);
    // There are bars for a part of the width only.
    const young = viewport(1000, 10, 14);
    expect([young.first, young.from, young.xOf(13)]).toEqual([0, 0, 1000 - 2.5 * MAX_BAR_PX]);
  });

  it('starts with the whole range, and zooms from 1x to bars of 20 px', () => {
    const view = viewport(1000, 200, 1200);
    expect([view.zoom, view.left, view.right]).toEqual([1, 200, 1202]);
    view.zoomAt(1e9, 500);
    expect(view.barPx).toBeCloseTo(MAX_BAR_PX);
    view.zoomAt(1e-9, 500);
    expect(view.zoom).toBe(1);
  });

  const action = fc.oneof(
    fc.record({
      kind: fc.constant('zoom' as const),
      by: fc.double({ min: 0.01, max: 100, noNaN: true }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    fc.record({
      kind: fc.constant('pan' as const),
      by: fc.double({ min: -5000, max: 5000, noNaN: true }),
      at: fc.constant(0),
    }),
    fc.record({
      kind: fc.constant('width' as const),
      by: fc.integer({ min: 1, max: 3000 }),
      at: fc.constant(0),
    }),
    fc.record({ kind: fc.constant('grow' as const), by: fc.constant(1), at: fc.constant(0) }),
  );
  it('never leaves its limits, whatever is done to it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 0, max: 20_000 }),
        fc.nat(500),
        fc.array(action, { maxLength: 30 }),
        (width, count, first, actions) => {
          const view = viewport(width, first, count);
          let bars = count;
          for (const { kind, by, at } of actions) {
            if (kind === 'zoom') view.zoomAt(by, at * view.widthPx);
            else if (kind === 'pan') view.panBy(by);
            else if (kind === 'width') view.setWidth(by);
            else view.grow(++bars);
            expect(view.zoom).toBeGreaterThanOrEqual(1 - 1e-9);
            expect(view.span).toBeGreaterThanOrEqual(view.minSpan - 1e-9);
            expect(view.barPx).toBeLessThanOrEqual(MAX_BAR_PX + 1e-9);
            // Before the first bar only where the bars do not fill the width: then they stand at the right.
            const begin = Math.min(first, Math.max(0, count - 1));
            const room = Math.max(0, view.span - view.total);
            expect(view.left).toBeGreaterThanOrEqual(begin - room - 1e-6);
            if (room > 0) expect(view.right).toBeCloseTo(begin + view.total, 6);
            expect(view.right).toBeLessThanOrEqual(begin + view.total + 1e-6);
            // Bars that are there fill the width, whatever the range has.
            if (bars + 2 >= view.span) expect(view.from).toBe(Math.floor(Math.max(0, view.left)));
            expect(view.first).toBeLessThanOrEqual(Math.max(0, view.from));
            expect(view.from).toBeGreaterThanOrEqual(0);
            expect(view.to).toBeLessThanOrEqual(bars);
          }
        },
      ),
    );
  });

  it('keeps what is under the pointer while it zooms inside of the limits', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1.01, max: 4, noNaN: true }),
        fc.double({ min: 0.2, max: 0.8, noNaN: true }),
        (factor, part) => {
          const view = viewport(1000, 0, 5000);
          view.zoomAt(8, 500);
          const x = part * 1000;
          const before = view.left + part * view.span;
          view.zoomAt(factor, x);
          expect(view.left + part * view.span).toBeCloseTo(before, 6);
          view.zoomAt(1 / factor, x);
          expect(view.left + part * view.span).toBeCloseTo(before, 6);
        },
      ),
    );
  });

  it('a pan forth and back ends where it began; one beyond the first bar returns how far', () => {
    const view = viewport(1000, 100, 5000);
    view.zoomAt(10, 500);
    const { left } = view;
    view.panBy(33.5);
    view.panBy(-33.5);
    expect(view.left).toBeCloseTo(left, 9);
    expect(view.panBy(-100_000)).toBeGreaterThan(90_000);
    expect(view.left).toBe(100);
  });

  it('follows new bars at the end, stays where it is elsewhere, and does not jump when bars come in front', () => {
    const view = viewport(1000, 0, 1000);
    view.zoomAt(10, 1000);
    const { right } = view;
    view.grow(1001);
    expect(view.right).toBeCloseTo(right + 1);
    view.panBy(-300);
    const { left } = view;
    view.grow(1002);
    expect(view.left).toBe(left);
    const xBefore = view.xOf(500);
    view.shift(250, 200, 1252);
    expect(view.xOf(750)).toBeCloseTo(xBefore, 6);
    expect(view.shifted).toBe(250);
  });
});

describe('the geometry', () => {
  it('gives every pane its minimum and the price a quarter, in any size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: 1, max: 3000 }),
        fc.uniqueArray(fc.constantFrom('volume', 'rsi', 'macd', 'atr', 'obv', 'sto'), { maxLength: 6 }),
        fc.dictionary(fc.constantFrom('volume', 'rsi'), fc.integer({ min: 1, max: 5000 })),
        (width, height, lower, heights) => {
          const { panes, plotHeight, plotWidth } = layOut(width, height, lower, heights, 40);
          expect(panes.map(({ id }) => id)).toEqual([PRICE_PANE, ...lower]);
          expect(plotWidth).toBeGreaterThanOrEqual(1);
          let top = 0;
          for (const pane of panes) {
            expect(pane.top).toBe(top);
            if (pane.id !== PRICE_PANE) expect(pane.height).toBeGreaterThanOrEqual(MIN_PANE_PX);
            top += pane.height;
          }
          expect(top).toBe(plotHeight);
          if (lower.length > 0)
            expect(panes[0]?.height).toBeGreaterThanOrEqual(
              Math.floor(Math.max(MIN_PANE_PX, height * 0.25)) - 1,
            );
        },
      ),
    );
  });
});

describe('a value scale', () => {
  it('goes from value to place and back, for tiny and huge prices, straight and logarithmic', () => {
    const price = fc.constantFrom(0.0001, 0.5, 10, 123.45, 700_000);
    fc.assert(
      fc.property(
        price,
        fc.double({ min: 1.0001, max: 50, noNaN: true }),
        fc.constantFrom('linear' as const, 'log' as const, 'percent' as const),
        fc.integer({ min: 1, max: 2000 }),
        (low, factor, mode, height) => {
          const scale = new ValueScale();
          scale.set(mode, low, low, low * factor, 0, height);
          for (const value of [low, low * factor, low * Math.sqrt(factor)])
            expect(scale.valueAt(scale.y(value)) / value).toBeCloseTo(1, 6);
          expect(scale.y(low * factor)).toBeLessThan(scale.y(low));
          expect(scale.y(low)).toBeLessThanOrEqual(height);
          for (const tick of scale.ticks()) expect(Number.isFinite(tick)).toBe(true);
        },
      ),
    );
  });

  it('has a height for one price, for none, and for values without a logarithm', () => {
    const scale = new ValueScale();
    scale.set('linear', 1, 5, 5, 0, 100);
    expect(scale.y(5)).toBeCloseTo(50, 0);
    scale.set('linear', 1, Infinity, -Infinity, 0, 100);
    expect(Number.isFinite(scale.y(0.5))).toBe(true);
    scale.set('log', 1, -5, 10, 0, 100);
    expect(scale.isLog).toBe(false);
  });

  it('says whether anything changed', () => {
    const scale = new ValueScale();
    expect([
      scale.set('linear', 1, 0, 10, 0, 100),
      scale.set('linear', 1, 0, 10, 0, 100),
      scale.set('linear', 1, 0, 11, 0, 100),
    ]).toEqual([true, false, true]);
  });
});

/** Minute bars of the regular sessions of days. */
function sessionBars(days: readonly string[], stepMinutes: number): BarStore {
  const store = new BarStore();
  for (const day of days)
    for (let minute = 570; minute < 960; minute += stepMinutes)
      store.append(newYorkMs(day, minute), 1, 1, 1, 1, 1);
  return store;
}

describe('the date axis', () => {
  const days = ['2024-02-27', '2024-02-28', '2024-02-29', '2024-03-01', '2024-03-04', '2024-03-05'];

  it('shows times of day inside of a day, and names the day where a new one begins', () => {
    const bars = sessionBars(days, 5);
    const ticks = timeTicks(bars, { minutes: 5 }, 0, 160, 8, 72);
    expect(ticks.map(({ label }) => label)).toEqual(expect.arrayContaining(['10:00', '15:00', 'Feb 28']));
    expect(ticks.find(({ label }) => label === 'Feb 28')).toMatchObject({ index: 78, weight: 1 });
  });

  it('shows days, months and years as more of them are on screen', () => {
    const bars = new BarStore();
    for (let day = 0; day < 3000; day += 1)
      bars.append(newYorkMs('2010-01-04', 0) + day * 86_400_000 * 1.4, 1, 1, 1, 1, 1);
    expect(timeTicks(bars, 'day', 0, 60, 40, 72).map(({ label }) => label)).toContain('Feb');
    expect(
      timeTicks(bars, 'day', 0, 600, 3, 72)
        .filter(({ weight }) => weight === 3)
        .map(({ label }) => label),
    ).toEqual(['2011', '2012']);
    expect(timeTicks(bars, 'day', 0, 3000, 0.4, 72).every(({ weight }) => weight === 3)).toBe(true);
  });

  it('keeps labels apart and in order at every zoom and for every bar size', () => {
    const bars = sessionBars([...days, '2034-03-06', '2034-03-07'], 1);
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 20, noNaN: true }),
        fc.nat(3000),
        fc.nat(3000),
        (barPx, first, second) => {
          const ticks = timeTicks(
            bars,
            { minutes: 1 },
            Math.min(first, second),
            Math.max(first, second),
            barPx,
            72,
          );
          for (let n = 1; n < ticks.length; n += 1)
            expect(((ticks[n]?.index ?? 0) - (ticks[n - 1]?.index ?? 0)) * barPx).toBeGreaterThanOrEqual(
              72 * 0.7 - 1e-9,
            );
        },
      ),
    );
  });

  it('handles a gap of ten years, one bar and none', () => {
    const bars = sessionBars(['2014-03-05', '2024-03-05'], 5);
    const found = timeTicks(bars, { minutes: 5 }, 0, bars.length, 6, 72);
    expect(found.length).toBeLessThan(40);
    expect(found.map(({ label }) => label)).toContain('2024');
    expect(timeTicks(new BarStore(), 'day', 0, 10, 5, 72)).toEqual([]);
  });
});

test("places of moments and moments of places are each other's, before, between and after the bars", () => {
  const bars = sessionBars(['2024-03-04', '2024-03-05'], 5);
  fc.assert(
    fc.property(
      fc.double({ min: -50, max: 250, noNaN: true }),
      fc.double({ min: -50, max: 250, noNaN: true }),
      (first, second) => {
        const at = (index: number) =>
          indexOfTime(bars, { minutes: 5 }, timeOfIndex(bars, { minutes: 5 }, index));
        expect(at(first)).toBeCloseTo(first, 3);
        if (first < second)
          expect(timeOfIndex(bars, { minutes: 5 }, first)).toBeLessThanOrEqual(
            timeOfIndex(bars, { minutes: 5 }, second),
          );
      },
    ),
  );
});

test('what becomes invalid before a frame is painted once, as the most of it', () => {
  const painted: Invalid[] = [];
  let frame: (() => void) | null = null;
  const painter = createPainter(
    {
      request: (run) => {
        frame = run;
        return 1;
      },
      cancel: () => {
        frame = null;
      },
    },
    (part) => painted.push(part),
  );
  painter.invalidate(Invalid.cursor);
  painter.invalidate(Invalid.view);
  painter.invalidate(Invalid.lastBar);
  // The page calls the requested frame, not the painter.
  const run = frame as (() => void) | null;
  run?.();
  run?.();
  expect(painted).toEqual([Invalid.view]);
  painter.invalidate(Invalid.cursor);
  painter.flush();
  expect(painted).toEqual([Invalid.view, Invalid.cursor]);
  painter.invalidate(Invalid.all);
  painter.dispose();
  expect(frame).toBeNull();
});

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { aggregateBars } from '../../../src/domain/bars/aggregate.ts';
import type { BarPeriod } from '../../../src/domain/bars/bar-period.ts';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import { computeStudy, settleParameters, studyById } from '../../../src/domain/studies/index.ts';
import { recordedMinutes } from '../../../tests/support/recorded-minutes.ts';
import { layOut } from '../view/geometry.ts';
import { PaneScales } from '../view/pane-scales.ts';
import { Viewport } from '../view/viewport.ts';
import { aggregateColumns, aggregateInto } from './aggregate-columns.ts';
import { BarStore } from './bar-store.ts';
import { ChartModel } from './chart-model.ts';
import { cleanBars, type WireBar } from './clean-bars.ts';
import { Comparison } from './comparison.ts';
import { ExtremeIndex } from './extreme-index.ts';
import { HeikinAshi } from './heikin-ashi.ts';

const bar = (TS: number, price: number): WireBar => ({
  TS,
  O: price,
  H: price + 2,
  L: price - 2,
  C: price + 1,
  V: 10,
});
const storeOf = (bars: readonly WireBar[]) => new BarStore(cleanBars(bars));
const closes = (store: BarStore) => [...store.close.subarray(0, store.length)];

describe('a bar store', () => {
  it('holds what an array would, however it grows at both ends', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 700 }) }),
      fc.record({ kind: fc.constant('prepend' as const), count: fc.integer({ min: 1, max: 700 }) }),
      fc.record({ kind: fc.constant('truncate' as const), count: fc.integer({ min: 0, max: 1500 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const store = new BarStore();
        let plain: number[] = [];
        for (const { kind, count } of steps) {
          if (kind === 'append')
            for (let n = 0; n < count; n += 1) {
              const time = (plain.at(-1) ?? 0) + 1;
              plain.push(time);
              store.append(time, time, time, time, time, time);
            }
          else if (kind === 'prepend') {
            const first = plain[0] ?? 0;
            const times = Array.from({ length: count }, (_, n) => first - count + n);
            const column = Float64Array.from(times);
            store.prepend({
              length: count,
              timeMs: column,
              open: column,
              high: column,
              low: column,
              close: column,
              volume: column,
            });
            plain = [...times, ...plain];
          } else {
            store.truncate(count);
            plain = plain.slice(0, count);
          }
        }
        expect([...store.timeMs.subarray(0, store.length)]).toEqual(plain);
        expect(closes(store)).toEqual(plain);
        for (const time of [plain[0] ?? 0, (plain.at(-1) ?? 0) + 1, plain[plain.length >> 1] ?? 5])
          expect(store.indexFrom(time)).toBe(plain.filter((each) => each < time).length);
      }),
      { numRuns: 60 },
    );
  });

  it('lets a print be the first price of a bar that had none', () => {
    const store = new BarStore();
    store.append(1, NaN, NaN, NaN, NaN, 0);
    store.extendLast(5, 3);
    expect([store.open[0], store.high[0], store.low[0], store.close[0], store.volume[0]]).toEqual([
      5, 5, 5, 5, 3,
    ]);
  });
});

describe('bars of an answer', () => {
  it('are sorted by time, and the last of two bars with one time is kept', () => {
    const store = storeOf([bar(3, 30), bar(1, 10), bar(2, 20), { ...bar(2, 20), C: 21.5 }]);
    expect([...store.timeMs.subarray(0, store.length)]).toEqual([1, 2, 3]);
    expect(closes(store)).toEqual([11, 21.5, 31]);
  });

  it('without prices have none, with a close only are that close, and high and low are around open and close', () => {
    const store = storeOf([
      { TS: 1, O: null, H: null, L: null, C: null, V: null },
      { TS: 2, O: 0, H: Number.NaN, L: null, C: 7, V: -5 },
      { TS: 3, O: 10, H: 9, L: 11, C: 12, V: 1 },
      { ...bar(4, 5), TS: Number.NaN },
    ]);
    expect(store.length).toBe(3);
    expect([store.open[0], store.close[0], store.volume[0]]).toEqual([Number.NaN, Number.NaN, 0]);
    expect([store.open[1], store.high[1], store.low[1], store.close[1]]).toEqual([7, 7, 7, 7]);
    expect([store.high[2], store.low[2]]).toEqual([12, 10]);
  });

  it('whatever they are, give ascending moments and a low that is not above the high', () => {
    const value = fc.oneof(fc.double(), fc.constant(null), fc.constant(0), fc.constantFrom(0.0001, 700_000));
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            TS: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constant(Number.NaN)),
            O: value,
            H: value,
            L: value,
            C: value,
            V: value,
          }),
          { maxLength: 60 },
        ),
        (items) => {
          const store = storeOf(items);
          for (let i = 0; i < store.length; i += 1) {
            if (i > 0) expect(store.timeMs[i]).toBeGreaterThan(store.timeMs[i - 1] ?? Infinity);
            expect((store.low[i] ?? 0) > (store.high[i] ?? 0)).toBe(false);
            expect((store.close[i] ?? 0) > (store.high[i] ?? 0)).toBe(false);
          }
        },
      ),
    );
  });
});

test('columns aggregate as the domain does, at once or bar by bar, over recorded minutes of several days', () => {
  const minutes = ['2019-02-11', '2019-02-12'].flatMap((day) => recordedMinutes('AAPL', day));
  const source = storeOf(minutes);
  const plain = minutes.map(({ TS, O, H, L, C, V }) => ({
    timeMs: TS,
    openE4: O ?? 0,
    highE4: H ?? 0,
    lowE4: L ?? 0,
    closeE4: C ?? 0,
    volume: V ?? 0,
  }));
  for (const period of [
    { minutes: 2 },
    { minutes: 5 },
    { minutes: 15 },
    { minutes: 60 },
    'day',
    'week',
    'month',
  ] satisfies BarPeriod[]) {
    const expected = aggregateBars(plain, period);
    const atOnce = aggregateColumns(source, period);
    const inSteps = new BarStore();
    const growing = new BarStore();
    for (let i = 0; i < source.length; i += 1) {
      growing.append(
        source.timeMs[i] ?? 0,
        source.open[i] ?? 0,
        source.high[i] ?? 0,
        source.low[i] ?? 0,
        source.close[i] ?? 0,
        source.volume[i] ?? 0,
      );
      aggregateInto(inSteps, growing, period, i);
    }
    for (const made of [atOnce, inSteps]) {
      expect(
        Array.from({ length: made.length }, (_, i) => ({
          timeMs: made.timeMs[i],
          openE4: made.open[i],
          highE4: made.high[i],
          lowE4: made.low[i],
          closeE4: made.close[i],
          volume: made.volume[i],
        })),
      ).toEqual(expected);
    }
  }
});

test('extremes of any run are those of looking at every value, also after changes', () => {
  const value = fc.oneof(
    { weight: 9, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
    { weight: 1, arbitrary: fc.constant(Number.NaN) },
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12_000 }),
      fc.array(fc.tuple(fc.nat(12_000), fc.nat(12_000), fc.nat(12_000), value), {
        minLength: 1,
        maxLength: 20,
      }),
      (length, steps) => {
        const column = Float64Array.from({ length }, (_, i) => Math.sin(i * i) * 1000);
        const index = new ExtremeIndex(column);
        for (const [a, b, at, next] of steps) {
          const from = Math.min(a, b);
          const to = Math.max(a, b);
          let least = Infinity;
          let largest = -Infinity;
          for (let i = from; i < Math.min(to, length); i += 1) {
            const each = column[i] ?? NaN;
            if (each < least) least = each;
            if (each > largest) largest = each;
          }
          expect({ ...index.query(from, to) }).toEqual({ least, largest });
          if (at < length) {
            column[at] = next;
            index.follow(at, column);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('Heikin-Ashi bars are the same at once and bar by bar, and their body starts in the middle of the one before', () => {
  const source = storeOf(recordedMinutes('SPY', '2019-02-12'));
  const whole = new HeikinAshi();
  whole.follow(source, 0);
  const steps = new HeikinAshi();
  for (let i = 0; i < source.length; i += 1)
    steps.follow(
      {
        ...source,
        timeMs: source.timeMs,
        open: source.open,
        high: source.high,
        low: source.low,
        close: source.close,
        volume: source.volume,
        length: i + 1,
      },
      i,
    );
  for (const name of ['open', 'high', 'low', 'close'] as const)
    expect([...steps[name].subarray(0, source.length)]).toEqual([...whole[name].subarray(0, source.length)]);
  expect(whole.open[5]).toBeCloseTo(((whole.open[4] ?? 0) + (whole.close[4] ?? 0)) / 2, 10);
  expect(whole.high[5]).toBeGreaterThanOrEqual(Math.max(whole.open[5] ?? 0, whole.close[5] ?? 0));
});

test('a comparison has the close of the same bar, or the last one before it', () => {
  const comparison = new Comparison('AAPL');
  comparison.align(
    storeOf([bar(10, 1), bar(20, 1), bar(30, 1), bar(40, 1)]),
    storeOf([bar(20, 5), bar(25, 6), bar(40, 8)]),
  );
  expect([...comparison.closes.subarray(0, 4)]).toEqual([Number.NaN, 6, 7, 9]);
  expect([comparison.baseOf(0, 4), comparison.baseOf(0, 1)]).toEqual([6, Number.NaN]);
});

test('a comparison follows the chart: new bars carry its last close forward, the last bar has its newest price, earlier bars shift it', () => {
  const comparison = new Comparison('AAPL');
  const values = () => [...comparison.closes.subarray(0, comparison.length)];
  comparison.align(storeOf([bar(10, 1), bar(20, 1)]), storeOf([bar(10, 5), bar(20, 6)]));
  comparison.follow(4, 0);
  expect(values()).toEqual([6, 7, 7, 7]);
  comparison.follow(4, 9);
  expect(values()).toEqual([6, 7, 7, 9]);
  comparison.shift(2);
  expect(values()).toEqual([Number.NaN, Number.NaN, 6, 7, 7, 9]);
  expect({ ...comparison.extremes.query(0, 6) }).toEqual({ least: 6, largest: 9 });
  comparison.follow(300, 8);
  expect([comparison.closes[298], comparison.closes[299]]).toEqual([9, 8]);
});

/** Adds a recorded minute to a model as live ticks do: its open makes the bar, the other prices extend it. */
function followMinute(model: ChartModel, { TS, O, H, L, C, V }: WireBar): void {
  const open = O ?? 0;
  model.bars.append(TS, open, open, open, open, 0);
  model.follow(model.bars.length - 2);
  for (const price of [H, L, C]) {
    model.bars.extendLast(price ?? 0, V ?? 0);
    model.follow(model.bars.length - 1);
  }
}

describe('the model', () => {
  const minutes = recordedMinutes('SPY', '2019-02-12');

  it('follows ticks with the same study values as all bars at once', () => {
    const model = new ChartModel();
    model.chooseStudies([
      { Id: 'rsi', Parameters: { period: 10 } },
      { Id: 'sma20', Parameters: {} },
      { Id: 'no-such-study', Parameters: {} },
    ]);
    model.setBars(storeOf(minutes.slice(0, 300)), { minutes: 1 }, 0);
    for (const minute of minutes.slice(300)) {
      followMinute(model, minute);
      // As a frame does, now and then.
      if (minute.TS % 3 === 0) model.settle();
    }
    model.settle();
    const [rsi, sma] = model.studies.views;
    expect(model.studies.views.map(({ id }) => id)).toEqual(['rsi', 'sma20']);
    for (const view of [rsi, sma]) {
      const study = view && studyById(view.id);
      if (view === undefined || study?.form !== 'series' || !('run' in view))
        throw new Error('a series study was expected');
      const expected = computeStudy(study, settleParameters(study, view.parameters), model.bars)[0];
      expect([...(view.run.outputs[0] ?? new Float64Array(0)).subarray(0, model.bars.length)]).toEqual([
        ...(expected ?? []),
      ]);
    }
  });

  it('keeps studies that are drawn ahead or back to the values there are', () => {
    const model = new ChartModel();
    model.chooseStudies([{ Id: 'ichimoku', Parameters: {} }]);
    model.setBars(storeOf(minutes), { minutes: 1 }, 0);
    const scales = new PaneScales();
    const viewport = new Viewport();
    viewport.setWidth(500);
    viewport.setBars(0, model.bars.length, model.studies.leadBars + 1);
    scales.update(model, viewport, layOut(540, 400, [], {}, 40));
    // The lagging line ends before the last bar: what lies beyond it in its column is no price of 0.
    expect(scales.get('price')?.least).toBeGreaterThan(250);
    expect(model.studies.leadBars).toBe(25);
  });

  it('starts the view at the range; before the first bar of today at the last day that has bars', () => {
    const model = new ChartModel();
    model.setBars(storeOf(minutes), { minutes: 1 }, newYorkMs('2019-02-12', 600));
    expect(model.displayStart).toBe(30);
    model.setBars(storeOf(minutes), { minutes: 1 }, newYorkMs('2019-02-13', 0));
    expect(model.displayStart).toBe(0);
  });

  it('takes no bars, one bar, and bars without prices', () => {
    for (const bars of [[], [bar(1, 10)], [{ TS: 1, O: null, H: null, L: null, C: null, V: null }]]) {
      const model = new ChartModel();
      model.chooseStudies([
        { Id: 'ichimoku', Parameters: {} },
        { Id: 'bb', Parameters: {} },
      ]);
      model.setBars(storeOf(bars), 'day', 0);
      expect(model.displayStart).toBe(0);
      expect(model.hasPrices()).toBe(bars.some(({ C }) => C !== null));
      model.chartType = 'heikin-ashi';
      expect(model.drawn.length).toBe(bars.length);
    }
  });
});

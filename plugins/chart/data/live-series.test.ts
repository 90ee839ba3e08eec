import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import { aggregateColumns } from '../model/aggregate-columns.ts';
import { BarStore } from '../model/bar-store.ts';
import { cleanBars } from '../model/clean-bars.ts';
import { printsOf, recordedMinutes } from '../../../tests/support/recorded-minutes.ts';
import { isInSession, LiveSeries } from './live-series.ts';

const rows = ({ length, timeMs, open, high, low, close, volume }: BarStore) =>
  Array.from({ length }, (_, i) => [timeMs[i], open[i], high[i], low[i], close[i], volume[i]]);
const minute = { minutes: 1 };
const five = { minutes: 5 };

describe('the join of history and live prints of a recorded day', () => {
  const minutes = recordedMinutes('SPY', '2019-02-12').filter(({ V }) => (V ?? 0) >= 4);
  const prints = printsOf(minutes);
  const whole = new BarStore(cleanBars(minutes));
  /** What the server's history holds when it has seen so many prints. */
  const historyAt = (count: number) => {
    const store = new BarStore();
    const live = new LiveSeries(store, minute, store, minute);
    for (const print of prints.slice(0, count)) live.take(print);
    return store;
  };

  test('prints make the recorded bars', () => {
    expect(rows(historyAt(prints.length))).toEqual(rows(whole));
  });

  it('has no bar twice and none missing, wherever the history ends and the tape begins', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: prints.length }),
        fc.integer({ min: 0, max: 200 }),
        (seen, overlap) => {
          const source = historyAt(seen);
          const shown = aggregateColumns(source, five);
          const live = new LiveSeries(source, minute, shown, five);
          for (const print of prints.slice(Math.max(0, seen - overlap))) live.take(print);
          expect(rows(source)).toEqual(rows(whole));
          expect(rows(shown)).toEqual(rows(aggregateColumns(whole, five)));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('counts the volume of prints that the tape left out, and reports a gap of whole bars', () => {
    const source = historyAt(400);
    const live = new LiveSeries(source, minute, source, minute);
    const later = prints[480];
    expect(later && live.take(later)).toBe('gap');
    const last = prints[481];
    expect(last && live.take(last)).toBe('changed');
    expect(source.volume.subarray(0, source.length).reduce((sum, each) => sum + each, 0)).toBe(last?.TV);
  });
});

describe('a print', () => {
  const at = (minutes: number) => newYorkMs('2019-02-12', minutes);

  it.each([
    [569, false],
    [570, true],
    [959, true],
    [960, false],
  ])('at minute %i of the day counts: %s', (minutes, counts) => {
    expect(isInSession(at(minutes))).toBe(counts);
    const store = new BarStore();
    expect(
      new LiveSeries(store, minute, store, minute).take({ P: 10, V: 100, TV: 100, TS: at(minutes) }),
    ).toBe(counts ? 'added' : 'ignored');
  });

  it('starts a new bar when the bar period changes, and a new day counts its volume from nothing', () => {
    const store = new BarStore();
    const live = new LiveSeries(store, five, store, five);
    expect(live.take({ P: 10, V: 100, TV: 100, TS: at(570) })).toBe('added');
    expect(live.take({ P: 11, V: 100, TV: 200, TS: at(574) })).toBe('changed');
    expect(live.take({ P: 12, V: 50, TV: 250, TS: at(575) })).toBe('added');
    expect(live.take({ P: 9, V: 10, TV: 10, TS: newYorkMs('2019-02-13', 570) })).toBe('added');
    expect(rows(store).map(([, open, high, low, close, volume]) => [open, high, low, close, volume])).toEqual(
      [
        [10, 11, 10, 11, 200],
        [12, 12, 12, 12, 50],
        [9, 9, 9, 9, 10],
      ],
    );
  });

  it('without a price, of an earlier day, or already in is ignored', () => {
    const store = new BarStore();
    const live = new LiveSeries(store, minute, store, minute);
    live.take({ P: 10, V: 100, TV: 100, TS: at(600) });
    expect(
      [
        { P: 0, V: 1, TV: 200, TS: at(601) },
        { P: Number.NaN, V: 1, TV: 200, TS: at(601) },
        { P: 10, V: 1, TV: 900, TS: newYorkMs('2019-02-11', 600) },
        { P: 10, V: 100, TV: 100, TS: at(600) },
      ].map((print) => live.take(print)),
    ).toEqual(['ignored', 'ignored', 'ignored', 'ignored']);
  });

  it('of an index, which has no volume, counts as it comes', () => {
    const store = new BarStore();
    const live = new LiveSeries(store, minute, store, minute);
    expect([
      live.take({ P: 15, V: 0, TV: 0, TS: at(600) }),
      live.take({ P: 16, V: 0, TV: 0, TS: at(600) }),
      live.take({ P: 17, V: 0, TV: 0, TS: at(601) }),
      live.take({ P: 1, V: 0, TV: 0, TS: at(599) }),
    ]).toEqual(['added', 'changed', 'added', 'ignored']);
  });
});

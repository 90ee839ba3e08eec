import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../calendar/durations.ts';
import { excursionReads } from './excursions.ts';
import type { ReportTrade } from './types.ts';

/** Only what the reads go by. */
const trade = (number: number, openedMs: number, heldMs: number | null): ReportTrade =>
  ({ number, openedMs, closedMs: heldMs === null ? null : openedMs + heldMs }) as ReportTrade;
const shape = (trades: readonly ReportTrade[], toMs = 1e9) =>
  excursionReads(trades, toMs).map(({ bars, trades: some }) => [bars.label, some.length]);

describe('the bars that excursions are read from', () => {
  it('are of a minute for short trades, longer for long ones, and of a day for the longest', () => {
    const trades = [
      trade(1, 0, HOUR_MS),
      trade(2, 1, 20 * DAY_MS),
      trade(3, 2, 100 * DAY_MS),
      trade(4, 3, 500 * DAY_MS),
    ];
    expect(shape(trades)).toEqual([
      ['1 min', 1],
      ['5 min', 1],
      ['30 min', 1],
      ['Day', 1],
    ]);
  });

  it('are read together for neighbours, in ranges that are not too long', () => {
    const trades = Array.from({ length: 20 }, (_, n) => trade(n + 1, n * DAY_MS, HOUR_MS));
    expect(shape(trades)).toEqual([
      ['1 min', 5],
      ['1 min', 5],
      ['1 min', 5],
      ['1 min', 5],
    ]);
  });

  it('reach to the end of the run for an open trade', () => {
    const [read] = excursionReads([trade(1, 0, null)], 3 * DAY_MS);
    expect([read?.fromMs, read?.endMs]).toEqual([0, 3 * DAY_MS]);
  });

  it('are coarser for a run with trades on every day of ten years', () => {
    const trades = Array.from({ length: 3_650 }, (_, n) => trade(n + 1, n * DAY_MS, HOUR_MS));
    const reads = excursionReads(trades, 3_650 * DAY_MS);
    expect(new Set(reads.map(({ bars }) => bars.label))).toEqual(new Set(['30 min']));
    expect(reads.length).toBeLessThan(25);
    expect(reads.flatMap(({ trades: some }) => some)).toHaveLength(3_650);
  });
});

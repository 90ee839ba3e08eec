import { describe, expect, it } from 'vitest';
import { americanPrice, expirationSeconds, YEAR_MS } from '../../../src/domain/options/index.ts';
import { contractOf } from '../testing.ts';
import type { Pricing } from './analytics.ts';
import type { StrikeRow } from './contract.ts';
import { parityOf } from './parity-mark.ts';

const DATE = '2026-12-18';
const SECONDS = expirationSeconds(DATE);
const RECORDED_MS = SECONDS * 1000 - YEAR_MS / 4;
/** Long after the snapshot, and far from its price. */
const LATER: Pricing = { spot: 120, nowMs: RECORDED_MS + 5 * 3_600_000 };

/** An expiration recorded at 100 whose quotes are of a rate of 6 %; `off` moves the call of the strike at 100. */
function recordedRows({ off = 0, putMs = RECORDED_MS } = {}): readonly StrikeRow[] {
  const rows: StrikeRow[] = [];
  [85, 90, 95, 100, 105, 110, 115].forEach((strike, index) => {
    const quoted = (right: 'C' | 'P', timeMs: number) => {
      const terms = { right, strike, spot: 100, years: 0.25, rate: 0.06, dividendYield: 0 };
      const price = americanPrice(terms, 0.3) + (right === 'C' && strike === 100 ? off : 0);
      return contractOf(right, strike, DATE, {
        Bid: price - 0.05,
        Ask: price + 0.05,
        Recorded: { Time: timeMs, UnderlyingPrice: 100 },
      });
    };
    rows.push({
      strike,
      expirationSeconds: SECONDS,
      call: quoted('C', RECORDED_MS),
      put: quoted('P', putMs),
      siblings: rows,
      index,
    });
  });
  return rows;
}
const marked = (rows: readonly StrikeRow[]): number[] =>
  rows.filter((row) => parityOf(row, LATER) !== null).map(({ strike }) => strike);

describe('the check of recorded quotes', () => {
  it('marks a strike that contradicts the others, not a recording with rates of its own', () => {
    expect(marked(recordedRows())).toEqual([]);
    expect(marked(recordedRows({ off: 3 }))).toEqual([100]);
    expect(marked(recordedRows({ off: -3 }))).toEqual([100]);
  });

  it('allows what the underlying moves while a quote lags behind it', () => {
    const [row] = recordedRows().slice(3);
    const gapAt = (off: number) => {
      const [moved] = recordedRows({ off }).slice(3);
      return moved === undefined ? undefined : parityOf(moved, LATER)?.gap;
    };
    expect(row && parityOf(row, LATER)).toBeNull();
    // A gap of 2 cents on an underlying at 100 is the least that is marked.
    const firstGap = Array.from({ length: 300 }, (_, step) => gapAt(step / 200)).find(
      (gap) => gap !== undefined,
    );
    expect(firstGap).toBeGreaterThan(0.02);
    expect(firstGap).toBeLessThan(0.03);
  });

  it('does not compare quotes of different snapshots', () => {
    expect(marked(recordedRows({ off: 3, putMs: RECORDED_MS - 60_000 }))).toEqual([]);
  });
});

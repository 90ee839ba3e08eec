import { expect, it } from 'vitest';
import { newYorkMs } from '../../calendar/us-equity.ts';
import { reportOf } from './report.ts';
import type { ReportFill, ReportInput } from './types.ts';

const DATES = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'];
const at = (date: string, minute: number): number => newYorkMs(date, minute);
const closesOf = (prices: readonly number[]) =>
  prices.map((price, n) => ({ date: DATES[n] ?? '', closeE4: price * 10_000 }));

/** A fill without fees; `fifo`: dollars. */
const fill = (
  timeMs: number,
  symbol: string | undefined,
  signedQuantity: number,
  price: number,
  fifo = 0,
): ReportFill => ({
  ...(symbol !== undefined && { symbol }),
  timeMs,
  signedQuantity,
  priceE4: price * 10_000,
  fifoProfitE4: fifo * 10_000,
  feesE4: 0,
  grossAmountE4: -signedQuantity * price * 10_000,
});

/** KO: 10 bought at 10 and sold at 13. PEP: 10 short from 20, 4 of them covered at 15; 6 are open at 12. */
const INPUT: ReportInput = {
  fromMs: at('2026-01-05', 570),
  toMs: at('2026-01-08', 960),
  multiplier: 1,
  baseE4: 1_000 * 10_000,
  netE4: (30 + 20 + 48) * 10_000,
  openProfitE4: 48 * 10_000,
  barDrawdownE4: null,
  fills: [
    fill(at('2026-01-05', 600), undefined, 10, 10),
    fill(at('2026-01-05', 600), 'PEP', -10, 20),
    fill(at('2026-01-06', 600), 'PEP', 4, 15, 20),
    fill(at('2026-01-07', 600), undefined, -10, 13, 30),
  ],
  closes: closesOf([11, 12, 13, 14]),
  otherCloses: new Map([['PEP', closesOf([18, 16, 14, 12])]]),
  marks: [],
};

it('lists the trades of each symbol by name, the open ones with their part of the open profit', () => {
  const { trades } = reportOf(INPUT);
  expect(
    trades.map(({ number, symbol, isShort, quantity, closedMs, netE4 }) => [
      number,
      symbol,
      isShort,
      quantity,
      closedMs === null,
      netE4 / 10_000,
    ]),
  ).toEqual([
    [1, 'PEP', true, 10, true, 68],
    [2, undefined, false, 10, false, 30],
  ]);
});

it('values the positions of all symbols at the closes of each day', () => {
  const { days, ratios } = reportOf(INPUT);
  // 10 × 1 + 10 × 2; 10 × 2 + 4 × 5 + 6 × 4; 30 + 20 + 6 × 6; 30 + 20 + 6 × 8.
  expect(days.map(({ netE4 }) => netE4 / 10_000)).toEqual([30, 64, 86, 98]);
  // Of 4 sessions only the first half hour is without any position.
  expect(ratios.exposure).toBeCloseTo(1 - 30 / (4 * 390), 10);
});

it('charges what short stock costs to the trades of the symbol that is short', () => {
  const { trades } = reportOf({ ...INPUT, borrowE4: 30_000, netE4: INPUT.netE4 - 30_000 });
  expect(trades.map(({ symbol, feesE4 }) => [symbol, feesE4])).toEqual([
    ['PEP', 30_000],
    [undefined, 0],
  ]);
});

import { expect, it } from 'vitest';
import { newYorkMs } from '../../calendar/us-equity.ts';
import { reportOf } from './report.ts';
import type { ReportFill, ReportInput } from './types.ts';

const at = (date: string, minute: number): number => newYorkMs(date, minute);
const fill = (timeMs: number, signedQuantity: number, priceE4: number, fifoProfitE4 = 0): ReportFill => ({
  timeMs,
  signedQuantity,
  priceE4,
  fifoProfitE4,
  feesE4: 0,
  grossAmountE4: -signedQuantity * priceE4,
});

/** 100 shares short from Thursday, January 8 to Tuesday, January 13, 2026, at 100 dollars, for 3.00 of borrowing. */
const INPUT: ReportInput = {
  fromMs: at('2026-01-08', 0),
  toMs: at('2026-01-13', 1_439),
  multiplier: 1,
  baseE4: 100_000_000,
  netE4: -30_000,
  openProfitE4: 0,
  barDrawdownE4: null,
  borrowE4: 30_000,
  fills: [fill(at('2026-01-08', 600), -100, 1_000_000), fill(at('2026-01-13', 600), 100, 1_000_000)],
  closes: ['2026-01-08', '2026-01-09', '2026-01-12', '2026-01-13'].map((date) => ({
    date,
    closeE4: 1_000_000,
  })),
  marks: [],
};

it('takes the cost of borrowing from the equity of each close by its nights', () => {
  const { days } = reportOf(INPUT);
  // One night, three over the weekend, one: 0.60, 1.80 and 0.60.
  expect(days.map(({ netE4 }) => netE4)).toEqual([-6_000, -24_000, -30_000, -30_000]);
});

it('takes it from the trade that was short, so that the trades add up to the net profit', () => {
  const { trades, tradeFigures } = reportOf(INPUT);
  expect(trades.map(({ netE4, feesE4 }) => [netE4, feesE4])).toEqual([[-30_000, 30_000]]);
  expect(tradeFigures?.losses).toBe(1);
});

it('splits an amount that the nights do not divide without a rest', () => {
  const { days, trades } = reportOf({ ...INPUT, borrowE4: 7, netE4: -7 });
  expect(days.map(({ netE4 }) => netE4)).toEqual([-1, -6, -7, -7]);
  expect(trades[0]?.netE4).toBe(-7);
});

it('charges a trade that is still open', () => {
  const open = { ...INPUT, fills: INPUT.fills?.slice(0, 1) ?? [] };
  expect(reportOf(open).trades[0]).toMatchObject({ closedMs: null, netE4: -30_000 });
});

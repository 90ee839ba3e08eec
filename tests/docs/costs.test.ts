import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NO_COSTS } from '../../src/domain/strategy/costs/settings.ts';
import { backtest, days, sessionsOf } from '../../src/domain/strategy/testing/run-strategy.ts';
import { RunBook } from '../../src/server/algostream/runs/run-book.ts';

const page = readFileSync(new URL('../../docs/algostream/costs.md', import.meta.url), 'utf8');

it('the example of the costs of a backtest has the figures that its text states', () => {
  const dates = ['2026-01-07', '2026-01-08', '2026-01-09', '2026-01-12'];
  const data = {
    ...days(dates, [
      [100, 100, 100, 100],
      [100, 101, 100, 101],
      [101, 101, 99, 99],
      [98, 98, 97, 97],
    ]),
    volume: Float64Array.from([2_000, 2_000, 2_000, 5_000]),
  };
  const costs = {
    ...NO_COSTS,
    Slippage: 'Cents',
    SlippageAmount: 2,
    Spread: 'Cents',
    SpreadAmount: 1,
    VolumePercent: 10,
    Commission: 'PerShare',
    CommissionAmount: 0.005,
    CommissionMinimum: 1,
    BorrowPercent: 3.65,
  } as const;
  const code = `bars('day'); let n = 0; onBar(() => { n += 1; if (n === 1) short(250); if (n === 3) cover(200); });`;
  const run = backtest(code, data, sessionsOf(...dates), { costs });
  const book = new RunBook('SPY', undefined, costs);
  for (const record of run.records) {
    if (record.kind === 'borrow') book.borrow(record.borrow.amountE4);
    if (record.kind === 'fill') book.simulatedFill({ ...record.fill, orderId: String(record.fill.number) });
  }
  expect(run.fills.map(({ side, quantity, price }) => [side, quantity, price])).toEqual([
    ['Short', 200, 99.975],
    ['Buy', 200, 98.025],
  ]);
  expect(run.orders.map(({ status, reason }) => [status, reason])).toEqual([
    ['Cancelled', 'The day order expired'],
    ['Filled', ''],
  ]);
  expect(run.borrow.map(({ amountE4 }) => amountE4)).toEqual([20_200, 59_400]);
  const returns = book.returns({ startPrice: 100, endPrice: 97, fromMs: 0, toMs: 1 }, null);
  expect(returns).toMatchObject({
    GrossProfitLoss: 390,
    FeesPaid: 2,
    SlippagePaid: 10,
    BorrowPaid: 7.96,
    NetProfitLoss: 380.04,
  });
  const money = (value: number | null): string => (value ?? Number.NaN).toFixed(2);
  const { GrossProfitLoss, FeesPaid, SlippagePaid, BorrowPaid, NetProfitLoss } = returns;
  expect(page).toContain(
    `= ${money(GrossProfitLoss)}. Fees paid ${money(FeesPaid)}, slippage paid ${money(SlippagePaid)}, borrow paid ${money(BorrowPaid)}.`,
  );
  expect(page).toContain(`= ${money(NetProfitLoss)}.`);
});

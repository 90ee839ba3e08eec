import { afterAll, expect, it } from 'vitest';
import { NO_COSTS } from '../../../domain/strategy/costs/settings.ts';
import { backtest as backtestHere } from '../../../domain/strategy/testing/run-strategy.ts';
import { RunBook } from '../runs/run-book.ts';
import { createStrategyRuntime } from './index.ts';
import { backtestJob, barRows, DAYS, MINUTES } from './testing/jobs.ts';
import type { BacktestJob } from './types.ts';

const runtime = createStrategyRuntime({ stuckMs: 60_000 });
const user = runtime.forUser('anna', 'backtest');
afterAll(() => runtime.close());

const COSTS = {
  Slippage: 'RangePercent',
  SlippageAmount: 5,
  Spread: 'Cents',
  SpreadAmount: 1,
  VolumePercent: 4,
  Commission: 'PerShare',
  CommissionAmount: 0.0035,
  CommissionMinimum: 0.35,
  BorrowPercent: 8,
} as const;
const REVERSALS = `const fast = sma(3), slow = sma(9);
onBar(() => { if (fast.last > slow.last) goLong(90); else goShort(90); });`;

/** Events of a run in the isolate, as texts, and the net profit of its books. */
async function run(job: BacktestJob) {
  const events: string[] = [];
  const book = new RunBook('SPY', undefined, job.costs ?? null);
  const end = await user.backtest(job, {
    onOrders(orders) {
      for (const order of orders) {
        events.push(`order ${order.id} ${order.status}`);
        book.simulated(order);
      }
    },
    onFill(fill) {
      events.push(`fill ${fill.orderId} ${fill.quantity} ${fill.price} ${fill.slippageE4}`);
      book.simulatedFill(fill);
    },
    onBorrow(amountE4, symbol) {
      events.push(`borrow ${amountE4}`);
      book.borrow(amountE4, symbol);
    },
    onLastPrice: (symbol, priceE4) => book.setLastPrice(symbol, priceE4),
  }).done;
  if (end.outcome !== 'completed' || end.equity === null) throw new Error(JSON.stringify(end).slice(0, 200));
  const { lastPriceE4, endE4 } = end.equity;
  const returns = book.returns(
    { startPrice: 0, endPrice: lastPriceE4 / 10_000, fromMs: 0, toMs: 1e13 },
    null,
  );
  return { events, returns, endE4 };
}

it.each([
  ['minutes', `bars('5 minutes'); ${REVERSALS}`, MINUTES],
  ['days', `bars('day'); ${REVERSALS}`, DAYS],
])(
  'reports fills, charges and orders of %s in their order, which the books of the server follow',
  async (_, code, { data, sessions }) => {
    const { events, returns, endE4 } = await run(backtestJob(code, { data, sessions, costs: COSTS }));
    const here = backtestHere(code, data, sessions, { costs: COSTS });
    expect(events).toEqual(
      here.records.map((record) => {
        if (record.kind === 'borrow') return `borrow ${record.borrow.amountE4}`;
        if (record.kind === 'price') return `price ${record.price.priceE4}`;
        if (record.kind === 'order') return `order ${record.order.number} ${record.order.status}`;
        const { number, quantity, price, slippageE4 } = record.fill;
        return `fill ${number} ${quantity} ${price} ${slippageE4}`;
      }),
    );
    expect(here.fills.some(({ quantity }) => quantity < 90)).toBe(true);
    expect(here.borrow.length).toBeGreaterThan(1);
    expect(returns.NetProfitLoss).toBe(endE4 / 10_000);
    expect(returns.SlippagePaid).toBeGreaterThan(0);
    expect(returns.FeesPaid).toBeGreaterThan(0);
    expect(returns.BorrowPaid).toBeGreaterThan(0);
  },
);

it('reports no fills beside the orders of a run without costs', async () => {
  const job = backtestJob(`bars('5 minutes'); ${REVERSALS}`);
  const { events } = await run(job);
  expect(events.every((event) => event.startsWith('order'))).toBe(true);
  const free = await run({ ...job, costs: NO_COSTS });
  expect(free.events.filter((event) => event.startsWith('order'))).toEqual(events);
  expect(free.endE4).toBe((await run(job)).endE4);
});

it.each([
  ['costs', COSTS],
  ['the fees of the account', null],
])('books the orders of a run in two symbols as the run itself counts them, with %s', async (_, costs) => {
  const code = `symbol('SPY'); bars('day'); const qqq = symbol('QQQ');
const fast = qqq.sma(3), slow = qqq.sma(9);
onBar(() => {
  if (fast.last > slow.last) { goLong(90); qqq.goShort(50); }
  else { goShort(90); qqq.goLong(50); }
});`;
  const { data, sessions } = DAYS;
  const others = [{ symbol: 'QQQ', data: barRows(data) }];
  const job = backtestJob(code, { data, sessions, others, costs });
  const shown: string[] = [];
  const book = new RunBook('SPY', undefined, costs);
  const end = await user.backtest(job, {
    onOrders: (orders) => shown.push(...orders.map((order) => book.simulated(order).Symbol)),
    onFill: (fill) => book.simulatedFill(fill),
    onBorrow: (amountE4, symbol) => book.borrow(amountE4, symbol),
    onLastPrice: (symbol, priceE4) => book.setLastPrice(symbol, priceE4),
  }).done;
  if (end.outcome !== 'completed' || end.equity === null) throw new Error(JSON.stringify(end).slice(0, 200));
  const prices = { startPrice: 0, endPrice: end.equity.lastPriceE4 / 10_000, fromMs: 0, toMs: 1e13 };
  expect(new Set(shown)).toEqual(new Set(['SPY', 'QQQ']));
  expect(book.returns(prices, null).NetProfitLoss).toBe(end.equity.endE4 / 10_000);
});

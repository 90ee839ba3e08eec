import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newYorkMs } from '../../calendar/us-equity.ts';
import { toPriceE4 } from '../../money/price.ts';
import { totalFeesE4 } from '../../portfolio/index.ts';
import { ReturnsRun } from '../../returns/index.ts';
import { barsOf, centsBetween, orderCalls } from '../testing/random-strategy.ts';
import { backtest, columnsOf, sessionsOf } from '../testing/run-strategy.ts';
import type { TestBar, TestRun } from '../testing/run-strategy.ts';
import { Commissions } from './commissions.ts';
import { costRulesOf, sharesOfVolume } from './cost-rules.ts';
import { NO_COSTS } from './settings.ts';
import type { CostSettings } from './settings.ts';

const DATES = ['2026-01-08', '2026-01-09', '2026-01-12'] as const;
const BARS_A_DAY = 13;
/** Bars of five minutes, half an hour apart: so a fill lies in one bar only. */
const BAR_MS = 300_000;
const cents = centsBetween(9_500, 10_500);
const bar = barsOf(cents);
const market = fc.array(fc.tuple(bar, fc.integer({ min: 0, max: 900 })), {
  minLength: 20,
  maxLength: BARS_A_DAY * DATES.length,
});
const quantity = fc.integer({ min: 1, max: 200 });
const call = fc.oneof(
  { weight: 3, arbitrary: orderCalls(cents, quantity) },
  fc
    .tuple(fc.constantFrom('buy', 'short'), quantity)
    .map(([name, size]) => `${name}(${size}, { exits: { target: { amount: 2 }, stop: { amount: 1 } } })`),
);
const script = fc.array(fc.tuple(fc.nat({ max: BARS_A_DAY * DATES.length - 1 }), call), { maxLength: 30 });
const amount = (max: number, decimals: number) =>
  fc.integer({ min: 0, max: max * 10 ** decimals }).map((parts) => parts / 10 ** decimals);
const settings: fc.Arbitrary<CostSettings> = fc.record({
  Slippage: fc.constantFrom('None', 'Cents', 'BasisPoints', 'RangePercent'),
  SlippageAmount: amount(20, 2),
  Spread: fc.constantFrom('None', 'Cents', 'BasisPoints'),
  SpreadAmount: amount(20, 2),
  VolumePercent: fc.option(fc.integer({ min: 1, max: 10_000 }).map((parts) => parts / 100)),
  Commission: fc.constantFrom('Account', 'None', 'PerShare', 'PerOrder', 'Percent'),
  CommissionAmount: amount(1, 4),
  CommissionMinimum: amount(5, 2),
  BorrowPercent: amount(50, 2),
});

const timeOf = (n: number): number =>
  newYorkMs(DATES[Math.floor(n / BARS_A_DAY)] ?? DATES[0], 570 + (n % BARS_A_DAY) * 30);

type Script = readonly (readonly [number, string])[];
type Market = readonly (readonly [TestBar, number])[];

function run(
  list: Market,
  calls: Script,
  costs: CostSettings | null,
  intradayPositionsOnly = false,
): TestRun {
  const times = list.map((_, n) => timeOf(n));
  const cases = list.map((_, n) => {
    const texts = calls.filter(([at]) => at === n).map(([, text]) => text);
    return `case ${n}: ${texts.join(';')}; break;`;
  });
  const code = `bars('5 minutes'); onBar((bar) => { switch (bar.index) { ${cases.join(' ')} } });`;
  const data = {
    ...columnsOf(
      times,
      list.map(([prices]) => prices),
    ),
    volume: Float64Array.from(list, ([, volume]) => volume),
  };
  return backtest(code, data, sessionsOf(...DATES), { costs, limits: { intradayPositionsOnly } });
}

/** The books of a run from its records, with the close of its last bar. */
function booksOf({ records }: TestRun, list: Market, costs: CostSettings) {
  const book = new ReturnsRun();
  const commissions = new Commissions('SPY', costRulesOf(costs).commission);
  let [ordersNetE4, slippageE4] = [0, 0];
  for (const record of records) {
    if (record.kind === 'borrow') book.borrow(record.borrow.amountE4);
    if (record.kind === 'order') commissions.forget(record.order.number);
    if (record.kind !== 'fill') continue;
    const { number, side, quantity: size, price, timeMs, liquidity } = record.fill;
    const fill = { side, quantity: size, priceE4: toPriceE4(price), liquidity };
    const feesE4 = totalFeesE4(commissions.charge(number, fill));
    ordersNetE4 += book.add({ ...fill, timeMs, feesE4 }).netProfitE4;
    slippageE4 += record.fill.slippageE4;
  }
  const lastPriceE4 = toPriceE4(list.at(-1)?.[0][3] ?? 0);
  const returns = book.result({ fromMs: 0, toMs: 1e13, firstPriceE4: null, lastPriceE4 });
  return { returns, ordersNetE4, slippageE4 };
}

it('settings of amount 0 give the orders and the equity of a run without any, whatever is sent', () => {
  const zero: CostSettings = { ...NO_COSTS, Slippage: 'Cents', Spread: 'BasisPoints' };
  fc.assert(
    fc.property(market, script, fc.boolean(), (list, calls, isIntraday) => {
      const [free, costed] = [run(list, calls, null, isIntraday), run(list, calls, zero, isIntraday)];
      expect(costed.orders).toEqual(free.orders);
      expect(costed.equity).toEqual(free.equity);
    }),
    { numRuns: 150 },
  );
});

it('the same fills earn less by exactly the fees, the slippage and the cost of borrowing', () => {
  // Without orders whose price depends on a fill, costs change no order.
  const unlinked = script.filter((calls) => calls.every(([, text]) => !text.includes('exits')));
  fc.assert(
    fc.property(market, unlinked, settings, (list, calls, given) => {
      const costs = { ...given, VolumePercent: null };
      const bare: CostSettings = { ...NO_COSTS, Commission: 'None' };
      const [free, costed] = [run(list, calls, bare), run(list, calls, costs)];
      expect(costed.fills.map(({ number, quantity: size, timeMs }) => [number, size, timeMs])).toEqual(
        free.fills.map(({ number, quantity: size, timeMs }) => [number, size, timeMs]),
      );
      const { returns, slippageE4 } = booksOf(costed, list, costs);
      const freeE4 = booksOf(free, list, bare).returns.netE4;
      expect(freeE4 - returns.netE4).toBe(returns.feesE4 + slippageE4 + returns.borrowE4);
      if (costs.Commission !== 'Account') expect(returns.netE4).toBeLessThanOrEqual(freeE4);
    }),
    { numRuns: 150 },
  );
});

it('the net of a run is that of its orders less the cost of borrowing, and the end of its equity', () => {
  fc.assert(
    fc.property(market, script, settings, fc.boolean(), (list, calls, costs, isIntraday) => {
      const costed = run(list, calls, costs, isIntraday);
      const { returns, ordersNetE4 } = booksOf(costed, list, costs);
      expect(returns.cumulativeNetE4).toBe(ordersNetE4 - returns.borrowE4);
      expect(returns.longNetE4 + returns.shortNetE4).toBe(returns.cumulativeNetE4);
      expect(costed.equity?.endE4).toBe(returns.netE4);
    }),
    { numRuns: 150 },
  );
});

it('partial fills add up to the order or to what it got, within the volume, the limit and the position', () => {
  fc.assert(
    fc.property(market, script, settings, (list, calls, costs) => {
      const { orders, fills } = run(list, calls, costs);
      for (const order of orders) {
        const parts = fills.filter(({ number }) => number === order.number);
        const filled = parts.reduce((sum, { quantity: size }) => sum + size, 0);
        if (order.status === 'Filled') expect(filled).toBe(order.quantity);
        else expect(filled).toBeLessThan(order.quantity);
        for (const { price, side } of parts)
          if (order.price > 0)
            expect(side === 'Buy' ? price <= order.price : price >= order.price).toBe(true);
      }
      let held = 0;
      for (const { side, quantity: size } of fills) {
        if (side === 'Sell') expect(held).toBeGreaterThanOrEqual(size);
        if (side === 'Short') expect(held).toBeLessThanOrEqual(0);
        held += side === 'Buy' ? size : -size;
      }
      expectWithinVolume(list, fills, costs);
    }),
    { numRuns: 200 },
  );
});

function expectWithinVolume(list: Market, fills: TestRun['fills'], costs: CostSettings): void {
  const { volumeMillionths } = costRulesOf(costs);
  if (volumeMillionths === null) return;
  for (const [n, [, volume]] of list.entries()) {
    const startMs = timeOf(n);
    const filled = fills
      .filter(({ timeMs }) => timeMs >= startMs && timeMs <= startMs + BAR_MS)
      .reduce((sum, { quantity: size }) => sum + size, 0);
    expect(filled).toBeLessThanOrEqual(sharesOfVolume(volume, volumeMillionths));
  }
}

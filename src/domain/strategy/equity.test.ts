import { describe, expect, it } from 'vitest';
import { toMoneyE4, toPriceE4 } from '../money/price.ts';
import { applyFill, createPosition, feesOf, totalFeesE4, type Position } from '../portfolio/index.ts';
import type { LoggedOrder } from './order-log.ts';
import { backtest, days, minutes, sessionsOf, type TestBar, type TestRun } from './testing/run-strategy.ts';

const DATES = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'];
const flat = (price: number): TestBar => [price, price, price, price];

function book(position: Position, { side, quantity, fillPrice, liquidity }: LoggedOrder): void {
  const priceE4 = toPriceE4(fillPrice);
  applyFill(position, {
    signedQuantity: side === 'Buy' ? quantity : -quantity,
    priceE4,
    feesE4: totalFeesE4(feesOf(side, quantity, priceE4, liquidity)),
  });
}

/** Net profit of the run's fills with what is open at a price. */
function netE4({ orders }: TestRun, price: number): number {
  const position = createPosition();
  for (const order of orders) if (order.status === 'Filled') book(position, order);
  const { closedPlE4, feesE4, quantity, fifoCostE4 } = position;
  return closedPlE4 - feesE4 + (quantity === 0 ? 0 : quantity * toPriceE4(price) - fifoCostE4);
}

describe('the equity of a backtest', () => {
  it('is marked to market at each bar: a position that stays open has its profit and its drawdown', () => {
    const run = backtest(
      "bars('day'); onBar((bar) => { if (bar.index === 0) buy(100); });",
      days(DATES, [flat(10), flat(10), flat(20), flat(12), flat(15)]),
      sessionsOf(...DATES),
    );
    expect(run.equity?.endE4).toBe(netE4(run, 15));
    expect(run.equity?.peakE4).toBe(netE4(run, 20));
    expect(run.equity?.drawdownE4).toBe(toMoneyE4(800));
    const openE4 = run.equity?.points.map(({ valueE4 }) => valueE4 - netE4(run, 10));
    expect(openE4?.slice(2, 6)).toEqual([0, 1_000, 200, 500].map(toMoneyE4));
  });

  it('ends with the net profit when the last fill is at the close of the last bar', () => {
    const run = backtest(
      'onBar((bar) => { if (bar.minute === 570) buy(100); });',
      minutes(
        '2026-01-05',
        9 * 60 + 30,
        Array.from({ length: 390 }, (_, n) => flat(10 + n / 100)),
      ),
      sessionsOf('2026-01-05'),
      { limits: { intradayPositionsOnly: true } },
    );
    expect(run.orders.map(({ status }) => status)).toEqual(['Filled', 'Filled']);
    expect(run.equity?.endE4).toBe(netE4(run, 0));
  });

  it('continues to the end of the data when the strategy finishes early', () => {
    const run = backtest(
      "bars('day'); onBar((bar) => { if (bar.index === 0) buy(100); if (bar.index === 1) finish(); });",
      days(DATES, [flat(10), flat(10), flat(20), flat(5), flat(8)]),
      sessionsOf(...DATES),
    );
    expect(run.equity).toMatchObject({
      endE4: netE4(run, 8),
      peakE4: netE4(run, 20),
      drawdownE4: toMoneyE4(1_500),
      lastPriceE4: toPriceE4(8),
    });
  });

  it('counts bars outside of the session as little as the run does', () => {
    const run = backtest(
      'onBar((bar) => { if (bar.index === 0) buy(100); });',
      minutes('2026-01-05', 15 * 60 + 55, [...Array.from({ length: 5 }, () => flat(10)), flat(99)]),
      sessionsOf('2026-01-05'),
    );
    expect(run.equity).toMatchObject({ endE4: netE4(run, 10), lastPriceE4: toPriceE4(10) });
  });

  it('is 0 throughout for a run without orders, and counts from the first bar of the period', () => {
    const run = backtest(
      "bars('day'); onBar(() => {});",
      days(
        DATES,
        DATES.map(() => flat(10)),
      ),
      sessionsOf(...DATES),
      {
        firstIndex: 2,
      },
    );
    expect(run.equity).toMatchObject({ endE4: 0, peakE4: 0, troughE4: 0, drawdownE4: 0 });
    expect(run.equity?.points[0]?.timeMs).toBe(Date.UTC(2026, 0, 7, 5));
  });
});

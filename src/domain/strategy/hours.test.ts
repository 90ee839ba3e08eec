import { OrderError, orderErrorMessage } from '../orders/errors.ts';
import { MAX_ORDERS_PER_SECOND, TOO_FREQUENT } from './order-pace.ts';
import { describe, expect, it } from 'vitest';
import { backtest, columnsOf, days, inShort, minutes, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar } from './testing/run-strategy.ts';
import { newYorkMs } from '../calendar/us-equity.ts';

const DATE = '2026-01-06';
const NEXT = '2026-01-07';
const FLAT: TestBar = [100, 100, 100, 100];
const flat = (count: number): TestBar[] => Array.from({ length: count }, () => FLAT);
const BUY_FIRST = 'onBar((bar) => { if (bar.index === 0) buy(10); });';

/** Bars of half an hour over whole sessions. */
function halfHours(...dates: readonly string[]) {
  const all = dates.map((date) => minutes(date, 570, flat(13), 30));
  return columnsOf(
    all.flatMap(({ timeMs }) => [...timeMs]),
    flat(all.length * 13),
  );
}

describe('rows outside of the session', () => {
  const early = minutes(DATE, 560, flat(12));
  it('are left out, and the strategy is not called with them', () => {
    expect(backtest('onBar((bar) => log(bar.minute, bar.isFirst));', early, sessionsOf(DATE)).log).toEqual([
      '570 true',
      '571 false',
    ]);
  });
  it('are there when the start says so', () => {
    expect(
      backtest('onBar((bar) => log(bar.minute, bar.isFirst));', early, sessionsOf(DATE), {
        limits: { includeOffMarket: true },
      }).log,
    ).toEqual(['560 true', ...Array.from({ length: 11 }, (_, n) => `${561 + n} false`)]);
  });
  it('before the first known session warm studies up', () => {
    const data = columnsOf(
      [...minutes('2026-01-05', 600, flat(3)).timeMs, ...minutes(DATE, 570, flat(2)).timeMs],
      flat(5),
    );
    expect(
      backtest('const fast = sma(4); onBar((bar) => log(bar.index, fast.last));', data, sessionsOf(DATE), {
        firstIndex: 3,
      }).log,
    ).toEqual(['3 100', '4 100']);
  });
});

describe('trading intervals', () => {
  const limits = { intervals: [{ startMinute: 600, endMinute: 605 }] };
  it('reject what would open a position and is sent outside of them', () => {
    const code = 'onBar((bar) => { buy(1); });';
    const { orders } = backtest(code, minutes(DATE, 598, flat(9)), sessionsOf(DATE), { limits });
    expect(orders.map((order) => order.status)).toEqual([
      'Rejected',
      ...Array.from({ length: 6 }, () => 'Filled'),
      'Rejected',
      'Rejected',
    ]);
    expect(orders[0]?.reason).toBe('Outside of the trading intervals');
  });
  it('do not keep a position from being closed', () => {
    const code = 'onBar((bar) => { if (bar.minute === 604) buy(1); if (bar.minute === 608) sell(1); });';
    expect(
      backtest(code, minutes(DATE, 600, flat(12)), sessionsOf(DATE), { limits }).orders.map(inShort),
    ).toEqual(['Buy 1 @ 100 R', 'Sell 1 @ 100 R']);
  });
  it('leave of an order that covers and opens what covers', () => {
    const code =
      'onBar((bar) => { if (bar.minute === 602) short(10); if (bar.minute === 607) goLong(20); });';
    expect(
      backtest(code, minutes(DATE, 600, flat(12)), sessionsOf(DATE), { limits }).orders.map(inShort),
    ).toEqual(['Short 10 @ 100 R', 'Buy 10 @ 100 R']);
  });
  it('count at the open for bars of a day', () => {
    const code = `bars('day'); ${BUY_FIRST}`;
    const data = days([DATE, NEXT], flat(2));
    expect(
      backtest(code, data, sessionsOf(DATE, NEXT), {
        limits: { intervals: [{ startMinute: 570, endMinute: 960 }] },
      }).orders.map(inShort),
    ).toEqual(['Buy 10 @ 100 R']);
    expect(backtest(code, data, sessionsOf(DATE, NEXT), { limits }).orders.map(inShort)).toEqual([
      'Buy 10 Rejected: Outside of the trading intervals',
    ]);
  });
});

describe('opening and closing times', () => {
  it('hold opening orders back before the one and close the position at the other', () => {
    const code =
      "openingTime('10:00'); closingTime('10:05'); onBar((bar) => { if (bar.minute === 595 || bar.minute === 600 || bar.minute === 606) buy(10); });";
    const { orders } = backtest(code, minutes(DATE, 590, flat(30)), sessionsOf(DATE));
    expect(orders.map(inShort)).toEqual([
      'Buy 10 Rejected: Before the opening order time',
      'Buy 10 @ 100 R',
      'Sell 10 @ 100 R',
      'Buy 10 Rejected: After the closing order time',
    ]);
    expect(orders[2]).toMatchObject({ sentMs: newYorkMs(DATE, 605), fillMs: newYorkMs(DATE, 605) });
  });
  it('restart with the next day', () => {
    const code =
      "bars('30 minutes'); closingTime('10:00'); onBar((bar) => { if (bar.isFirst) { log(bar.date); } if (bar.minute === 600) buy(10); });";
    expect(backtest(code, halfHours(DATE, NEXT), sessionsOf(DATE, NEXT)).orders.map(inShort)).toEqual(
      Array.from({ length: 2 }, () => 'Buy 10 Rejected: After the closing order time'),
    );
  });
});

describe('intraday positions only', () => {
  const limits = { intradayPositionsOnly: true };
  it('closes before the session ends: open orders go, the position is sold, nothing opens any more', () => {
    const code =
      'onBar((bar) => { if (bar.minute === 950) { buy(10); buy(5, { price: 50 }); } if (bar.minute === 956) buy(3); });';
    const { orders } = backtest(code, minutes(DATE, 945, flat(15)), sessionsOf(DATE), { limits });
    expect(orders.map(inShort)).toEqual([
      'Buy 10 @ 100 R',
      'Buy 5 Cancelled: Cancelled by the strategy',
      'Sell 10 @ 100 R',
      'Buy 3 Rejected: Only closing orders are accepted near the close',
    ]);
    expect(orders[2]?.fillMs).toBe(newYorkMs(DATE, 955));
  });
  it('closes one bar before the end when bars are longer', () => {
    const { orders } = backtest(
      `bars('30 minutes'); ${BUY_FIRST}`,
      halfHours(DATE, NEXT),
      sessionsOf(DATE, NEXT),
      { limits },
    );
    expect(orders.map(({ side, fillMs }) => [side, fillMs])).toEqual([
      ['Buy', newYorkMs(DATE, 600)],
      ['Sell', newYorkMs(DATE, 930)],
    ]);
  });
  it('closes at the last price of the day when nothing trades before its end', () => {
    const data = columnsOf(
      [600, 601, 602].map((minute) => newYorkMs(DATE, minute)).concat(newYorkMs(NEXT, 570)),
      [FLAT, FLAT, [100, 102, 100, 101], [120, 120, 120, 120]],
    );
    expect(backtest(BUY_FIRST, data, sessionsOf(DATE, NEXT), { limits }).orders.map(inShort)).toEqual([
      'Buy 10 @ 100 R',
      'Sell 10 @ 101 R',
    ]);
  });
  it('sells at the close what bars of a day bought at the open', () => {
    const { orders } = backtest(
      `bars('day'); onBar((bar) => { if (bar.index < 2) buy(10); });`,
      days([DATE, NEXT, '2026-01-08'], [FLAT, [101, 103, 100, 102], [104, 104, 104, 103]]),
      sessionsOf(DATE, NEXT, '2026-01-08'),
      { limits },
    );
    expect(orders.map(inShort)).toEqual([
      'Buy 10 @ 101 R',
      'Sell 10 @ 102 R',
      'Buy 10 @ 104 R',
      'Sell 10 @ 103 R',
    ]);
  });
});

describe('the end of a day', () => {
  it('has ended orders that rest when its last bar is handled', () => {
    const code =
      "bars('30 minutes'); onBar((bar) => { if (bar.index === 5) buy(1, { price: 50 }); if (bar.isLast) log(hasOpenOrders()); });";
    expect(backtest(code, halfHours(DATE), sessionsOf(DATE)).log).toEqual(['false']);
  });
  it('ends orders that rest, and rejects those sent when the session is over', () => {
    const code =
      "bars('30 minutes'); onBar((bar) => { if (bar.index === 11) buy(1, { price: 50 }); if (bar.isLast) buy(2); });";
    expect(backtest(code, halfHours(DATE, NEXT), sessionsOf(DATE, NEXT)).orders.map(inShort)).toEqual([
      'Buy 1 Cancelled: The day order expired',
      'Buy 2 Rejected: Outside of the regular session',
      'Buy 2 Rejected: Outside of the regular session',
    ]);
  });
  it('leaves an order for the next day when bars are days, and ends it there', () => {
    const code =
      "bars('day'); onBar((bar) => { if (bar.index === 0) { buy(1, { price: 99 }); buy(2, { price: 50 }); } });";
    expect(
      backtest(code, days([DATE, NEXT], [FLAT, [100, 100, 98, 100]]), sessionsOf(DATE, NEXT)).orders.map(
        inShort,
      ),
    ).toEqual(['Buy 1 @ 99 A', 'Buy 2 Cancelled: The day order expired']);
  });
});

describe('bounds of a start', () => {
  const data = minutes(DATE, 600, flat(6));
  it('make an order smaller, and reject one that nothing is left for', () => {
    const code = 'onBar((bar) => { if (bar.index < 2) buy(100); });';
    expect(
      backtest(code, data, sessionsOf(DATE), { limits: { shareLimit: 60 } }).orders.map(inShort),
    ).toEqual(['Buy 60 @ 100 R', 'Buy 100 Rejected: The share limit is reached']);
    expect(
      backtest(code, data, sessionsOf(DATE), { limits: { dollarLimit: 1_050 } }).orders.map(inShort),
    ).toEqual(['Buy 10 @ 100 R', 'Buy 100 Rejected: The dollar limit is reached']);
  });
  it('count what is open already, and what an order closes is free', () => {
    const code =
      'onBar((bar) => { if (bar.index === 0) { buy(40, { price: 90 }); buy(40); } if (bar.index === 2) goShort(80); });';
    expect(
      backtest(code, data, sessionsOf(DATE), { limits: { shareLimit: 60 } }).orders.map(inShort),
    ).toEqual([
      'Buy 20 @ 100 R',
      'Sell 20 @ 100 R',
      'Short 60 @ 100 R',
      'Buy 40 Cancelled: The data ends here',
    ]);
  });
  it('take dollars at the price of the order', () => {
    expect(
      backtest(
        'onBar((bar) => { if (bar.index === 0) buy(100, { price: 105 }); });',
        data,
        sessionsOf(DATE),
        { limits: { dollarLimit: 1_050 } },
      ).orders.map(inShort),
    ).toEqual(['Buy 10 @ 100 R']);
  });
  it.each([
    ['LongOnly', 'short(10)', 'Short 10 Rejected: Short positions are not allowed'],
    ['ShortOnly', 'buy(10)', 'Buy 10 Rejected: Long positions are not allowed'],
  ])('allow %s: %s', (sides, call, end) => {
    expect(
      backtest(
        `allow('${sides}'); onBar((bar) => { if (bar.index === 0) ${call}; });`,
        data,
        sessionsOf(DATE),
      ).orders.map(inShort),
    ).toEqual([end]);
  });
  it('let a short strategy cover', () => {
    const code =
      "allow('ShortOnly'); onBar((bar) => { if (bar.index === 0) short(10); if (bar.index === 2) buy(10); });";
    expect(backtest(code, data, sessionsOf(DATE)).orders.map(inShort)).toEqual([
      'Short 10 @ 100 R',
      'Buy 10 @ 100 R',
    ]);
  });
  it('rejects more than 50 orders of one second of the market, as a live run does, but never the closing order', () => {
    const reason = 'Too frequent trades. A run sends at most 50 orders a second: wait for the next second.';
    const { orders } = backtest(
      'onBar((bar) => { if (bar.index < 2) for (let n = 0; n < 52; n += 1) buy(1); });',
      data,
      sessionsOf(DATE),
      { limits: { intradayPositionsOnly: true } },
    );
    expect(
      orders.filter((order) => order.status === 'Rejected').map((order) => [order.number, order.reason]),
    ).toEqual([51, 52, 103, 104].map((number) => [number, reason]));
    expect(TOO_FREQUENT).toBe(reason);
    expect(reason).toContain(orderErrorMessage(OrderError.TooFrequent));
    expect(reason).toContain(` ${MAX_ORDERS_PER_SECOND} `);
  });
  it('end a run that sends orders without end', () => {
    expect(() => backtest('onBar(() => { for (;;) buy(1).cancel(); });', data, sessionsOf(DATE))).toThrow(
      'more than 100,000 orders in one run',
    );
    // Fifty orders a bar, which never fill: with enough bars there are too many open at once.
    expect(() =>
      backtest(
        'onBar(() => { for (let n = 0; n < 50; n += 1) buy(1, { price: 1 }); });',
        minutes(DATE, 570, flat(30)),
        sessionsOf(DATE),
      ),
    ).toThrow('more than 1,000 orders open at once');
    expect(() =>
      backtest(
        'onOrder(() => { sell(1).cancel(); }); onBar(() => { sell(1).cancel(); });',
        data,
        sessionsOf(DATE),
      ),
    ).toThrow('more than 100,000 orders in one run');
  });
});

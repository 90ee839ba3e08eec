import { describe, expect, it } from 'vitest';
import { OrderError, orderErrorMessage } from '../orders/errors.ts';
import { CLOSE_LONG_FIRST } from './order-record.ts';
import { backtest, inShort, minutes, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const FLAT: TestBar = [100, 100, 100, 100];

/** Bars from 10:00 on; the strategy sends what `first` says on the first of them, and `later` on each after it. */
function fills(first: string, bars: readonly TestBar[], later = ''): string[] {
  const code = `let n = 0; onBar((bar) => { n += 1; if (n === 1) { ${first} } else { ${later} } });`;
  return backtest(code, minutes(DATE, 600, [FLAT, ...bars]), sessionsOf(DATE)).orders.map(inShort);
}

it('fills a market order at the open of the bar after the one that sent it', () => {
  expect(fills('buy(100)', [[101, 110, 90, 105]])).toEqual(['Buy 100 @ 101 R']);
});

describe('a limit order', () => {
  it('fills at the open of its first bar when that is better', () =>
    expect(fills('buy(10, { price: 99 })', [[98, 98, 98, 98]])).toEqual(['Buy 10 @ 98 R']));
  it('fills at its own price when a bar trades beyond it, and adds liquidity', () =>
    expect(fills('buy(10, { price: 99 })', [[100, 101, 98.99, 100]])).toEqual(['Buy 10 @ 99 A']));
  it('does not fill at a price that was only touched, and ends with the data', () =>
    expect(fills('buy(10, { price: 99 })', [[100, 101, 99, 100]])).toEqual([
      'Buy 10 Cancelled: The data ends here',
    ]));
  it('gets its own price on a later bar that opens beyond it', () =>
    expect(fills('buy(10, { price: 99 })', [FLAT, [97, 97, 97, 97]])).toEqual(['Buy 10 @ 99 A']));
  it('to sell is the mirror image', () =>
    expect(
      fills('buy(10)', [FLAT, [100, 102.01, 100, 101]], 'if (n === 2) sell(10, { price: 102 })'),
    ).toEqual(['Buy 10 @ 100 R', 'Sell 10 @ 102 A']));
});

describe('a stop', () => {
  it('fills at its price when a bar reaches it', () =>
    expect(fills('buy(10, { stop: 101 })', [[100, 101, 100, 100]])).toEqual(['Buy 10 @ 101 R']));
  it('fills at the open when the bar opens beyond it', () =>
    expect(fills('buy(10, { stop: 101 })', [FLAT, [103, 104, 103, 104]])).toEqual(['Buy 10 @ 103 R']));
  it('to sell is the mirror image', () =>
    expect(fills('short(10, { stop: 99 })', [[100, 100, 98, 100]])).toEqual(['Short 10 @ 99 R']));
});

describe('a stop limit', () => {
  it('fills at the price of the trigger when that is within the limit', () =>
    expect(fills('buy(10, { stop: 101, price: 101.5 })', [[100, 102, 100, 102]])).toEqual([
      'Buy 10 @ 101 R',
    ]));
  it('that opens beyond its limit waits for the price to come back', () => {
    expect(
      fills('buy(10, { stop: 101, price: 101.5 })', [
        [102, 103, 102, 102],
        [102, 102, 101.4, 102],
      ]),
    ).toEqual(['Buy 10 @ 101.5 A']);
    expect(fills('buy(10, { stop: 101, price: 101.5 })', [[102, 103, 101.4, 103]])).toEqual([
      'Buy 10 @ 101.5 A',
    ]);
  });
  it('with a limit short of its stop believes only the close to come after the trigger', () => {
    expect(fills('buy(10, { stop: 101, price: 100.5 })', [[100, 101, 99, 101]])).toEqual([
      'Buy 10 Cancelled: The data ends here',
    ]);
    expect(fills('buy(10, { stop: 101, price: 100.5 })', [[100, 101, 99, 100]])).toEqual([
      'Buy 10 @ 100.5 A',
    ]);
    expect(
      fills('buy(10, { stop: 101, price: 100.5 })', [
        [100, 101, 99, 101],
        [101, 101, 100.4, 101],
      ]),
    ).toEqual(['Buy 10 @ 100.5 A']);
  });
});

describe('an order for the close', () => {
  const day = (bars: readonly TestBar[]) => minutes(DATE, 960 - bars.length, bars);
  const run = (code: string, bars: readonly TestBar[]) =>
    backtest(`onBar((bar) => { if (bar.index === 0) { ${code} } });`, day(bars), sessionsOf(DATE)).orders.map(
      inShort,
    );
  it('fills at the close of the last bar of the session', () =>
    expect(
      run("buy(10, { type: 'MarketOnClose' })", [FLAT, [100, 100, 100, 100], [101, 105, 101, 104]]),
    ).toEqual(['Buy 10 @ 104 R']));
  it('with a limit fills there when the close is within it, and else ends', () => {
    expect(run("buy(10, { type: 'LimitOnClose', price: 104 })", [FLAT, [101, 105, 101, 104]])).toEqual([
      'Buy 10 @ 104 R',
    ]);
    expect(run("buy(10, { type: 'LimitOnClose', price: 103 })", [FLAT, [101, 105, 101, 104]])).toEqual([
      'Buy 10 Cancelled: The closing price was beyond the limit',
    ]);
  });
});

describe('several orders in a bar', () => {
  const bracket = 'if (n === 2) { sell(10, { price: 105 }); sell(10, { stop: 95 }); }';
  it('assume the stop before the limit, and cancel the other side of a bracket when its turn comes', () => {
    expect(fills('buy(10)', [FLAT, [100, 106, 94, 100]], bracket)).toEqual([
      'Buy 10 @ 100 R',
      'Sell 10 @ 95 R',
      'Sell 10 Cancelled: The order sells more shares than are held',
    ]);
  });
  it('take what fills at the open before everything else', () => {
    expect(fills('buy(10)', [FLAT, [106, 106, 94, 100]], bracket)).toEqual([
      'Buy 10 @ 100 R',
      'Sell 10 @ 106 R',
      'Sell 10 Cancelled: The order sells more shares than are held',
    ]);
  });
});

describe('positions', () => {
  it('are reversed at one open: by two orders from long to short, by one Buy from short to long', () => {
    expect(fills('goLong(10)', [FLAT, [101, 101, 101, 101]], 'if (n === 2) goShort(20)')).toEqual([
      'Buy 10 @ 100 R',
      'Sell 10 @ 101 R',
      'Short 20 @ 101 R',
    ]);
    expect(fills('goShort(10)', [FLAT, [101, 101, 101, 101]], 'if (n === 2) goLong(20)')).toEqual([
      'Short 10 @ 100 R',
      'Buy 30 @ 101 R',
    ]);
  });
  it('are covered once when goLong follows an order that covers', () =>
    expect(fills('short(10)', [FLAT, FLAT], 'if (n === 2) { goFlat(); goLong(20); }')).toEqual([
      'Short 10 @ 100 R',
      'Buy 10 @ 100 R',
      'Buy 20 @ 100 R',
    ]));
  it('are not added to by going where one is, or is on the way to', () =>
    expect(fills('goLong(10); goLong(10)', [FLAT, FLAT], 'goLong(10)')).toEqual(['Buy 10 @ 100 R']));
  it('are never sold that are not held, nor sold short over shares', () => {
    expect(fills('sell(10)', [FLAT])).toEqual([
      'Sell 10 Cancelled: The order sells more shares than are held',
    ]);
    expect(fills('buy(10); short(5)', [FLAT])).toEqual([
      'Buy 10 @ 100 R',
      'Short 5 Cancelled: Shares are held: a short sale must wait until they are sold',
    ]);
  });
  it('held when a short sale is sent have it rejected with the message of the broker', () => {
    expect(CLOSE_LONG_FIRST).toBe(orderErrorMessage(OrderError.CloseLongFirst));
    expect(fills('buy(10)', [FLAT, FLAT], 'if (n === 2) short(5)')).toEqual([
      'Buy 10 @ 100 R',
      'Short 5 Rejected: Close long position first',
    ]);
  });
  it('that do not exist are neither sold nor covered without a quantity', () =>
    expect(fills('if (sell() !== null || cover() !== null || goFlat() !== null) log(1)', [FLAT])).toEqual(
      [],
    ));
  it('short are covered at most whole', () =>
    expect(fills('short(10)', [FLAT, FLAT], 'if (n === 2) cover(25)')).toEqual([
      'Short 10 @ 100 R',
      'Buy 10 @ 100 R',
    ]));
  it('reports fills with their cost, profit and fees', () => {
    const code =
      'onBar((bar) => { if (bar.index === 0) buy(100); if (bar.index === 2) sell(40); if (bar.index === 3) log(position.quantity, position.averagePrice, position.closedProfit, position.openProfit, position.fees > 0, Math.round((position.closedProfit + position.openProfit - position.fees - position.netProfit) * 1e6)); });';
    expect(
      backtest(code, minutes(DATE, 600, [FLAT, FLAT, FLAT, [103, 103, 102, 102]]), sessionsOf(DATE)).log,
    ).toEqual(['60 100 120 120 true 0']);
  });
});

it('passes over bars without a price', () => {
  const hole: TestBar = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
  expect(fills('buy(10)', [hole, [103, 103, 103, 103]])).toEqual(['Buy 10 @ 103 R']);
  expect(fills('buy(10, { price: 99 })', [hole, [98, 98, 98, 98]])).toEqual(['Buy 10 @ 98 R']);
});

it('reports each end of an order before the handler of the bar, and orders sent there in turn', () => {
  const code =
    "onOrder((order) => { log(order.status, order.id); if (order.id === 1) order.cancel(); }); onBar((bar) => { log('bar', bar.index); if (bar.index === 0) { buy(10); buy(5, { price: 50 }); } if (bar.index === 1) openOrders()[0].cancel(); });";
  expect(backtest(code, minutes(DATE, 600, [FLAT, FLAT, FLAT]), sessionsOf(DATE)).log).toEqual([
    'bar 0',
    'Filled 1',
    'bar 1',
    'Cancelled 2',
    'bar 2',
  ]);
});

describe('prices between two steps', () => {
  const sent = (call: string, symbol = 'SPY') =>
    backtest(
      `symbol('${symbol}'); onBar((bar) => { if (bar.index === 0) ${call}; });`,
      minutes(DATE, 600, [FLAT]),
      sessionsOf(DATE),
    ).orders.map(({ price, stop }) => [price, stop]);
  it('never make a limit worse, nor trigger a stop sooner', () => {
    expect(sent('buy(1, { price: 99.0099 })')).toEqual([[99, 0]]);
    expect(sent('short(1, { price: 100.0001 })')).toEqual([[100.01, 0]]);
    expect(sent('buy(1, { stop: 101.001 })')).toEqual([[0, 101.01]]);
    expect(sent('short(1, { stop: 98.999 })')).toEqual([[0, 98.99]]);
    expect(sent('buy(1, { stop: 101.001, price: 101.509 })')).toEqual([[101.5, 101.01]]);
    expect(sent("buy(1, { type: 'LimitOnClose', price: 99.999 })")).toEqual([[99.99, 0]]);
  });
  it('are rounded to 1/10,000 dollar below a dollar', () =>
    expect(sent('buy(1, { price: 0.12349 })')).toEqual([[0.1234, 0]]));
  it('are an error below the smallest step', () =>
    expect(() => sent('buy(1, { price: 0.00002 })')).toThrow('below the smallest price step'));
  it('of the plan and of the present market are rounded too', () => {
    const code =
      "order({ type: 'Limit', price: 99.123 }); onBar((bar) => { if (bar.index === 0) { buy(1); short(1); } });";
    expect(
      backtest(code, minutes(DATE, 600, [FLAT]), sessionsOf(DATE)).orders.map(({ price }) => price),
    ).toEqual([99.13, 99.12]);
  });
});

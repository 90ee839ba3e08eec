import { describe, expect, it } from 'vitest';
import { order, MatcherHarness, type Row } from './testing/harness.ts';

const ARCA: Row = ['ARCA', 10, 300, 10.02, 300];
const NYSE: Row = ['NYSE', 9.99, 500, 10.03, 500];

function openHarness(...rows: readonly Row[]): MatcherHarness {
  const harness = new MatcherHarness();
  harness.quote(...(rows.length > 0 ? rows : [ARCA, NYSE]));
  return harness;
}

describe('an order that meets the displayed market', () => {
  it('walks the depth, best price first, and waits with what is left', () => {
    const harness = openHarness();
    expect(harness.enter(order('a', 'Buy', { quantity: 1_000 }))).toEqual([
      'a fills 300 at 10.02 ARCA R',
      'a fills 500 at 10.03 NYSE R',
      'a rests 200',
    ]);
    expect(harness.matcher.leavesOf('a')).toBe(200);
  });
  it('sells to the bids, best price first', () => {
    expect(openHarness().enter(order('a', 'Short', { quantity: 400 }))).toEqual([
      'a fills 300 at 10 ARCA R',
      'a fills 100 at 9.99 NYSE R',
    ]);
  });
  it('never goes beyond its limit, and gets the better price where one is shown', () => {
    expect(openHarness().enter(order('a', 'Buy', { quantity: 1_000, price: 10.02 }))).toEqual([
      'a fills 300 at 10.02 ARCA R',
      'a rests 700',
    ]);
    expect(openHarness().enter(order('a', 'Buy', { price: 10.5 }))).toEqual(['a fills 100 at 10.02 ARCA R']);
  });
  it('takes first where most is shown at one price, then by name of the exchange', () => {
    const harness = openHarness(
      ['NYSE', 10, 100, 10.02, 100],
      ['BATS', 10, 100, 10.02, 100],
      ['EDGX', 10, 100, 10.02, 200],
    );
    expect(harness.enter(order('a', 'Buy', { quantity: 350 }))).toEqual([
      'a fills 200 at 10.02 EDGX R',
      'a fills 100 at 10.02 BATS R',
      'a fills 50 at 10.02 NYSE R',
    ]);
  });
  it('is not filled by quotes of half shares, half ticks or less than nothing', () => {
    const harness = openHarness(
      ['ARCA', 10, 100, 10.02, 100.5],
      ['NYSE', 10, 100, 10.020_05, Number.NaN],
      ['BATS', 10, 100, -1, 100],
      ['EDGX', 10, 100, 10.05, -5],
    );
    expect(harness.enter(order('a', 'Buy'))).toEqual(['a rests 100']);
  });
  it('options trade with their own quotes in the same way', () => {
    const harness = openHarness();
    const symbol = 'SPY261218C00645000';
    const depth = [{ exchange: 'CBOE', bidE4: 41_000, bidSize: 20, askE4: 41_500, askSize: 15 }];
    const events = harness.matcher.enter(order('a', 'Buy', { symbol, quantity: 20, price: 4.15 }), {
      timeMs: harness.timeMs,
      depth,
    });
    expect(events).toMatchObject([
      { kind: 'fill', quantity: 15, priceE4: 41_500 },
      { kind: 'rest', leaves: 5 },
    ]);
  });
});

describe('what was taken', () => {
  it('is not there a second time while the same quote is shown', () => {
    const harness = openHarness();
    harness.enter(order('a', 'Buy', { quantity: 800 }));
    harness.quote(ARCA, NYSE);
    expect(harness.enter(order('b', 'Buy'))).toEqual(['b rests 100']);
  });
  it('is there again at a new price', () => {
    const harness = openHarness(ARCA);
    harness.enter(order('a', 'Buy', { quantity: 300 }));
    harness.quote(['ARCA', 10, 300, 10.03, 300]);
    expect(harness.enter(order('b', 'Buy'))).toEqual(['b fills 100 at 10.03 ARCA R']);
  });
  it('grows again only by what is shown in addition', () => {
    const harness = openHarness(ARCA);
    harness.enter(order('a', 'Buy', { quantity: 300 }));
    harness.quote(['ARCA', 10, 300, 10.02, 350]);
    expect(harness.enter(order('b', 'Buy'))).toEqual(['b fills 50 at 10.02 ARCA R', 'b rests 50']);
  });
  it('is thought to be still among what is shown when less is', () => {
    const harness = openHarness(ARCA);
    harness.enter(order('a', 'Buy', { quantity: 200 }));
    harness.quote(['ARCA', 10, 300, 10.02, 150]);
    expect(harness.enter(order('b', 'Buy'))).toEqual(['b rests 100']);
  });
  it('is never more than what was shown last: what comes after is new', () => {
    const harness = openHarness(ARCA);
    harness.enter(order('a', 'Buy', { quantity: 300 }));
    harness.quote(['ARCA', 10, 300, 10.02, 100]);
    harness.quote(['ARCA', 10, 300, 10.02, 160]);
    expect(harness.enter(order('b', 'Buy'))).toEqual(['b fills 60 at 10.02 ARCA R', 'b rests 40']);
  });
  it('goes with an exchange that shows nothing any more', () => {
    const harness = openHarness(ARCA);
    harness.enter(order('a', 'Buy', { quantity: 300 }));
    harness.quote(NYSE);
    harness.quote(ARCA, NYSE);
    expect(harness.enter(order('b', 'Buy'))).toEqual(['b fills 100 at 10.02 ARCA R']);
  });
});

describe('what could not be filled', () => {
  it('of a market order continues with the next quotes', () => {
    const harness = openHarness(ARCA);
    harness.enter(order('a', 'Buy', { quantity: 400 }));
    expect(harness.trade(10.02, 5_000)).toEqual([]);
    expect(harness.quote(['ARCA', 10, 300, 10.04, 300])).toEqual(['a fills 100 at 10.04 ARCA R']);
  });
  it('of a marketable limit order still gets shown prices, until the market has left it', () => {
    const harness = openHarness(ARCA);
    harness.enter(order('a', 'Buy', { quantity: 600, price: 10.05 }));
    expect(harness.quote(['ARCA', 10, 300, 10.03, 100])).toEqual(['a fills 100 at 10.03 ARCA R']);
    expect(harness.quote(['ARCA', 10.05, 300, 10.06, 100])).toEqual([]);
    expect(harness.quote(['ARCA', 10, 300, 10.03, 100])).toEqual(['a fills 100 at 10.05 ARCA A']);
  });
  it('of an immediate-or-cancel order is cancelled', () => {
    expect(openHarness(ARCA).enter(order('a', 'Buy', { quantity: 400, tif: 'ImmediateOrCancel' }))).toEqual([
      'a fills 300 at 10.02 ARCA R',
      'a cancelled immediate',
    ]);
    expect(openHarness(ARCA).enter(order('a', 'Buy', { price: 10, tif: 'ImmediateOrCancel' }))).toEqual([
      'a cancelled immediate',
    ]);
  });
  it('of a fill-or-kill order does not exist: all or nothing', () => {
    const harness = openHarness();
    expect(harness.enter(order('a', 'Buy', { quantity: 801, tif: 'FillOrKill' }))).toEqual([
      'a cancelled kill',
    ]);
    expect(harness.enter(order('b', 'Buy', { quantity: 301, price: 10.02, tif: 'FillOrKill' }))).toEqual([
      'b cancelled kill',
    ]);
    expect(harness.enter(order('c', 'Buy', { quantity: 800, tif: 'FillOrKill' }))).toEqual([
      'c fills 300 at 10.02 ARCA R',
      'c fills 500 at 10.03 NYSE R',
    ]);
  });
  it('older orders get the news before the new order that brings it', () => {
    const harness = openHarness(ARCA);
    harness.enter(order('a', 'Buy', { quantity: 400 }));
    const depth = [{ exchange: 'ARCA', bidE4: 100_000, bidSize: 300, askE4: 100_300, askSize: 150 }];
    const events = harness.matcher.enter(order('b', 'Buy'), { timeMs: harness.timeMs, depth });
    expect(events).toMatchObject([
      { kind: 'fill', orderId: 'a', quantity: 100 },
      { kind: 'fill', orderId: 'b', quantity: 50 },
      { kind: 'rest', orderId: 'b' },
    ]);
  });
});

describe('a least quantity', () => {
  it('keeps the order waiting until one evaluation offers as much', () => {
    const harness = openHarness(['ARCA', 10, 300, 10.02, 40]);
    expect(harness.enter(order('a', 'Buy', { minQuantity: 50 }))).toEqual(['a rests 100']);
    expect(harness.quote(['ARCA', 10, 300, 10.02, 60])).toEqual(['a fills 60 at 10.02 ARCA R']);
    // What is left is less than the least: then all of it is enough.
    expect(harness.quote(['ARCA', 10, 300, 10.02, 90])).toEqual([]);
    expect(harness.quote(['ARCA', 10, 300, 10.02, 100])).toEqual(['a fills 40 at 10.02 ARCA R']);
  });
});

describe('an order that makes no sense', () => {
  it.each([
    ['no quantity', order('a', 'Buy', { quantity: 0 })],
    ['half a share', order('a', 'Buy', { quantity: 0.5 })],
    ['a quantity that is no number', order('a', 'Buy', { quantity: Number.NaN })],
    ['a quantity beyond the exact integers', order('a', 'Buy', { quantity: 1e308 })],
    ['a limit order without a limit', order('a', 'Buy', { type: 'Limit' })],
    [
      'a price like that of a market order',
      { ...order('a', 'Buy', { type: 'Limit' }), priceE4: Number.MAX_SAFE_INTEGER },
    ],
    ['a limit on a market order', order('a', 'Buy', { type: 'Market', price: 10 })],
    ['a stop without a stop', order('a', 'Sell', { type: 'Stop' })],
    ['a trailing stop without an offset', order('a', 'Sell', { type: 'Stop', stopType: 'Trailing' })],
    ['a dated order without a date', order('a', 'Buy', { tif: 'GoodTillDate' })],
    ['a date where none belongs', order('a', 'Buy', { goodTillMs: 5_000 })],
    ['a stop that may not wait', order('a', 'Sell', { type: 'Stop', stop: 9, tif: 'ImmediateOrCancel' })],
    ['a peg that may not wait', order('a', 'Sell', { type: 'Pegged', tif: 'FillOrKill' })],
    ['a stop at the opening', order('a', 'Sell', { type: 'Stop', stop: 9, tif: 'AtOpening' })],
    ['no name', order('', 'Buy')],
  ])('is refused and leaves nothing behind: %s', (_, bad) => {
    const harness = openHarness();
    expect(harness.enter(bad)).toEqual([`${bad.orderId} rejected malformed`]);
    expect(harness.matcher.openCount).toBe(0);
  });
  it('is refused when its id is open already', () => {
    const harness = openHarness();
    harness.enter(order('a', 'Buy', { price: 9 }));
    expect(harness.enter(order('a', 'Sell'))).toEqual(['a rejected duplicate']);
    expect(harness.matcher.leavesOf('a')).toBe(100);
  });
});

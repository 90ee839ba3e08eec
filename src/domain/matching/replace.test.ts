import { describe, expect, it } from 'vitest';
import { createMatcher, Matcher } from './matcher.ts';
import { depthOf, order, MatcherHarness, usd, type Row } from './testing/harness.ts';

const QUOTE: Row = ['ARCA', 10, 500, 10.04, 500];

function openHarness(): MatcherHarness {
  const harness = new MatcherHarness();
  harness.quote(QUOTE);
  harness.trade(10.02, 100);
  return harness;
}
/** Two orders in the spread; the older one is changed, and one print shows who is first. */
function firstAfter(change: Parameters<MatcherHarness['replace']>[1]): string[] {
  const harness = openHarness();
  harness.enter(order('a', 'Buy', { price: 10.01 }));
  harness.enter(order('b', 'Buy', { price: 10.01 }));
  return [...harness.replace('a', change), ...harness.trade(10.01, 10)];
}

describe('a replace', () => {
  it('to less quantity keeps the place', () => {
    expect(firstAfter({ quantity: 50 })).toEqual(['a replaced in place', 'a fills 10 at 10.01 NYSE A']);
  });
  it('that changes nothing keeps the place', () => {
    expect(firstAfter({ quantity: 100, priceE4: usd(10.01), tif: undefined })).toEqual([
      'a replaced in place',
      'a fills 10 at 10.01 NYSE A',
    ]);
  });
  it('to more quantity goes behind', () => {
    expect(firstAfter({ quantity: 101 })).toEqual([
      'a replaced as new',
      'a rests 101',
      'b fills 10 at 10.01 NYSE A',
    ]);
  });
  it('to another time in force goes behind', () => {
    expect(firstAfter({ tif: 'GoodTillCancel' })).toEqual([
      'a replaced as new',
      'a rests 100',
      'b fills 10 at 10.01 NYSE A',
    ]);
  });
  it('to another price makes the order a new arrival, which may trade at once', () => {
    expect(firstAfter({ priceE4: usd(10.04) })).toEqual([
      'a replaced as new',
      'a fills 100 at 10.04 ARCA R',
      'b fills 10 at 10.01 NYSE A',
    ]);
  });
  it('of the date keeps the place and moves the end', () => {
    const harness = openHarness();
    harness.enter(order('a', 'Buy', { price: 10.01, tif: 'GoodTillDate', goodTillMs: 5_000 }));
    expect(harness.replace('a', { goodTillMs: 9_000 })).toEqual(['a replaced in place']);
    harness.timeMs = 6_000;
    expect(harness.session('time')).toEqual([]);
    harness.timeMs = 9_000;
    expect(harness.session('time')).toEqual(['a expires date']);
  });
  it('counts its quantity as the new total, fills included, and refuses one that is used up', () => {
    const harness = openHarness();
    harness.enter(order('a', 'Buy', { price: 10.01 }));
    harness.trade(10.01, 60);
    expect(harness.replace('a', { quantity: 60 })).toEqual(['a rejected quantity']);
    expect(harness.replace('a', { quantity: 80 })).toEqual(['a replaced in place']);
    expect(harness.matcher.leavesOf('a')).toBe(20);
  });
  it.each([
    { quantity: 0 },
    { quantity: Number.NaN },
    { priceE4: -1 },
    { priceE4: 1e308 },
    { type: 'Stop' },
    { tif: 'GoodTillDate' },
  ] as const)('that makes no sense changes nothing: %j', (change) => {
    const harness = openHarness();
    harness.enter(order('a', 'Buy', { price: 10.01 }));
    expect(harness.replace('a', change)).toEqual(['a rejected malformed']);
    expect(harness.trade(10.01, 100)).toEqual(['a fills 100 at 10.01 NYSE A']);
  });
  it('of an order that is not open is refused', () => {
    const harness = openHarness();
    expect(harness.replace('a', { quantity: 50 })).toEqual(['a rejected unknown']);
    expect(harness.cancel('a')).toEqual(['a rejected unknown']);
  });
  it('that finds the order filled by the news it brings comes too late', () => {
    const harness = openHarness();
    harness.enter(order('a', 'Buy', { price: 10.01 }));
    const events = harness.matcher.replace(
      'a',
      { priceE4: usd(9) },
      { timeMs: harness.timeMs, depth: depthOf([['ARCA', 10, 500, 10.01, 500]]) },
    );
    expect(events).toMatchObject([
      { kind: 'fill', orderId: 'a' },
      { kind: 'reject', reason: 'unknown' },
    ]);
  });
  it('of a waiting stop moves its trigger, and may trigger it', () => {
    const harness = openHarness();
    harness.enter(order('a', 'Sell', { type: 'Stop', stop: 9 }));
    expect(harness.replace('a', { stopPriceE4: usd(9.5) })).toEqual(['a replaced as new', 'a rests 100']);
    expect(harness.replace('a', { stopPriceE4: usd(10.02) })).toEqual([
      'a replaced as new',
      'a triggers at 10.02',
      'a fills 100 at 10 ARCA R',
    ]);
  });
  it('of a triggered stop may change its limit, not its stop', () => {
    const harness = openHarness();
    harness.enter(order('a', 'Sell', { type: 'StopLimit', stop: 10.02, price: 10.03 }));
    expect(harness.replace('a', { stopPriceE4: usd(9.5) })).toEqual(['a rejected triggered']);
    expect(harness.replace('a', { priceE4: usd(10) })).toEqual([
      'a replaced as new',
      'a fills 100 at 10 ARCA R',
    ]);
  });
  it('of a trailing stop keeps its watermark unless the trail itself changes', () => {
    const harness = openHarness();
    harness.enter(
      order('a', 'Sell', { type: 'Stop', stopType: 'Trailing', offsetType: 'Value', offsetE4: 500 }),
    );
    harness.trade(10.2, 100);
    harness.trade(10.18, 100);
    harness.replace('a', { quantity: 200 });
    expect(harness.matcher.toState().orders).toMatchObject([{ stopE4: usd(10.15), watermarkE4: usd(10.2) }]);
    harness.replace('a', { offsetE4: 1_000 });
    expect(harness.matcher.toState().orders).toMatchObject([{ stopE4: usd(10.08), watermarkE4: usd(10.18) }]);
  });
  it('turns a limit order into a peg and back', () => {
    const harness = openHarness();
    harness.enter(order('a', 'Buy', { price: 9 }));
    expect(harness.replace('a', { type: 'Pegged', priceE4: 0 })).toEqual([
      'a replaced as new',
      'a rests 100',
    ]);
    expect(harness.trade(9.99, 10)).toEqual(['a fills 10 at 10 NYSE A']);
    harness.replace('a', { type: 'Limit', priceE4: usd(9.95) });
    harness.quote(['ARCA', 9.9, 500, 10.04, 500]);
    expect(harness.trade(9.95, 10)).toEqual(['a fills 10 at 9.95 NYSE A']);
  });
  it('turns what still took into a peg, which waits like any other', () => {
    const harness = openHarness();
    harness.enter(order('a', 'Buy', { quantity: 600 }));
    harness.replace('a', { type: 'Pegged' });
    expect(harness.trade(9.99, 10)).toEqual(['a fills 10 at 10 NYSE A']);
  });
  it('of one peg puts it behind the other when both move', () => {
    const harness = openHarness();
    harness.enter(order('a', 'Buy', { type: 'Pegged' }));
    harness.enter(order('b', 'Buy', { type: 'Pegged' }));
    harness.replace('a', { quantity: 200 });
    harness.quote(['ARCA', 10.01, 100, 10.04, 500]);
    expect(harness.trade(10, 10)).toEqual(['b fills 10 at 10.01 NYSE A']);
  });
});

describe('after a restart', () => {
  const known = { filled: 0, isTriggered: false, stopPriceE4: 0, watermarkE4: 0, lastE4: 0, timeMs: 1_000 };
  it('an open order waits with what is left of it, behind everything shown at its price', () => {
    const matcher = createMatcher(undefined, 'open');
    expect(matcher.adopt(order('a', 'Buy', { price: 10 }), { ...known, filled: 40 })).toEqual([]);
    matcher.onQuote('SPY', depthOf([QUOTE]), 1_001);
    const print = { symbol: 'SPY', priceE4: usd(10), size: 500, exchange: 'NYSE', timeMs: 1_002 };
    expect(matcher.onTrade(print)).toEqual([]);
    expect(matcher.onTrade(print)).toMatchObject([{ kind: 'fill', quantity: 60, leaves: 0 }]);
  });
  it('a trailing stop continues from its present price', () => {
    const matcher = createMatcher(undefined, 'open');
    const stop = order('a', 'Sell', {
      type: 'Stop',
      stopType: 'Trailing',
      offsetType: 'Value',
      offsetE4: 500,
    });
    matcher.adopt(stop, { ...known, stopPriceE4: usd(10.05), watermarkE4: usd(10.1) });
    const print = { symbol: 'SPY', priceE4: usd(10.06), size: 100, exchange: 'NYSE', timeMs: 1_002 };
    expect(matcher.onTrade(print)).toEqual([]);
    expect(matcher.onTrade({ ...print, priceE4: usd(10.05) })).toMatchObject([
      { kind: 'trigger', stopPriceE4: usd(10.05) },
      { kind: 'rest' },
    ]);
  });
  it('a peg that had moved behind a younger order stays behind it', () => {
    const harness = openHarness();
    harness.enter(order('a', 'Buy', { type: 'Pegged' }));
    harness.enter(order('b', 'Buy', { price: 10.01 }));
    harness.quote(['ARCA', 10.01, 100, 10.04, 500]);
    harness.matcher = Matcher.restore(harness.matcher.toState());
    expect(harness.trade(10.01, 50)).toEqual(['b fills 50 at 10.01 NYSE A']);
  });
  it('an order whose date has passed meanwhile expires', () => {
    const dated = order('a', 'Buy', { price: 10, tif: 'GoodTillDate', goodTillMs: 900 });
    expect(createMatcher(undefined, 'open').adopt(dated, known)).toMatchObject([
      { kind: 'expire', reason: 'date' },
    ]);
  });
  it('an order that was done, or is there already, is refused', () => {
    const matcher = createMatcher(undefined, 'open');
    expect(matcher.adopt(order('a', 'Buy', { price: 10 }), { ...known, filled: 100 })).toMatchObject([
      { kind: 'reject', reason: 'quantity' },
    ]);
    matcher.adopt(order('a', 'Buy', { price: 10 }), known);
    expect(matcher.adopt(order('a', 'Buy', { price: 10 }), known)).toMatchObject([
      { kind: 'reject', reason: 'duplicate' },
    ]);
  });
});

describe('a symbol without open orders', () => {
  it('needs no quotes, and is forgotten at the end of the day', () => {
    const harness = openHarness();
    expect(harness.matcher.hasOrders('SPY')).toBe(false);
    harness.enter(order('a', 'Buy', { price: 9 }));
    expect(harness.matcher.hasOrders('SPY')).toBe(true);
    harness.session('close');
    harness.session('dayEnd');
    expect(harness.matcher.toState().symbols).toEqual([]);
    expect(Matcher.restore(harness.matcher.toState()).toState()).toEqual(harness.matcher.toState());
  });
});

import { describe, expect, it } from 'vitest';
import { createMatcher, Matcher } from './index.ts';
import { order, QUEUE, MatcherHarness, type Row } from './testing/harness.ts';

const QUOTE: Row = ['ARCA', 10, 500, 10.04, 500];

function harnessIn(phase: 'closed' | 'pre' | 'open' | 'post'): MatcherHarness {
  const harness = new MatcherHarness(QUEUE, phase);
  harness.quote(QUOTE);
  return harness;
}

describe('at the close', () => {
  it('day orders expire in order of arrival, waiting stops and pegs too; others stay', () => {
    const harness = harnessIn('open');
    harness.enter(order('a', 'Buy', { price: 9.5 }));
    harness.enter(order('b', 'Sell', { type: 'Stop', stop: 9 }));
    harness.enter(order('c', 'Buy', { type: 'Pegged' }));
    harness.enter(order('d', 'Buy', { price: 9.9, tif: 'GoodTillCancel' }));
    harness.enter(order('e', 'Buy', { price: 9.4, tif: 'GoodTillCrossing' }));
    harness.enter(order('f', 'Sell', { type: 'MarketOnClose' }));
    harness.enter(order('g', 'Buy', { price: 9.9, tif: 'GoodTillDate', goodTillMs: 99_000 }));
    expect(harness.session('close')).toEqual(['a expires day', 'b expires day', 'c expires day']);
    expect(harness.session('dayEnd')).toEqual(['e expires crossing', 'f expires closing']);
    expect(harness.matcher.openCount).toBe(2);
  });
  it('a dated order expires at its date, whatever brings the news', () => {
    const harness = harnessIn('open');
    harness.enter(order('a', 'Buy', { price: 10, tif: 'GoodTillDate', goodTillMs: 5_000 }));
    harness.enter(order('b', 'Buy', { price: 10, tif: 'GoodTillDate', goodTillMs: 4_000 }));
    expect(harness.session('time')).toEqual([]);
    harness.timeMs = 5_000;
    expect(harness.trade(9, 100)).toEqual(['b expires date', 'a expires date']);
    expect(harness.enter(order('c', 'Buy', { price: 10, tif: 'GoodTillDate', goodTillMs: 5_000 }))).toEqual([
      'c rejected too-late',
    ]);
  });
  it('ranks the replaced of two dated orders behind the other', () => {
    const harness = harnessIn('open');
    for (const id of ['a', 'b'])
      harness.enter(order(id, 'Buy', { price: 10, tif: 'GoodTillDate', goodTillMs: 5_000 }));
    harness.replace('a', { quantity: 200 });
    harness.timeMs = 5_000;
    expect(harness.session('time')).toEqual(['b expires date', 'a expires date']);
  });
  it('time that goes back is no news', () => {
    const harness = harnessIn('open');
    harness.timeMs = 8_000;
    harness.session('time');
    harness.timeMs = 10;
    expect(harness.enter(order('a', 'Buy', { price: 10, tif: 'GoodTillDate', goodTillMs: 7_000 }))).toEqual([
      'a rejected too-late',
    ]);
  });
});

describe('out of hours', () => {
  it('orders rest, and get the prices shown at the opening, not their own', () => {
    const harness = harnessIn('closed');
    expect(harness.enter(order('a', 'Buy', { price: 11, tif: 'GoodTillCancel' }))).toEqual(['a rests 100']);
    expect(harness.trade(9, 100)).toEqual([]);
    harness.session('open');
    expect(harness.trade(9, 100)).toEqual([]);
    expect(harness.quote(['ARCA', 10, 500, 10.02, 500])).toEqual(['a fills 100 at 10.02 ARCA R']);
  });
  it('nothing shown before the opening is left of the night', () => {
    const harness = harnessIn('pre');
    harness.session('open');
    expect(harness.enter(order('a', 'Buy', { price: 11 }))).toEqual(['a rests 100']);
  });
  it('nobody overtakes between the opening and the first quote', () => {
    const harness = new MatcherHarness({ ...QUEUE, queueMode: 'touch' }, 'closed');
    harness.enter(order('a', 'Buy', { price: 10 }));
    harness.session('open');
    harness.enter(order('b', 'Buy', { price: 10 }));
    expect(harness.trade(10, 100)).toEqual([]);
    harness.quote(QUOTE);
    expect(harness.trade(10, 100)).toEqual(['a fills 100 at 10 NYSE A']);
  });
  it('immediate orders end at once', () => {
    const harness = harnessIn('closed');
    expect(harness.enter(order('a', 'Buy', { tif: 'ImmediateOrCancel' }))).toEqual(['a cancelled immediate']);
    expect(harness.enter(order('b', 'Buy', { tif: 'FillOrKill' }))).toEqual(['b cancelled kill']);
  });
  it.each(['pre', 'post'] as const)('good-till-crossing orders trade, and nobody else: %s', (phase) => {
    const harness = harnessIn(phase);
    harness.enter(order('a', 'Buy', { price: 10.04, tif: 'GoodTillCancel' }));
    expect(harness.enter(order('b', 'Buy', { price: 10.04, tif: 'GoodTillCrossing' }))).toEqual([
      'b fills 100 at 10.04 ARCA R',
    ]);
    harness.enter(order('c', 'Buy', { price: 10.02, tif: 'GoodTillCrossing' }));
    expect(harness.trade(10.01, 500)).toEqual(['c fills 100 at 10.02 NYSE A']);
  });
});

describe('a halt', () => {
  it('lets orders come and go, and nothing trade', () => {
    const harness = harnessIn('open');
    harness.enter(order('a', 'Buy', { price: 10 }));
    harness.symbol('halt');
    expect(harness.enter(order('b', 'Buy'))).toEqual(['b rests 100']);
    expect([harness.quote(['ARCA', 9, 500, 9.5, 500]), harness.trade(9, 900)].flat()).toEqual([]);
    expect(harness.enter(order('c', 'Buy', { tif: 'ImmediateOrCancel' }))).toEqual(['c cancelled immediate']);
    expect(harness.cancel('a')).toEqual(['a cancelled request']);
    harness.symbol('resume');
    expect(harness.quote(['ARCA', 9, 500, 9.5, 500])).toEqual(['b fills 100 at 9.5 ARCA R']);
  });
  it('makes queues start over: who stood first stands behind what is shown after it', () => {
    const harness = harnessIn('open');
    harness.enter(order('a', 'Buy', { price: 10.01 }));
    harness.symbol('halt');
    harness.symbol('resume');
    harness.quote(['ARCA', 10.01, 200, 10.04, 500]);
    expect(harness.trade(10.01, 250)).toEqual(['a fills 50 at 10.01 NYSE A']);
  });
  it('leaves pegs without a reference until there are quotes again', () => {
    const harness = harnessIn('open');
    harness.enter(order('a', 'Buy', { type: 'Pegged' }));
    harness.symbol('halt');
    harness.symbol('resume');
    expect(harness.trade(9, 100)).toEqual([]);
    harness.quote(QUOTE);
    expect(harness.trade(9.99, 100)).toEqual(['a fills 100 at 10 NYSE A']);
  });
  it('holds up the official print of its symbol only', () => {
    const harness = harnessIn('open');
    harness.enter(order('a', 'Sell', { type: 'MarketOnClose' }));
    harness.symbol('halt');
    expect(harness.official('closingPrint', 10, 90_000)).toEqual([]);
  });
});

describe('the opening', () => {
  it('fills opening orders at the official print: no limit first, then the better limit, then the older', () => {
    const harness = harnessIn('pre');
    harness.enter(order('a', 'Buy', { price: 10.05, tif: 'AtOpening' }));
    harness.enter(order('b', 'Buy', { price: 10.1, tif: 'AtOpening' }));
    harness.enter(order('c', 'Buy', { tif: 'AtOpening' }));
    harness.enter(order('d', 'Buy', { price: 10.05, tif: 'AtOpening' }));
    harness.session('open');
    expect(harness.official('openingPrint', 10.05, 3_500)).toEqual([
      'c fills 100 at 10.05 NYSE R',
      'b fills 100 at 10.05 NYSE R',
      'a fills 100 at 10.05 NYSE R',
      'd fills 50 at 10.05 NYSE R',
      'd expires opening',
    ]);
  });
  it('gives each side its share of the print, and leaves out orders with a better limit', () => {
    const harness = harnessIn('pre');
    harness.enter(order('a', 'Buy', { quantity: 500, tif: 'AtOpening' }));
    harness.enter(order('b', 'Sell', { quantity: 500, tif: 'AtOpening' }));
    harness.enter(order('c', 'Sell', { price: 10.06, tif: 'AtOpening' }));
    harness.session('open');
    expect(harness.official('openingPrint', 10.05, 2_009)).toEqual([
      'a fills 200 at 10.05 NYSE R',
      'b fills 200 at 10.05 NYSE R',
      'a expires opening',
      'b expires opening',
      'c expires opening',
    ]);
  });
  it('passes over an order whose least quantity the share does not reach', () => {
    const harness = harnessIn('pre');
    harness.enter(order('a', 'Buy', { tif: 'AtOpening', minQuantity: 60 }));
    harness.enter(order('b', 'Buy', { tif: 'AtOpening' }));
    harness.session('open');
    expect(harness.official('openingPrint', 10.05, 500)).toEqual([
      'b fills 50 at 10.05 NYSE R',
      'a expires opening',
      'b expires opening',
    ]);
  });
  it('does not let opening orders into continuous trading, and ends at the close what no opening print came for', () => {
    const harness = harnessIn('pre');
    harness.enter(order('a', 'Buy', { tif: 'AtOpening' }));
    harness.session('open');
    expect([harness.quote(QUOTE), harness.trade(9, 100)].flat()).toEqual([]);
    expect(harness.session('close')).toEqual(['a expires opening']);
  });
  it('keeps what comes after continuous trading has begun for the opening of the next session', () => {
    const harness = harnessIn('pre');
    harness.enter(order('a', 'Buy', { tif: 'AtOpening' }));
    harness.session('open');
    expect(harness.enter(order('b', 'Buy', { tif: 'AtOpening' }))).toEqual(['b rests 100']);
    expect(harness.enter(order('c', 'Buy', { tif: 'AtOpening', price: 10.1 }))).toEqual(['c rests 100']);
    // The opening print of a symbol may come late.
    expect(harness.official('openingPrint', 10.05, 50_000)).toEqual(['a fills 100 at 10.05 NYSE R']);
    expect(
      [
        harness.quote(QUOTE),
        harness.trade(9, 100),
        harness.session('close'),
        harness.session('dayEnd'),
        harness.session('open'),
      ].flat(),
    ).toEqual([]);
    expect(harness.official('openingPrint', 10.2, 50_000)).toEqual([
      'b fills 100 at 10.2 NYSE R',
      'c expires opening',
    ]);
  });
  it('ends them with the next session when that has no opening print', () => {
    const harness = harnessIn('open');
    harness.enter(order('a', 'Buy', { tif: 'AtOpening' }));
    harness.session('close');
    harness.session('dayEnd');
    harness.session('open');
    expect(harness.session('close')).toEqual(['a expires opening']);
  });
  it('knows after a restart which opening an order is for', () => {
    const harness = harnessIn('pre');
    harness.enter(order('a', 'Buy', { tif: 'AtOpening' }));
    harness.session('open');
    harness.enter(order('b', 'Buy', { tif: 'AtOpening' }));
    harness.matcher = Matcher.restore(harness.matcher.toState());
    expect(harness.session('close')).toEqual(['a expires opening']);
    const adopting = createMatcher(undefined, 'open');
    adopting.adopt(order('c', 'Buy', { tif: 'AtOpening' }), {
      filled: 0,
      isTriggered: false,
      stopPriceE4: 0,
      watermarkE4: 0,
      lastE4: 0,
      timeMs: 1_000,
    });
    expect(adopting.onSession({ kind: 'close', timeMs: 2_000 })).toEqual([]);
  });
  it('takes other terms of an order for the next opening, and none of one whose opening is being held', () => {
    const harness = harnessIn('pre');
    harness.enter(order('a', 'Buy', { tif: 'AtOpening' }));
    harness.session('open');
    harness.enter(order('b', 'Buy', { tif: 'AtOpening' }));
    harness.enter(order('c', 'Buy', { price: 9 }));
    expect(harness.replace('a', { quantity: 50 })).toEqual(['a rejected too-late']);
    harness.replace('b', { quantity: 200 });
    harness.replace('c', { tif: 'AtOpening' });
    expect(harness.official('openingPrint', 8.5, 50_000)).toEqual(['a fills 100 at 8.5 NYSE R']);
    expect(harness.session('close')).toEqual([]);
    harness.session('open');
    expect(harness.official('openingPrint', 8.5, 50_000)).toEqual([
      'b fills 200 at 8.5 NYSE R',
      'c fills 100 at 8.5 NYSE R',
    ]);
  });
});

describe('the closing', () => {
  it('fills closing orders at the official print, after the close of continuous trading', () => {
    const harness = harnessIn('open');
    harness.enter(order('a', 'Sell', { type: 'MarketOnClose' }));
    harness.enter(order('b', 'Sell', { type: 'LimitOnClose', price: 10 }));
    harness.enter(order('c', 'Sell', { type: 'LimitOnClose', price: 10.01 }));
    expect(
      [
        harness.quote(['ARCA', 10.5, 500, 10.6, 500]),
        harness.trade(11, 100),
        harness.session('close'),
      ].flat(),
    ).toEqual([]);
    expect(harness.official('closingPrint', 10, 50_000)).toEqual([
      'a fills 100 at 10 NYSE R',
      'b fills 100 at 10 NYSE R',
      'c expires closing',
    ]);
  });
  it('is over for orders that come after the close', () => {
    const harness = harnessIn('post');
    expect(harness.enter(order('a', 'Sell', { type: 'MarketOnClose' }))).toEqual(['a rejected too-late']);
  });
  it('without shares in the print fills nobody', () => {
    const harness = harnessIn('open');
    harness.enter(order('a', 'Sell', { type: 'MarketOnClose' }));
    expect(harness.official('closingPrint', 10, 0)).toEqual([]);
    expect(harness.official('closingPrint', 10, 9)).toEqual(['a expires closing']);
  });
});

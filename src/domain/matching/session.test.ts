import { describe, expect, it } from 'vitest';
import { createMatcher, Matcher } from './index.ts';
import { order, QUEUE, TestDesk, type Row } from './testing/desk.ts';

const QUOTE: Row = ['ARCA', 10, 500, 10.04, 500];

function deskIn(phase: 'closed' | 'pre' | 'open' | 'post'): TestDesk {
  const desk = new TestDesk(QUEUE, phase);
  desk.quote(QUOTE);
  return desk;
}

describe('at the close', () => {
  it('day orders expire in order of arrival, waiting stops and pegs too; others stay', () => {
    const desk = deskIn('open');
    desk.enter(order('a', 'Buy', { price: 9.5 }));
    desk.enter(order('b', 'Sell', { type: 'Stop', stop: 9 }));
    desk.enter(order('c', 'Buy', { type: 'Pegged' }));
    desk.enter(order('d', 'Buy', { price: 9.9, tif: 'GoodTillCancel' }));
    desk.enter(order('e', 'Buy', { price: 9.4, tif: 'GoodTillCrossing' }));
    desk.enter(order('f', 'Sell', { type: 'MarketOnClose' }));
    desk.enter(order('g', 'Buy', { price: 9.9, tif: 'GoodTillDate', goodTillMs: 99_000 }));
    expect(desk.session('close')).toEqual(['a expires day', 'b expires day', 'c expires day']);
    expect(desk.session('dayEnd')).toEqual(['e expires crossing', 'f expires closing']);
    expect(desk.matcher.openCount).toBe(2);
  });
  it('a dated order expires at its date, whatever brings the news', () => {
    const desk = deskIn('open');
    desk.enter(order('a', 'Buy', { price: 10, tif: 'GoodTillDate', goodTillMs: 5_000 }));
    desk.enter(order('b', 'Buy', { price: 10, tif: 'GoodTillDate', goodTillMs: 4_000 }));
    expect(desk.session('time')).toEqual([]);
    desk.timeMs = 5_000;
    expect(desk.trade(9, 100)).toEqual(['b expires date', 'a expires date']);
    expect(desk.enter(order('c', 'Buy', { price: 10, tif: 'GoodTillDate', goodTillMs: 5_000 }))).toEqual([
      'c rejected too-late',
    ]);
  });
  it('of two dated orders the one that arrived anew is the later', () => {
    const desk = deskIn('open');
    for (const id of ['a', 'b'])
      desk.enter(order(id, 'Buy', { price: 10, tif: 'GoodTillDate', goodTillMs: 5_000 }));
    desk.replace('a', { quantity: 200 });
    desk.timeMs = 5_000;
    expect(desk.session('time')).toEqual(['b expires date', 'a expires date']);
  });
  it('time that goes back is no news', () => {
    const desk = deskIn('open');
    desk.timeMs = 8_000;
    desk.session('time');
    desk.timeMs = 10;
    expect(desk.enter(order('a', 'Buy', { price: 10, tif: 'GoodTillDate', goodTillMs: 7_000 }))).toEqual([
      'a rejected too-late',
    ]);
  });
});

describe('out of hours', () => {
  it('orders rest, and get the prices shown at the opening, not their own', () => {
    const desk = deskIn('closed');
    expect(desk.enter(order('a', 'Buy', { price: 11, tif: 'GoodTillCancel' }))).toEqual(['a rests 100']);
    expect(desk.trade(9, 100)).toEqual([]);
    desk.session('open');
    expect(desk.trade(9, 100)).toEqual([]);
    expect(desk.quote(['ARCA', 10, 500, 10.02, 500])).toEqual(['a fills 100 at 10.02 ARCA R']);
  });
  it('nothing shown before the opening is left of the night', () => {
    const desk = deskIn('pre');
    desk.session('open');
    expect(desk.enter(order('a', 'Buy', { price: 11 }))).toEqual(['a rests 100']);
  });
  it('nobody overtakes between the opening and the first quote', () => {
    const desk = new TestDesk({ ...QUEUE, queueMode: 'touch' }, 'closed');
    desk.enter(order('a', 'Buy', { price: 10 }));
    desk.session('open');
    desk.enter(order('b', 'Buy', { price: 10 }));
    expect(desk.trade(10, 100)).toEqual([]);
    desk.quote(QUOTE);
    expect(desk.trade(10, 100)).toEqual(['a fills 100 at 10 NYSE A']);
  });
  it('immediate orders end at once', () => {
    const desk = deskIn('closed');
    expect(desk.enter(order('a', 'Buy', { tif: 'ImmediateOrCancel' }))).toEqual(['a cancelled immediate']);
    expect(desk.enter(order('b', 'Buy', { tif: 'FillOrKill' }))).toEqual(['b cancelled kill']);
  });
  it.each(['pre', 'post'] as const)('good-till-crossing orders trade, and nobody else: %s', (phase) => {
    const desk = deskIn(phase);
    desk.enter(order('a', 'Buy', { price: 10.04, tif: 'GoodTillCancel' }));
    expect(desk.enter(order('b', 'Buy', { price: 10.04, tif: 'GoodTillCrossing' }))).toEqual([
      'b fills 100 at 10.04 ARCA R',
    ]);
    desk.enter(order('c', 'Buy', { price: 10.02, tif: 'GoodTillCrossing' }));
    expect(desk.trade(10.01, 500)).toEqual(['c fills 100 at 10.02 NYSE A']);
  });
});

describe('a halt', () => {
  it('lets orders come and go, and nothing trade', () => {
    const desk = deskIn('open');
    desk.enter(order('a', 'Buy', { price: 10 }));
    desk.symbol('halt');
    expect(desk.enter(order('b', 'Buy'))).toEqual(['b rests 100']);
    expect([desk.quote(['ARCA', 9, 500, 9.5, 500]), desk.trade(9, 900)].flat()).toEqual([]);
    expect(desk.enter(order('c', 'Buy', { tif: 'ImmediateOrCancel' }))).toEqual(['c cancelled immediate']);
    expect(desk.cancel('a')).toEqual(['a cancelled request']);
    desk.symbol('resume');
    expect(desk.quote(['ARCA', 9, 500, 9.5, 500])).toEqual(['b fills 100 at 9.5 ARCA R']);
  });
  it('makes queues start over: who stood first stands behind what is shown after it', () => {
    const desk = deskIn('open');
    desk.enter(order('a', 'Buy', { price: 10.01 }));
    desk.symbol('halt');
    desk.symbol('resume');
    desk.quote(['ARCA', 10.01, 200, 10.04, 500]);
    expect(desk.trade(10.01, 250)).toEqual(['a fills 50 at 10.01 NYSE A']);
  });
  it('leaves pegs without a reference until there are quotes again', () => {
    const desk = deskIn('open');
    desk.enter(order('a', 'Buy', { type: 'Pegged' }));
    desk.symbol('halt');
    desk.symbol('resume');
    expect(desk.trade(9, 100)).toEqual([]);
    desk.quote(QUOTE);
    expect(desk.trade(9.99, 100)).toEqual(['a fills 100 at 10 NYSE A']);
  });
  it('holds up the official print of its symbol only', () => {
    const desk = deskIn('open');
    desk.enter(order('a', 'Sell', { type: 'MarketOnClose' }));
    desk.symbol('halt');
    expect(desk.official('closingPrint', 10, 90_000)).toEqual([]);
  });
});

describe('the opening', () => {
  it('fills opening orders at the official print: no limit first, then the better limit, then the older', () => {
    const desk = deskIn('pre');
    desk.enter(order('a', 'Buy', { price: 10.05, tif: 'AtOpening' }));
    desk.enter(order('b', 'Buy', { price: 10.1, tif: 'AtOpening' }));
    desk.enter(order('c', 'Buy', { tif: 'AtOpening' }));
    desk.enter(order('d', 'Buy', { price: 10.05, tif: 'AtOpening' }));
    desk.session('open');
    expect(desk.official('openingPrint', 10.05, 3_500)).toEqual([
      'c fills 100 at 10.05 NYSE R',
      'b fills 100 at 10.05 NYSE R',
      'a fills 100 at 10.05 NYSE R',
      'd fills 50 at 10.05 NYSE R',
      'd expires opening',
    ]);
  });
  it('gives each side its share of the print, and leaves out who asked for a better price', () => {
    const desk = deskIn('pre');
    desk.enter(order('a', 'Buy', { quantity: 500, tif: 'AtOpening' }));
    desk.enter(order('b', 'Sell', { quantity: 500, tif: 'AtOpening' }));
    desk.enter(order('c', 'Sell', { price: 10.06, tif: 'AtOpening' }));
    desk.session('open');
    expect(desk.official('openingPrint', 10.05, 2_009)).toEqual([
      'a fills 200 at 10.05 NYSE R',
      'b fills 200 at 10.05 NYSE R',
      'a expires opening',
      'b expires opening',
      'c expires opening',
    ]);
  });
  it('passes over an order whose least quantity the share does not reach', () => {
    const desk = deskIn('pre');
    desk.enter(order('a', 'Buy', { tif: 'AtOpening', minQuantity: 60 }));
    desk.enter(order('b', 'Buy', { tif: 'AtOpening' }));
    desk.session('open');
    expect(desk.official('openingPrint', 10.05, 500)).toEqual([
      'b fills 50 at 10.05 NYSE R',
      'a expires opening',
      'b expires opening',
    ]);
  });
  it('does not let opening orders into continuous trading, and ends at the close what no opening print came for', () => {
    const desk = deskIn('pre');
    desk.enter(order('a', 'Buy', { tif: 'AtOpening' }));
    desk.session('open');
    expect([desk.quote(QUOTE), desk.trade(9, 100)].flat()).toEqual([]);
    expect(desk.session('close')).toEqual(['a expires opening']);
  });
  it('keeps what comes after continuous trading has begun for the opening of the next session', () => {
    const desk = deskIn('pre');
    desk.enter(order('a', 'Buy', { tif: 'AtOpening' }));
    desk.session('open');
    expect(desk.enter(order('b', 'Buy', { tif: 'AtOpening' }))).toEqual(['b rests 100']);
    expect(desk.enter(order('c', 'Buy', { tif: 'AtOpening', price: 10.1 }))).toEqual(['c rests 100']);
    // The opening print of a symbol may come late.
    expect(desk.official('openingPrint', 10.05, 50_000)).toEqual(['a fills 100 at 10.05 NYSE R']);
    expect(
      [
        desk.quote(QUOTE),
        desk.trade(9, 100),
        desk.session('close'),
        desk.session('dayEnd'),
        desk.session('open'),
      ].flat(),
    ).toEqual([]);
    expect(desk.official('openingPrint', 10.2, 50_000)).toEqual([
      'b fills 100 at 10.2 NYSE R',
      'c expires opening',
    ]);
  });
  it('ends them with the next session when that has no opening print', () => {
    const desk = deskIn('open');
    desk.enter(order('a', 'Buy', { tif: 'AtOpening' }));
    desk.session('close');
    desk.session('dayEnd');
    desk.session('open');
    expect(desk.session('close')).toEqual(['a expires opening']);
  });
  it('knows after a restart which opening an order is for', () => {
    const desk = deskIn('pre');
    desk.enter(order('a', 'Buy', { tif: 'AtOpening' }));
    desk.session('open');
    desk.enter(order('b', 'Buy', { tif: 'AtOpening' }));
    desk.matcher = Matcher.restore(desk.matcher.toState());
    expect(desk.session('close')).toEqual(['a expires opening']);
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
    const desk = deskIn('pre');
    desk.enter(order('a', 'Buy', { tif: 'AtOpening' }));
    desk.session('open');
    desk.enter(order('b', 'Buy', { tif: 'AtOpening' }));
    desk.enter(order('c', 'Buy', { price: 9 }));
    expect(desk.replace('a', { quantity: 50 })).toEqual(['a rejected too-late']);
    desk.replace('b', { quantity: 200 });
    desk.replace('c', { tif: 'AtOpening' });
    expect(desk.official('openingPrint', 8.5, 50_000)).toEqual(['a fills 100 at 8.5 NYSE R']);
    expect(desk.session('close')).toEqual([]);
    desk.session('open');
    expect(desk.official('openingPrint', 8.5, 50_000)).toEqual([
      'b fills 200 at 8.5 NYSE R',
      'c fills 100 at 8.5 NYSE R',
    ]);
  });
});

describe('the closing', () => {
  it('fills closing orders at the official print, after the close of continuous trading', () => {
    const desk = deskIn('open');
    desk.enter(order('a', 'Sell', { type: 'MarketOnClose' }));
    desk.enter(order('b', 'Sell', { type: 'LimitOnClose', price: 10 }));
    desk.enter(order('c', 'Sell', { type: 'LimitOnClose', price: 10.01 }));
    expect(
      [desk.quote(['ARCA', 10.5, 500, 10.6, 500]), desk.trade(11, 100), desk.session('close')].flat(),
    ).toEqual([]);
    expect(desk.official('closingPrint', 10, 50_000)).toEqual([
      'a fills 100 at 10 NYSE R',
      'b fills 100 at 10 NYSE R',
      'c expires closing',
    ]);
  });
  it('is over for orders that come after the close', () => {
    const desk = deskIn('post');
    expect(desk.enter(order('a', 'Sell', { type: 'MarketOnClose' }))).toEqual(['a rejected too-late']);
  });
  it('without shares in the print fills nobody', () => {
    const desk = deskIn('open');
    desk.enter(order('a', 'Sell', { type: 'MarketOnClose' }));
    expect(desk.official('closingPrint', 10, 0)).toEqual([]);
    expect(desk.official('closingPrint', 10, 9)).toEqual(['a expires closing']);
  });
});

import { describe, expect, it } from 'vitest';
import { order, MatcherHarness, type Row } from './testing/harness.ts';

const QUOTE: Row = ['ARCA', 10, 500, 10.04, 500];

function harnessAt(last: number): MatcherHarness {
  const harness = new MatcherHarness();
  harness.quote(QUOTE);
  harness.trade(last, 100);
  return harness;
}
const stop = (
  id: string,
  side: 'Buy' | 'Sell' | 'Short',
  at: number,
  fields: Parameters<typeof order>[2] = {},
) => order(id, side, { type: 'Stop', stop: at, ...fields });
const trailing = (
  id: string,
  side: 'Buy' | 'Sell',
  offsetType: 'Value' | 'Percent',
  offsetE4: number,
  fields: Parameters<typeof order>[2] = {},
) => order(id, side, { type: 'Stop', stopType: 'Trailing', offsetType, offsetE4, ...fields });

describe('a stop', () => {
  it('to sell is triggered by a last trade at or below it, and then takes the bids', () => {
    const harness = harnessAt(10.02);
    expect(harness.enter(stop('a', 'Sell', 10.01))).toEqual(['a rests 100']);
    expect(harness.trade(10.02, 100)).toEqual([]);
    expect(harness.trade(10.01, 100)).toEqual(['a triggers at 10.01', 'a fills 100 at 10 ARCA R']);
  });
  it('to buy is triggered by a last trade at or above it', () => {
    const harness = harnessAt(10.02);
    harness.enter(stop('a', 'Buy', 10.03));
    expect(harness.trade(10.05, 100)).toEqual(['a triggers at 10.03', 'a fills 100 at 10.04 ARCA R']);
  });
  it('is not triggered by quotes', () => {
    const harness = harnessAt(10.02);
    harness.enter(stop('a', 'Sell', 9.9));
    expect(harness.quote(['ARCA', 9.5, 500, 9.6, 500])).toEqual([]);
  });
  it('that the last trade has reached already is triggered when it comes', () => {
    expect(harnessAt(10.02).enter(stop('a', 'Sell', 10.03))).toEqual([
      'a triggers at 10.03',
      'a fills 100 at 10 ARCA R',
    ]);
  });
  it('continues as a market order when the displayed quantity is not enough', () => {
    const harness = harnessAt(10.02);
    harness.enter(stop('a', 'Sell', 10.01, { quantity: 600 }));
    expect(harness.trade(10.01, 100)).toEqual([
      'a triggers at 10.01',
      'a fills 500 at 10 ARCA R',
      'a rests 100',
    ]);
    expect(harness.quote(['ARCA', 9.9, 500, 10.04, 500])).toEqual(['a fills 100 at 9.9 ARCA R']);
  });
  it('with a limit becomes a limit order: it does not sell below it', () => {
    const harness = harnessAt(10.02);
    harness.enter(stop('a', 'Sell', 10.01, { type: 'StopLimit', price: 10.01 }));
    expect(harness.trade(9.99, 100)).toEqual(['a triggers at 10.01', 'a rests 100']);
    expect(harness.quote(['ARCA', 10.02, 500, 10.04, 500])).toEqual(['a fills 100 at 10.01 ARCA A']);
  });
  it('of the nearer price is triggered first, equal ones in order of arrival', () => {
    const harness = harnessAt(10.02);
    for (const [id, at] of [
      ['a', 9.9],
      ['b', 10],
      ['c', 9.9],
    ] as const)
      harness.enter(stop(id, 'Sell', at, { quantity: 200 }));
    expect(harness.trade(9.8, 100)).toEqual([
      'b triggers at 10',
      'b fills 200 at 10 ARCA R',
      'a triggers at 9.9',
      'a fills 200 at 10 ARCA R',
      'c triggers at 9.9',
      'c fills 100 at 10 ARCA R',
      'c rests 100',
    ]);
  });
  it('is not triggered while it is cancelled, nor out of hours, nor in a halt', () => {
    const harness = harnessAt(10.02);
    harness.enter(stop('a', 'Sell', 10.01));
    expect(harness.cancel('a')).toEqual(['a cancelled request']);
    expect(harness.trade(9, 100)).toEqual([]);
    const late = harnessAt(10.02);
    late.enter(stop('b', 'Sell', 10.01, { tif: 'GoodTillCancel' }));
    late.session('close');
    expect(late.trade(9, 100)).toEqual([]);
    const halted = harnessAt(10.02);
    halted.enter(stop('c', 'Sell', 10.01));
    halted.symbol('halt');
    expect(halted.trade(9, 100)).toEqual([]);
  });
  it('is not triggered out of hours by a request that carries a last trade', () => {
    const harness = new MatcherHarness(undefined, 'pre');
    harness.enter(stop('a', 'Sell', 10.01, { tif: 'GoodTillCancel' }));
    expect(
      harness.matcher.enter(order('b', 'Buy', { price: 9 }), { timeMs: harness.timeMs, lastE4: 100_000 }),
    ).toMatchObject([{ kind: 'rest', orderId: 'b' }]);
  });
  it('uses a last trade that only a later request carries', () => {
    const harness = harnessAt(10.02);
    harness.enter(stop('a', 'Sell', 10.01));
    const events = harness.matcher.enter(order('b', 'Buy', { price: 9 }), {
      timeMs: harness.timeMs,
      lastE4: 100_000,
    });
    expect(events).toMatchObject([
      { kind: 'trigger', orderId: 'a' },
      { kind: 'fill', orderId: 'a' },
      { kind: 'rest', orderId: 'b' },
    ]);
  });
});

describe('a trailing stop', () => {
  it('to sell follows the highest trade since it came at its offset, and never falls', () => {
    const harness = harnessAt(10.02);
    harness.enter(trailing('a', 'Sell', 'Value', 500));
    expect(harness.trade(10.1, 100)).toEqual(['a trails to 10.05']);
    expect(harness.trade(10.06, 100)).toEqual([]);
    expect(harness.trade(10.05, 100)).toEqual(['a triggers at 10.05', 'a fills 100 at 10 ARCA R']);
  });
  it('to buy follows the lowest trade', () => {
    const harness = harnessAt(10.02);
    harness.enter(trailing('a', 'Buy', 'Value', 500));
    expect(harness.trade(9.9, 100)).toEqual(['a trails to 9.95']);
    expect(harness.trade(9.94, 100)).toEqual([]);
    expect(harness.trade(9.95, 100)).toEqual(['a triggers at 9.95', 'a fills 100 at 10.04 ARCA R']);
  });
  it('in per cent counts from the watermark, rounded to a whole step away from the market', () => {
    const harness = harnessAt(10.02);
    // 1.5 %
    harness.enter(trailing('a', 'Sell', 'Percent', 15_000));
    expect(harness.trade(10.33, 100)).toEqual(['a trails to 10.17']);
    const other = harnessAt(10.02);
    other.enter(trailing('b', 'Buy', 'Percent', 15_000));
    expect(other.trade(9.91, 100)).toEqual(['b trails to 10.06']);
  });
  it('with a price of its own starts there, and follows once its offset is nearer', () => {
    const harness = harnessAt(10.02);
    harness.enter(trailing('a', 'Sell', 'Value', 1_000, { stop: 9.98 }));
    expect(harness.trade(10.05, 100)).toEqual([]);
    expect(harness.trade(10.09, 100)).toEqual(['a trails to 9.99']);
  });
  it('that came before the first trade starts with it', () => {
    const harness = new MatcherHarness();
    harness.quote(QUOTE);
    expect(harness.enter(trailing('a', 'Sell', 'Value', 500))).toEqual(['a rests 100']);
    expect(harness.trade(10, 100)).toEqual(['a trails to 9.95']);
  });
  it('with a limit keeps it where it was put', () => {
    const harness = harnessAt(10.02);
    harness.enter(trailing('a', 'Sell', 'Value', 500, { type: 'StopLimit', price: 10.01 }));
    harness.trade(10.1, 100);
    expect(harness.trade(10.05, 100)).toEqual(['a triggers at 10.05', 'a rests 100']);
  });
  it('whose offset is larger than the price never triggers', () => {
    const harness = harnessAt(10.02);
    harness.enter(trailing('a', 'Sell', 'Value', 2_000_000));
    expect(harness.trade(0.01, 100)).toEqual([]);
  });
  it('does not move out of hours', () => {
    const harness = harnessAt(10.02);
    harness.enter(trailing('a', 'Sell', 'Value', 500, { tif: 'GoodTillCancel' }));
    harness.session('close');
    expect(harness.trade(11, 100)).toEqual([]);
    harness.session('dayEnd');
    harness.session('open');
    expect(harness.trade(10.5, 100)).toEqual(['a trails to 10.45']);
  });
});

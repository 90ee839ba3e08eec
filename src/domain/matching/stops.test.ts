import { describe, expect, it } from 'vitest';
import { order, TestDesk, type Row } from './testing/desk.ts';

const QUOTE: Row = ['ARCA', 10, 500, 10.04, 500];

function deskAt(last: number): TestDesk {
  const desk = new TestDesk();
  desk.quote(QUOTE);
  desk.trade(last, 100);
  return desk;
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
    const desk = deskAt(10.02);
    expect(desk.enter(stop('a', 'Sell', 10.01))).toEqual(['a rests 100']);
    expect(desk.trade(10.02, 100)).toEqual([]);
    expect(desk.trade(10.01, 100)).toEqual(['a triggers at 10.01', 'a fills 100 at 10 ARCA R']);
  });
  it('to buy is triggered by a last trade at or above it', () => {
    const desk = deskAt(10.02);
    desk.enter(stop('a', 'Buy', 10.03));
    expect(desk.trade(10.05, 100)).toEqual(['a triggers at 10.03', 'a fills 100 at 10.04 ARCA R']);
  });
  it('is not triggered by quotes', () => {
    const desk = deskAt(10.02);
    desk.enter(stop('a', 'Sell', 9.9));
    expect(desk.quote(['ARCA', 9.5, 500, 9.6, 500])).toEqual([]);
  });
  it('that the last trade has reached already is triggered when it comes', () => {
    expect(deskAt(10.02).enter(stop('a', 'Sell', 10.03))).toEqual([
      'a triggers at 10.03',
      'a fills 100 at 10 ARCA R',
    ]);
  });
  it('goes on as a market order when what is shown is not enough', () => {
    const desk = deskAt(10.02);
    desk.enter(stop('a', 'Sell', 10.01, { quantity: 600 }));
    expect(desk.trade(10.01, 100)).toEqual([
      'a triggers at 10.01',
      'a fills 500 at 10 ARCA R',
      'a rests 100',
    ]);
    expect(desk.quote(['ARCA', 9.9, 500, 10.04, 500])).toEqual(['a fills 100 at 9.9 ARCA R']);
  });
  it('with a limit becomes a limit order: it does not sell below it', () => {
    const desk = deskAt(10.02);
    desk.enter(stop('a', 'Sell', 10.01, { type: 'StopLimit', price: 10.01 }));
    expect(desk.trade(9.99, 100)).toEqual(['a triggers at 10.01', 'a rests 100']);
    expect(desk.quote(['ARCA', 10.02, 500, 10.04, 500])).toEqual(['a fills 100 at 10.01 ARCA A']);
  });
  it('of the nearer price is triggered first, equal ones in order of arrival', () => {
    const desk = deskAt(10.02);
    for (const [id, at] of [
      ['a', 9.9],
      ['b', 10],
      ['c', 9.9],
    ] as const)
      desk.enter(stop(id, 'Sell', at, { quantity: 200 }));
    expect(desk.trade(9.8, 100)).toEqual([
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
    const desk = deskAt(10.02);
    desk.enter(stop('a', 'Sell', 10.01));
    expect(desk.cancel('a')).toEqual(['a cancelled request']);
    expect(desk.trade(9, 100)).toEqual([]);
    const late = deskAt(10.02);
    late.enter(stop('b', 'Sell', 10.01, { tif: 'GoodTillCancel' }));
    late.session('close');
    expect(late.trade(9, 100)).toEqual([]);
    const halted = deskAt(10.02);
    halted.enter(stop('c', 'Sell', 10.01));
    halted.symbol('halt');
    expect(halted.trade(9, 100)).toEqual([]);
  });
  it('is not triggered out of hours by a request that tells of a last trade', () => {
    const desk = new TestDesk(undefined, 'pre');
    desk.enter(stop('a', 'Sell', 10.01, { tif: 'GoodTillCancel' }));
    expect(
      desk.matcher.enter(order('b', 'Buy', { price: 9 }), { timeMs: desk.timeMs, lastE4: 100_000 }),
    ).toMatchObject([{ kind: 'rest', orderId: 'b' }]);
  });
  it('hears of a last trade that only a later request tells of', () => {
    const desk = deskAt(10.02);
    desk.enter(stop('a', 'Sell', 10.01));
    const events = desk.matcher.enter(order('b', 'Buy', { price: 9 }), {
      timeMs: desk.timeMs,
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
    const desk = deskAt(10.02);
    desk.enter(trailing('a', 'Sell', 'Value', 500));
    expect(desk.trade(10.1, 100)).toEqual(['a trails to 10.05']);
    expect(desk.trade(10.06, 100)).toEqual([]);
    expect(desk.trade(10.05, 100)).toEqual(['a triggers at 10.05', 'a fills 100 at 10 ARCA R']);
  });
  it('to buy follows the lowest trade', () => {
    const desk = deskAt(10.02);
    desk.enter(trailing('a', 'Buy', 'Value', 500));
    expect(desk.trade(9.9, 100)).toEqual(['a trails to 9.95']);
    expect(desk.trade(9.94, 100)).toEqual([]);
    expect(desk.trade(9.95, 100)).toEqual(['a triggers at 9.95', 'a fills 100 at 10.04 ARCA R']);
  });
  it('in per cent counts from the watermark, rounded to a whole step away from the market', () => {
    const desk = deskAt(10.02);
    // 1.5 %
    desk.enter(trailing('a', 'Sell', 'Percent', 15_000));
    expect(desk.trade(10.33, 100)).toEqual(['a trails to 10.17']);
    const other = deskAt(10.02);
    other.enter(trailing('b', 'Buy', 'Percent', 15_000));
    expect(other.trade(9.91, 100)).toEqual(['b trails to 10.06']);
  });
  it('with a price of its own starts there, and follows once its offset is nearer', () => {
    const desk = deskAt(10.02);
    desk.enter(trailing('a', 'Sell', 'Value', 1_000, { stop: 9.98 }));
    expect(desk.trade(10.05, 100)).toEqual([]);
    expect(desk.trade(10.09, 100)).toEqual(['a trails to 9.99']);
  });
  it('that came before the first trade starts with it', () => {
    const desk = new TestDesk();
    desk.quote(QUOTE);
    expect(desk.enter(trailing('a', 'Sell', 'Value', 500))).toEqual(['a rests 100']);
    expect(desk.trade(10, 100)).toEqual(['a trails to 9.95']);
  });
  it('with a limit keeps it where it was put', () => {
    const desk = deskAt(10.02);
    desk.enter(trailing('a', 'Sell', 'Value', 500, { type: 'StopLimit', price: 10.01 }));
    desk.trade(10.1, 100);
    expect(desk.trade(10.05, 100)).toEqual(['a triggers at 10.05', 'a rests 100']);
  });
  it('whose offset is larger than the price never triggers', () => {
    const desk = deskAt(10.02);
    desk.enter(trailing('a', 'Sell', 'Value', 2_000_000));
    expect(desk.trade(0.01, 100)).toEqual([]);
  });
  it('does not move out of hours', () => {
    const desk = deskAt(10.02);
    desk.enter(trailing('a', 'Sell', 'Value', 500, { tif: 'GoodTillCancel' }));
    desk.session('close');
    expect(desk.trade(11, 100)).toEqual([]);
    desk.session('dayEnd');
    desk.session('open');
    expect(desk.trade(10.5, 100)).toEqual(['a trails to 10.45']);
  });
});

import { describe, expect, it } from 'vitest';
import { barsFromWire, quoteFromWire } from './from-wire.ts';
import { effectOf } from './trade-conditions.ts';

describe('barsFromWire', () => {
  const wire = (t: number, change: object = {}) => ({
    t,
    o: 10,
    h: 10.5,
    l: 9.5,
    c: 10.25,
    v: 100,
    vw: 10,
    ...change,
  });

  it('has bars in order and each time once, the later of two', () => {
    const bars = barsFromWire([wire(2), wire(1), wire(2, { c: 10.3 })]);
    expect(bars.map(({ timeMs, closeE4 }) => [timeMs, closeE4])).toEqual([
      [1, 102_500],
      [2, 103_000],
    ]);
  });

  it('leaves out bars that cannot be', () => {
    const wrong = [{ h: 9 }, { l: 11 }, { c: 12 }, { o: 9 }, { o: 0, h: 0, l: 0, c: 0 }];
    expect(barsFromWire(wrong.map((change, index) => wire(index, change)))).toEqual([]);
  });
});

describe('quoteFromWire', () => {
  const wire = { t: 5, bx: 'V', bp: 10, bs: 2, ax: 'N', ap: 10.01, as: 3 };

  it('counts sizes in shares or in lots, as configured', () => {
    expect(quoteFromWire('SPY', wire, 'shares')).toMatchObject({ bidSize: 2, askSize: 3 });
    expect(quoteFromWire('SPY', wire, 'lots')).toMatchObject({ bidSize: 200, askSize: 300 });
  });

  it('has no side without a price or a size, takes a locked market, and no crossed one', () => {
    expect(quoteFromWire('SPY', { ...wire, as: 0 }, 'shares')).toMatchObject({
      bidE4: 100_000,
      askE4: 0,
      askExchange: '',
    });
    expect(quoteFromWire('SPY', { ...wire, ap: 10 }, 'shares')).toMatchObject({ askE4: 100_000 });
    expect(quoteFromWire('SPY', { ...wire, ap: 9.99 }, 'shares')).toBeUndefined();
  });
});

describe('effectOf', () => {
  const effects = (c: string[], isRegular = true, z = 'C') => {
    const { last, range, volume } = effectOf({ c, z }, isRegular);
    return [last, range, volume];
  };

  it('counts a regular trade for everything, an odd lot for the volume, a late report not for the last price', () => {
    expect(effects(['@'])).toEqual([true, true, true]);
    expect(effects([' ', 'F'])).toEqual([true, true, true]);
    expect(effects(['@', 'I'])).toEqual([false, false, true]);
    expect(effects(['Z'])).toEqual([false, true, true]);
  });

  it('counts no official price twice', () => {
    expect(effects(['M'])).toEqual([true, true, false]);
  });

  it('distinguishes the tapes by their average prices', () => {
    expect(effects(['B'], true, 'A')).toEqual([false, false, true]);
    expect(effects(['B'], true, 'C')).toEqual([true, true, true]);
  });

  it('shows trades before and after the session, which change no figure of the day', () => {
    expect(effects(['@', 'T'], false)).toEqual([true, false, false]);
    expect(effects(['@', 'T'], true)).toEqual([false, false, true]);
  });
});

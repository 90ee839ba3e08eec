import { describe, expect, it } from 'vitest';
import { legOf, nearestExpirationMs, reduceRatios, underlyingOfLegs } from './leg.ts';
import { netQuote, type LegQuote } from './net-quote.ts';
import { problemOf } from './problem.ts';
import { legsOf, market } from './testing/legs.ts';

describe('a leg', () => {
  it('reads kind, strike and expiration from its symbol', () => {
    expect(legOf({ symbol: 'ACME261218P00095500', side: 'Sell', ratio: 2 })).toEqual({
      symbol: 'ACME261218P00095500',
      side: 'Sell',
      ratio: 2,
      kind: 'put',
      strike: 95.5,
      expirationMs: Date.parse('2026-12-18T21:00:00Z'),
    });
    expect(legOf({ symbol: 'ACME', side: 'Buy', ratio: 1 })).toMatchObject({ kind: 'stock', strike: 0 });
  });

  it('is refused for a symbol that is neither an option nor a stock', () => {
    expect(legOf({ symbol: 'ACME261318P00095500', side: 'Buy', ratio: 1 })).toBeNull();
    expect(legOf({ symbol: '', side: 'Buy', ratio: 1 })).toBeNull();
  });

  it('is reduced with the others to the smallest whole ratios', () => {
    const { legs, units } = reduceRatios(legsOf('+4 C 100', '-6 C 105'));
    expect([units, legs.map(({ ratio }) => ratio)]).toEqual([2, [2, 3]]);
    expect(reduceRatios(legsOf('+1 C 100', '-2 C 105')).units).toBe(1);
    expect(reduceRatios([{ symbol: 'ACME', side: 'Buy', ratio: 0.5 }]).units).toBe(1);
    expect(reduceRatios([]).units).toBe(1);
  });

  it('has the first expiration and the underlying of all legs', () => {
    const legs = legsOf('+1 C 100 later', '-1 C 100', '+1 S');
    expect(nearestExpirationMs(legs)).toBe(Date.parse('2026-12-18T21:00:00Z'));
    expect(nearestExpirationMs(legsOf('+1 S'))).toBeNull();
    expect(underlyingOfLegs(legs)).toBe('ACME');
    expect(underlyingOfLegs([...legs, { symbol: 'SPY' }])).toBeNull();
    expect(underlyingOfLegs([])).toBeNull();
  });
});

describe('the net quote', () => {
  const quotes: Record<string, LegQuote> = {
    ACME261218C00100000: { bidE4: 24_000, askE4: 26_000 },
    ACME261218C00105000: { bidE4: 9_000, askE4: 10_500 },
    ACME261218C00110000: { bidE4: 0, askE4: 500 },
    ACME261218C00115000: { bidE4: 700, askE4: 500 },
  };
  const net = (...texts: string[]) => netQuote(legsOf(...texts), (symbol) => quotes[symbol]);

  it('sells at the bid of what is bought and at the ask of what is sold', () => {
    expect(net('+1 C 100', '-1 C 105')).toEqual({ bidE4: 13_500, middleE4: 15_250, offerE4: 17_000 });
    expect(net('+1 C 100', '-2 C 105')).toEqual({ bidE4: 3_000, middleE4: 5_500, offerE4: 8_000 });
  });

  it('is a credit below 0, and the mirror image from the other side', () => {
    expect(net('-1 C 100', '+1 C 105')).toEqual({ bidE4: -17_000, middleE4: -15_250, offerE4: -13_500 });
  });

  it('has no figure that depends on a missing bid, and none for a missing or crossed quote', () => {
    expect(net('+1 C 100', '-1 C 110')).toEqual({ bidE4: 23_500, middleE4: null, offerE4: null });
    expect(net('-1 C 100', '+1 C 110')).toEqual({ bidE4: null, middleE4: null, offerE4: -23_500 });
    const none = { bidE4: null, middleE4: null, offerE4: null };
    expect(net('+1 C 100', '-1 C 120')).toEqual(none);
    expect(net('+1 C 100', '-1 C 115')).toEqual(none);
    expect(net()).toEqual(none);
    expect(netQuote(legsOf('+1 C 100'), () => ({ bidE4: Number.NaN, askE4: Number.NaN }))).toEqual(none);
  });
});

describe('the problems of legs', () => {
  const facts = { nowMs: market.nowMs, hasQuote: () => true };
  const problem = (legs: Parameters<typeof problemOf>[0], change: Partial<typeof facts> = {}) =>
    problemOf(legs, { ...facts, ...change });

  it('finds none in a sound spread', () => {
    expect(problem(legsOf('+1 C 100', '-2 C 105'))).toBeNull();
    expect(problem(legsOf('+1 S', '-1 C 105'))).toBeNull();
  });

  it.each([
    ['legs-few', null, 'Add legs', []],
    ['legs-few', null, 'at least two', ['+1 C 100']],
    ['ratio', 0, 'from 1 to 99', ['+1000 C 100']],
    ['legs-many', 4, 'Remove one', ['+1 C 90', '+1 C 95', '+1 C 100', '+1 C 105', '+1 C 110']],
    ['ratio', 1, 'whole ratio from 1 to 99', ['+1 C 100', '0 C 105']],
    ['ratio', 1, 'whole ratio', ['+1 C 100', '1.5 C 105']],
    ['ratio', 0, 'whole ratio', ['+100 C 100', '-1 C 105']],
    ['ratio', 0, 'whole ratio', ['+x C 100', '-1 C 105']],
    ['leg-twice', 1, "ACME Dec 18 '26 100 Call", ['+1 C 100', '-1 C 100']],
    ['stock-twice', 2, 'at most one stock leg', ['+1 S', '-1 C 100', '+1 S']],
    ['ratio-reducible', null, 'Reduce them to 1:2', ['+2 C 100', '-4 C 105']],
  ] as const)('reports %s at leg %s: %s', (code, leg, text, legs) => {
    const found = problem(legsOf(...legs));
    expect(found).toMatchObject({ code, leg, severity: 'error' });
    expect(found?.message).toContain(text);
  });

  it('reports different underlyings at the leg that differs', () => {
    const other = legOf({ symbol: 'SPY261218C00650000', side: 'Sell', ratio: 1 });
    if (other === null) throw new Error('no leg');
    expect(problem([...legsOf('+1 C 100', '-1 C 105'), other])).toMatchObject({
      code: 'underlyings',
      leg: 2,
    });
  });

  it('reports a contract from the moment on at which it expires', () => {
    const legs = legsOf('+1 C 100', '-1 C 105');
    const endMs = Date.parse('2026-12-18T21:00:00Z');
    expect(problem(legs, { nowMs: endMs - 1 })).toBeNull();
    expect(problem(legs, { nowMs: endMs })).toMatchObject({ code: 'expired', leg: 0 });
  });

  it('warns of a leg without a quote, but only when nothing else is wrong', () => {
    const hasQuote = () => false;
    expect(problem(legsOf('+1 C 100', '-1 C 105'), { hasQuote })).toMatchObject({
      code: 'no-quote',
      severity: 'warning',
      leg: 0,
    });
    expect(problem(legsOf('+1 C 100'), { hasQuote })?.code).toBe('legs-few');
  });
});

import fc from 'fast-check';
import type { LegSide } from '../../../orders/legs.ts';
import { legOf, type SpreadLeg } from '../leg.ts';
import type { SpreadMarket, ValuedLeg } from '../payoff.ts';
import { formatOptionSymbol } from '../../../symbols/symbol.ts';

/** 16:00 New York of the first expiration in these tests. */
export const NEAR_DATE = '2026-12-18';
export const LATER_DATE = '2027-01-15';

/** A short form of legs: `+1 C 100`, `-2 P 95.5`, `+1 C 100 later`, `+1 S` for stock of ACME. */
export function legsOf(...texts: readonly string[]): SpreadLeg[] {
  return texts.map((text) => {
    const [count = '', right, strike, later] = text.split(' ');
    const side: LegSide = count.startsWith('-') ? 'Sell' : 'Buy';
    const symbol =
      right === 'S'
        ? 'ACME'
        : formatOptionSymbol({
            underlying: 'ACME',
            expiration: later === undefined ? NEAR_DATE : LATER_DATE,
            right: right === 'C' ? 'C' : 'P',
            strike: Number(strike),
          });
    const leg = legOf({ symbol, side, ratio: Math.abs(Number(count)) });
    if (leg === null) throw new Error(`no leg: ${text}`);
    return leg;
  });
}

export const valued = (legs: readonly SpreadLeg[], volatility = 0.25): ValuedLeg[] =>
  legs.map((leg) => ({ ...leg, volatility }));

/** 30 days before the first expiration. */
export const market: SpreadMarket = {
  spot: 100,
  nowMs: Date.parse('2026-11-18T21:00:00Z'),
  rate: 0.0125,
  dividendYield: 0,
};

const legText = (dates: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record({
      ratio: fc.integer({ min: -3, max: 3 }).filter((ratio) => ratio !== 0),
      right: fc.constantFrom('C', 'P', 'S'),
      strike: fc.integer({ min: 70, max: 140 }),
      date: fc.constantFrom(...dates),
    })
    .map(({ ratio, right, strike, date }) =>
      right === 'S' ? `${ratio} S` : `${ratio} ${right} ${strike}${date === LATER_DATE ? ' later' : ''}`,
    );

/** One to four legs that expire together. */
export const oneExpiration: fc.Arbitrary<SpreadLeg[]> = fc
  .array(legText([NEAR_DATE]), { minLength: 1, maxLength: 4 })
  .map((texts) => legsOf(...texts));

/** One to four legs of two expirations. */
export const twoExpirations: fc.Arbitrary<SpreadLeg[]> = fc
  .array(legText([NEAR_DATE, LATER_DATE]), { minLength: 1, maxLength: 4 })
  .map((texts) => legsOf(...texts));

export const costs: fc.Arbitrary<number> = fc.integer({ min: -2000, max: 2000 }).map((cents) => cents / 100);

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { americanPrice } from './american.ts';
import { europeanPrice } from './black-scholes.ts';
import { YEAR_MS } from './constants.ts';
import { parityOffset, parityViolation, type ParityInput } from './parity.ts';
import { optionTerms, volatilities } from './testing/arbitrary.ts';

/** A quote around a price, a cent wide at least. */
const around = (price: number, half: number) => ({ bid: Math.max(0, price - half), ask: price + half });
const halves = fc.double({ min: 0.005, max: 0.5, noNaN: true });

/** At the money, a year, no rate and no dividend: call minus put is 0. */
const FLAT: ParityInput = {
  call: { bid: 4.9, ask: 5.1 },
  put: { bid: 4.9, ask: 5.1 },
  underlying: { bid: 100, ask: 100 },
  strike: 100,
  years: 1,
  rate: 0,
  dividendYield: 0,
};

describe('the check of put-call parity', () => {
  it('never marks quotes around model prices', () => {
    fc.assert(
      fc.property(optionTerms, volatilities, halves, halves, (terms, volatility, callHalf, putHalf) => {
        for (const priceOf of [americanPrice, europeanPrice]) {
          const violation = parityViolation({
            ...terms,
            call: around(priceOf({ ...terms, right: 'C' }, volatility), callHalf),
            put: around(priceOf({ ...terms, right: 'P' }, volatility), putHalf),
            underlying: { bid: terms.spot, ask: terms.spot },
          });
          expect(violation).toBeNull();
        }
      }),
    );
  });

  it('marks every call that is moved beyond the bounds and both spreads, on the side it is moved to', () => {
    fc.assert(
      fc.property(optionTerms, volatilities, halves, halves, (terms, volatility, callHalf, putHalf) => {
        const { spot, strike, years, rate, dividendYield } = terms;
        const put = around(strike + americanPrice({ ...terms, right: 'P' }, volatility), putHalf);
        const underlying = { bid: spot, ask: spot };
        const lower = spot * Math.exp(-dividendYield * years) - strike;
        const upper = spot - strike * Math.exp(-rate * years);
        const dear = around(put.ask + upper + 0.01 + callHalf, callHalf);
        const cheap = around(put.bid + lower - 0.01 - callHalf, callHalf);
        expect(parityViolation({ ...terms, call: dear, put, underlying })).toMatchObject({ side: 'above' });
        if (cheap.bid > 0)
          expect(parityViolation({ ...terms, call: cheap, put, underlying })).toMatchObject({
            side: 'below',
          });
      }),
    );
  });

  it('states the synthetic quote, the bounds and the distance from them', () => {
    expect(parityViolation({ ...FLAT, call: { bid: 5.5, ask: 5.7 } })).toEqual({
      side: 'above',
      bid: expect.closeTo(0.4, 9),
      ask: expect.closeTo(0.8, 9),
      lower: 0,
      upper: 0,
      gap: expect.closeTo(0.4, 9),
    });
    expect(parityViolation({ ...FLAT, call: { bid: 4.3, ask: 4.5 } })).toMatchObject({
      side: 'below',
      gap: expect.closeTo(0.4, 9),
    });
  });

  it('allows a distance of both spreads and of the spread of the underlying', () => {
    expect(parityViolation({ ...FLAT, call: { bid: 5.1, ask: 5.3 } })).toBeNull();
    expect(parityViolation({ ...FLAT, call: { bid: 5.12, ask: 5.3 } })).not.toBeNull();
    expect(
      parityViolation({ ...FLAT, call: { bid: 5.12, ask: 5.3 }, underlying: { bid: 99.97, ask: 100.03 } }),
    ).toBeNull();
  });

  it.each([
    ['without a bid', { call: { bid: 0, ask: 9 } }],
    ['without an ask', { call: { bid: 9, ask: 0 } }],
    ['that is crossed', { call: { bid: 9, ask: 8 } }],
    ['of an underlying without a price', { underlying: { bid: 0, ask: 0 } }],
    ['of an expired option', { years: 0, call: { bid: 9, ask: 9.1 } }],
    ['that is no number', { call: { bid: 9, ask: Number.NaN } }],
  ])('does not judge a quote %s', (_, change) => {
    expect(parityViolation({ ...FLAT, ...change })).toBeNull();
  });
});

describe('the offset of an expiration', () => {
  /** Strikes around the money, each with a call that is `moves` dollars too dear. */
  const strikes = (...moves: readonly number[]): ParityInput[] =>
    moves.map((move, index) => {
      const strike = 90 + 5 * index;
      const price = 20 + Math.max(0, 100 - strike);
      return {
        ...FLAT,
        strike,
        call: around(price + move, 0.1),
        put: around(price - 100 + strike, 0.1),
      };
    });

  it('is what most of its strikes are off together', () => {
    expect(parityOffset(strikes(2, 2, 2, 2, 17))).toBeCloseTo(2, 9);
    expect(parityOffset(strikes(-1.5, -1.5, -1.5, -1.5, -1.5))).toBeCloseTo(-1.5, 9);
  });

  it('is 0 when most of its strikes are consistent, and when there are few', () => {
    expect(parityOffset(strikes(0, 0, 0, 4, 17))).toBe(0);
    expect(parityOffset(strikes(2, 2, 2, 2))).toBe(0);
    expect(parityOffset([])).toBe(0);
  });

  it('is 0 for model prices', () => {
    fc.assert(
      fc.property(optionTerms, volatilities, halves, (terms, volatility, half) => {
        const inputs = [0.8, 0.9, 1, 1.1, 1.2].map((part) => {
          const strike = terms.spot * part;
          const price = (right: 'C' | 'P') => americanPrice({ ...terms, strike, right }, volatility);
          return {
            ...terms,
            strike,
            call: around(price('C'), half),
            put: around(price('P'), half),
            underlying: { bid: terms.spot, ask: terms.spot },
          };
        });
        expect(parityOffset(inputs)).toBe(0);
      }),
    );
  });
});

describe('the SPY chain recorded on 2026-08-14', () => {
  const SPOT = 776.22;
  const years = (Date.parse('2026-08-21T20:00:00Z') - Date.parse('2026-08-14T15:38:38Z')) / YEAR_MS;
  const quotes = new Map(
    gunzipSync(
      readFileSync(
        new URL('../../../tests/fixtures/replay-chains/options/SPY_2026-08-14.csv.gz', import.meta.url),
      ),
    )
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(','))
      .filter(([, , , , , expiration]) => expiration === '2026-08-21')
      .map(([, , , , , , right = '', strike = '', bid, ask]) => [
        right + strike,
        { bid: Number(bid), ask: Number(ask) },
      ]),
  );
  const strikes = [...quotes.keys()].filter((key) => key.startsWith('C')).map((key) => Number(key.slice(1)));
  const inputAt = (strike: number, spot: number): ParityInput => ({
    call: quotes.get(`C${strike}`) ?? { bid: 0, ask: 0 },
    put: quotes.get(`P${strike}`) ?? { bid: 0, ask: 0 },
    underlying: { bid: spot, ask: spot },
    strike,
    years,
    rate: 0.0125,
    dividendYield: 0,
  });

  it('has one call that is 17 dollars off, which stands out against the offset of the others', () => {
    const offset = parityOffset(strikes.map((strike) => inputAt(strike, SPOT)));
    expect(offset).toBeGreaterThan(0.3);
    expect(offset).toBeLessThan(1);
    const gaps = strikes.flatMap((strike) => {
      const violation = parityViolation(inputAt(strike, SPOT + offset));
      return violation !== null && violation.gap > 0.2 ? [[strike, Math.round(violation.gap)]] : [];
    });
    expect(gaps).toEqual([[651, 17]]);
  });
});

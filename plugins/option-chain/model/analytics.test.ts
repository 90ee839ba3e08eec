import { describe, expect, it } from 'vitest';
import {
  americanPrice,
  RISK_FREE_RATE,
  spotOf,
  YEAR_MS,
  yearsTo,
} from '../../../src/domain/options/index.ts';
import { contractOf } from '../testing.ts';
import { ChainAnalytics, greeksAt, pricingOf } from './analytics.ts';
import { strikeRowId, type Contract, type ContractRecord, type StrikeRow } from './contract.ts';

const DATE = '2026-12-18';
const expiresSeconds = contractOf('C', 100, DATE).expirationSeconds;
const nowMs = expiresSeconds * 1000 - YEAR_MS / 4;
const pricing = { spot: 100, nowMs };

/** A contract whose live quote is the model's price at a volatility, a cent each way. */
function quotedAt(right: 'C' | 'P', strike: number, volatility: number): Contract {
  const terms = { right, spot: 100, strike, years: 0.25, rate: RISK_FREE_RATE, dividendYield: 0.02 };
  const price = americanPrice(terms, volatility);
  return quotedWith(right, strike, price - 0.01, price + 0.01);
}
/** The strikes of an expiration, from pairs of call and put. */
function rowsOf(...pairs: readonly (readonly [Contract | undefined, Contract | undefined])[]): StrikeRow[] {
  const siblings: StrikeRow[] = [];
  pairs.forEach(([call, put], index) =>
    siblings.push({
      strike: call?.strike ?? put?.strike ?? 0,
      expirationSeconds: expiresSeconds,
      call,
      put,
      siblings,
      index,
    }),
  );
  return siblings;
}
/** A row that is known to be there. */
function rowAt(rows: readonly StrikeRow[], index: number): StrikeRow {
  const row = rows[index];
  if (row === undefined) throw new Error(`there is no row ${index}`);
  return row;
}
/** A contract whose quote is live. */
function quotedWith(right: 'C' | 'P', strike: number, bid: number, ask: number): Contract {
  const contract = contractOf(right, strike, DATE, { DividendYield: 0.02 });
  contract.takeRecord({
    state: 'live',
    version: 1,
    info: undefined,
    last: 0,
    previousClose: 0,
    bid,
    bidSize: 1,
    ask,
    askSize: 1,
    volume: 0,
    timeMs: nowMs,
  } satisfies ContractRecord);
  return contract;
}
const NOTHING = { volatility: null, greeks: null, isEstimate: false };

describe('the figures of a contract', () => {
  it.each([
    ['C', 95, 0.22],
    ['P', 105, 0.31],
    ['C', 130, 0.4],
  ] as const)('reproduces the volatility of a %s %d quoted at %d', (right, strike, volatility) => {
    const analytics = new ChainAnalytics();
    analytics.setPricing(pricing);
    expect(analytics.volatility(quotedAt(right, strike, volatility))).toBeCloseTo(volatility, 4);
  });

  it("are the server's before the contract is live", () => {
    const analytics = new ChainAnalytics();
    analytics.setPricing(pricing);
    expect(analytics.volatility(contractOf('C', 100, DATE))).toBe(0.25);
  });

  it('follow the underlying, and are kept while nothing moves', () => {
    const analytics = new ChainAnalytics();
    analytics.setPricing(pricing);
    const contract = quotedAt('C', 100, 0.2);
    const before = analytics.volatility(contract);
    analytics.setPricing({ ...pricing, nowMs: nowMs + 1 });
    expect(analytics.volatility(contract)).toBe(before);
    analytics.setPricing({ ...pricing, spot: 100.5 });
    expect(analytics.volatility(contract)).toBeLessThan(before ?? 0);
  });

  it('use the other right of the strike where a quote implies nothing, as an estimate', () => {
    const analytics = new ChainAnalytics();
    analytics.setPricing(pricing);
    // Below what exercising pays: no volatility reproduces it.
    const call = quotedWith('C', 80, 19.5, 19.9);
    const figures = analytics.figures(rowAt(rowsOf([call, quotedAt('P', 80, 0.3)]), 0), 'call');
    expect([figures.volatility, figures.isEstimate]).toEqual([null, true]);
    expect(figures.greeks?.delta).toBeGreaterThan(0.9);
    const alone = rowAt(rowsOf([call, undefined]), 0);
    expect([analytics.figures(alone, 'call'), analytics.figures(alone, 'put')]).toEqual([NOTHING, NOTHING]);
  });

  it('use the next strike towards the price where neither right of the strike implies anything', () => {
    const analytics = new ChainAnalytics();
    analytics.setPricing(pricing);
    const rows = rowsOf(
      [quotedWith('C', 50, 49.9, 50), quotedWith('P', 50, 0, 0.01)],
      [quotedWith('C', 60, 39.9, 40), quotedWith('P', 60, 0, 0.01)],
      [quotedAt('C', 95, 0.3), quotedAt('P', 95, 0.3)],
      [quotedWith('C', 200, 0, 0.01), quotedWith('P', 200, 99, 99.9)],
    );
    expect(analytics.figures(rowAt(rows, 0), 'call').greeks?.delta).toBeCloseTo(1, 1);
    expect(analytics.figures(rowAt(rows, 0), 'put').greeks?.delta).toBeCloseTo(0, 3);
    expect(analytics.figures(rowAt(rows, 3), 'put').greeks?.delta).toBeCloseTo(-1, 2);
    expect(analytics.figures(rowAt(rows, 2), 'call').isEstimate).toBe(false);
  });

  it('have no volatility for a zero bid, a crossed quote, an expired contract or an unknown price', () => {
    const analytics = new ChainAnalytics();
    const contract = quotedAt('C', 100, 0.2);
    for (const change of [
      { nowMs: expiresSeconds * 1000 },
      { nowMs: expiresSeconds * 1000 + 1 },
      { spot: 0 },
    ]) {
      analytics.setPricing({ ...pricing, ...change });
      expect(analytics.figures(rowAt(rowsOf([contract, undefined]), 0), 'call')).toEqual(NOTHING);
    }
    analytics.setPricing(pricing);
    contract.bid = 0;
    expect(analytics.volatility(contract)).toBeNull();
    contract.bid = contract.ask + 1;
    expect(analytics.volatility(contract)).toBeNull();
  });

  it('are finite or null, never NaN', () => {
    expect(greeksAt(contractOf('C', 100, DATE), Number.NaN, pricing)).toBeNull();
    expect(greeksAt(contractOf('C', 100, DATE), 0, pricing)).toBeNull();
  });
});

describe('the expected move', () => {
  it('is one standard deviation by the volatility at the money', () => {
    const analytics = new ChainAnalytics();
    analytics.setPricing(pricing);
    const rows = rowsOf(
      [quotedAt('C', 90, 0.3), quotedAt('P', 90, 0.3)],
      [quotedAt('C', 100, 0.2), quotedAt('P', 100, 0.24)],
    );
    expect(analytics.atTheMoney(rows)).toBeCloseTo(0.22, 3);
    expect(analytics.expectedMove(rows, expiresSeconds)).toBeCloseTo(100 * 0.22 * 0.5, 1);
    expect(strikeRowId(rowAt(rows, 1))).toBe(`${expiresSeconds}:100`);
  });

  it('is unknown without a volatility or after expiration', () => {
    const analytics = new ChainAnalytics();
    analytics.setPricing({ ...pricing, nowMs: expiresSeconds * 1000 });
    expect(analytics.expectedMove(rowsOf([contractOf('C', 100), undefined]), expiresSeconds)).toBeNull();
    analytics.setPricing(pricing);
    expect(analytics.expectedMove([], expiresSeconds)).toBeNull();
  });
});

describe('a recorded quote', () => {
  it('is valued at the time and the price of the underlying of its snapshot', () => {
    const analytics = new ChainAnalytics();
    const contract = quotedAt('C', 95, 0.3);
    contract.recorded = { timeMs: nowMs, underlying: 100 };
    const [row] = rowsOf([contract, undefined]);
    const figuresAt = (spot: number, atMs: number) => {
      analytics.setPricing({ spot, nowMs: atMs });
      return row && analytics.figures(row, 'call');
    };
    const then = figuresAt(100, nowMs);
    expect(then?.volatility).toBeCloseTo(0.3, 3);
    expect(figuresAt(112, nowMs + 4 * 3_600_000)).toEqual(then);
    // Without the price of that moment there is only the present one.
    contract.recorded = { timeMs: nowMs, underlying: 0 };
    expect(figuresAt(101, nowMs)?.volatility).not.toBeCloseTo(0.3, 2);
  });
});

describe('the price of the underlying', () => {
  it.each([
    [{ last: 10, previousClose: 9, bid: 10.1, ask: 10.3 }, 10.2],
    [{ last: 10, previousClose: 9, bid: 10.3, ask: 10.1 }, 10],
    [{ last: 10, previousClose: 9, bid: 0, ask: 10.1 }, 10],
    [{ last: 0, previousClose: 9, bid: 0, ask: 0 }, 9],
    [{ last: 0, previousClose: 0, bid: 0, ask: 0 }, 0],
  ])('of %j is %d', (prices, spot) => {
    expect(spotOf(prices)).toBeCloseTo(spot, 9);
  });

  it('carries the quote of the underlying only where it is sound', () => {
    const prices = { last: 100, previousClose: 99, bid: 100.1, ask: 100.3 };
    expect(pricingOf(prices, nowMs)).toMatchObject({ bid: 100.1, ask: 100.3, nowMs });
    expect(pricingOf({ ...prices, ask: 100 }, nowMs)).toEqual({ spot: 100, nowMs });
    expect(pricingOf({ ...prices, bid: 0 }, nowMs)).toEqual({ spot: 100, nowMs });
  });

  it('is valued over years of 365 days', () => {
    expect(yearsTo(expiresSeconds, nowMs)).toBeCloseTo(0.25, 9);
  });
});

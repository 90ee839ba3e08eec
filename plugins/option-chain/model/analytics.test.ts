import { describe, expect, it } from 'vitest';
import { americanPrice, RISK_FREE_RATE, YEAR_MS } from '../../../src/domain/options/index.ts';
import { contractOf } from '../testing.ts';
import { ChainAnalytics, greeksAt, spotOf, yearsTo } from './analytics.ts';
import type { ContractRecord } from './contract.ts';
import { strikeRowId, type Contract, type StrikeRow } from './contract.ts';

const DATE = '2026-12-18';
const expiresSeconds = contractOf('C', 100, DATE).expirationSeconds;
const nowMs = expiresSeconds * 1000 - YEAR_MS / 4;
const pricing = { spot: 100, nowMs };

/** A contract whose live quote is the model's price at a volatility, a cent each way. */
function quotedAt(right: 'C' | 'P', strike: number, volatility: number): Contract {
  const contract = contractOf(right, strike, DATE, { DividendYield: 0.02 });
  const terms = { right, spot: 100, strike, years: 0.25, rate: RISK_FREE_RATE, dividendYield: 0.02 };
  const price = americanPrice(terms, volatility);
  // Only what a contract reads of a record.
  contract.takeRecord({
    state: 'live',
    version: 1,
    info: undefined,
    last: 0,
    previousClose: 0,
    bid: price - 0.01,
    bidSize: 1,
    ask: price + 0.01,
    askSize: 1,
    volume: 0,
    timeMs: nowMs,
  } satisfies ContractRecord);
  return contract;
}
const rowOf = (call: Contract | undefined, put: Contract | undefined): StrikeRow => ({
  strike: call?.strike ?? put?.strike ?? 0,
  expirationSeconds: expiresSeconds,
  call,
  put,
  lowerStrike: 0,
});

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
    analytics.setPricing({ ...pricing, spot: 100.001 });
    expect(analytics.volatility(contract)).toBe(before);
    analytics.setPricing({ ...pricing, spot: 100.5 });
    expect(analytics.volatility(contract)).toBeLessThan(before ?? 0);
  });

  it('use the other right of the strike where a quote implies nothing', () => {
    const analytics = new ChainAnalytics();
    analytics.setPricing(pricing);
    const put = quotedAt('P', 80, 0.3);
    const call = contractOf('C', 80, DATE);
    // Below what exercising pays: no volatility reproduces it.
    call.takeRecord({
      state: 'live',
      version: 1,
      info: undefined,
      last: 0,
      previousClose: 0,
      bid: 19.5,
      bidSize: 1,
      ask: 19.9,
      askSize: 1,
      volume: 0,
      timeMs: nowMs,
    });
    const figures = analytics.figures(call, put);
    expect(figures.volatility).toBeNull();
    expect(figures.greeks?.delta).toBeGreaterThan(0.9);
    expect(analytics.figures(call, undefined).greeks).toBeNull();
    expect(analytics.figures(undefined, put)).toEqual({ volatility: null, greeks: null });
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
      expect(analytics.figures(contract, undefined)).toEqual({ volatility: null, greeks: null });
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
    const rows = [
      rowOf(quotedAt('C', 90, 0.3), quotedAt('P', 90, 0.3)),
      rowOf(quotedAt('C', 100, 0.2), quotedAt('P', 100, 0.24)),
    ];
    expect(analytics.atTheMoney(rows)).toBeCloseTo(0.22, 3);
    expect(analytics.expectedMove(rows, expiresSeconds)).toBeCloseTo(100 * 0.22 * 0.5, 1);
    expect(strikeRowId(rows[1] ?? rowOf(undefined, undefined))).toBe(`${expiresSeconds}:100`);
  });

  it('is unknown without a volatility or after expiration', () => {
    const analytics = new ChainAnalytics();
    analytics.setPricing({ ...pricing, nowMs: expiresSeconds * 1000 });
    expect(analytics.expectedMove([rowOf(contractOf('C', 100), undefined)], expiresSeconds)).toBeNull();
    analytics.setPricing(pricing);
    expect(analytics.expectedMove([], expiresSeconds)).toBeNull();
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

  it('is valued over years of 365 days', () => {
    expect(yearsTo(expiresSeconds, nowMs)).toBeCloseTo(0.25, 9);
  });
});

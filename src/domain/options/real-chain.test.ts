import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseOptionSymbol } from '../symbols/symbol.ts';
import type { OptionTerms } from './black-scholes.ts';
import { YEAR_MS } from './constants.ts';
import { expirationSeconds } from './expirations.ts';
import { greeksOf } from './greeks.ts';
import { impliedVolatility } from './implied-volatility.ts';

/** The rate that short Treasury bills paid then; no dividend falls before the expirations. */
const RATE = 0.043;
const QUOTED_MS = Date.parse('2025-05-16T20:00:00Z');

interface Row {
  readonly symbol: string;
  readonly expiration: string;
  readonly right: 'C' | 'P';
  readonly strike: number;
  readonly mid: number;
  readonly spread: number;
  readonly volatility: number;
  readonly delta: number;
  readonly gamma: number;
}

const rows: readonly Row[] = readFileSync(
  new URL('../../../tests/fixtures/options/spy-2025-05-16.csv', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [
      ,
      ,
      ,
      ,
      ,
      ,
      symbol = '',
      expiration = '',
      right = '',
      strike = '',
      bid = '',
      ask = '',
      ,
      ,
      ,
      ,
      volatility = '',
      delta = '',
      gamma = '',
    ] = line.split(',');
    return {
      symbol,
      expiration,
      right: right === 'C' ? 'C' : 'P',
      strike: Number(strike),
      mid: (Number(bid) + Number(ask)) / 2,
      spread: Number(ask) - Number(bid),
      volatility: Number(volatility),
      delta: Number(delta),
      gamma: Number(gamma),
    };
  });

const yearsTo = (expiration: string): number => (expirationSeconds(expiration) * 1000 - QUOTED_MS) / YEAR_MS;

/** The price of the underlying that the quotes at the money belong to. */
function impliedSpot(expiration: string): number {
  const at = (right: 'C' | 'P'): number =>
    rows.find((row) => row.expiration === expiration && row.strike === 595 && row.right === right)?.mid ??
    Number.NaN;
  return at('C') - at('P') + 595 * Math.exp(-RATE * yearsTo(expiration));
}

describe.each(['2025-05-23', '2025-05-30'])('a published chain of SPY that expires on %s', (expiration) => {
  const spot = impliedSpot(expiration);
  /** Out of the money and with a narrow market: what the vendor's figures are made from. */
  const quoted = rows.filter(
    (row) =>
      row.expiration === expiration &&
      row.volatility > 0 &&
      row.spread < 0.15 &&
      (row.right === 'C' ? row.strike > spot : row.strike < spot),
  );
  const compared = quoted.map((row) => {
    const terms: OptionTerms = {
      right: row.right,
      spot,
      strike: row.strike,
      years: yearsTo(expiration),
      rate: RATE,
      dividendYield: 0,
    };
    const volatility = impliedVolatility(row.mid, terms) ?? Number.NaN;
    return { row, volatility, greeks: greeksOf(terms, volatility) };
  });

  it('has enough options for the comparison', () => {
    expect(quoted.length).toBeGreaterThanOrEqual(12);
    expect(spot).toBeGreaterThan(593);
    expect(spot).toBeLessThan(595);
    expect(quoted.map(({ symbol }) => parseOptionSymbol(symbol))).toEqual(
      quoted.map(({ right, strike }) => ({ underlying: 'SPY', expiration, right, strike })),
    );
  });

  it('implies the volatilities of the vendor within half a point', () => {
    for (const { row, volatility } of compared)
      expect(Math.abs(volatility - row.volatility), row.symbol).toBeLessThan(0.005);
  });

  it('has the deltas of the vendor within a hundredth, and its gammas within a thousandth', () => {
    for (const { row, greeks } of compared) {
      expect(Math.abs(greeks.delta - row.delta), row.symbol).toBeLessThan(0.01);
      expect(Math.abs(greeks.gamma - row.gamma), row.symbol).toBeLessThan(0.001);
    }
  });
});

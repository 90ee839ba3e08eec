import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/new-york-time.ts';
import { UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import {
  americanPrice,
  expirationSeconds,
  greeksOf,
  RISK_FREE_RATE,
  yearsTo,
  type OptionTerms,
} from '../../src/domain/options/index.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { missingHint, OptionSums } from './OptionSums.tsx';
import { daysToExpiration, OptionValuation } from './option-valuation.ts';
import { positionColumns } from './position-columns.ts';
import { PositionRow, type WirePosition } from './rows.ts';
import { writeAmount } from './write-amount.ts';

const CALL = 'SPY261218C00100000';
const PUT = 'SPY261218P00100000';
const NOW_MS = newYorkMs('2026-09-18', 600);
const VOLATILITY = 0.24;
const YIELD = 0.011;

const terms = (right: 'C' | 'P', spot = 102): OptionTerms => ({
  right,
  spot,
  strike: 100,
  years: yearsTo(expirationSeconds('2026-12-18'), NOW_MS),
  rate: RISK_FREE_RATE,
  dividendYield: YIELD,
});
const option = (right: 'C' | 'P') => ({
  bid: americanPrice(terms(right), VOLATILITY) - 0.02,
  ask: americanPrice(terms(right), VOLATILITY) + 0.02,
  info: { Option: { ImpliedVolatility: 0.5 as number | null, DividendYield: YIELD } },
});
const position = (Symbol: string, quantity: number): WirePosition => ({
  Account: 'A',
  Symbol,
  IsStock: Symbol === 'SPY' || Symbol === 'QQQ',
  LongQty: Math.max(0, quantity),
  ShortQty: Math.max(0, -quantity),
  FifoCost: 0,
  MtmCost: 0,
  ClosedPL: 0,
  TodayPL: 0,
  LockedQty: 0,
  TradedShares: 0,
});

function market() {
  const records: Record<string, object> = {
    SPY: { bid: 101.99, ask: 102.01, last: 90, previousClose: 80 },
    [CALL]: option('C'),
    [PUT]: option('P'),
  };
  const symbols = {
    get: (symbol: string) => records[symbol],
    staleness: () => ({ isStale: false, ageMs: 0 }),
    // The parts of the symbol store that are read.
  } as unknown as ToolPlatform['symbols'];
  let nowMs = NOW_MS;
  return {
    records,
    symbols,
    valuation: new OptionValuation({ symbols, exchangeMs: () => nowMs }),
    goTo: (ms: number) => (nowMs = ms),
  };
}

describe('the figures of option positions', () => {
  it('are the greeks at the implied volatility of the quote, for all shares of the contracts', () => {
    const { valuation } = market();
    const expected = greeksOf(terms('C'), VOLATILITY);
    const short = valuation.positionGreeks(position(CALL, -3)) ?? expect.fail('the option has a quote');
    expect(short.delta).toBeCloseTo(-300 * expected.delta, 4);
    expect(short.theta).toBeCloseTo(-300 * expected.theta, 4);
    expect(short.vega).toBeCloseTo(-300 * expected.vega, 4);
    expect(short.theta).toBeGreaterThan(0);
  });

  it('use the volatility of the server where the quote implies none, and are unknown without either', () => {
    const { valuation, records } = market();
    records[CALL] = { ...option('C'), bid: 0 };
    expect(valuation.greeks(CALL)?.delta).toBeCloseTo(greeksOf(terms('C'), 0.5).delta, 4);
    records[CALL] = { ...option('C'), bid: 0, info: { Option: { ImpliedVolatility: null } } };
    expect(valuation.greeks(CALL)).toBeNull();
    delete records['SPY'];
    expect(valuation.greeks(PUT)).toBeNull();
    expect(valuation.greeks('SPY')).toBeNull();
  });

  it('follow quote, underlying and minute, and are kept between', () => {
    const { valuation, records, goTo } = market();
    const first = valuation.greeks(CALL);
    expect(valuation.greeks(CALL)).toBe(first);
    records['SPY'] = { bid: 103.99, ask: 104.01, last: 0, previousClose: 0 };
    const moved = valuation.greeks(CALL);
    expect(moved?.delta).toBeGreaterThan(first?.delta ?? 1);
    goTo(NOW_MS + 60_000);
    expect(valuation.greeks(CALL)).not.toBe(moved);
    goTo(newYorkMs('2026-12-18', 16 * 60));
    expect(valuation.greeks(CALL)).toBeNull();
  });

  it('count calendar days to expiration by the date of New York', () => {
    expect(daysToExpiration(CALL, newYorkMs('2026-12-11', 23 * 60 + 59))).toBe(7);
    expect(daysToExpiration(CALL, newYorkMs('2026-12-18', 0))).toBe(0);
    expect(daysToExpiration(CALL, newYorkMs('2026-12-20', 0))).toBe(0);
    expect(daysToExpiration('SPY', NOW_MS)).toBeNull();
  });

  it('add up over the options and the shares of their underlyings, and count what is missing', () => {
    const { valuation, records } = market();
    const held = [position('SPY', 200), position('QQQ', 900), position(CALL, -2), position(PUT, 0)];
    const call = greeksOf(terms('C'), VOLATILITY);
    const sums = valuation.accountGreeks(held) ?? expect.fail('the account holds options');
    expect(sums.delta).toBeCloseTo(200 - 200 * call.delta, 4);
    expect(sums.vega).toBeCloseTo(-200 * call.vega, 4);
    expect(sums.missing).toBe(0);
    delete records[PUT];
    expect(valuation.accountGreeks([...held, position(PUT, 1)])).toEqual({ ...sums, missing: 1 });
    expect(valuation.accountGreeks([position('SPY', 200), position(CALL, 0)])).toBeNull();
    expect([missingHint(0), missingHint(1), missingHint(2)]).toEqual([
      '',
      'Without 1 option position whose volatility is unknown.',
      'Without 2 option positions whose volatility is unknown.',
    ]);
  });

  it('have columns of Positions, empty for what they do not apply to', () => {
    const { valuation, symbols } = market();
    const shown = (held: WirePosition) =>
      ['Delta', 'Theta', 'Vega', 'DaysToExpiration'].map((id) =>
        positionColumns.find((column) => column.id === id)?.text(new PositionRow(held, symbols, valuation)),
      );
    const put = greeksOf(terms('P'), VOLATILITY);
    expect(shown(position(PUT, 4))).toEqual([
      (400 * put.delta).toFixed(2),
      (400 * put.theta).toFixed(2),
      `+${(400 * put.vega).toFixed(2)}`,
      '91',
    ]);
    expect(shown(position('SPY', -200))).toEqual(['-200.00', UNKNOWN_TEXT, UNKNOWN_TEXT, UNKNOWN_TEXT]);
    expect(shown(position(PUT, 0))).toEqual(Array.from({ length: 4 }, () => UNKNOWN_TEXT));
  });

  it('are shown beside figures at the price of the moment, without a new row', () => {
    const { valuation, symbols, records } = market();
    records['SPY'] = { last: 50, previousClose: 0 };
    const row = new PositionRow({ ...position('SPY', 100), FifoCost: 5000 }, symbols, valuation);
    const value = positionColumns.find(({ id }) => id === 'Value');
    const before = value?.text(row);
    records['SPY'] = { last: 60, previousClose: 0 };
    expect([before, value?.text(row)]).toEqual(['5,000.00', '6,000.00']);
  });

  it('value an option at the middle of its quote, and at its last trade without bid and ask', () => {
    const { valuation, symbols, records } = market();
    const row = new PositionRow({ ...position(CALL, 2), FifoCost: 500 }, symbols, valuation);
    const quoted = (bid: number, ask: number) => {
      records[CALL] = { bid, ask, last: 2.4, previousClose: 2 };
      return [row.last, row.figures.value, row.figures.openFifoPl];
    };
    expect([quoted(2.9, 3.1), quoted(3.4, 3.6)]).toEqual([
      [2.4, 600, 100],
      [2.4, 700, 200],
    ]);
    expect([quoted(0, 3.1), quoted(3.2, 3.1)]).toEqual([
      [2.4, 480, -20],
      [2.4, 480, -20],
    ]);
    records['SPY'] = { bid: 52, ask: 54, last: 50, previousClose: 0 };
    expect(new PositionRow(position('SPY', 100), symbols, valuation).figures.value).toBe(5000);
  });

  it('have a line of sums only while the account holds options', () => {
    const { valuation, symbols } = market();
    const shown = (...held: WirePosition[]) => {
      const state = { positions: new Map(held.map((position) => [position.Symbol, position])) };
      // The parts of a platform that the line reads.
      const platform = {
        symbols,
        orders: { get: () => state, subscribe: () => () => {} },
      } as unknown as ToolPlatform;
      const html = renderToStaticMarkup(createElement(OptionSums, { platform, valuation, isActive: false }));
      return [...html.matchAll(/<dt>([^<]+)</g)].map(([, label]) => label);
    };
    expect(shown(position('SPY', 100), position(CALL, 0))).toEqual([]);
    expect(shown(position(CALL, 1))).toEqual(['Delta (shares)', 'Theta per day', 'Vega']);
  });

  it('are written into their place with hint and staleness', () => {
    const attributes = new Set<string>();
    const place = {
      textContent: '',
      title: '',
      dataset: {} as Record<string, string>,
      toggleAttribute: (name: string, isOn: boolean) =>
        isOn ? attributes.add(name) : attributes.delete(name),
    };
    const write = (amount: number | null, isStale: boolean, isProfit: boolean) =>
      // The parts of an element that are written.
      writeAmount(place as unknown as HTMLElement, amount, {
        format: String,
        isProfit,
        hint: isStale ? 'old' : '',
        isStale,
      });
    write(-5, true, true);
    expect([
      place.textContent,
      place.title,
      place.dataset['direction'],
      attributes.has('data-stale'),
    ]).toEqual(['-5', 'old', 'down', true]);
    write(null, false, true);
    expect([place.textContent, place.title, place.dataset['direction'], attributes.size]).toEqual([
      UNKNOWN_TEXT,
      '',
      'none',
      0,
    ]);
    write(7, false, false);
    expect([place.textContent, place.dataset['direction']]).toEqual(['7', 'none']);
  });
});

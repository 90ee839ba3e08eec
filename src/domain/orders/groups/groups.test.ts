import { describe, expect, it } from 'vitest';
import { PLAIN_ORDER, type OrderRequest } from '../request.ts';
import { exitPriceE4 } from './exit-prices.ts';
import { groupProblem } from './group-problem.ts';
import { nextGroupState } from './states.ts';
import type { ExitTerms, GroupRequest } from './types.ts';

const order = (change: Partial<OrderRequest> = {}): OrderRequest => ({
  ...PLAIN_ORDER,
  account: 'A',
  userId: 'u',
  clientId: 'entry',
  symbol: 'SPY',
  side: 'Buy',
  source: 'Open',
  type: 'Limit',
  tif: 'Day',
  quantity: 100,
  priceE4: 1_000_000,
  destination: 'SMART',
  route: 'AUTO',
  ...change,
});
const at = (amountE4: number, change: Partial<ExitTerms> = {}): ExitTerms => ({
  basis: 'Price',
  amountE4,
  tif: 'Day',
  ...change,
});
const group = (change: Partial<GroupRequest> = {}): GroupRequest => ({
  account: 'A',
  userId: 'u',
  clientId: 'g',
  kind: 'Bracket',
  symbol: 'SPY',
  orders: [order()],
  target: at(1_010_000),
  stop: at(990_000),
  ...change,
});
const alternatives = (first: Partial<OrderRequest>, second: Partial<OrderRequest>): GroupRequest =>
  group({
    kind: 'OneCancelsOther',
    target: null,
    stop: null,
    orders: [order(first), order({ clientId: 'second', ...second })],
  });

describe('the form of a group', () => {
  it('accepts a bracket whose target and stop are on the two sides of its entry', () => {
    expect(groupProblem(group(), 0)).toBeUndefined();
    const short = group({ orders: [order({ side: 'Short' })], target: at(990_000), stop: at(1_010_000) });
    expect(groupProblem(short, 0)).toBeUndefined();
  });

  it.each<[string, Partial<GroupRequest>]>([
    ['The target is above the entry.', { target: at(1_000_000) }],
    ['The stop is below the entry.', { stop: at(1_000_000) }],
    ['A bracket has a target, a stop or both.', { target: null, stop: null }],
    ['A bracket has one entry.', { orders: [] }],
    ['The entry of a bracket opens a position.', { orders: [order({ source: 'Cover' })] }],
    ['The target has an amount above 0.', { target: at(0) }],
    ['The price of the stop is no multiple of the price step.', { stop: at(990_001) }],
    ['The stop is below the entry by less than its price.', { stop: at(1_000_000, { basis: 'Offset' }) }],
    ['The stop is less than 100 % below the entry.', { stop: at(1_000_000, { basis: 'Percent' }) }],
    ['The target is good for the day or until cancelled.', { target: at(1_010_000, { tif: 'AtOpening' }) }],
    ['All orders of a group are of one account and one user.', { orders: [order({ account: 'B' })] }],
    ['All orders of a group are in one symbol.', { orders: [order({ symbol: 'AAPL' })] }],
    ['Only a bracket has a target and a stop.', { kind: 'OneCancelsOther' }],
  ])('rejects with "%s"', (text, change) => {
    expect(groupProblem(group(change), 0)).toBe(text);
  });

  it('compares the exits of a market entry with the market', () => {
    const market = group({ orders: [order({ type: 'Market', priceE4: 0 })] });
    expect(groupProblem(market, 1_000_000)).toBeUndefined();
    expect(groupProblem(market, 980_000)).toBe('The stop is below the entry.');
    expect(groupProblem(market, 0)).toBeUndefined();
  });

  it('requires alternatives of one quantity that can wait', () => {
    expect(groupProblem(alternatives({}, { type: 'Stop', stopPriceE4: 1_010_000 }), 0)).toBeUndefined();
    expect(groupProblem(alternatives({}, { quantity: 50 }), 0)).toBe(
      'The orders of a one-cancels-other group have the same quantity.',
    );
    expect(groupProblem(alternatives({}, { type: 'Market' }), 0)).toBe(
      'A one-cancels-other group takes limit, stop and stop limit orders.',
    );
    expect(groupProblem(alternatives({}, { clientId: 'entry' }), 0)).toBe(
      'Each order of a group has a ClientId of its own.',
    );
  });
});

describe('the price of an exit', () => {
  const long = { symbol: 'SPY', side: 'Buy', averageE4: 1_000_350 } as const;
  const short = { ...long, side: 'Short' } as const;
  it('is rounded to the price step in favour of the position', () => {
    const offset = { basis: 'Offset', amountE4: 10_000 } as const;
    expect(exitPriceE4(offset, 'Target', long)).toBe(1_010_400);
    expect(exitPriceE4(offset, 'Stop', long)).toBe(990_400);
    expect(exitPriceE4(offset, 'Target', short)).toBe(990_300);
    expect(exitPriceE4(offset, 'Stop', short)).toBe(1_010_300);
  });

  it('is a share of the average fill price in whole numbers', () => {
    const percent = { basis: 'Percent', amountE4: 15_000 } as const;
    expect(exitPriceE4(percent, 'Target', { ...long, averageE4: 1_000_000 })).toBe(1_015_000);
    expect(exitPriceE4(percent, 'Stop', { ...long, averageE4: 1_000_000 })).toBe(985_000);
  });

  it('is at least one price step', () => {
    expect(exitPriceE4({ basis: 'Offset', amountE4: 2_000_000 }, 'Stop', long)).toBeGreaterThan(0);
  });
});

describe('the state of a group', () => {
  it('moves only forward, and stays where it ended', () => {
    expect(nextGroupState('Working', 'exitSent')).toBe('Triggered');
    expect(nextGroupState('Closing', 'exitSent')).toBeUndefined();
    expect(nextGroupState('Cancelling', 'Cancelled')).toBe('Cancelled');
    expect(nextGroupState('Cancelling', 'cancelRequested')).toBeUndefined();
    expect(nextGroupState('Completed', 'Failed')).toBeUndefined();
  });
});

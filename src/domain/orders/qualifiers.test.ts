import { describe, expect, it } from 'vitest';
import { execInstOf, qualifierOf, type QualifiedTerms } from './qualifiers.ts';

const terms = (changes: Partial<QualifiedTerms>): QualifiedTerms => ({
  type: 'Limit',
  tif: 'Day',
  pegType: 'Primary',
  quantity: 100,
  minQuantity: 0,
  displayQuantity: 0,
  ...changes,
});

describe('the qualifier of an order', () => {
  it.each<readonly [string, Partial<QualifiedTerms>]>([
    ['None', {}],
    ['None', { displayQuantity: 100 }],
    ['Reserve', { displayQuantity: 10 }],
    ['OnOpen', { tif: 'AtOpening' }],
    ['OnOpen', { tif: 'AtOpening', displayQuantity: 10 }],
    ['OnClose', { type: 'MarketOnClose' }],
    ['OnClose', { type: 'LimitOnClose' }],
  ])('is %s for %j', (expected, changes) => {
    expect(qualifierOf(terms(changes))).toBe(expected);
  });
});

describe('the execution instructions of an order', () => {
  it.each<readonly [string, Partial<QualifiedTerms>]>([
    ['', {}],
    ['', { pegType: 'Midpoint', minQuantity: 50 }],
    ['R', { type: 'Pegged' }],
    ['M', { type: 'Pegged', pegType: 'Midpoint' }],
    ['G', { minQuantity: 100 }],
    ['R G', { type: 'Pegged', minQuantity: 100 }],
  ])('are "%s" for %j', (expected, changes) => {
    expect(execInstOf(terms(changes))).toBe(expected);
  });
});

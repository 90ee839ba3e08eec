import { describe, expect, it } from 'vitest';
import { ageText, QuoteRow } from './quote-row.ts';
import { staleRowClass, symbolColumnChoices, symbolGridColumns } from './symbol-grid.ts';

const unknown = new QuoteRow('SPY', {
  get: () => undefined,
  staleness: () => ({ isStale: false, ageMs: null }),
});

describe('a row', () => {
  it('reads as unknown before the symbol has arrived', () => {
    expect([
      unknown.symbol,
      unknown.last,
      unknown.company,
      unknown.eps,
      unknown.historical,
      ageText(unknown.staleness),
    ]).toEqual(['SPY', 0, '', null, null, 'No price yet']);
  });
  it('returns the age of its price', () => {
    expect(ageText({ ageMs: 75_000, isStale: false })).toBe('Updated 75 s ago');
    expect(ageText({ ageMs: 180_000, isStale: true })).toBe(
      'Stale. Updated 3 min ago; it may have moved since.',
    );
  });
  it('is marked once its price is stale', () => {
    expect([
      staleRowClass(unknown),
      staleRowClass(
        new QuoteRow('SPY', { get: () => undefined, staleness: () => ({ isStale: true, ageMs: 90_000 }) }),
      ),
    ]).toEqual(['', 'grid-stale']);
  });
});

describe('the columns of a grid of symbols', () => {
  it('are the whole catalogue, each with a text for a symbol that is not known yet', () => {
    expect(symbolGridColumns().map(({ id }) => id)).toEqual(symbolColumnChoices().map(({ id }) => id));
    expect(new Set(symbolGridColumns().map((column) => column.text(unknown)))).toEqual(
      new Set(['SPY', '–', '0']),
    );
  });
  it('align prices by their points and flash what is live', () => {
    const last = symbolGridColumns().find(({ id }) => id === 'Last');
    expect([last?.decimals, last?.align, last?.flash?.(unknown)]).toEqual([4, 'right', 0]);
  });
});

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { applyChoice } from './choose-columns.ts';
import { ageText, QuoteRow } from './quote-row.ts';
import { marketViewState } from './state.ts';
import { checkSymbolToAdd } from './symbols.ts';
import { marketViewTitle } from './title.ts';

describe('Market View title', () => {
  it('counts symbols, one in the singular', () => {
    expect(marketViewTitle({ FileName: null, Symbols: [] })).toBe('Market View - Untitled (0 symbols)');
    expect(marketViewTitle({ FileName: null, Symbols: ['SPY'] })).toBe('Market View - Untitled (1 symbol)');
    expect(marketViewTitle({ FileName: 'Banks', Symbols: ['JPM', 'C'] })).toBe('Market View - Banks (2 symbols)');
  });
});

describe('Market View state', () => {
  it('accepts what it stores by default', () => {
    const { schema, initial } = marketViewState;
    expect(v.parse(schema, JSON.parse(JSON.stringify(initial)))).toEqual(initial);
    expect(initial.Columns).toHaveLength(12);
  });

  it('upper-cases stored symbols', () => {
    expect(v.parse(marketViewState.schema, { ...marketViewState.initial, Symbols: ['spy'] }).Symbols).toEqual(['SPY']);
  });

  it.each([[{ Columns: [] }], [{ Symbols: 'SPY' }], [{ Symbols: ['X'.repeat(24)] }], [{ Sort: { By: 'Last' } }], [{ Linked: 1 }]])('refuses %j', (change) => {
    expect(v.safeParse(marketViewState.schema, { ...marketViewState.initial, ...change }).success).toBe(false);
  });
});

describe('adding a symbol', () => {
  it('upper-cases what was typed', () => {
    expect(checkSymbolToAdd(' spy ', [])).toEqual({ ok: true, symbol: 'SPY' });
  });

  it('refuses a symbol that is there already, however it was typed', () => {
    expect(checkSymbolToAdd('spy', ['SPY'])).toEqual({ ok: false, message: 'Symbol already added' });
  });

  it('refuses nothing, and what can be no symbol', () => {
    expect(checkSymbolToAdd('  ', [])).toEqual({ ok: false, message: 'Enter a symbol' });
    expect(checkSymbolToAdd('<b>', [])).toEqual({ ok: false, message: 'Symbol not found' });
    expect(checkSymbolToAdd('A'.repeat(24), [])).toEqual({ ok: false, message: 'Symbol not found' });
  });
});

describe('choosing columns', () => {
  it('keeps order and width of kept columns and puts new ones last', () => {
    const present = [{ Id: 'Last', Width: 99 }, { Id: 'Symbol', Width: 50 }, { Id: 'Open', Width: 60 }];
    expect(applyChoice(present, ['Symbol', 'Bid', 'Last'])).toEqual([{ Id: 'Last', Width: 99 }, { Id: 'Symbol', Width: 50 }, { Id: 'Bid', Width: 76 }]);
  });
});

describe('a row', () => {
  it('reads as unknown before the symbol has arrived', () => {
    const row = new QuoteRow('SPY', { get: () => undefined, staleness: () => ({ isStale: false, ageMs: null }) });
    expect([row.symbol, row.last, row.company, row.eps, ageText(row.staleness)]).toEqual(['SPY', 0, '', null, 'No price yet']);
  });

  it('tells the age of its price', () => {
    expect(ageText({ ageMs: 75_000, isStale: false })).toBe('Updated 75 s ago');
    expect(ageText({ ageMs: 180_000, isStale: true })).toBe('Stale. Updated 3 min ago; it may have moved since.');
  });
});

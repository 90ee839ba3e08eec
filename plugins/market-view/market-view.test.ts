import { fc, test as propertyTest } from '@fast-check/vitest';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { marketView } from './manifest.ts';
import { listToSave, readSavedList } from './saved-list.ts';
import { marketViewState, MAX_SYMBOLS } from './state.ts';
import { addList, checkSymbolToAdd, putBack, starterSymbols } from './symbols.ts';
import { marketViewTitle } from './title.ts';

describe('Market View title', () => {
  it('counts symbols, one in the singular', () => {
    expect(marketViewTitle({ FileName: null, Symbols: [] })).toBe('Market View - Untitled (0 symbols)');
    expect(marketViewTitle({ FileName: null, Symbols: ['SPY'] })).toBe('Market View - Untitled (1 symbol)');
    expect(marketViewTitle({ FileName: 'Banks', Symbols: ['JPM', 'C'] })).toBe(
      'Market View - Banks (2 symbols)',
    );
  });
  it('says that it is loading in the place of the count', () => {
    expect(marketViewTitle({ FileName: null, Symbols: ['SPY'] }, true)).toBe(
      'Market View - Untitled (loading...)',
    );
  });
});

describe('Market View state', () => {
  it('accepts what it stores by default', () => {
    const { schema, initial } = marketViewState;
    expect(v.parse(schema, JSON.parse(JSON.stringify(initial)))).toEqual(initial);
    expect(initial.Columns).toHaveLength(12);
  });

  it('upper-cases stored symbols', () => {
    expect(v.parse(marketViewState.schema, { ...marketViewState.initial, Symbols: ['spy'] }).Symbols).toEqual(
      ['SPY'],
    );
  });

  it.each([
    [{ Columns: [] }],
    [{ Symbols: 'SPY' }],
    [{ Symbols: ['X'.repeat(24)] }],
    [{ Sort: { By: 'Last' } }],
    [{ Linked: 1 }],
  ])('refuses %j', (change) => {
    expect(v.safeParse(marketViewState.schema, { ...marketViewState.initial, ...change }).success).toBe(
      false,
    );
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

describe('a saved list', () => {
  const state = {
    ...marketViewState.initial,
    Symbols: ['JPM', 'C'],
    Sort: { By: 'Last', Asc: false },
    Linked: true,
    FileName: 'Old',
  };
  it('holds symbols, columns and sort, and comes back as they were', () => {
    expect(listToSave(state)).toEqual({
      Symbols: ['JPM', 'C'],
      Columns: state.Columns,
      Sort: { By: 'Last', Asc: false },
    });
    expect(readSavedList(JSON.parse(JSON.stringify(listToSave(state))))).toEqual({
      Symbols: ['JPM', 'C'],
      Columns: state.Columns,
      Sort: { By: 'Last', Asc: false },
    });
  });
  it('may be its JSON text, and may have symbols only, which are upper-cased and taken once', () => {
    expect(readSavedList('{"Symbols":["jpm","JPM","C"]}')).toEqual({ Symbols: ['JPM', 'C'] });
  });
  it.each([
    null,
    5,
    '{"Symb',
    'text',
    {},
    { Alerts: [] },
    { Symbols: 'JPM' },
    { Symbols: [''] },
    { Symbols: ['A'], Columns: [] },
  ])('refuses %j', (data) => {
    expect(readSavedList(data)).toBeNull();
  });
  propertyTest.prop([fc.jsonValue()])('never throws, whatever was stored', (data) => {
    expect(() => [readSavedList(data), readSavedList(JSON.stringify(data))]).not.toThrow();
  });
});

describe('removed symbols', () => {
  it('come back where they were, and keep what came since', () => {
    expect(putBack(['A', 'C', 'NEW'], ['A', 'B', 'C', 'D'], new Set(['B', 'D']))).toEqual([
      'A',
      'B',
      'C',
      'D',
      'NEW',
    ]);
  });
  it('do not bring back what was removed since, nor one too many', () => {
    expect(putBack(['C'], ['A', 'B', 'C'], new Set(['B']))).toEqual(['B', 'C']);
    const full = Array.from({ length: MAX_SYMBOLS }, (_, index) => `N${index}`);
    expect(putBack(full, ['A'], new Set(['A']))).toHaveLength(MAX_SYMBOLS);
  });
});

describe('the list of a first desk', () => {
  const market = (symbols: readonly string[]) => ({
    Kind: 'Replay' as const,
    DefaultSymbol: 'KO',
    MostTraded: [...symbols],
  });

  it('holds the most traded symbols of the market', () => {
    const many = Array.from({ length: 30 }, (_, index) => `S${index}`);
    expect(starterSymbols(market(many))).toEqual(many.slice(0, 12));
    expect(starterSymbols(market([]))).toEqual(['KO']);
    expect(marketView.firstState?.(market(['BAC', 'KO']))).toMatchObject({ Symbols: ['BAC', 'KO'] });
  });
});

describe('a list of symbols', () => {
  /** A window whose market has no symbol with an X. */
  function windowWith(present: readonly string[]) {
    let state = { ...marketViewState.initial, Symbols: present };
    const batches: number[] = [];
    // The parts of a window that adding uses.
    const window = {
      getState: () => state,
      update: (change: Partial<typeof state>) => {
        state = { ...state, ...change };
      },
      platform: {
        symbols: {
          lookup: (query: string) =>
            Promise.resolve(query === 'SPY 540 CALL' ? [{ Symbol: 'SPY260320C00540000' }] : []),
          load: (symbols: readonly string[]) => {
            batches.push(symbols.length);
            return Promise.resolve({ unknown: symbols.filter((symbol) => symbol.includes('X')) });
          },
        },
      },
    } as unknown as Parameters<typeof addList>[0];
    return { window, batches, symbols: () => state.Symbols };
  }

  it('is added in its order, and every symbol that was not is named with its reason', async () => {
    const { window, symbols } = windowWith(['SPY']);
    const tooLong = 'A'.repeat(24);
    const problems = await addList(window, ['MSFT', 'FOOX', 'SPY', tooLong, 'AAPL', 'BARX']);
    expect(symbols()).toEqual(['SPY', 'MSFT', 'AAPL']);
    expect(problems).toEqual([
      { symbol: 'FOOX', message: 'Symbol not found' },
      { symbol: 'SPY', message: 'Symbol already added' },
      { symbol: tooLong, message: 'Symbol not found' },
      { symbol: 'BARX', message: 'Symbol not found' },
    ]);
  });

  it('takes options in any form, and names those that are not listed', async () => {
    const { window, symbols } = windowWith([]);
    expect(await addList(window, ['SPY 540 CALL', 'SPY 541.3 CALL', 'SPY260320C00540000', 'QQQ'])).toEqual([
      { symbol: 'SPY 541.3 CALL', message: 'No option is listed for SPY 541.3 CALL.' },
    ]);
    expect(symbols()).toEqual(['SPY260320C00540000', 'QQQ']);
  });

  it('is looked up in requests of bounded size', async () => {
    const { window, batches, symbols } = windowWith([]);
    await addList(
      window,
      Array.from({ length: 450 }, (_, index) => `S${index}`),
    );
    expect([batches, symbols().length]).toEqual([[200, 200, 50], 450]);
  });
});

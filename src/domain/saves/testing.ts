import type { Save } from './save.ts';

/** A saved list; `change` replaces parts of it. */
export const save = (change: Partial<Save> = {}): Save => ({
  Id: '7',
  Type: 'MarketView',
  Name: 'Tech',
  Data: { Symbols: ['AAPL'], Columns: ['Last'] },
  ...change,
});

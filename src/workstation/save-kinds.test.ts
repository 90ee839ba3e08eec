import { expect, test } from 'vitest';
import { saveKindOf } from './save-kinds.ts';

const toolOf = (type: string) => (type === 'Chart' ? 'Chart' : type);

test.each([
  ['Chart', 'Saved in Chart', 'Wide in Chart'],
  ['Layout', 'Saved layouts', 'Layout Wide'],
  ['SymbolColumns', 'Column sets: symbol', 'Column set Wide'],
  ['OpenOrdersColumns', 'Column sets: open orders', 'Column set Wide'],
  ['Columns', 'Saved in Columns', 'Wide in Columns'],
])('saves of the type %s', (type, listLabel, title) => {
  const kind = saveKindOf(type, toolOf);
  expect([kind.listLabel, kind.titleOf('Wide')]).toEqual([listLabel, title]);
});

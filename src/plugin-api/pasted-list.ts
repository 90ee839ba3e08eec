import { isSymbolList, symbolsIn } from '../domain/symbols/symbol-list.ts';

/** A pasted list of symbols on one line; null for any other text. A field of one line would run pasted lines into one another. */
export function pastedList(data: Pick<DataTransfer, 'getData'>): string | null {
  const text = data.getData('text');
  return isSymbolList(text) ? symbolsIn(text).join(', ') : null;
}

import { isSymbolList, symbolsIn } from '../domain/symbols/symbol-list.ts';

/** A pasted list of symbols as one line, or null for any other text. Without this, a one-line field would join the pasted lines. */
export function pastedList(data: Pick<DataTransfer, 'getData'>): string | null {
  const text = data.getData('text');
  return isSymbolList(text) ? symbolsIn(text).join(', ') : null;
}

import { normalizeSymbol } from './symbol.ts';

/** What stands between the symbols of a list, whatever program it was copied from. */
const SEPARATORS = /[\s,;|]+/;
const CLEAR_SEPARATOR = /[\t\r\n,;|]/;
/** An option symbol whose root is padded with blanks, which separate nothing there. */
const PADDED_OPTION = /\b([A-Z]{1,6}) +(\d{6}[CP]\d{8})\b/gi;
/** Quotes and marks without a width that spreadsheets and pages leave around a cell. */
const AROUND = /["'\u200b-\u200f\u2060\ufeff]/g;

/** The symbols of a text with any separators: upper-cased, each once, in their order. */
export function symbolsIn(text: string): readonly string[] {
  const plain = text.replace(AROUND, '').replace(PADDED_OPTION, '$1$2');
  return [...new Set(plain.split(SEPARATORS).map(normalizeSymbol).filter(Boolean))];
}

/** True for a text that can only be a list. Blanks alone may also be those of a company's name, unless all of it is capitals. */
export function isSymbolList(text: string): boolean {
  if (symbolsIn(text).length < 2) return false;
  return CLEAR_SEPARATOR.test(text.trim()) || text === text.toUpperCase();
}

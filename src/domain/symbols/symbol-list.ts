import { readOptionEntry, symbolOfEntry } from './option-entry.ts';
import { normalizeSymbol } from './symbol.ts';

/** What stands between the symbols of a list, whatever program it was copied from. */
const CLEAR_SEPARATORS = /[\t\r\n,;|\u2022\u00b7\uff0c\u3001\uff1b]+/;
/** A part without them, as a dash or a slash between two blanks, is no symbol. */
const HAS_LETTER_OR_DIGIT = /[A-Z0-9]/;
/** An option symbol whose root is padded with blanks, which separate nothing there. */
const PADDED_OPTION = /\b([A-Z]{1,6}) +(\d{6}[CP]\d{8})\b/gi;
/** Quotes and marks without a width that spreadsheets and pages leave around a cell. */
const AROUND = /["'\u200b-\u200f\u2060\ufeff]/g;

/**
 * The symbols of a text with any separators: upper-cased, each once, in their order. An option between clear separators may be written
 * in any form; it stays as it was written when only the market can find its expiration.
 */
export function symbolsIn(text: string): readonly string[] {
  const plain = text.replace(AROUND, '').replace(PADDED_OPTION, '$1$2');
  return [
    ...new Set(
      plain
        .split(CLEAR_SEPARATORS)
        .flatMap(symbolsOfPart)
        .filter((symbol) => HAS_LETTER_OR_DIGIT.test(symbol)),
    ),
  ];
}

function symbolsOfPart(part: string): readonly string[] {
  const reading = readOptionEntry(part);
  if (reading === null) return part.split(/\s+/).map(normalizeSymbol);
  const symbol = reading.ok ? symbolOfEntry(reading.value) : null;
  return [symbol ?? normalizeSymbol(part).replace(/\s+/g, ' ')];
}

/** True for a text that can only be a list. Blanks alone may also be those of a company's name, unless all of it is capitals. */
export function isSymbolList(text: string): boolean {
  if (symbolsIn(text).length < 2) return false;
  return CLEAR_SEPARATORS.test(text.trim()) || text === text.toUpperCase();
}

import { SYMBOL_PATTERN } from '../symbols/symbol.ts';

const ID_SEPARATOR = ':';
/** Max characters of an id: a symbol, the separator and 36 more. */
export const MAX_DRAWING_ID_LENGTH = 60;
/** The characters of an id: those of a symbol, the separator, and at most 36 letters, digits, `_` and `-`. */
export const DRAWING_ID_PATTERN = new RegExp(
  `${SYMBOL_PATTERN.source.slice(0, -1)}${ID_SEPARATOR}[\\w-]{1,36}$`,
);

/** The id of a drawing; `unique` has at most 36 letters, digits, `-` and `_`. */
export const drawingIdOf = (symbol: string, unique: string): string => `${symbol}${ID_SEPARATOR}${unique}`;

/** What the ids of all drawings of a symbol begin with, and no others. */
export const drawingIdPrefix = (symbol: string): string => drawingIdOf(symbol, '');

/** The symbol in the id of a drawing. */
export const symbolOfDrawing = (id: string): string => id.slice(0, id.lastIndexOf(ID_SEPARATOR));

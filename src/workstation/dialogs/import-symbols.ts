import { SYMBOL_PATTERN } from '../../domain/symbols/symbol.ts';
import { MAX_IMPORT } from './import-limits.ts';

/** Reading symbols out of a file: the rules of the specification, for files of any size. */

/** Symbols looked up in one request: a busy server answers in time, and the progress is visible. */
export const LOOKUP_BATCH = 200;

const MAX_LENGTH = 23;
/** Characters that no text file contains: a line with one of them comes from a binary file. */
const NOT_TEXT = /[^\P{Cc}\t]|\ufffd/u;
/** Invisible characters that text editors and spreadsheets leave in a cell: zero-width spaces, direction marks and byte order marks. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
/** A longer line contains no symbol and is not buffered, characters. */
const MAX_LINE = 4_096;

/** Collects the symbols of a text that comes in pieces: trimmed, upper-cased, 1 to 23 characters, each once, in their order. */
export interface SymbolReader {
  push(piece: string): void;
  /** The symbols, once the text is complete. */
  end(): ReadonlySet<string>;
}

/** Collects the symbols of a file that is read in pieces: one symbol a line. */
export function createSymbolReader(): SymbolReader {
  const found = new Set<string>();
  let rest = '';
  let isTooLong = false;
  const take = (line: string) => {
    const symbol = line.replace(UNSEEN, '').trim().toUpperCase();
    if (symbol.length >= 1 && symbol.length <= MAX_LENGTH && !NOT_TEXT.test(symbol)) found.add(symbol);
  };
  return {
    push(piece) {
      const lines = (rest + piece).split(/\r\n|\n|\r/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isTooLong) isTooLong = false;
        else take(line);
      }
      if (rest.length > MAX_LINE) {
        rest = '';
        isTooLong = true;
      }
    },
    end() {
      if (!isTooLong) take(rest);
      rest = '';
      return found;
    },
  };
}

/** Encoding by the byte order mark. Spreadsheets save `Unicode text` as UTF-16. */
function encodingOf(
  first: number | undefined,
  second: number | undefined,
): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Reads a file in pieces, so that its size is not limited by memory. Rejects when it cannot be read, or when the signal aborts. */
export async function readSymbols(file: Blob, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const reader = createSymbolReader();
  const mark = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const decoder = new TextDecoder(encodingOf(mark[0], mark[1]));
  const pieces = file.stream().getReader();
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await pieces.read();
      if (done) break;
      reader.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    pieces.releaseLock();
  }
  reader.push(decoder.decode());
  return reader.end();
}

/** Outcome of an import, symbol by symbol. */
export interface ImportSummary {
  /** Unique symbols in the file. */
  readonly unique: number;
  /** Known symbols that were not in the list yet. */
  readonly imported: readonly string[];
  /** Known symbols that were in it already. */
  readonly present: readonly string[];
  readonly unknown: readonly string[];
  /** Symbols beyond the limit, which were not looked up. */
  readonly leftOut: number;
}

/** How the symbols of a file are looked up. `load` resolves with those that the market does not know. */
export interface LookupOptions {
  readonly load: (
    symbols: readonly string[],
    signal: AbortSignal,
  ) => Promise<{ readonly unknown: readonly string[] }>;
  /** Called with the number of symbols looked up so far. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
  /** What is in the list already. */
  readonly present?: readonly string[];
}

/** Looks the symbols up in batches, and separates known from unknown ones. Rejects when the server does not answer. */
export async function sortOut(
  symbols: ReadonlySet<string>,
  { load, onProgress, signal, present = [] }: LookupOptions,
): Promise<ImportSummary> {
  const taken = [...symbols].slice(0, MAX_IMPORT);
  const requested = taken.filter((symbol) => SYMBOL_PATTERN.test(symbol));
  const known = new Set(requested);
  for (let from = 0; from < requested.length; from += LOOKUP_BATCH) {
    onProgress(from, requested.length);
    signal.throwIfAborted();
    const { unknown } = await load(requested.slice(from, from + LOOKUP_BATCH), signal);
    for (const symbol of unknown) known.delete(symbol);
  }
  const listed = new Set(present);
  return {
    unique: symbols.size,
    imported: [...known].filter((symbol) => !listed.has(symbol)),
    present: [...known].filter((symbol) => listed.has(symbol)),
    unknown: taken.filter((symbol) => !known.has(symbol)),
    leftOut: symbols.size - taken.length,
  };
}

import type { Instrument } from '../market-data.ts';

/** Finds instruments by what people type. Built once; a question costs a binary search and its answers. */
export class SymbolLookup {
  readonly #bySymbol: readonly Instrument[];
  readonly #words: readonly { readonly word: string; readonly instrument: Instrument }[];

  constructor(instruments: readonly Instrument[]) {
    this.#bySymbol = [...instruments].sort((a, b) => compare(a.symbol, b.symbol));
    this.#words = this.#bySymbol
      .flatMap((instrument) => wordsOf(instrument.company).map((word) => ({ word, instrument })))
      .sort((a, b) => compare(a.word, b.word) || compare(a.instrument.symbol, b.instrument.symbol));
  }

  /** All symbols, ascending. */
  symbols(): string[] {
    return this.#bySymbol.map((instrument) => instrument.symbol);
  }

  /** Exact symbol, then symbols that begin so (ascending), then companies with words that begin with all words typed. */
  find(query: string, limit: number): Instrument[] {
    const typed = query.trim().toUpperCase();
    const found = new Set<Instrument>();
    if (typed === '' || limit <= 0) return [];
    for (
      let at = firstFrom(this.#bySymbol, typed, (instrument) => instrument.symbol);
      found.size < limit;
      at += 1
    ) {
      const instrument = this.#bySymbol[at];
      if (instrument === undefined || !instrument.symbol.startsWith(typed)) break;
      found.add(instrument);
    }
    const [first, ...others] = wordsOf(typed);
    if (first === undefined) return [...found];
    for (let at = firstFrom(this.#words, first, (entry) => entry.word); found.size < limit; at += 1) {
      const entry = this.#words[at];
      if (entry === undefined || !entry.word.startsWith(first)) break;
      const names = wordsOf(entry.instrument.company);
      if (others.every((other) => names.some((word) => word.startsWith(other)))) found.add(entry.instrument);
    }
    return [...found];
  }
}

function wordsOf(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[^A-Z0-9&']+/)
    .filter((word) => word !== '');
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Place of the first entry whose key is not before `key`. */
function firstFrom<Entry>(entries: readonly Entry[], key: string, keyOf: (entry: Entry) => string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry !== undefined && keyOf(entry) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

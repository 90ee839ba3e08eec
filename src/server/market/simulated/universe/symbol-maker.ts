import type { Noise } from '../noise.ts';
import { REAL_TICKERS } from './real-tickers.ts';
import { UNWANTED_TICKERS } from './name-parts.ts';

const CONSONANTS = 'BCDFGHKLMNPRSTVWZ';
const VOWELS = 'AEIOU';

/** Makes unused symbols that sound like the name they are made for and belong to no real company or fund. */
export function createSymbolMaker(taken: readonly string[], noise: Noise): (name: string) => string {
  const used = new Set(taken);
  return (name) => {
    for (const symbol of candidates(name.toUpperCase().replace(/[^A-Z]/g, ''), noise)) {
      if (used.has(symbol) || REAL_TICKERS.has(symbol) || UNWANTED_TICKERS.has(symbol)) continue;
      used.add(symbol);
      return symbol;
    }
    throw new Error('Invariant: there are more four-letter syllables than companies');
  };
}

/** First the name's own letters, then its first letter with syllables. */
function* candidates(letters: string, noise: Noise): Generator<string> {
  const skipped = letters.slice(0, 1) + letters.slice(1).replace(/[AEIOU]/g, '');
  if (noise.next() < 0.3) yield letters.slice(0, 3);
  yield letters.slice(0, 4);
  if (skipped.length >= 4) yield skipped.slice(0, 4);
  if (letters.length >= 5) yield letters.slice(0, 3) + letters.slice(-1);
  if (letters.length >= 5) yield letters.slice(0, 2) + letters.slice(-2);
  yield letters.slice(0, 3);
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const from = (alphabet: string): string => alphabet.charAt(noise.int(alphabet.length));
    const first = attempt < 40 ? letters.slice(0, 1) : from(CONSONANTS);
    yield VOWELS.includes(first)
      ? first + from(CONSONANTS) + from(VOWELS) + from(CONSONANTS)
      : first + from(VOWELS) + from(CONSONANTS) + from(VOWELS);
  }
}

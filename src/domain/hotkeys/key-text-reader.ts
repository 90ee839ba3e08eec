import { err, type Result } from '../assert/assert.ts';
import { E4 } from '../money/price.ts';

/** Why a text is no order key. */
export interface KeyTextProblem {
  /** Index of the character from which on the text is not understood; its length where something is missing. */
  readonly at: number;
  readonly message: string;
}

interface Token {
  readonly text: string;
  readonly at: number;
}

/** A number, a word, or a sign. */
const TOKEN = /\d[\d,]*(?:\.\d+)?|[A-Za-z][A-Za-z-]*|\S/g;
const NUMBER = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,4})?$/;
/** More digits do not fit into an integer of 1/10,000. */
const MAX_DIGITS = 11;

/** Reads the text of an order key from left to right. */
export class KeyTextReader {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #next = 0;

  constructor(text: string) {
    this.#tokens = Array.from(text.matchAll(TOKEN), (match) => ({ text: match[0], at: match.index }));
    this.#end = text.length;
  }

  isDone(): boolean {
    return this.#next >= this.#tokens.length;
  }

  /** The next word or sign if it is one of these (lower case), which it then passes; null otherwise. */
  take<Word extends string>(...choices: readonly Word[]): Word | null {
    const text = this.#tokens[this.#next]?.text.toLowerCase();
    const taken = choices.find((choice) => choice === text);
    if (taken === undefined) return null;
    this.#next++;
    return taken;
  }

  /** The next number as a count of 1/10,000, which it then passes; null where there is none. */
  takeE4(): number | null {
    const text = this.#tokens[this.#next]?.text ?? '';
    if (!NUMBER.test(text)) return null;
    const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.');
    if (whole.length > MAX_DIGITS) return null;
    this.#next++;
    return Number(whole) * E4 + Number(fraction.padEnd(4, '0'));
  }

  /** The problem that something else was expected here. */
  expected(expectation: string): Result<never, KeyTextProblem> {
    const token = this.#tokens[this.#next];
    const at = token?.at ?? this.#end;
    const where =
      token === undefined ? 'at the end' : `at character ${at + 1}, in place of "${shortened(token.text)}"`;
    return err({ at, message: `Expected ${expectation} ${where}` });
  }

  /** The problem with what was read last. */
  wrong(message: string): Result<never, KeyTextProblem> {
    return err({ at: this.#tokens[this.#next - 1]?.at ?? 0, message });
  }
}

const shortened = (text: string): string => (text.length > 20 ? `${text.slice(0, 19)}…` : text);

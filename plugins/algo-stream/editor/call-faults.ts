import {
  codeTokens,
  placeOf,
  type CallFault,
  type CodeToken,
} from '../../../src/domain/strategy/code-tokens.ts';
import { StrategyError } from '../../../src/domain/strategy/fault.ts';
import { Language } from '../../../src/domain/strategy/language.ts';

/** Declarations whose texts the types of the language leave open: sizes of bars, times of day, symbols, ids of studies. */
const GLOBAL_CALLS: ReadonlySet<string> = new Set([
  'symbol',
  'bars',
  'timeframe',
  'security',
  'openingTime',
  'closingTime',
  'study',
]);
/** Those that are methods of other bars, too. */
const METHOD_CALLS: ReadonlySet<string> = new Set(['timeframe', 'study']);
const TEXT = /^(['"])(?:\\.|(?!\1)[^\\])*\1$/;

/** The single text that a call gets, when it is written out; undefined for any other call. */
function writtenText(tokens: readonly CodeToken[], n: number): string | undefined {
  const text = tokens[n + 2]?.text ?? '';
  // A text with an escape is left to the run.
  return tokens[n + 1]?.text === '(' && tokens[n + 3]?.text === ')' && TEXT.test(text) && !text.includes('\\')
    ? text.slice(1, -1)
    : undefined;
}

/** What a run would report for a declaration with this text; undefined when it takes it. */
function problemOf(name: string, text: string): string | undefined {
  const call = new Language('').globals[name];
  if (typeof call !== 'function') return undefined;
  try {
    call(text);
  } catch (error) {
    if (error instanceof StrategyError) return error.message;
    throw error;
  }
  return undefined;
}

/** Names that the code declares itself: its calls of them are none of the language. */
function declaredNames(tokens: readonly CodeToken[]): ReadonlySet<string> {
  return new Set(
    tokens.flatMap(({ text }, n) =>
      ['function', 'const', 'let', 'var', 'class'].includes(text) ? [tokens[n + 1]?.text ?? ''] : [],
    ),
  );
}

/**
 * Declarations that a run refuses for the text that they get, such as `timeframe('fortnight')`, for editors: with the message of the run. Texts that are
 * not written out are left to the run.
 */
export function callFaults(code: string): readonly CallFault[] {
  const tokens = codeTokens(code);
  const declared = declaredNames(tokens);
  return tokens.flatMap(({ text: name, index }, n): CallFault[] => {
    const isMethod = tokens[n - 1]?.text === '.';
    if (!(isMethod ? METHOD_CALLS : GLOBAL_CALLS).has(name) || (!isMethod && declared.has(name))) return [];
    const text = writtenText(tokens, n);
    const message = text === undefined ? undefined : problemOf(name, text);
    return message === undefined ? [] : [{ ...placeOf(code, index), message }];
  });
}

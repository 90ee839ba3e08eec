import { codeTokens, placeOf, type CallFault } from './code-tokens.ts';

const ONCE = ['symbol', 'bars'];
const CONDITIONS = ['if', 'for', 'while', 'with'];

/**
 * Second calls of `symbol()` and `bars()` that are statements of their own at the top of a file, for editors: they are an error when the file runs.
 * Calls under a condition are left to the run, which may reach only one of them.
 */
export function repeatedCalls(code: string): readonly CallFault[] {
  const tokens = codeTokens(code);
  const found: CallFault[] = [];
  const seen = new Set<string>();
  /** Names before the open brackets. */
  const brackets: string[] = [];
  let conditionEnd = Number.NaN;
  for (const [n, { text, index }] of tokens.entries()) {
    const before = tokens[n - 1]?.text ?? ';';
    if (/^[([{]$/.test(text)) brackets.push(before);
    else if (/^[)\]}]$/.test(text)) {
      if (CONDITIONS.includes(brackets.pop() ?? '')) conditionEnd = n;
    } else if (
      ONCE.includes(text) &&
      tokens[n + 1]?.text === '(' &&
      brackets.length === 0 &&
      conditionEnd !== n - 1 &&
      /^[;})]$/.test(before)
    ) {
      if (seen.has(text)) found.push({ ...placeOf(code, index), message: `${text}() is called once` });
      seen.add(text);
    }
  }
  return found;
}

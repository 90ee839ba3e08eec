import { codeTokens, placeOf, type CallFault } from './code-tokens.ts';

const ONCE = ['symbol', 'bars'];
const CONDITIONS = ['if', 'for', 'while', 'with'];

/**
 * Second calls of `bars()`, and of `symbol()` with the same text, that are statements of their own at the top of a file, for editors: they are an error when the file runs.
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
      const isSymbol = text === 'symbol';
      const argument = tokens[n + 2]?.text ?? '';
      // Symbols that are not written out are left to the run.
      const call = isSymbol ? argument.slice(1, -1).trim().toUpperCase() : text;
      if (isSymbol && !/^['"]/.test(argument)) continue;
      const message = `${text}() is called once${isSymbol ? ' for each symbol' : ''}`;
      if (seen.has(call)) found.push({ ...placeOf(code, index), message });
      seen.add(call);
    }
  }
  return found;
}

import { codeTokens, placeOf, type CallFault, type CodeToken } from './code-tokens.ts';

const ONCE = ['symbol', 'bars'];
const CONDITIONS = ['if', 'for', 'while', 'with'];

/** What may be called once: the name of a call, of `symbol()` with its text; null for any other token, and for symbols that are not written out. */
function callAt(
  tokens: readonly CodeToken[],
  n: number,
): { readonly key: string; readonly message: string } | null {
  const name = tokens[n]?.text ?? '';
  if (!ONCE.includes(name) || tokens[n + 1]?.text !== '(') return null;
  if (name !== 'symbol') return { key: name, message: `${name}() is called once` };
  const argument = tokens[n + 2]?.text ?? '';
  if (!/^['"]/.test(argument)) return null;
  const symbol = argument.slice(1, -1).trim().toUpperCase();
  return { key: `symbol ${symbol}`, message: 'symbol() is called once for each symbol' };
}

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
    } else if (brackets.length === 0 && conditionEnd !== n - 1 && /^[;})]$/.test(before)) {
      const call = callAt(tokens, n);
      if (call === null) continue;
      if (seen.has(call.key)) found.push({ ...placeOf(code, index), message: call.message });
      seen.add(call.key);
    }
  }
  return found;
}

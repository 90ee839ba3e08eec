/** A place in the code of a strategy, from 1, and the error that a run would report there. */
interface RepeatedCall {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const ONCE = ['symbol', 'bars'];
/** Comments, texts, names and single characters. Texts in templates may hold code, which makes no declarations. */
const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[\w$]+|\S/g;
const CONDITIONS = ['if', 'for', 'while', 'with'];

/**
 * Second calls of `symbol()` and `bars()` that are statements of their own at the top of a file, for editors: they are an error when the file runs.
 * Calls under a condition are left to the run, which may reach only one of them.
 */
export function repeatedCalls(code: string): readonly RepeatedCall[] {
  const tokens = [...code.matchAll(TOKENS)].filter(([text]) => !/^\/[/*]/.test(text));
  const found: RepeatedCall[] = [];
  const seen = new Set<string>();
  /** Names before the open brackets. */
  const brackets: string[] = [];
  let conditionEnd = Number.NaN;
  for (const [n, { 0: text, index }] of tokens.entries()) {
    const before = tokens[n - 1]?.[0] ?? ';';
    if (/^[([{]$/.test(text)) brackets.push(before);
    else if (/^[)\]}]$/.test(text)) {
      if (CONDITIONS.includes(brackets.pop() ?? '')) conditionEnd = n;
    } else if (
      ONCE.includes(text) &&
      tokens[n + 1]?.[0] === '(' &&
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

function placeOf(code: string, index: number): { readonly line: number; readonly column: number } {
  const lines = code.slice(0, index).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

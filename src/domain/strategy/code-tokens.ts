/** A place in the code of a strategy, from 1, and the error that a run would report there. */
export interface CallFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A token of code with its place in the text. */
export interface CodeToken {
  readonly text: string;
  readonly index: number;
}

/** Comments, texts, names and single characters. Texts in templates may hold code, which makes no declarations. */
const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[\w$]+|\S/g;

/** The tokens of code without its comments. */
export const codeTokens = (code: string): readonly CodeToken[] =>
  [...code.matchAll(TOKENS)]
    .filter(([text]) => !/^\/[/*]/.test(text))
    .map(({ 0: text, index }) => ({ text, index }));

/** Line and column of a place in the text, from 1. */
export function placeOf(code: string, index: number): Pick<CallFault, 'line' | 'column'> {
  const lines = code.slice(0, index).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

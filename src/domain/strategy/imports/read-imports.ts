import { placeOf, type CallFault, type CodeToken } from '../code-tokens.ts';
import { topLevelTokens, type TopLevelToken } from './top-level.ts';

/** An import of a file, with the place of the file's name in the code, from 1. */
export interface FileImport extends Pick<CallFault, 'line' | 'column'> {
  /** As it is written: `./risk`. */
  readonly specifier: string;
  /** What is imported from the file by name. */
  readonly names: readonly string[];
}

const TEXT = /^(['"])(.*)\1$/;
const OWN_FILE = /^\.\/([^/\\]+?)(?:\.ts)?$/;
/** Calls that only a strategy makes when it is loaded: a file with one of them at its top level is no library. */
const STRATEGY_CALLS: ReadonlySet<string> = new Set(['symbol', 'onBar', 'onOrder', 'onEnd', 'schedule']);

/** The file that a specifier stands for; null when it stands for none that may be imported. */
export const fileNameOf = (specifier: string): string | null => OWN_FILE.exec(specifier)?.[1] ?? null;

const textAt = (token: CodeToken | undefined): string | undefined => TEXT.exec(token?.text ?? '')?.[2];

/** Most code has neither word, so it needs no closer reading. */
const mayHave = (code: string, word: 'import' | 'export'): boolean => code.includes(word);

/** The imports of code, in their order; re-exports such as `export { a } from './b'` are imports, too. */
export function importsOf(code: string): readonly FileImport[] {
  if (!mayHave(code, 'import') && !mayHave(code, 'export')) return [];
  const { tokens, outer } = topLevelTokens(code);
  const placeAt = ascendingPlaces(code);
  return outer.flatMap((token): FileImport[] => {
    const found = isStatement(tokens, token) ? sourceOf(tokens, token) : undefined;
    if (found === undefined) return [];
    const { specifier, until } = found;
    const text = textAt(specifier) ?? '';
    return [
      {
        specifier: text,
        names: importedNames(tokens.slice(token.at + 1, until)),
        ...placeAt(specifier.index),
      },
    ];
  });
}

/** Finds places in code, each behind the last one: code of any length is read once, whatever the number of its imports. */
function ascendingPlaces(code: string): (index: number) => Pick<CallFault, 'line' | 'column'> {
  let [line, lineStart] = [1, 0];
  return (index) => {
    for (
      let end = code.indexOf('\n', lineStart);
      end >= 0 && end < index;
      end = code.indexOf('\n', lineStart)
    ) {
      line += 1;
      lineStart = end + 1;
    }
    return { line, column: index - lineStart + 1 };
  };
}

/** `import` and `export` are also names of properties. */
const isStatement = (tokens: readonly CodeToken[], { text, at }: TopLevelToken): boolean =>
  (text === 'import' || text === 'export') && tokens[at - 1]?.text !== '.';

/** Behind one of these an import or export without a file is over. */
const STATEMENT_ENDS: ReadonlySet<string> = new Set([
  ...['import', 'export', 'const', 'let', 'var', 'function', 'class', 'interface'],
  ...['(', ';', '='],
]);

/** The token with the file of a statement; undefined when it has none. */
function sourceOf(
  tokens: readonly CodeToken[],
  { text, at }: TopLevelToken,
): { readonly specifier: CodeToken; readonly until: number } | undefined {
  const next = tokens[at + 1];
  if (next === undefined || !mayHaveSource(text, next)) return undefined;
  if (text === 'import' && textAt(next) !== undefined) return { specifier: next, until: at + 1 };
  // Only as far as the statement: another one begins with a keyword.
  for (let n = at + 1; n < tokens.length; n += 1) {
    const { text: word } = tokens[n] ?? next;
    const specifier = tokens[n + 1];
    if (word === 'from' && specifier !== undefined && textAt(specifier) !== undefined)
      return { specifier, until: n };
    if (STATEMENT_ENDS.has(word)) return undefined;
  }
  return undefined;
}

/** Excludes import(), import.meta and declarations that are exported. */
const mayHaveSource = (statement: string, next: CodeToken): boolean =>
  statement === 'import' ? !['(', '.'].includes(next.text) : ['{', '*', 'type'].includes(next.text);

/** Names within the braces of an import, as the file calls them. */
function importedNames(tokens: readonly CodeToken[]): string[] {
  const open = tokens.findIndex(({ text }) => text === '{');
  if (open < 0) return [];
  return tokens.slice(open + 1).flatMap(({ text }, n, inside) => {
    const before = n === 0 ? ',' : inside[n - 1]?.text;
    const isName = before === ',' || (before === 'type' && text !== ',' && text !== 'as');
    return isName && /^[\w$]+$/.test(text) && text !== 'type' ? [text] : [];
  });
}

/** The place of the first export of code; null when it exports nothing. */
export function firstExport(code: string): Pick<CallFault, 'line' | 'column'> | null {
  if (!mayHave(code, 'export')) return null;
  const { tokens, outer } = topLevelTokens(code);
  const found = outer.find((token) => token.text === 'export' && isStatement(tokens, token));
  return found === undefined ? null : placeOf(code, found.index);
}

/** Whether a file trades itself when it is loaded. */
export function isStrategyCode(code: string): boolean {
  const { tokens, outer } = topLevelTokens(code);
  return outer.some(
    ({ text, at }) =>
      STRATEGY_CALLS.has(text) &&
      tokens[at + 1]?.text === '(' &&
      !['.', 'function'].includes(tokens[at - 1]?.text ?? ''),
  );
}

/** The place of the first `await` outside of functions, as far as it is outside of brackets, too; null when there is none. */
export function topLevelAwait(code: string): Pick<CallFault, 'line' | 'column'> | null {
  const found = topLevelTokens(code).outer.find(({ text }) => text === 'await');
  return found === undefined ? null : placeOf(code, found.index);
}

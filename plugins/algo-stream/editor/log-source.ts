import { codeTokens, placeOf, type CodeToken } from '../../../src/domain/strategy/code-tokens.ts';

/** A call of `log` or `finish`, with the texts that each of its lines contains, in this order. */
export interface LogCall {
  readonly line: number;
  readonly column: number;
  readonly texts: readonly string[];
}

/** A place in the code, from 1. */
export interface CodePlace {
  readonly line: number;
  readonly column: number;
}

const PLACE = /\bline (\d+)(?:,? column (\d+))?/i;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** The characters of a text in the code. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([\s\S])/g, (_whole, character: string) => ESCAPES[character] ?? character);

/** The fixed texts of a token: those of a template stand between its values. */
function fixedTexts(text: string): readonly string[] {
  if (/^['"]/.test(text)) return [unescaped(text.slice(1, -1))];
  return text.startsWith('`')
    ? text
        .slice(1, -1)
        .split(/\$\{[^}]*\}/)
        .map(unescaped)
    : [];
}

/** The tokens of the arguments of the call whose bracket stands at `from`. */
function argumentsFrom(tokens: readonly CodeToken[], from: number): readonly CodeToken[] {
  let depth = 0;
  for (let n = from; n < tokens.length; n += 1) {
    const text = tokens[n]?.text ?? '';
    if (/^[([{]$/.test(text)) depth += 1;
    else if (/^[)\]}]$/.test(text)) depth -= 1;
    if (depth === 0) return tokens.slice(from + 1, n);
  }
  return tokens.slice(from + 1);
}

/** The calls of a code that write lines to the log. */
export function logCalls(code: string): readonly LogCall[] {
  const tokens = codeTokens(code);
  return tokens.flatMap(({ text, index }, n): LogCall[] => {
    if ((text !== 'log' && text !== 'finish') || tokens[n + 1]?.text !== '(' || tokens[n - 1]?.text === '.')
      return [];
    const texts = argumentsFrom(tokens, n + 1)
      .flatMap((token) => fixedTexts(token.text))
      .filter((fixed) => fixed.trim() !== '');
    return [{ ...placeOf(code, index), texts }];
  });
}

function containsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

const lengthOf = ({ texts }: LogCall): number => texts.reduce((sum, text) => sum + text.length, 0);

/**
 * The place in the code that a line of the log belongs to: the place that it names (`line 12`), or the call that wrote it, by its fixed texts. Null when
 * several calls could have written it.
 */
export function sourceOfLine(calls: readonly LogCall[], text: string): CodePlace | null {
  const matching = calls.filter(({ texts }) => containsInOrder(text, texts));
  const longest = Math.max(0, ...matching.map(lengthOf));
  const [call, ...others] = matching.filter((each) => lengthOf(each) === longest);
  if (call !== undefined && others.length === 0) return { line: call.line, column: call.column };
  const place = PLACE.exec(text);
  return place === null ? null : { line: Number(place[1]), column: Number(place[2] ?? 1) };
}

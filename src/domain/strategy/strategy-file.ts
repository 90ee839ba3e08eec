import { err, ok } from '../assert/assert.ts';
import type { Result } from '../assert/assert.ts';

/** What a strategy file holds. */
export interface StrategyFile {
  readonly code: string;
  /** The parameter text: lines `name = value`. It is not checked here. */
  readonly parameters: string;
}

/** Why a file is not a strategy file. The line counts from 1. */
export interface StrategyFileProblem {
  readonly line: number;
  readonly message: string;
}

const MARKER = '// Parameters of the strategy in Tapedeck:';
/** Introduces parameters that would not stay in their comment line: one JSON text follows. */
const ESCAPED_MARKER = '// Parameters of the strategy in Tapedeck, escaped:';
const BYTE_ORDER_MARK = '\uFEFF';
/** Ends of lines other than the line feed. Each would end a comment, so the rest of the parameters would become code. */
const OTHER_LINE_ENDS = /[\r\u2028\u2029]/;

/**
 * Writes a strategy as a TypeScript file: the code, unchanged and from the first line, so that lines of messages are lines of the file; at
 * the end the parameters in comment lines. A strategy without parameters is its code. `parseStrategyFile` returns exactly what was written.
 */
export function formatStrategyFile({ code, parameters }: StrategyFile): string {
  // The reader removes a byte order mark, so one that belongs to the code is written twice.
  const start = code.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + code : code;
  if (parameters === '' && isPlain(start, code)) return start;
  const lines = OTHER_LINE_ENDS.test(parameters)
    ? [ESCAPED_MARKER, `// ${escaped(parameters)}`]
    : [MARKER, ...parameters.split('\n').map((line) => (line === '' ? '//' : `// ${line}`))];
  return `${start}\n${lines.join('\n')}\n`;
}

/** Whether the file of a code without parameters is read as that. It is not when the code itself ends like a strategy file. */
function isPlain(text: string, code: string): boolean {
  const read = parseStrategyFile(text);
  return read.ok && read.value.code === code && read.value.parameters === '';
}

/** Reads what `formatStrategyFile` wrote, also after an editor changed the ends of its lines; any other text is code without parameters. */
export function parseStrategyFile(text: string): Result<StrategyFile, StrategyFileProblem> {
  const content = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const binary = content.indexOf('\0');
  if (binary >= 0) return problem(content.slice(0, binary).split('\n').length, 'the file is not a text');
  const lines = content.split('\n');
  const at = lines.findLastIndex((line) => [MARKER, ESCAPED_MARKER].includes(line.trimEnd()));
  const marker = lines[at];
  if (marker === undefined) return ok({ code: content, parameters: '' });
  // An editor that changed the ends of lines changed that of this line, too.
  const isReturned = marker.endsWith('\r');
  const after = lines.slice(at + 1).map((line) => (isReturned ? withoutReturn(line) : line));
  const count = after.findLastIndex((line) => line.trim() !== '') + 1;
  const comments = after.slice(0, count);
  const other = comments.findIndex((line) => !line.startsWith('//'));
  if (other >= 0)
    return problem(at + 2 + other, 'only comment lines may follow the parameters, which end the file');
  const before = lines.slice(0, at).join('\n');
  const code = isReturned ? withoutReturn(before) : before;
  const parameters = comments.map((line) => line.replace(/^\/\/ ?/, ''));
  if (marker.trimEnd() === MARKER) return ok({ code, parameters: parameters.join('\n') });
  const unescaped = textOf(parameters.join(''));
  return unescaped === null
    ? problem(at + 2, 'the escaped parameters are not one JSON text')
    : ok({ code, parameters: unescaped });
}

const problem = (line: number, message: string): Result<never, StrategyFileProblem> => err({ line, message });

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);

/** JSON leaves the two line separators of Unicode as they are. */
const escaped = (text: string): string =>
  JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

function textOf(json: string): string | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

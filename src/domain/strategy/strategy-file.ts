import { err, ok } from '../assert/assert.ts';
import type { Result } from '../assert/assert.ts';

/** What the file of a strategy contains. */
export interface StrategyFile {
  readonly code: string;
  /** Lines `name = value`, as the parameters of the editor. */
  readonly parameters: string;
}

/** Why a file cannot be read. The line counts from 1 and is that of the file; null when the fault has no line. */
export interface StrategyFileProblem {
  readonly line: number | null;
  readonly message: string;
}

/** Size of a file that is not even read, bytes: several times what a strategy may have. */
export const MAX_STRATEGY_FILE_BYTES = 200_000;

/** Ends the code and begins the parameters. No line of the parameters can be equal to it: each has a blank after `//`. */
const HEADER = '//# Tapedeck parameters';
const HEADER_LINE = /^\/\/# ?tapedeck parameters\s*$/i;
/** Splits behind each line break, which stays with its line. U+2028 and U+2029 end a comment in TypeScript, too. */
const AFTER_BREAK = /(?<=\r\n|\r(?!\n)|[\n\u2028\u2029])/;
const LAST_BREAK = /(?:\r\n|[\r\n\u2028\u2029])$/;

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split(AFTER_BREAK));
const commented = (line: string): string =>
  line.replace(LAST_BREAK, '') === '' ? `//${line}` : `// ${line}`;

/**
 * The text of a `.ts` file with the code and the parameters of a strategy. The parameters are comments at the end, so that the lines of
 * the code keep their numbers and its first comment stays its description. `parseStrategyFile` returns exactly what was formatted.
 */
export function formatStrategyFile({ code, parameters }: StrategyFile): string {
  const isPlain = parameters === '' && !linesOf(code).some((line) => HEADER_LINE.test(line));
  if (isPlain) return code;
  const lines = linesOf(parameters);
  // A final line break is the beginning of an empty line, which needs its comment signs.
  const isOpen = LAST_BREAK.test(parameters);
  const block = `${lines.map(commented).join('')}${isOpen ? '//' : ''}`;
  // A line feed after a carriage return would be one line break with it.
  const end = code.endsWith('\r') ? '\r' : '\n';
  return `${code}${end}${HEADER}\n${block}${block === '' ? '' : '\n'}`;
}

/** Reads the text of a file. A file without a block of parameters is code only; code after the block is an error with its line. */
export function parseStrategyFile(text: string): Result<StrategyFile, StrategyFileProblem> {
  const lines = linesOf(text);
  const header = lines.findLastIndex((line) => HEADER_LINE.test(line));
  if (header < 0) return ok({ code: text, parameters: '' });
  const block = lines.slice(header + 1);
  while (block.at(-1)?.trim() === '') block.pop();
  const foreign = block.findIndex((line) => !line.startsWith('//'));
  if (foreign >= 0)
    return err({
      line: header + foreign + 2,
      message: `The parameters are the last lines of a file: every line after "${HEADER}" begins with //.`,
    });
  return ok({
    code: lines.slice(0, header).join('').replace(LAST_BREAK, ''),
    parameters: [...block.slice(0, -1), (block.at(-1) ?? '').replace(LAST_BREAK, '')]
      .map((line) => line.replace(/^\/\/ ?/, ''))
      .join(''),
  });
}

/** The line of the file in which the first line of the parameters is, from 1; null for a file without them. */
export function parametersLine(text: string): number | null {
  const header = linesOf(text).findLastIndex((line) => HEADER_LINE.test(line));
  return header < 0 ? null : header + 2;
}

/** Decodes the bytes of a file: UTF-8, with or without a byte order mark. */
export function decodeStrategyFile(bytes: Uint8Array): Result<string, StrategyFileProblem> {
  if (bytes.length > MAX_STRATEGY_FILE_BYTES)
    return err({
      line: null,
      message: `The file has more than ${MAX_STRATEGY_FILE_BYTES.toLocaleString('en-US')} bytes, which is more than a strategy can have.`,
    });
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return ok(text);
  } catch {
    // Not UTF-8: reported below.
  }
  return err({ line: null, message: 'The file is not a text in UTF-8.' });
}

import { constants } from 'node:fs';
import { access, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatInteger } from '../../domain/format/format-number.ts';
import { MAX_STRATEGY_CODE_CHARACTERS } from '../algostream/service.ts';
import { usageError } from './usage.ts';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** The text of a strategy file. Throws a CommandError for anything else than a readable file of a permitted size. */
export async function readStrategyFile(path: string): Promise<string> {
  const found = await stat(path).catch((error: unknown) => {
    throw usageError(`${path} cannot be read (${codeOf(error)}).`);
  });
  if (!found.isFile()) throw usageError(`${path} is no file: name the file of the strategy.`);
  // A larger file is not read: each character has at most four bytes.
  const code =
    found.size > 4 * MAX_STRATEGY_CODE_CHARACTERS
      ? undefined
      : await readFile(path, 'utf8').catch((error: unknown) => {
          throw usageError(`${path} cannot be read (${codeOf(error)}).`);
        });
  if (code === undefined || code.length > MAX_STRATEGY_CODE_CHARACTERS)
    throw usageError(
      `${path} is too long: a strategy has at most ${formatInteger(MAX_STRATEGY_CODE_CHARACTERS)} characters.`,
    );
  return code;
}

/** Throws a CommandError when the file cannot be written, so that a long run does not end without its result. An existing file stays as it is. */
export async function checkWritable(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) throw usageError(`--json ${path} is a folder: name a file.`);
  const target = found === undefined ? dirname(path) : path;
  const mode = found === undefined ? constants.W_OK | constants.X_OK : constants.W_OK;
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true)
    throw usageError(`--json ${path} cannot be written: there is no folder ${dirname(path)}.`);
  await access(target, mode).catch((error: unknown) => {
    throw usageError(`--json ${path} cannot be written (${codeOf(error)}).`);
  });
}

/** Writes the result. Throws a CommandError when that fails after all. */
export const writeResult = (path: string, text: string): Promise<void> =>
  writeFile(path, text).catch((error: unknown) => {
    throw usageError(`--json ${path} cannot be written (${codeOf(error)}).`);
  });

import { constants } from 'node:fs';
import { access, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { formatInteger } from '../../domain/format/format-number.ts';
import { collectImports } from '../../domain/strategy/imports/link-imports.ts';
import { formatProgram } from '../../domain/strategy/imports/program-text.ts';
import {
  decodeStrategyFile,
  MAX_STRATEGY_FILE_BYTES,
  parseStrategyFile,
  type StrategyFile,
  type StrategyFileProblem,
} from '../../domain/strategy/strategy-file.ts';
import { MAX_STRATEGY_CODE_CHARACTERS } from '../algostream/service.ts';
import { usageError, type CommandError } from './usage.ts';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/**
 * The code of a strategy file with the files that it imports, which are beside it, and the parameters in its last comment. Throws a CommandError for
 * anything else than readable files of a permitted size; an import of a file that is missing is reported when the code is loaded.
 */
export async function readStrategyFile(path: string): Promise<StrategyFile> {
  const { code, parameters } = await readFileOf(path);
  const name = basename(path, '.ts');
  const program = await collectImports(name, code, async (imported) => {
    const beside = importedPath(path, imported);
    const isThere = await access(beside).then(
      () => true,
      () => false,
    );
    return isThere ? { code: (await readFileOf(beside)).code, version: null } : undefined;
  });
  return { code: formatProgram(program), parameters };
}

/** The path of a file that a strategy imports. */
export const importedPath = (path: string, imported: string): string => join(dirname(path), `${imported}.ts`);

async function readFileOf(path: string): Promise<StrategyFile> {
  const found = await stat(path).catch((error: unknown) => {
    throw usageError(`${path} cannot be read (${codeOf(error)}).`);
  });
  if (!found.isFile()) throw usageError(`${path} is no file: name the file of the strategy.`);
  if (found.size > MAX_STRATEGY_FILE_BYTES) throw tooLong(path);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw usageError(`${path} cannot be read (${codeOf(error)}).`);
  });
  const text = decodeStrategyFile(bytes);
  if (!text.ok) throw faulty(path, text.error);
  const parsed = parseStrategyFile(text.value);
  if (!parsed.ok) throw faulty(path, parsed.error);
  if (parsed.value.code.length > MAX_STRATEGY_CODE_CHARACTERS) throw tooLong(path);
  return parsed.value;
}

const faulty = (path: string, { line, message }: StrategyFileProblem): CommandError =>
  usageError(`${path}${line === null ? '' : `:${line}`}: ${message}.`);

const tooLong = (path: string): CommandError =>
  usageError(
    `${path} is too long: a strategy has at most ${formatInteger(MAX_STRATEGY_CODE_CHARACTERS)} characters.`,
  );

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

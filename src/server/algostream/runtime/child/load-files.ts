import type ivm from 'isolated-vm';
import { err, ok, type Result } from '../../../../domain/assert/assert.ts';
import type { ProgramFiles } from '../../../../domain/strategy/imports/program-text.ts';
import { fileNameOf, importsOf, topLevelAwait } from '../../../../domain/strategy/imports/read-imports.ts';
import { importedFileName, stripAuthorCode, syntaxFault, TOP_LEVEL_AWAIT } from '../compile.ts';
import { AUTHOR_FILE, describeThrown } from '../isolate/thrown.ts';
import type { StrategyFault } from '../types.ts';
import type { Box } from './box.ts';
import { watch, type Watched, type WatchOptions } from './watch.ts';

/** Our files around those of the author: code that waits at its top level is known by what runs between them. */
const RULES = 'rules';
const BEGIN = 'begin';
const STRATEGY = 'strategy';
const BEGIN_CODE = `import { beginFiles } from '${RULES}'; beginFiles();`;
const END_CODE = `import '${BEGIN}'; import '${STRATEGY}'; import { endFiles } from '${RULES}'; endFiles();`;

/** The files of a strategy as modules of an isolate that are linked and not evaluated. */
export interface LinkedFiles {
  /** Evaluates all of them. */
  readonly last: ivm.Module;
  readonly files: readonly AuthorFile[];
}

interface AuthorFile {
  /** Undefined = the strategy itself. */
  readonly name?: string;
  readonly code: string;
}

/** Compiles the files of a strategy as modules and links them. */
export async function linkFiles(
  box: Box,
  { code, files: imported }: ProgramFiles,
): Promise<Result<LinkedFiles, StrategyFault>> {
  const files: readonly AuthorFile[] = [{ code }, ...imported];
  const byName = new Map<string | undefined, ivm.Module>();
  for (const file of files) {
    const compiled = await compileFile(box, file);
    if (!compiled.ok) return compiled;
    byName.set(file.name, compiled.value);
  }
  const begin = await box.isolate.compileModule(BEGIN_CODE, { filename: BEGIN });
  const last = await box.isolate.compileModule(END_CODE, { filename: 'end' });
  const resolve = (specifier: string, referrer: ivm.Module): ivm.Module => {
    const ours: Readonly<Record<string, ivm.Module | undefined>> = {
      [RULES]: box.entry,
      [BEGIN]: begin,
      [STRATEGY]: byName.get(undefined),
    };
    const isOurs = referrer === last || referrer === begin;
    const module = isOurs ? ours[specifier] : byName.get(fileNameOf(specifier) ?? '');
    if (module === undefined) throw new Error(`there is no file '${specifier}'`);
    return module;
  };
  try {
    await last.instantiate(box.context, resolve);
  } catch (problem) {
    return err(linkFault(problem, files));
  }
  return ok({ last, files });
}

async function compileFile(box: Box, { name, code }: AuthorFile): Promise<Result<ivm.Module, StrategyFault>> {
  const stripped = stripAuthorCode(code);
  const place = name === undefined ? {} : { file: name };
  if (!stripped.ok) return err({ ...stripped.error, ...place });
  try {
    const filename = name === undefined ? AUTHOR_FILE : importedFileName(name);
    return ok(await box.isolate.compileModule(stripped.value, { filename }));
  } catch (problem) {
    return err(syntaxFault(problem, name));
  }
}

const MISSING_EXPORT = /^The requested module '(.*)' does not provide an export named '(.*)'$/s;

/** The engine names the file and the export, and no place: it is that of the import. */
function linkFault(problem: unknown, files: readonly AuthorFile[]): StrategyFault {
  const text = problem instanceof Error ? problem.message : 'the files cannot be run together';
  const [, specifier = '', exported = ''] = MISSING_EXPORT.exec(text) ?? [];
  const found = files
    .flatMap(({ name, code }) => importsOf(code).map((imported) => ({ ...imported, name })))
    .find(
      (imported) =>
        imported.specifier === specifier && (imported.names.includes(exported) || exported === 'default'),
    );
  const message =
    specifier === ''
      ? text.slice(0, 500)
      : `'${fileNameOf(specifier) ?? specifier}' does not export '${exported}'; a type is imported with 'import type'`;
  const { line = 0, column = 0, name } = found ?? {};
  return { kind: 'syntax', message, line, column, ...(name === undefined ? {} : { file: name }) };
}

/** Evaluates linked files, then reads what the strategy declares: an answer of the isolate. */
export async function evaluateFiles(
  options: WatchOptions,
  box: Box,
  { last, files }: LinkedFiles,
  symbol: string | null,
): Promise<Watched> {
  const evaluated = await watch(box, evaluate(box, last), options);
  if ('fault' in evaluated) return evaluated;
  // What was thrown is answered in the form of an answer of the isolate.
  if (evaluated.value !== null) return evaluated;
  const settled = await watch(box, box.call('settleFiles', [symbol]), options);
  return isWaiting(settled) ? { fault: awaitFault(files) } : settled;
}

/** The engine's text for a thrown object that is no error. */
const THROWN_OBJECT = 'An object was thrown from supplied code within isolated-vm';

async function evaluate(box: Box, last: ivm.Module): Promise<{ readonly fault: unknown } | null> {
  try {
    await last.evaluate();
    return null;
  } catch (problem) {
    // The watch explains what ended the isolate itself.
    if (box.isolate.isDisposed) throw problem;
    const thrown = describeThrown(problem);
    return {
      fault: thrown.message.startsWith(THROWN_OBJECT) ? { ...thrown, message: 'thrown: object' } : thrown,
    };
  }
}

const isWaiting = (settled: Watched): boolean =>
  'value' in settled &&
  typeof settled.value === 'object' &&
  settled.value !== null &&
  'value' in settled.value &&
  settled.value.value === null;

function awaitFault(files: readonly AuthorFile[]): StrategyFault {
  const found = files
    .flatMap(({ name, code }) => {
      const place = topLevelAwait(code);
      return place === null ? [] : [{ ...place, ...(name === undefined ? {} : { file: name }) }];
    })
    .at(0);
  return { kind: 'syntax', message: TOP_LEVEL_AWAIT, line: 0, column: 0, ...found };
}

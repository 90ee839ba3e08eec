import type ivm from 'isolated-vm';
import * as v from 'valibot';
import { chartStudyFault } from '../../../../domain/strategy/imports/chart-study-file.ts';
import { programFault } from '../../../../domain/strategy/imports/link-imports.ts';
import { readProgram, type ProgramFiles } from '../../../../domain/strategy/imports/program-text.ts';
import { firstExport } from '../../../../domain/strategy/imports/read-imports.ts';
import { asScript, seedOf, stripAuthorCode, syntaxFault } from '../compile.ts';
import { AUTHOR_FILE } from '../isolate/thrown.ts';
import type { ChartStudyDescription, Program, StrategyDescription, StrategyFault } from '../types.ts';
import { answerOf, chartStudySchema, descriptionSchema } from './answers.ts';
import type { Box } from './box.ts';
import { evaluateFiles, linkFiles } from './load-files.ts';
import { watch } from './watch.ts';
import type { Watched, WatchOptions } from './watch.ts';

export type Loaded = { readonly description: StrategyDescription } | { readonly fault: StrategyFault };

export const isRunFault = <Other extends object>(
  loaded: Other | { readonly fault: StrategyFault },
): loaded is { readonly fault: StrategyFault } => 'fault' in loaded;

/** Compiles an author's file, and those that it imports, and runs it from top to bottom. */
export async function loadProgram(
  options: WatchOptions,
  box: Box,
  program: Program,
  symbol: string,
): Promise<Loaded> {
  const run = await runFiles(options, box, program, symbol);
  return isRunFault(run)
    ? run
    : answered(run.value, descriptionSchema, (description) => ({ description }), 'syntax');
}

/** Compiles the file of a study of charts, and those that it imports, and makes its lines. */
export async function loadChartStudy(
  options: WatchOptions,
  box: Box,
  program: Program,
): Promise<{ readonly study: ChartStudyDescription } | { readonly fault: StrategyFault }> {
  const run = await runFiles(options, box, program, null);
  return isRunFault(run) ? run : answered(run.value, chartStudySchema, (study) => ({ study }), 'syntax');
}

/** Runs the files of a program. Returns the answer of the isolate, which describes it. `symbol` null: it is a study of charts. */
async function runFiles(
  options: WatchOptions,
  box: Box,
  program: Program,
  symbol: string | null,
): Promise<Watched> {
  const { code, parameters } = program;
  const files = readProgram(code);
  const fault = symbol === null ? chartStudyFault(files) : programFault(files);
  if (fault !== null) {
    const { message, line, column, file } = fault;
    return { fault: { kind: 'syntax', message, line, column, file } };
  }
  const seed = seedOf(code, parameters);
  if (!isModule(files)) return loadFile(options, box, files.code, { parameters, symbol, seed });
  const linked = await linkFiles(box, files);
  if (!linked.ok) return { fault: linked.error };
  const opened = await watch(box, box.call('openFiles', [parameters, seed]), options);
  const failed = 'fault' in opened ? opened : answered(opened.value, v.null(), () => null, 'syntax');
  if (failed !== null) return failed;
  return evaluateFiles(options, box, linked.value, symbol);
}

/** A study of charts may export, whether it imports or not. */
const isModule = ({ code, files }: ProgramFiles): boolean => files.length > 0 || firstExport(code) !== null;

/** A strategy that imports nothing is the body of a function: its errors have the place that the author sees. */
async function loadFile(
  options: WatchOptions,
  box: Box,
  code: string,
  given: { readonly parameters: string; readonly symbol: string | null; readonly seed: number },
): Promise<Watched> {
  const stripped = stripAuthorCode(code);
  if (!stripped.ok) return { fault: stripped.error };
  let script: ivm.Script;
  try {
    script = await box.isolate.compileScript(asScript(stripped.value), {
      filename: AUTHOR_FILE,
      lineOffset: -1,
    });
  } catch (problem) {
    return { fault: syntaxFault(problem) };
  }
  const work = async (): Promise<unknown> => {
    const file: ivm.Reference = await script.run(box.context, { reference: true });
    return box.call('load', [file.derefInto(), given.parameters, given.symbol, given.seed]);
  };
  return watch(box, work(), options);
}

/** Reads an answer of the isolate. An invalid one is the author's fault: his code has changed what is ours. */
export function answered<const Schema extends v.GenericSchema, Back>(
  value: unknown,
  schema: Schema,
  take: (value: v.InferOutput<Schema>) => Back,
  kindOfRefusal: StrategyFault['kind'] = 'runtime',
): Back | { readonly fault: StrategyFault } {
  const answer = v.safeParse(answerOf(schema), value);
  if (!answer.success)
    return {
      fault: {
        kind: 'runtime',
        message: 'the code returned an invalid result',
        line: 0,
        column: 0,
      },
    };
  if ('fault' in answer.output) {
    const { isRefusal, ...thrown } = answer.output.fault;
    return { fault: { kind: isRefusal ? kindOfRefusal : 'runtime', ...thrown } };
  }
  return take(answer.output.value);
}

import type ivm from 'isolated-vm';
import * as v from 'valibot';
import { programFault } from '../../../../domain/strategy/imports/link-imports.ts';
import { readProgram } from '../../../../domain/strategy/imports/program-text.ts';
import { asScript, seedOf, stripAuthorCode, syntaxFault } from '../compile.ts';
import { AUTHOR_FILE } from '../isolate/thrown.ts';
import type { Program, StrategyDescription, StrategyFault } from '../types.ts';
import { answerOf, descriptionSchema } from './answers.ts';
import type { Box } from './box.ts';
import { evaluateFiles, linkFiles } from './load-files.ts';
import { watch } from './watch.ts';
import type { WatchOptions } from './watch.ts';

export type Loaded = { readonly description: StrategyDescription } | { readonly fault: StrategyFault };

export const isRunFault = (loaded: Loaded): loaded is { readonly fault: StrategyFault } => 'fault' in loaded;

/** Compiles an author's file, and those that it imports, and runs it from top to bottom. */
export async function loadProgram(
  options: WatchOptions,
  box: Box,
  program: Program,
  symbol: string,
): Promise<Loaded> {
  const { code, parameters } = program;
  const files = readProgram(code);
  const fault = programFault(files);
  if (fault !== null) {
    const { message, line, column, file } = fault;
    return { fault: { kind: 'syntax', message, line, column, file } };
  }
  const seed = seedOf(code, parameters);
  if (files.files.length === 0) return loadFile(options, box, files.code, { parameters, symbol, seed });
  const linked = await linkFiles(box, files);
  if (!linked.ok) return { fault: linked.error };
  const opened = await watch(box, box.call('openFiles', [parameters, seed]), options);
  const failed = 'fault' in opened ? opened : answered(opened.value, v.null(), () => null, 'syntax');
  if (failed !== null) return failed;
  const settled = await evaluateFiles(options, box, linked.value, symbol);
  if ('fault' in settled) return settled;
  return answered(settled.value, descriptionSchema, (description) => ({ description }), 'syntax');
}

/** A strategy that imports nothing is the body of a function: its errors have the place that the author sees. */
async function loadFile(
  options: WatchOptions,
  box: Box,
  code: string,
  given: { readonly parameters: string; readonly symbol: string; readonly seed: number },
): Promise<Loaded> {
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
  const done = await watch(box, work(), options);
  if ('fault' in done) return done;
  return answered(done.value, descriptionSchema, (description) => ({ description }), 'syntax');
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

import type {
  Program,
  StrategyDescription,
  StrategyFault,
  UserRuntime,
} from '../algostream/runtime/types.ts';
import { readProgram } from '../../domain/strategy/imports/program-text.ts';
import type { MergedParameters } from '../../domain/strategy/merged-parameters.ts';
import { importedPath } from './files.ts';
import { CommandError, ExitCode, usageError } from './usage.ts';

/** The description of a program. Throws a CommandError for an error in the code of `file` or in its parameters, and when `signal` was aborted meanwhile. */
export async function describeProgram(
  file: string,
  program: Program,
  merged: MergedParameters,
  { runtime, signal }: { readonly runtime: Pick<UserRuntime, 'describe'>; readonly signal: AbortSignal },
): Promise<StrategyDescription> {
  const described = await runtime.describe(program);
  if (signal.aborted) throw new CommandError(ExitCode.Interrupted, '');
  if (described.ok) return described.value;
  if (described.error.message.startsWith('no symbol:'))
    throw usageError(`${file} names no symbol: add --symbol SPY, or symbol('SPY') to the file.`);
  throw parameterError(merged, program, described.error) ?? faultError(file, described.error);
}

/** An error in the parameters is one of the argument that its line comes from. */
function parameterError(
  merged: MergedParameters,
  { code }: Program,
  { message }: StrategyFault,
): CommandError | undefined {
  const [, line, problem] = /^Parameters, line (\d+): (.*)$/s.exec(message) ?? [];
  const argument = merged.argumentOf(Number(line));
  if (argument === undefined || problem === undefined) return undefined;
  const program = readProgram(code);
  const texts = [program.code, ...program.files.map((file) => file.code)].join('\n');
  const names = [...texts.matchAll(/\bparam\(\s*(['"`])(\w+)\1/g)].map((match) => match[2]);
  const known = names.length === 0 ? 'It has no parameters.' : `It has ${[...new Set(names)].join(', ')}.`;
  return usageError(`${argument}: ${problem}.${problem.includes('no parameter') ? ` ${known}` : ''}`);
}

/** In the form that editors and pipelines turn into a link. */
export function faultError(
  strategy: string,
  { message, line, column, file: imported }: StrategyFault,
): CommandError {
  const file = imported === undefined ? strategy : importedPath(strategy, imported);
  return new CommandError(
    ExitCode.Fault,
    line > 0 ? `${file}:${line}:${Math.max(1, column)}: ${message}` : `${file}: ${message}`,
  );
}

import { availableParallelism } from 'node:os';
import { formatInteger } from '../../domain/format/format-number.ts';
import { toMoneyE4, type MoneyE4 } from '../../domain/money/price.ts';
import { OBJECTIVE_NAMES, type ObjectiveName } from '../../domain/strategy/search/objectives.ts';
import { MAX_RUNS_OF, SEARCH_KINDS, type SearchKind } from '../../domain/strategy/search/search.ts';
import { gridProblem, parseAxis, spaceProblem, type Axis } from '../../domain/strategy/search/space.ts';
import type { WalkForwardTerms } from '../../domain/strategy/search/walk-forward.ts';
import {
  nonEmpty,
  parameterOf,
  readArguments,
  RUN_OPTIONS,
  runArguments,
  seedOf,
  settingsOf,
  type BacktestArguments,
  type RunArguments,
} from '../backtest-cli/command-arguments.ts';
import { usageError } from '../backtest-cli/usage.ts';

const DEFAULT_RUNS = 100;
const DEFAULT_MONTE_CARLO_RUNS = 1_000;
const MAX_MONTE_CARLO_RUNS = 100_000;
/** Processes of one runtime. */
const MAX_WORKERS = 32;
const MAX_CAPITAL = 1_000_000_000;
const MAX_TRADES = 1_000_000;
const MAX_WINDOW_DAYS = 13_000;

/** A parameter that is searched, and the argument that it comes from. */
export interface SearchedParameter {
  readonly axis: Axis;
  readonly argument: string;
}

/** Parsed arguments of an optimisation. */
export interface OptimizeArguments extends RunArguments {
  /** Lines that all sets have, each with the argument that it comes from. */
  readonly parameters: BacktestArguments['parameters'];
  readonly searched: readonly SearchedParameter[];
  readonly search: SearchKind;
  /** Of a random or Bayesian search. */
  readonly runCount: number;
  readonly objective: ObjectiveName;
  readonly minTrades: number;
  readonly walkForward: WalkForwardTerms | undefined;
  /** 0 = none. */
  readonly monteCarloRuns: number;
  /** Null = the most capital of each run. */
  readonly capitalE4: MoneyE4 | null;
  readonly searchSeed: number;
  readonly workerCount: number;
  readonly jsonFile: string | undefined;
  readonly isResumed: boolean;
}

const OPTIONS = {
  ...RUN_OPTIONS,
  search: { type: 'string' },
  runs: { type: 'string' },
  objective: { type: 'string' },
  'min-trades': { type: 'string' },
  'walk-forward': { type: 'string' },
  anchored: { type: 'boolean' },
  'monte-carlo': { type: 'string' },
  capital: { type: 'string' },
  'search-seed': { type: 'string' },
  workers: { type: 'string' },
  resume: { type: 'string' },
} as const;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

/** Parses the arguments; 'help' when it was requested. Throws a CommandError that names a wrong argument and what it may be. */
export function parseOptimizeArguments(argv: readonly string[]): OptimizeArguments | 'help' {
  const { values, positionals } = readArguments(argv, OPTIONS);
  if (values.help === true || argv.length === 0) return 'help';
  const run = runArguments(positionals, values);
  const { fixed, searched } = splitParameters(values.param ?? []);
  const search = choiceOf('--search', values.search ?? 'grid', SEARCH_KINDS);
  if (search === 'grid') checkGrid(searched, values.runs);
  return {
    ...run,
    parameters: [...settingsOf(values.symbol, values.bars), ...fixed],
    searched,
    search,
    runCount: countOf('--runs', values.runs, DEFAULT_RUNS, { min: 1, max: MAX_RUNS_OF[search] }),
    objective: choiceOf('--objective', values.objective ?? 'sharpe', OBJECTIVE_NAMES),
    minTrades: countOf('--min-trades', values['min-trades'], 1, { min: 0, max: MAX_TRADES }),
    walkForward: walkForwardOf(values),
    monteCarloRuns: countOf('--monte-carlo', values['monte-carlo'], DEFAULT_MONTE_CARLO_RUNS, {
      min: 0,
      max: MAX_MONTE_CARLO_RUNS,
    }),
    capitalE4: capitalOf(values.capital),
    searchSeed: seedOf('--search-seed', values['search-seed']) ?? run.seed,
    workerCount: countOf('--workers', values.workers, Math.min(MAX_WORKERS, availableParallelism()), {
      min: 1,
      max: MAX_WORKERS,
    }),
    ...resultFileOf(values),
  };
}

function resultFileOf({ json, resume }: Values): Pick<OptimizeArguments, 'jsonFile' | 'isResumed'> {
  if (json !== undefined && resume !== undefined)
    throw usageError('--json and --resume exclude each other: --resume names the file to write.');
  const jsonFile =
    resume === undefined
      ? json && nonEmpty('--json', json, 'a file')
      : nonEmpty('--resume', resume, 'the file that the search was to write');
  return { jsonFile, isResumed: resume !== undefined };
}

function choiceOf<Name extends string>(argument: string, text: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === text);
  if (found === undefined) throw usageError(`${argument} ${text} is unknown: ${names.join(', ')}.`);
  return found;
}

function countOf(
  argument: string,
  text: string | undefined,
  fallback: number,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  if (text === undefined) return fallback;
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= min && count <= max))
    throw usageError(`${argument} ${text} is no whole number from ${min} to ${formatInteger(max)}.`);
  return count;
}

/** The parameters with a range or a list, and those with one value. */
function splitParameters(texts: readonly string[]): {
  readonly fixed: BacktestArguments['parameters'];
  readonly searched: readonly SearchedParameter[];
} {
  const fixed: BacktestArguments['parameters'][number][] = [];
  const searched: SearchedParameter[] = [];
  for (const text of texts) {
    const line = parameterOf(text);
    const equals = text.indexOf('=');
    const name = text.slice(0, equals).trim();
    const axis = parseAxis(name, text.slice(equals + 1).trim());
    if (axis === undefined) fixed.push(line);
    else if (!axis.ok) throw usageError(`${line.argument}: ${axis.error}.`);
    else searched.push({ axis: axis.value, argument: line.argument });
  }
  checkNames(searched);
  return { fixed, searched };
}

function checkNames(searched: readonly SearchedParameter[]): void {
  if (searched.length === 0)
    throw usageError(
      'No parameter has a range: write --param fast=5:50:5 (from, to, step) or --param fast=5,10.',
    );
  const problem = spaceProblem(searched.map(({ axis }) => axis));
  if (problem === undefined) return;
  const wrong = searched.find(({ axis }) => axis === problem.axis);
  throw usageError(wrong === undefined ? problem.message : `${wrong.argument}: ${problem.message}`);
}

function checkGrid(searched: readonly SearchedParameter[], runs: string | undefined): void {
  const problem = gridProblem(searched.map(({ axis }) => axis));
  if (problem !== undefined) throw usageError(problem);
  if (runs !== undefined)
    throw usageError('--runs is for --search random and --search bayes: a grid runs every combination.');
}

function walkForwardOf({ 'walk-forward': text, anchored }: Values): WalkForwardTerms | undefined {
  if (text === undefined) {
    if (anchored === true) throw usageError('--anchored is for --walk-forward.');
    return undefined;
  }
  const [, inDays = '', outDays = ''] = /^(\d{1,5}):(\d{1,5})$/.exec(text) ?? [];
  const [inSampleDays, outOfSampleDays] = [Number(inDays), Number(outDays)];
  if (!(inSampleDays >= 1 && outOfSampleDays >= 1 && inSampleDays <= MAX_WINDOW_DAYS))
    throw usageError(
      `--walk-forward ${text} is no pair of trading days: write --walk-forward 252:63 for a search of 252 days and a run of 63.`,
    );
  return { inSampleDays, outOfSampleDays, isAnchored: anchored === true };
}

function capitalOf(text: string | undefined): MoneyE4 | null {
  if (text === undefined) return null;
  const dollars = /^\d+(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(dollars > 0 && dollars <= MAX_CAPITAL))
    throw usageError(
      `--capital ${text} is no amount of dollars above 0, at most ${formatInteger(MAX_CAPITAL)}.`,
    );
  return toMoneyE4(dollars);
}

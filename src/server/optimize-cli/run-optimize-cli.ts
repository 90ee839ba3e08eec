import { formatInteger } from '../../domain/format/format-number.ts';
import { err, ok } from '../../domain/assert/assert.ts';
import type { MergedParameters } from '../../domain/strategy/merged-parameters.ts';
import { combinationsOf, linesOf, type Point } from '../../domain/strategy/search/space.ts';
import { describedEnds } from '../algostream/optimizations/engine/described-ends.ts';
import { Optimization, type OptimizationResult } from '../algostream/optimizations/engine/optimization.ts';
import { PeriodData } from '../algostream/optimizations/engine/period-data.ts';
import { SearchError } from '../algostream/optimizations/engine/search-error.ts';
import { SetRunner } from '../algostream/optimizations/engine/set-runner.ts';
import type { Program, RuntimeUse, StrategyDescription, UserRuntime } from '../algostream/runtime/types.ts';
import {
  checkBegin,
  missingData,
  openBacktestMarket,
  type BacktestMarket,
} from '../backtest-cli/backtest-market.ts';
import { commandLimits } from '../backtest-cli/backtest-record.ts';
import { checkWritable, readStrategyFile, writeResult } from '../backtest-cli/files.ts';
import { mergedParameters } from '../backtest-cli/merged-parameters.ts';
import type { ProgramWorld } from '../backtest-cli/program.ts';
import { describeProgram } from '../backtest-cli/strategy-problems.ts';
import { CommandError, ExitCode, reportedExitCode, usageError } from '../backtest-cli/usage.ts';
import { continueText, Journal, searchTerms } from './journal.ts';
import { parseOptimizeArguments, type OptimizeArguments } from './optimize-arguments.ts';
import { resultLines, scoreText } from './report-text.ts';
import { optimizationJson } from './result-json.ts';
import { HELP } from './usage.ts';

/** The surroundings of the program. */
export interface OptimizeWorld extends ProgramWorld {
  /** The processes that execute the code, by a name. Their owner closes them. */
  readonly runtime: { forUser(name: string, use: RuntimeUse): UserRuntime };
}

/** Runs one command line and reports in one line what went wrong. Returns the exit code. */
export const optimizeExitCode = (argv: readonly string[], world: OptimizeWorld): Promise<ExitCode> =>
  reportedExitCode('optimize', world.warn, () => runCommand(argv, world));

/** The strategy with the sets of a search. */
interface SearchedProgram {
  readonly code: string;
  /** The parameter text that all sets have. */
  readonly parameters: string;
  mergedOf(point: Point): MergedParameters;
}

async function runCommand(argv: readonly string[], world: OptimizeWorld): Promise<ExitCode> {
  const given = parseOptimizeArguments(argv);
  if (given === 'help') {
    world.print(HELP);
    return ExitCode.Ran;
  }
  const program = await readProgram(given);
  if (given.jsonFile !== undefined) await checkWritable(given.jsonFile);
  const workers = Array.from({ length: given.workerCount }, (_, at) =>
    world.runtime.forUser(`worker-${at + 1}`, 'backtest'),
  );
  const description = await describeEnds(given, program, workers, world.signal);
  const { primarySymbol: symbol, barMinutes } = description;
  const market = await openBacktestMarket(given, description, world.warn);
  const { result, note } = await searched(given, program, { market, workers, world }, description);
  const parts = {
    given,
    parameters: program.parameters,
    symbol,
    barMinutes,
    note,
    result,
  };
  checkRan(given, result);
  for (const line of headLines(parts)) world.print(line);
  for (const line of resultLines(spaceOf(given), given.objective, result)) world.print(line);
  return ExitCode.Ran;
}

const spaceOf = ({ searched }: OptimizeArguments) => searched.map(({ axis }) => axis);

async function readProgram(given: OptimizeArguments): Promise<SearchedProgram> {
  const file = await readStrategyFile(given.file);
  const space = spaceOf(given);
  return {
    code: file.code,
    parameters: mergedParameters(file.parameters, given.parameters).text,
    mergedOf: (point) =>
      mergedParameters(file.parameters, [
        ...given.parameters,
        ...linesOf(space, point).map((text, at) => ({
          text,
          argument: given.searched[at]?.argument ?? text,
        })),
      ]),
  };
}

/** A wrong parameter is one of all sets; a fault may be that of a combination that makes no sense. */
async function describeEnds(
  given: OptimizeArguments,
  { code, mergedOf }: SearchedProgram,
  [runtime]: readonly UserRuntime[],
  signal: AbortSignal,
): Promise<StrategyDescription> {
  if (runtime === undefined) throw new Error('there is no worker');
  const ends = await describedEnds<CommandError>(spaceOf(given), {
    async describe(point) {
      const merged = mergedOf(point);
      try {
        const program = { code, parameters: merged.text };
        return ok(await describeProgram(given.file, program, merged, { runtime, signal }));
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        return err(error);
      }
    },
    isOfAllSets: ({ exitCode }) => exitCode !== ExitCode.Fault,
  });
  if (!ends.ok) throw ends.error;
  return ends.value;
}

/** Where a search runs. */
interface SearchPlace {
  readonly market: BacktestMarket;
  readonly workers: readonly UserRuntime[];
  readonly world: OptimizeWorld;
}

/** Reads the data and runs the search. The note says what the data lack. Throws a CommandError for everything that the engine refuses. */
async function searched(
  given: OptimizeArguments,
  program: SearchedProgram,
  place: SearchPlace,
  { primarySymbol: symbol, ...start }: StrategyDescription,
): Promise<{ readonly result: OptimizationResult; readonly note: string }> {
  const { market, world } = place;
  checkBegin(given, market);
  const { fromMs, toMs, acceptsIncomplete } = given;
  const terms = { fromMs, toMs, dataType: 'Auto', acceptsIncomplete } as const;
  return commandErrors(given, market, async () => {
    const data = await PeriodData.open(market.source, terms, world.signal, { symbol, ...start });
    const note = async (): Promise<string> => noteOf(given, market, await data.note());
    const result = await search(given, program, { ...place, data, note });
    return { result, note: await note() };
  });
}

/** What the data lack; else empty. */
const noteOf = ({ toDate }: OptimizeArguments, { lastDate }: BacktestMarket, note: string): string =>
  [toDate > lastDate ? `The data end on ${lastDate}.` : '', note].filter((text) => text !== '').join(' ');

/** Runs the engine; what it refuses becomes an error of the command. */
async function commandErrors<Value>(
  given: OptimizeArguments,
  market: BacktestMarket,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SearchError ? commandErrorOf(given, market, error) : error;
  }
}

function commandErrorOf(
  given: OptimizeArguments,
  market: BacktestMarket,
  { reason }: SearchError,
): CommandError {
  switch (reason.kind) {
    case 'interrupted':
      return new CommandError(ExitCode.Interrupted, '');
    case 'missing':
      return missingData(reason.status, given, market);
    case 'refused':
      return new CommandError(ExitCode.NoData, reason.message);
    case 'walk-forward':
      return usageError(`--walk-forward: ${reason.message}.`);
  }
}

interface SearchParts extends SearchPlace {
  readonly data: PeriodData;
  /** What the data lack; else empty. */
  readonly note: () => Promise<string>;
}

/** Runs the search with a journal, which is removed when the result is written. */
async function search(
  given: OptimizeArguments,
  program: SearchedProgram,
  parts: SearchParts,
): Promise<OptimizationResult> {
  const { jsonFile } = given;
  if (jsonFile === undefined) return runOf(given, program, parts, undefined).run();
  // Without a journal first: a period that is too short for a walk-forward leaves none behind.
  runOf(given, program, parts, undefined);
  const terms = searchTerms(given, program);
  const journal = await (given.isResumed ? Journal.resume(jsonFile, terms) : Journal.begin(jsonFile, terms));
  const optimization = runOf(given, program, parts, journal);
  try {
    const result = await commandErrors(given, parts.market, () => optimization.run());
    checkRan(given, result);
    const { symbol, barMinutes } = parts.data;
    const { parameters } = program;
    const note = await parts.note();
    await writeResult(jsonFile, optimizationJson({ given, parameters, symbol, barMinutes, note, result }));
    await journal.remove();
    return result;
  } catch (error) {
    if (!(error instanceof CommandError)) await journal.close();
    else if (error.exitCode === ExitCode.Fault) await journal.remove();
    else {
      await journal.close();
      if (error.exitCode === ExitCode.Interrupted)
        parts.world.warn(continueText(jsonFile, optimization.doneCount, optimization.runCount));
    }
    throw error;
  }
}

function runOf(
  given: OptimizeArguments,
  { code, mergedOf }: SearchedProgram,
  { data, workers, world }: SearchParts,
  journal: Journal | undefined,
): Optimization {
  const { capitalE4, objective } = given;
  return new Optimization({
    terms: { ...given, space: spaceOf(given) },
    runner: new SetRunner({
      data,
      limits: commandLimits(),
      costs: given.costs,
      capitalE4,
      signal: world.signal,
    }),
    workers,
    programOf: (point): Program => ({ code, parameters: mergedOf(point).text }),
    period: data.period,
    dates: data.dates,
    kept: journal,
    onProgress: ({ doneCount: done, runCount, best }) => {
      const found = best === null ? '' : `, best ${scoreText(objective, best.score)}`;
      const share = Math.floor((done / runCount) * 100);
      world.progress?.(
        `Optimizing: ${share} %, ${formatInteger(done)} of ${formatInteger(runCount)} runs${found}`,
      );
    },
  });
}

/** Throws a CommandError when every set failed. */
function checkRan({ file }: OptimizeArguments, { sets }: OptimizationResult): void {
  const [first] = sets;
  if (first?.result.fault !== undefined && sets.every(({ result }) => result.fault !== undefined))
    throw new CommandError(
      ExitCode.Fault,
      `${file}: every set failed, the first with: ${first.result.fault}`,
    );
}

function headLines({
  given,
  symbol,
  note,
  result,
}: {
  readonly given: OptimizeArguments;
  readonly symbol: string;
  readonly note: string;
  readonly result: OptimizationResult;
}): string[] {
  const count = formatInteger(result.sets.length);
  const all = combinationsOf(spaceOf(given)).toLocaleString('en-US');
  const windows = result.walkForward?.windows.length;
  return [
    `${given.file}: ${symbol} from ${given.fromDate} to ${given.toDate}`,
    `${count} runs of ${all} combinations (${given.search})${windows === undefined ? '' : ` in ${windows} windows`}`,
    ...(note === '' ? [] : [note]),
    '',
  ];
}

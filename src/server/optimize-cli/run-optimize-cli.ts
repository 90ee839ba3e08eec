import { formatInteger } from '../../domain/format/format-number.ts';
import { combinationsOf, linesOf, type Point } from '../../domain/strategy/search/space.ts';
import type { Program, RuntimeUse, StrategyDescription, UserRuntime } from '../algostream/runtime/types.ts';
import { openBacktestMarket } from '../backtest-cli/backtest-market.ts';
import { commandLimits } from '../backtest-cli/backtest-record.ts';
import { checkWritable, readStrategyFile, writeResult } from '../backtest-cli/files.ts';
import { mergedParameters, type MergedParameters } from '../backtest-cli/merged-parameters.ts';
import type { ProgramWorld } from '../backtest-cli/program.ts';
import { describeProgram } from '../backtest-cli/strategy-problems.ts';
import { CommandError, ExitCode, reportedExitCode } from '../backtest-cli/usage.ts';
import { continueText, Journal, searchTerms } from './journal.ts';
import { Optimization, type OptimizationResult } from './optimization.ts';
import { parseOptimizeArguments, type OptimizeArguments } from './optimize-arguments.ts';
import { PeriodData } from './period-data.ts';
import { resultLines, scoreText } from './report-text.ts';
import { optimizationJson } from './result-json.ts';
import { SetRunner } from './set-runner.ts';
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
  const { primarySymbol: symbol, barMinutes, warmUpBars } = description;
  const market = await openBacktestMarket(given, symbol, world.warn);
  const data = await PeriodData.open(market, given, world.signal, { symbol, barMinutes, warmUpBars });
  const result = await search(given, program, { data, workers, world });
  const parts = {
    given,
    parameters: program.parameters,
    symbol,
    barMinutes,
    note: await data.note(),
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

/**
 * Describes the sets of the first and of the last values, so that a wrong parameter is reported before anything runs. The strategy may refuse one of them
 * by itself, as a combination that makes no sense; such sets fail one by one.
 */
async function describeEnds(
  given: OptimizeArguments,
  { code, mergedOf }: SearchedProgram,
  [runtime]: readonly UserRuntime[],
  signal: AbortSignal,
): Promise<StrategyDescription> {
  if (runtime === undefined) throw new Error('there is no worker');
  const space = spaceOf(given);
  const described: StrategyDescription[] = [];
  const refused: CommandError[] = [];
  for (const point of [space.map(() => 0), space.map(({ size }) => size - 1)]) {
    const merged = mergedOf(point);
    try {
      const program = { code, parameters: merged.text };
      described.push(await describeProgram(given.file, program, merged, { runtime, signal }));
    } catch (error) {
      if (!(error instanceof CommandError) || error.exitCode !== ExitCode.Fault) throw error;
      refused.push(error);
    }
  }
  const [first, last = first] = described;
  if (first === undefined || last === undefined)
    throw refused[0] ?? new Error('no set was described, and none failed');
  return first.warmUpBars > last.warmUpBars ? first : last;
}

interface SearchParts {
  readonly data: PeriodData;
  readonly workers: readonly UserRuntime[];
  readonly world: OptimizeWorld;
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
    const result = await optimization.run();
    checkRan(given, result);
    const { symbol, barMinutes } = parts.data;
    const { parameters } = program;
    const note = await parts.data.note();
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
    given,
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
    journal,
    onProgress: (done, runCount, best) => {
      const found = best === null ? '' : `, best ${scoreText(objective, best)}`;
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

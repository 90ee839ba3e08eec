import { formatInteger } from '../../domain/format/format-number.ts';
import { assumptionsLine } from '../../domain/strategy/costs/assumptions.ts';
import { MAX_LOG_LINES } from '../../domain/strategy/log.ts';
import { BacktestQueue } from '../algostream/runs/backtest-queue.ts';
import { runBacktest, type Run } from '../algostream/runs/backtest-run.ts';
import type { StrategyDescription, StrategyFault, UserRuntime } from '../algostream/runtime/types.ts';
import type { WireInstance, WireOrder } from '../algostream/service.ts';
import { MAX_STRATEGY_PARAMETERS_CHARACTERS } from '../algostream/service.ts';
import { openBacktestMarket, type BacktestMarket } from './backtest-market.ts';
import { createMemoryRecord } from './backtest-record.ts';
import { parseArguments, type BacktestArguments } from './command-arguments.ts';
import { mergedParameters, type MergedParameters } from './merged-parameters.ts';
import { checkWritable, readStrategyFile, writeResult } from './files.ts';
import { resultJson } from './result-json.ts';
import { figureLines, orderLines } from './report-text.ts';
import { CommandError, ExitCode, HELP, usageError } from './usage.ts';

/** The surroundings of the program. */
export interface BacktestWorld {
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
  /** Shows the progress in one line that the next one replaces; undefined where there is no terminal. */
  readonly progress: ((line: string) => void) | undefined;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
  /** Executes the code of the strategy. Its owner closes it. */
  readonly runtime: UserRuntime;
  /** UTC ms. */
  readonly nowMs: () => number;
}

interface Program {
  readonly code: string;
  readonly parameters: string;
}

/** Runs one command line and reports in one line what went wrong. Returns the exit code. */
export async function backtestExitCode(argv: readonly string[], world: BacktestWorld): Promise<ExitCode> {
  try {
    return await runCommand(argv, world);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (error.message !== '') world.warn(error.message);
    if (error.exitCode === ExitCode.Usage) world.warn('See: npm run backtest -- --help');
    return error.exitCode;
  }
}

async function runCommand(argv: readonly string[], world: BacktestWorld): Promise<ExitCode> {
  const given = parseArguments(argv);
  if (given === 'help') {
    world.print(HELP);
    return ExitCode.Ran;
  }
  const file = await readStrategyFile(given.file);
  const merged = mergedParameters(file.parameters, given.parameters);
  if (merged.text.length > MAX_STRATEGY_PARAMETERS_CHARACTERS)
    throw usageError(
      `--param: all parameters together have at most ${formatInteger(MAX_STRATEGY_PARAMETERS_CHARACTERS)} characters.`,
    );
  const program = { code: file.code, parameters: merged.text };
  if (given.jsonFile !== undefined) await checkWritable(given.jsonFile);
  const description = await describe(given, program, merged, world);
  const market = await openBacktestMarket(given, description.primarySymbol, world.warn);
  if (given.fromDate > market.lastDate)
    throw new CommandError(ExitCode.NoData, `There are no data from ${given.fromDate} on. ${market.span}`);
  const ended = await run(given, program, market, world);
  const result = { given, program, description, note: noteOf(given, market, ended.instance), ...ended };
  if (given.jsonFile !== undefined) await writeResult(given.jsonFile, resultJson(result));
  for (const line of textLines(result)) world.print(line);
  return ExitCode.Ran;
}

async function describe(
  given: BacktestArguments,
  program: Program,
  merged: MergedParameters,
  { runtime, signal }: BacktestWorld,
): Promise<StrategyDescription> {
  const described = await runtime.describe(program);
  if (signal.aborted) throw new CommandError(ExitCode.Interrupted, '');
  if (described.ok) return described.value;
  if (described.error.message.startsWith('no symbol:'))
    throw usageError(`${given.file} names no symbol: add --symbol SPY, or symbol('SPY') to the file.`);
  throw parameterError(merged, program, described.error) ?? faultError(given, described.error);
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
  const names = [...code.matchAll(/\bparam\(\s*(['"`])(\w+)\1/g)].map((match) => match[2]);
  const known = names.length === 0 ? 'It has no parameters.' : `It has ${[...new Set(names)].join(', ')}.`;
  return usageError(`${argument}: ${problem}.${problem.includes('no parameter') ? ` ${known}` : ''}`);
}

/** In the form that editors and pipelines turn into a link. */
const faultError = ({ file }: BacktestArguments, { message, line, column }: StrategyFault): CommandError =>
  new CommandError(
    ExitCode.Fault,
    line > 0 ? `${file}:${line}:${Math.max(1, column)}: ${message}` : `${file}: ${message}`,
  );

interface Ended {
  readonly instance: WireInstance;
  readonly orders: readonly WireOrder[];
  readonly log: readonly { readonly Time: number; readonly Text: string }[];
  readonly equity: { readonly Times: readonly number[]; readonly Values: readonly number[] } | null;
}

async function run(
  given: BacktestArguments,
  program: Program,
  market: BacktestMarket,
  world: BacktestWorld,
): Promise<Ended> {
  const { record, limits, orders } = createMemoryRecord({
    ...program,
    fromMs: given.fromMs,
    toMs: given.toMs,
    nowMs: world.nowMs(),
    costs: given.costs,
    onProgress: (share) => world.progress?.(`Backtesting: ${Math.floor(share * 100)} %`),
    onProblem: world.warn,
  });
  const faults: StrategyFault[] = [];
  const started = runBacktest(
    {
      market: market.source,
      runtime: withFaults(world.runtime, faults),
      queue: new BacktestQueue(1),
      logger: { error: (details: unknown) => world.warn(JSON.stringify(details)) },
    },
    record,
    {
      limits,
      fromMs: given.fromMs,
      toMs: given.toMs,
      dataType: 'Auto',
      costs: given.costs,
      acceptsIncomplete: given.acceptsIncomplete,
    },
  );
  await untilDone(started, world.signal);
  const [fault] = faults;
  if (fault !== undefined) throw faultError(given, fault);
  checkStatus(record.instance, given, market);
  return {
    instance: record.instance,
    orders: orders(),
    log: record.log.page(0, MAX_LOG_LINES).lines,
    equity: record.equity,
  };
}

async function untilDone(started: Run, signal: AbortSignal): Promise<void> {
  const stop = (): void => started.stop();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  await started.done.finally(() => signal.removeEventListener('abort', stop));
}

/** The run reports a fault as text; this also keeps its place. */
function withFaults(runtime: UserRuntime, faults: StrategyFault[]): UserRuntime {
  return {
    describe: (program, symbol) => runtime.describe(program, symbol),
    live: (job, events) => runtime.live(job, events),
    backtest(job, events) {
      const running = runtime.backtest(job, events);
      const done = running.done.then((end) => {
        if (end.outcome === 'failed') faults.push(end.fault);
        return end;
      });
      return { done, cancel: () => running.cancel() };
    },
  };
}

/** Throws a CommandError for a run that did not complete. */
function checkStatus(
  { Status: status, Message: message }: WireInstance,
  { fromDate, toDate }: BacktestArguments,
  { span }: BacktestMarket,
): void {
  const period = `from ${fromDate} to ${toDate}`;
  switch (status) {
    case 'BacktestingCompleted':
      return;
    case 'Stopped':
      throw new CommandError(ExitCode.Interrupted, '');
    case 'BacktestingNoData':
    case 'BacktestingNoTickData':
      throw new CommandError(ExitCode.NoData, `There are no data of this size ${period}. ${span}`);
    case 'BacktestingIncompleteMinuteData':
    case 'BacktestingIncompleteTickData':
      throw new CommandError(
        ExitCode.NoData,
        `Some days ${period} have no one-minute bars. ${span} --incomplete runs on the days that have them.`,
      );
    default:
      throw new CommandError(ExitCode.Fault, message);
  }
}

function noteOf(
  { toDate }: BacktestArguments,
  { lastDate }: BacktestMarket,
  { Message: message }: WireInstance,
): string {
  const shorter = toDate > lastDate ? `The data end on ${lastDate}.` : '';
  return [shorter, message].filter((text) => text !== '').join(' ');
}

function textLines({
  given,
  description,
  instance,
  orders,
  note,
}: Ended & {
  readonly given: BacktestArguments;
  readonly description: StrategyDescription;
  readonly note: string;
}): string[] {
  return [
    `${given.file}: ${description.primarySymbol} from ${given.fromDate} to ${given.toDate}`,
    `${assumptionsLine(given.costs)}.`,
    ...(note === '' ? [] : [note]),
    '',
    ...(instance.Returns === null ? [] : figureLines(instance.Returns)),
    ...(given.printsOrders ? ['', ...orderLines(orders)] : []),
  ];
}

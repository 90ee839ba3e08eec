import { assumptionsLine } from '../../domain/strategy/costs/assumptions.ts';
import { MAX_LOG_LINES } from '../../domain/strategy/log.ts';
import { BacktestQueue } from '../algostream/runs/backtest-queue.ts';
import { runBacktest, type Run } from '../algostream/runs/backtest-run.ts';
import type {
  Program,
  StrategyDescription,
  StrategyFault,
  UserRuntime,
} from '../algostream/runtime/types.ts';
import type { WireInstance, WireOrder } from '../algostream/service.ts';
import { checkBegin, missingData, openBacktestMarket, type BacktestMarket } from './backtest-market.ts';
import { createMemoryRecord } from './backtest-record.ts';
import { parseArguments, type BacktestArguments } from './command-arguments.ts';
import { mergedParameters } from './merged-parameters.ts';
import { checkWritable, readStrategyFile, writeResult } from './files.ts';
import type { ProgramWorld } from './program.ts';
import { describeProgram, faultError } from './strategy-problems.ts';
import { resultJson } from './result-json.ts';
import { figureLines, orderLines } from './report-text.ts';
import { CommandError, ExitCode, HELP, reportedExitCode } from './usage.ts';

/** The surroundings of the program. */
export interface BacktestWorld extends ProgramWorld {
  /** Executes the code of the strategy. Its owner closes it. */
  readonly runtime: UserRuntime;
}

/** Runs one command line and reports in one line what went wrong. Returns the exit code. */
export const backtestExitCode = (argv: readonly string[], world: BacktestWorld): Promise<ExitCode> =>
  reportedExitCode('backtest', world.warn, () => runCommand(argv, world));

async function runCommand(argv: readonly string[], world: BacktestWorld): Promise<ExitCode> {
  const given = parseArguments(argv);
  if (given === 'help') {
    world.print(HELP);
    return ExitCode.Ran;
  }
  const file = await readStrategyFile(given.file);
  const merged = mergedParameters(file.parameters, given.parameters);
  const program = { code: file.code, parameters: merged.text };
  if (isFile(given.jsonFile)) await checkWritable(given.jsonFile);
  const description = await describeProgram(given.file, program, merged, world);
  const market = await openBacktestMarket(given, description, world.warn);
  checkBegin(given, market);
  const ended = await run(given, program, market, world);
  const result = { given, program, description, note: noteOf(given, market, ended.instance), ...ended };
  if (isFile(given.jsonFile)) await writeResult(given.jsonFile, resultJson(result));
  if (given.jsonFile === STANDARD_OUTPUT) world.print(resultJson(result).trimEnd());
  else for (const line of textLines(result)) world.print(line);
  return ExitCode.Ran;
}

/** `--json -` prints the result and nothing else. */
const STANDARD_OUTPUT = '-';
const isFile = (json: string | undefined): json is string => json !== undefined && json !== STANDARD_OUTPUT;

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
  if (fault !== undefined) throw faultError(given.file, fault);
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
  given: BacktestArguments,
  market: BacktestMarket,
): void {
  switch (status) {
    case 'BacktestingCompleted':
      return;
    case 'Stopped':
      throw new CommandError(ExitCode.Interrupted, '');
    case 'BacktestingNoData':
    case 'BacktestingNoTickData':
    case 'BacktestingIncompleteMinuteData':
    case 'BacktestingIncompleteTickData':
      throw missingData(status, given, market);
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

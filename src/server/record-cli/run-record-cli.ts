import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandError, ExitCode, reportedExitCode, usageError } from '../backtest-cli/usage.ts';
import type { ProgramWorld } from '../backtest-cli/program-world.ts';
import type { MarketData } from '../market/market-data.ts';
import { openChosenMarket, readMarketChoice } from '../market/registry.ts';
import { VariableReader, type Environment } from '../variable-reader.ts';
import { parseRecordArguments, RECORD_HELP, type RecordArguments } from './arguments.ts';
import { Recorder, type RecordedCounts } from './recorder.ts';

/** What has come is written this often, ms: as much is lost when the program is killed. */
const FLUSH_EVERY_MS = 500;
/** Decides what a market invents that has no seed of its own. */
const SEED = 1;

/** The surroundings of the program. */
export interface RecordWorld extends ProgramWorld {
  readonly environment: Environment;
}

/** Runs one command line and reports in one line what went wrong. Returns the exit code. */
export const recordExitCode = (argv: readonly string[], world: RecordWorld): Promise<ExitCode> =>
  reportedExitCode('record', world.warn, () => runCommand(argv, world));

async function runCommand(argv: readonly string[], world: RecordWorld): Promise<ExitCode> {
  const given = parseRecordArguments(argv);
  if (given === 'help') {
    world.print(RECORD_HELP);
    return ExitCode.Ran;
  }
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-record-'));
  try {
    const market = await openMarket(given, folder, world);
    try {
      return await record(given, market, world);
    } finally {
      await market.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens and starts the chosen market, which keeps what it has to keep in `folder`. */
async function openMarket(
  { market: name }: RecordArguments,
  folder: string,
  world: RecordWorld,
): Promise<MarketData> {
  const environment =
    name === undefined ? world.environment : { ...world.environment, TAPEDECK_MARKET: name };
  const variables = new VariableReader(environment);
  const choice = readMarketChoice(variables);
  if (variables.problems.length > 0) throw usageError(variables.problems.join('\n'));
  const values = new Map<string, string>();
  try {
    const market = await openChosenMarket(choice, {
      seed: SEED,
      nowMs: world.nowMs,
      wallMs: world.nowMs,
      system: {
        get: async (key) => values.get(key),
        set: async (key, value) => void values.set(key, value),
      },
      folder,
      preparesAhead: false,
      note: (line) => world.warn(line),
    });
    await market.start();
    return market;
  } catch (error) {
    throw new CommandError(ExitCode.Fault, `The market could not be opened: ${textOf(error)}`);
  }
}

async function record(given: RecordArguments, market: MarketData, world: RecordWorld): Promise<ExitCode> {
  const recorder = new Recorder({ market, symbols: given.symbols, folder: given.folder });
  const unknown = recorder.unknown();
  if (unknown.length > 0)
    throw new CommandError(ExitCode.NoData, `The market does not have ${unknown.join(', ')}.`);
  const end = endOf(given, market, world.signal);
  try {
    await market.ready?.(given.symbols, 'prices');
    await recorder.writeHistory(end.signal);
    recorder.start();
    while (!end.signal.aborted) {
      // Ended early by the end of the recording.
      await delay(FLUSH_EVERY_MS, undefined, { signal: end.signal }).catch(() => undefined);
      await recorder.flush();
      world.progress?.(`Recording ${given.symbols.join(', ')}: ${countsText(recorder.counts())}`);
    }
    await recorder.stop();
  } catch (error) {
    throw new CommandError(ExitCode.Fault, `The recording stopped: ${textOf(error)}`);
  } finally {
    end.forget();
  }
  const counts = recorder.counts();
  if (counts.trades + counts.quotes === 0)
    throw new CommandError(ExitCode.NoData, 'Nothing was traded or quoted, so nothing was recorded.');
  world.print(`Recorded ${countsText(counts)} in ${given.folder}.`);
  return ExitCode.Ran;
}

/** Aborted when the recording is over: by Ctrl+C, after the given time, or at the close of the market. */
function endOf({ durationMs }: RecordArguments, market: MarketData, interrupt: AbortSignal) {
  const closed = new AbortController();
  const stop = market.onSession({
    onPhase: (phase) => {
      if (phase === 'closed') closed.abort();
    },
  });
  const late = new AbortController();
  const timer = durationMs === undefined ? undefined : setTimeout(() => late.abort(), durationMs);
  return {
    signal: AbortSignal.any([interrupt, closed.signal, late.signal]),
    forget(): void {
      stop();
      clearTimeout(timer);
    },
  };
}

function countsText({ trades, quotes, late }: RecordedCounts): string {
  const lost = late === 0 ? '' : `; ${late.toLocaleString('en-US')} came too late and were left out`;
  return `${trades.toLocaleString('en-US')} trades and ${quotes.toLocaleString('en-US')} quotes${lost}`;
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

import { err, ok } from '../../../domain/assert/assert.ts';
import type { Result } from '../../../domain/assert/assert.ts';
import { readEquity } from '../../../domain/returns/index.ts';
import { readOrderChunk } from '../../../domain/strategy/index.ts';
import type { LoggedOrder } from '../../../domain/strategy/index.ts';
import type { ChildEnd, FromChild } from './child/messages.ts';
import type { IsolateModules } from './modules.ts';
import type {
  BacktestEnd,
  BacktestEvents,
  BacktestJob,
  LiveEvents,
  LiveJob,
  RunningBacktest,
  RunningStrategy,
  SimulatedOrder,
  StrategyDescription,
  StrategyFault,
  UserRuntime,
} from './types.ts';
import type { ProcessEvents, UserProcess } from './user-process.ts';

/** What waits for an answer of the process, by the id it was asked under. */
type Waiting =
  | {
      readonly kind: 'describe';
      readonly answer: (result: Result<StrategyDescription, StrategyFault>) => void;
    }
  | { readonly kind: 'backtest'; readonly events: BacktestEvents; readonly end: (end: BacktestEnd) => void }
  | {
      readonly kind: 'starting';
      readonly events: LiveEvents;
      readonly answer: (result: Result<RunningStrategy, StrategyFault>) => void;
    }
  | { readonly kind: 'live'; readonly events: LiveEvents };

export interface ManagedRuntime extends UserRuntime {
  close(): Promise<void>;
  /** Of the process, while there is one. */
  readonly pid: number | undefined;
}

/** Rows of one message to the process: about half a megabyte, serialised in one turn of the event loop. */
const ROWS_PER_MESSAGE = 8_192;

const faultOf = (message: string): StrategyFault => ({ kind: 'runtime', message, line: 0, column: 0 });

type StartProcess = (modules: IsolateModules, events: ProcessEvents) => UserProcess;

/** The runs of one user. Its process comes with the first and goes when there have been none for a while. `mayStart` gives the reason when there may be no more processes. */
export function createUserRuntime(
  modules: () => Promise<IsolateModules>,
  startProcess: StartProcess,
  mayStart: () => string | null,
  onProcess: (delta: 1 | -1) => void,
): ManagedRuntime {
  const waiting = new Map<number, Waiting>();
  /** The process that each run is in. */
  const homes = new Map<number, UserProcess>();
  let process: UserProcess | undefined;
  let lastId = 0;
  let isClosed = false;

  function forget(id: number): void {
    const home = homes.get(id);
    waiting.delete(id);
    homes.delete(id);
    home?.setBusy([...homes.values()].includes(home));
  }

  function start(modulesOfIsolates: IsolateModules): UserProcess {
    const started = startProcess(modulesOfIsolates, {
      onMessage: hear,
      onLeaving() {
        // What comes from now on goes to a process of its own.
        if (process === started) process = undefined;
      },
      onEnd(why) {
        if (process === started) process = undefined;
        onProcess(-1);
        for (const [id, home] of [...homes]) {
          const run = waiting.get(id);
          if (home !== started || run === undefined) continue;
          forget(id);
          failRun(run, faultOf(why));
        }
      },
    });
    onProcess(1);
    return started;
  }

  function stop(id: number): void {
    void homes.get(id)?.send({ kind: 'stop', id });
    forget(id);
  }

  function failRun(run: Waiting, fault: StrategyFault): void {
    switch (run.kind) {
      case 'describe':
      case 'starting':
        return run.answer(err(fault));
      case 'backtest':
        return run.end({ outcome: 'failed', fault });
      case 'live':
        return run.events.onFault(fault);
    }
  }

  function hear(message: FromChild): void {
    if (message.kind === 'beat' || message.kind === 'leaving') return;
    const { id } = message;
    const run = waiting.get(id);
    // Of a run that was cancelled or stopped some may still come in.
    if (run === undefined) return;
    switch (message.kind) {
      case 'described':
        if (run.kind !== 'describe') return;
        forget(id);
        return run.answer(ok(message.description));
      case 'progress':
        return run.kind === 'backtest' ? run.events.onProgress?.(message.share) : undefined;
      case 'orders': {
        if (run.kind !== 'backtest') return;
        const orders = readOrderChunk(message.chunk)?.map(simulatedOrder) ?? [null];
        const good = orders.filter((order) => order !== null);
        if (good.length === orders.length) return run.events.onOrders?.(good);
        stop(id);
        return run.end({ outcome: 'failed', fault: faultOf('the run reported impossible orders') });
      }
      case 'log':
        if (run.kind === 'backtest') run.events.onLog?.(message.log);
        if (run.kind === 'live') run.events.onLog(message.log);
        return;
      case 'ended':
        if (run.kind !== 'backtest') return;
        forget(id);
        return run.end(endOf(message.end));
      case 'started':
        if (run.kind !== 'starting') return;
        waiting.set(id, { kind: 'live', events: run.events });
        return run.answer(ok(runningStrategy(id)));
      case 'requests':
        return run.kind === 'live' ? run.events.onRequests(message.requests) : undefined;
      case 'finished':
        if (run.kind !== 'live') return;
        forget(id);
        return run.events.onFinished();
      case 'fault':
        forget(id);
        return failRun(run, message.fault);
    }
  }

  /** Puts a question to the process, which is started if it must be. */
  function ask(run: Waiting, put: (id: number, to: UserProcess) => void): number {
    lastId += 1;
    const id = lastId;
    waiting.set(id, run);
    void modules().then(
      (loaded) => {
        if (!waiting.has(id)) return;
        if (process === undefined) {
          const refused = isClosed ? 'the server stops' : mayStart();
          if (refused !== null) {
            waiting.delete(id);
            return failRun(run, faultOf(refused));
          }
          process = start(loaded);
        }
        homes.set(id, process);
        process.setBusy(true);
        put(id, process);
      },
      (problem: unknown) => {
        waiting.delete(id);
        failRun(
          run,
          faultOf(
            `strategies cannot be run: ${problem instanceof Error ? problem.message : String(problem)}`,
          ),
        );
      },
    );
    return id;
  }

  function runningStrategy(id: number): RunningStrategy {
    return {
      deliver(rows, { bid, ask: offer, timeMs }) {
        if (waiting.has(id)) void homes.get(id)?.send({ kind: 'deliver', id, rows, bid, ask: offer, timeMs });
      },
      orderChanged(change) {
        if (waiting.has(id)) void homes.get(id)?.send({ kind: 'report', id, change });
      },
      stop() {
        if (waiting.has(id)) stop(id);
      },
    };
  }

  return {
    get pid() {
      return process?.pid;
    },
    describe: (program, symbol = '') =>
      new Promise((answer) => {
        ask({ kind: 'describe', answer }, (id, to) => {
          void to.send({ kind: 'describe', id, program, symbol });
        });
      }),
    backtest(job: BacktestJob, events: BacktestEvents): RunningBacktest {
      const { promise: done, resolve } = Promise.withResolvers<BacktestEnd>();
      const id = ask({ kind: 'backtest', events, end: resolve }, (number, to) => {
        void sendBacktest(number, to, job, () => homes.get(number) === to);
      });
      return {
        done,
        cancel() {
          if (!waiting.has(id)) return;
          stop(id);
          resolve({ outcome: 'cancelled' });
        },
      };
    },
    live: (job: LiveJob, events: LiveEvents) =>
      new Promise((answer) => {
        const { code, parameters, ...rest } = job;
        ask({ kind: 'starting', events, answer }, (id, to) => {
          void to.send({ kind: 'live', id, program: { code, parameters }, ...rest });
        });
      }),
    async close() {
      isClosed = true;
      const running = process;
      running?.kill();
      await running?.exited;
    },
  };
}

/** Sends a backtest to its process: its data in pieces, then the rest. Ends early when the run is not wanted any more. */
async function sendBacktest(
  id: number,
  to: UserProcess,
  { code, parameters, symbol, limits, firstIndex, sessions, data }: BacktestJob,
  isWanted: () => boolean,
): Promise<void> {
  const rowCount = data.length;
  await to.send({ kind: 'data', id, rowCount });
  for (let from = 0; from < rowCount && isWanted(); from += ROWS_PER_MESSAGE)
    await to.send({ kind: 'rows', id, from, rows: data.rows(from, from + ROWS_PER_MESSAGE) });
  if (!isWanted()) return;
  const program = { code, parameters };
  await to.send({ kind: 'backtest', id, program, symbol, limits, firstIndex, sessions });
}

function endOf(end: ChildEnd): BacktestEnd {
  if (end.outcome !== 'completed') return end;
  const equity = readEquity(end.equity);
  return equity === null
    ? { outcome: 'failed', fault: faultOf('the run reported an impossible equity curve') }
    : { outcome: 'completed', equity };
}

/** An order of the log as the contract tells it; null for one that is not done. */
function simulatedOrder({
  number,
  status,
  side,
  type,
  quantity,
  price,
  stop,
  fillPrice,
  liquidity,
  sentMs,
  fillMs,
  reason,
}: LoggedOrder): SimulatedOrder | null {
  if (status === 'Sent' || status === 'PartiallyFilled') return null;
  const isFilled = status === 'Filled';
  if (isFilled && (fillMs === null || !(fillPrice > 0))) return null;
  return {
    id: String(number),
    status,
    side,
    type,
    quantity,
    price,
    stopPrice: stop,
    fillPrice: isFilled ? fillPrice : 0,
    liquidity: isFilled ? liquidity : '',
    sentMs,
    fillMs: isFilled ? fillMs : null,
    reason,
  };
}

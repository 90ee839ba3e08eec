import { err, ok } from '../../../domain/assert/assert.ts';
import type { Result } from '../../../domain/assert/assert.ts';
import { readEquity } from '../../../domain/returns/index.ts';
import type { BarRows } from '../data/bar-columns.ts';
import { readOrderChunk } from '../../../domain/strategy/index.ts';
import { reportRecords } from './backtest-records.ts';
import type { ChildEnd, FromChild, ToChild } from './child/messages.ts';
import type { IsolateModules } from './modules.ts';
import { ChartStudyRequests } from './chart-study-requests.ts';
import { isKeptAs, placedOthers, sendData, tablesOf, type KeptData } from './sent-data.ts';
import type {
  BacktestEnd,
  BacktestEvents,
  BacktestJob,
  LiveEvents,
  LiveJob,
  Program,
  RunningBacktest,
  RunningChartStudy,
  RunningStrategy,
  StrategyDescription,
  StrategyFault,
  UserRuntime,
} from './types.ts';
import type { ProcessEvents, UserProcess } from './user-process.ts';

/** A request that waits for an answer of the process. */
type Waiting =
  | {
      readonly kind: 'describe';
      readonly answer: (result: Result<StrategyDescription, StrategyFault>) => void;
    }
  | {
      readonly kind: 'backtest';
      /** The symbols that the run may trade, that of the run first. */
      readonly symbols: readonly string[];
      readonly events: BacktestEvents;
      readonly end: (end: BacktestEnd) => void;
    }
  | {
      readonly kind: 'starting';
      readonly events: LiveEvents;
      readonly answer: (result: Result<RunningStrategy, StrategyFault>) => void;
    }
  | { readonly kind: 'live'; readonly events: LiveEvents }
  | { readonly kind: 'study'; readonly calls: ChartStudyRequests };

/** The runtime of one user, with its process. */
export interface ManagedRuntime extends UserRuntime {
  chartStudy(program: Program): Promise<Result<RunningChartStudy, StrategyFault>>;
  close(): Promise<void>;
  /** Of the process, while there is one. */
  readonly pid: number | undefined;
}

const faultOf = (message: string): StrategyFault => ({ kind: 'runtime', message, line: 0, column: 0 });

interface ProcessRuntimeParts {
  readonly modules: () => Promise<IsolateModules>;
  readonly start: (modules: IsolateModules, events: ProcessEvents) => UserProcess;
  /** Why no further process may be started; null when one may. */
  readonly refusal: () => string | null;
  readonly onProcess: (delta: 1 | -1) => void;
}

/** A message about a request or a run. */
type RunMessage = Exclude<FromChild, { readonly kind: 'beat' | 'leaving' }>;
type MessageHandlers = {
  readonly [Kind in RunMessage['kind']]: (
    run: Waiting,
    message: Extract<RunMessage, { readonly kind: Kind }>,
  ) => void;
};

/** The runs of one user. Its process comes with the first run and ends when there has been none for a while. */
export class ProcessRuntime implements ManagedRuntime {
  readonly #parts: ProcessRuntimeParts;
  readonly #waiting = new Map<number, Waiting>();
  /** The process that each run is in. */
  readonly #homes = new Map<number, UserProcess>();
  /** What each process keeps. */
  readonly #kept = new WeakMap<UserProcess, KeptData>();
  #process: UserProcess | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(parts: ProcessRuntimeParts) {
    this.#parts = parts;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  describe(program: Program, symbol = ''): Promise<Result<StrategyDescription, StrategyFault>> {
    return new Promise((answer) => {
      this.#request({ kind: 'describe', answer }, (id, to) => {
        void to.send({ kind: 'describe', id, program, symbol });
      });
    });
  }

  backtest(job: BacktestJob, events: BacktestEvents): RunningBacktest {
    const { promise: done, resolve } = Promise.withResolvers<BacktestEnd>();
    const symbols = [job.symbol, ...(job.others ?? []).map((other) => other.symbol)];
    const id = this.#request({ kind: 'backtest', symbols, events, end: resolve }, (number, to) => {
      void this.#sendBacktest(number, to, job);
    });
    return {
      done,
      cancel: () => {
        if (!this.#waiting.has(id)) return;
        this.#stop(id);
        resolve({ outcome: 'cancelled' });
      },
    };
  }

  live(job: LiveJob, events: LiveEvents): Promise<Result<RunningStrategy, StrategyFault>> {
    const { code, parameters, ...rest } = job;
    return new Promise((answer) => {
      this.#request({ kind: 'starting', events, answer }, (id, to) => {
        void to.send({ kind: 'live', id, program: { code, parameters }, ...rest });
      });
    });
  }

  chartStudy(program: Program): Promise<Result<RunningChartStudy, StrategyFault>> {
    const calls = new ChartStudyRequests();
    const id = this.#request({ kind: 'study', calls }, (number, to) => {
      void to.send({ kind: 'study', id: number, program });
    });
    return calls.opened({
      send: (message) => {
        if (this.#waiting.has(id)) void this.#homes.get(id)?.send({ ...message, id });
      },
      stop: () => {
        if (this.#waiting.has(id)) this.#stop(id);
      },
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const running = this.#process;
    running?.kill();
    await running?.exited;
  }

  /** Sends a request to the process, which is started if there is none. */
  #request(run: Waiting, send: (id: number, to: UserProcess) => void): number {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#waiting.set(id, run);
    this.#parts.modules().then(
      (loaded) => {
        if (this.#waiting.has(id)) this.#requestWith(loaded, id, run, send);
      },
      (problem: unknown) => {
        this.#waiting.delete(id);
        const reason = problem instanceof Error ? problem.message : String(problem);
        failRun(run, faultOf(`strategies cannot be run: ${reason}`));
      },
    );
    return id;
  }

  #requestWith(
    modules: IsolateModules,
    id: number,
    run: Waiting,
    send: (id: number, to: UserProcess) => void,
  ): void {
    const refusal = this.#isClosed ? 'the server stops' : this.#parts.refusal();
    if (this.#process === undefined && refusal !== null) {
      this.#waiting.delete(id);
      return failRun(run, faultOf(refusal));
    }
    const process = (this.#process ??= this.#start(modules));
    this.#homes.set(id, process);
    process.setBusy(true);
    send(id, process);
  }

  #start(modules: IsolateModules): UserProcess {
    const started = this.#parts.start(modules, {
      onMessage: (message) => this.#receive(message),
      // What comes from now on goes to a process of its own.
      onLeaving: () => this.#leave(started),
      onEnd: (why) => {
        this.#leave(started);
        this.#parts.onProcess(-1);
        for (const [id, home] of [...this.#homes]) if (home === started) this.#fail(id, faultOf(why));
      },
    });
    this.#parts.onProcess(1);
    return started;
  }

  #leave(process: UserProcess): void {
    if (this.#process === process) this.#process = undefined;
  }

  /** Sends a backtest to its process: its data, unless the process keeps them, then the rest. Ends early when the run is not wanted any more. */
  async #sendBacktest(id: number, to: UserProcess, job: BacktestJob): Promise<void> {
    const isWanted = (): boolean => this.#homes.get(id) === to;
    const { data, keepsData = false, rowRange = { from: 0, until: data.length } } = job;
    const tables = tablesOf(job);
    let dataId = id;
    if (keepsData) {
      const kept = this.#keptData(to, tables);
      dataId = kept.id;
      await kept.sent;
    } else await sendData(to, { id, tables, isKept: false }, isWanted);
    if (!isWanted()) return;
    const { code, parameters, symbol, limits, firstIndex, sessions, start, startRows, costs } = job;
    const program = { code, parameters };
    const others = placedOthers(job);
    const terms = {
      program,
      symbol,
      limits,
      rowRange,
      startRows,
      others,
      firstIndex,
      sessions,
      start,
      costs,
    };
    await to.send({ kind: 'backtest', id, dataId, ...terms });
  }

  #keptData(to: UserProcess, tables: readonly BarRows[]): KeptData {
    const known = this.#kept.get(to);
    if (known !== undefined && isKeptAs(known, tables)) return known;
    this.#lastId += 1;
    const id = this.#lastId;
    // Sent to their end whatever becomes of the run: the next one relies on them.
    const kept = { id, tables, sent: sendData(to, { id, tables, isKept: true }, () => true) };
    this.#kept.set(to, kept);
    return kept;
  }

  #stop(id: number): void {
    void this.#homes.get(id)?.send({ kind: 'stop', id });
    this.#forget(id);
  }

  #fail(id: number, fault: StrategyFault): void {
    const run = this.#waiting.get(id);
    if (run === undefined) return;
    this.#forget(id);
    failRun(run, fault);
  }

  #forget(id: number): void {
    const home = this.#homes.get(id);
    this.#waiting.delete(id);
    this.#homes.delete(id);
    home?.setBusy([...this.#homes.values()].includes(home));
  }

  #receive(message: FromChild): void {
    if (message.kind === 'beat' || message.kind === 'leaving') return;
    const run = this.#waiting.get(message.id);
    // Messages of a run that was cancelled or stopped may still come in.
    if (run === undefined) return;
    // A handler takes the messages of its kind.
    const handle = this.#handlers[message.kind] as (run: Waiting, message: RunMessage) => void;
    handle(run, message);
  }

  readonly #handlers: MessageHandlers = {
    described: (run, { id, description }) => {
      if (run.kind === 'backtest') run.events.onDescribed?.(description);
      if (run.kind !== 'describe') return;
      this.#forget(id);
      run.answer(ok(description));
    },
    progress: (run, { share }) => {
      if (run.kind === 'backtest') run.events.onProgress?.(share);
    },
    orders: (run, { id, chunk }) => {
      if (run.kind === 'backtest') this.#takeOrders(run, id, chunk);
    },
    log: (run, { log }) => {
      if (run.kind === 'backtest') run.events.onLog?.(log);
      if (run.kind === 'live') run.events.onLog(log);
    },
    annotations: (run, { annotations }) => {
      if (run.kind === 'backtest' || run.kind === 'live') run.events.onAnnotations?.(annotations);
    },
    ended: (run, { id, end }) => {
      if (run.kind !== 'backtest') return;
      this.#forget(id);
      run.end(endOf(end));
    },
    started: (run, { id }) => {
      if (run.kind !== 'starting') return;
      this.#waiting.set(id, { kind: 'live', events: run.events });
      run.answer(ok(this.#runningStrategy(id)));
    },
    studyDescribed: (run, { study }) => {
      if (run.kind === 'study') run.calls.onDescribed(study);
    },
    studyValues: (run, { columns }) => {
      if (run.kind === 'study') run.calls.onValues(columns);
    },
    state: (run, { text }) => {
      if (run.kind === 'live') run.events.onState?.(text);
    },
    requests: (run, { requests }) => {
      if (run.kind === 'live') run.events.onRequests(requests);
    },
    finished: (run, { id }) => {
      if (run.kind !== 'live') return;
      this.#forget(id);
      run.events.onFinished();
    },
    fault: (_run, { id, fault }) => this.#fail(id, fault),
  };

  #takeOrders(run: Extract<Waiting, { readonly kind: 'backtest' }>, id: number, chunk: Float64Array): void {
    const records = readOrderChunk(chunk);
    if (records !== null && reportRecords(records, run.symbols, run.events)) return;
    this.#stop(id);
    run.end({ outcome: 'failed', fault: faultOf('the run reported impossible orders') });
  }

  #runningStrategy(id: number): RunningStrategy {
    const send = (message: ToChild): void => {
      if (this.#waiting.has(id)) void this.#homes.get(id)?.send(message);
    };
    return {
      deliver: (rows, quote, others = []) => send({ kind: 'deliver', id, rows, others, quote }),
      orderChanged: (change) => send({ kind: 'report', id, change }),
      settled: (settlement) => send({ kind: 'settle', id, settlement }),
      stop: () => {
        if (this.#waiting.has(id)) this.#stop(id);
      },
    };
  }
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
    case 'study':
      return run.calls.onFault(fault);
  }
}

function endOf(end: ChildEnd): BacktestEnd {
  if (end.outcome !== 'completed') return end;
  const equity = readEquity(end.equity);
  return equity === null
    ? { outcome: 'failed', fault: faultOf('the run reported an impossible equity curve') }
    : { outcome: 'completed', equity };
}

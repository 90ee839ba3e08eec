import ivm from 'isolated-vm';
import * as v from 'valibot';
import type { DataColumns, RowRange, SavedState, StrategyDescription, StrategyFault } from '../types.ts';
import { annotationsSchema, requestsTooMuch, liveAnswerSchema, logSchema, MAX_REQUESTS } from './answers.ts';
import type { Box, BoxPool } from './box.ts';
import { answered, isRunFault, loadProgram } from './load-program.ts';
import type { FromChild, ToChild } from './messages.ts';
import { watch } from './watch.ts';
import type { LossOfControl, Watched, WatchOptions } from './watch.ts';

type MessageOf<Kind extends ToChild['kind']> = Extract<ToChild, { readonly kind: Kind }>;

/** The child process in which the runs execute. Times in ms, memory in megabytes. */
export interface RunsPort {
  readonly pool: BoxPool;
  readonly stuckMs: number;
  readonly graceMs: number;
  readonly memoryMb: number;
  say(message: FromChild): void;
  /** An isolate cannot be stopped, or takes memory without end: the process must go. */
  onLost(loss: LossOfControl): void;
}

/** Above this many rows a run gets a larger isolate: each column of a study takes as much as one of the data. */
const ROWS_OF_A_SPARE = 1_000_000;
const LARGE_MB = 1_024;
const BYTES_A_ROW = 48;

/** Of a reject or cancel, as a strategy gets it. */
const REASON_CHARACTERS = 200;

const NAMES = ['timeMs', 'open', 'high', 'low', 'close', 'volume'] as const;

export interface SharedData {
  readonly memory: SharedArrayBuffer;
  readonly rows: number;
}

/** Room for the columns of a backtest, in one piece of memory that its isolate reads. */
export const allocateData = (rows: number): SharedData => ({
  memory: new SharedArrayBuffer(rows * BYTES_A_ROW),
  rows,
});

export function fillData({ memory, rows }: SharedData, from: number, piece: DataColumns): void {
  for (const [n, name] of NAMES.entries())
    new Float64Array(memory, n * rows * 8, rows).set(piece[name], from);
}

/** What the watch needs for work in a box. */
export function watchOptions(port: RunsPort, memoryMb = port.memoryMb): WatchOptions {
  return { stuckMs: port.stuckMs, graceMs: port.graceMs, memoryMb, onLost: port.onLost };
}

export async function describeProgram(
  port: RunsPort,
  { id, program, symbol }: MessageOf<'describe'>,
): Promise<void> {
  const box = await port.pool.take();
  try {
    const loaded = await loadProgram(watchOptions(port), box, program, symbol);
    port.say(
      isRunFault(loaded)
        ? { kind: 'fault', id, fault: loaded.fault }
        : { kind: 'described', id, description: loaded.description },
    );
  } finally {
    box.dispose();
  }
}

/** What a run has logged, as far as its isolate still answers. */
async function sayLog(port: RunsPort, box: Box, id: number, memoryMb: number): Promise<void> {
  if (box.isolate.isDisposed) return;
  const taken = await watch(box, box.call('takeLog', []), watchOptions(port, memoryMb));
  const log = v.safeParse(logSchema, 'value' in taken ? taken.value : undefined);
  if (log.success && log.output.lines.length > 0) port.say({ kind: 'log', id, log: log.output });
}

/** What a backtest has drawn, as far as its isolate still answers. */
async function sayAnnotations(port: RunsPort, box: Box, id: number, memoryMb: number): Promise<void> {
  if (box.isolate.isDisposed) return;
  const taken = await watch(box, box.call('takeAnnotations', []), watchOptions(port, memoryMb));
  const part = v.safeParse(annotationsSchema, 'value' in taken ? taken.value : undefined);
  if (part.success) port.say({ kind: 'annotations', id, annotations: part.output });
}

/** The rows of a run: of the traded symbol, then of each other one. */
interface RunRows {
  readonly ranges: readonly [RowRange, ...RowRange[]];
  readonly firstIndex: number;
}

/** The rows of a run; null when there are too few before its period, or those of other symbols than it reads. */
function beginOf(message: MessageOf<'backtest'>, description: StrategyDescription): RunRows | null {
  const { rowRange, firstIndex, startRows } = message;
  const others = otherRanges(message, description);
  if (others === null) return null;
  if (startRows === undefined) return { ranges: [rowRange, ...others], firstIndex };
  const [first, from] = [startRows[0], startRows[description.warmUpBars]];
  if (first === undefined || from === undefined) return null;
  return { ranges: [{ from, until: rowRange.until }, ...others], firstIndex: first - from };
}

function otherRanges(
  { others }: MessageOf<'backtest'>,
  { otherSymbols }: StrategyDescription,
): RowRange[] | null {
  if (others.length !== otherSymbols.length) return null;
  const ranges: RowRange[] = [];
  for (const [n, { symbol, offset, rowRange, startRows }] of others.entries()) {
    const described = otherSymbols[n];
    if (described?.symbol !== symbol) return null;
    const from = startRows === undefined ? rowRange.from : startRows[described.warmUpBars];
    if (from === undefined) return null;
    ranges.push({ from: offset + from, until: offset + rowRange.until });
  }
  return ranges;
}

const CANCELLED = { outcome: 'cancelled' } as const;
const OTHER_SYMBOLS = {
  outcome: 'failed',
  fault: {
    kind: 'runtime',
    message: 'the code reads other symbols than when it was first run',
    line: 0,
    column: 0,
  },
} as const;

const lengthOf = ({ from, until }: RowRange): number => until - from;

/** A backtest, from its start to its end. `onBox` passes on the isolate, so that the run can be stopped. */
export async function runProgram(
  port: RunsPort,
  message: MessageOf<'backtest'>,
  { memory, rows: allRows }: SharedData,
  onBox: (box: Box) => void,
): Promise<void> {
  const { id, program, symbol, limits, sessions, start, costs, startRows } = message;
  const rows = [message, ...message.others].reduce((sum, { rowRange }) => sum + lengthOf(rowRange), 0);
  const memoryMb = rows > ROWS_OF_A_SPARE ? Math.max(LARGE_MB, port.memoryMb) : port.memoryMb;
  const box = await (memoryMb === port.memoryMb ? port.pool.take() : port.pool.make(memoryMb));
  onBox(box);
  const failed = (fault: StrategyFault): void => {
    port.say({ kind: 'ended', id, end: { outcome: 'failed', fault } });
  };
  try {
    // Where the run begins depends on what the code says of itself, its symbol included.
    const loaded = await loadProgram(watchOptions(port), box, program, startRows === undefined ? symbol : '');
    if (isRunFault(loaded)) return failed(loaded.fault);
    const { description } = loaded;
    if (startRows !== undefined) port.say({ kind: 'described', id, description });
    const begin = beginOf(message, description);
    if (begin === null)
      return port.say({ kind: 'ended', id, end: startRows === undefined ? OTHER_SYMBOLS : CANCELLED });
    const { ranges, firstIndex } = begin;
    const progressMemory = new SharedArrayBuffer(8);
    const progress = new Float64Array(progressMemory);
    let reportedRow = 0;
    let reportedMs = 0;
    const give = new ivm.Reference((chunk: unknown) => {
      if (chunk instanceof Float64Array) port.say({ kind: 'orders', id, chunk });
    });
    const work = box.call('backtest', [
      new ivm.ExternalCopy(memory).copyInto({ release: true }),
      allRows,
      ranges,
      firstIndex,
      sessions,
      limits,
      start,
      costs,
      new ivm.ExternalCopy(progressMemory).copyInto({ release: true }),
      give,
    ]);
    const done = await watch(box, work, {
      ...watchOptions(port, memoryMb),
      progress,
      onCheck(row) {
        if (row === reportedRow || performance.now() - reportedMs < 100) return;
        reportedRow = row;
        reportedMs = performance.now();
        port.say({
          kind: 'progress',
          id,
          share: Math.min(1, Math.max(0, (row - firstIndex) / Math.max(1, lengthOf(ranges[0]) - firstIndex))),
        });
      },
    });
    await sayLog(port, box, id, memoryMb);
    await sayAnnotations(port, box, id, memoryMb);
    if ('fault' in done) return failed(done.fault);
    const answer = answered(done.value, v.instance(Float64Array), (equity) => ({ equity }));
    if ('fault' in answer) return failed(answer.fault);
    port.say({ kind: 'ended', id, end: { outcome: 'completed', equity: answer.equity } });
  } finally {
    box.dispose();
  }
}

/** Starts a live run; null when its code does not start. `onOver` is called once when it is over, for whatever reason. */
export async function startProgram(
  port: RunsPort,
  message: MessageOf<'live'>,
  onOver: () => void,
): Promise<LiveProgram | null> {
  const { id, program, symbol, limits, warmUp, otherWarmUps = [], sessions, position } = message;
  const { contracts, fills, otherHoldings, brackets, account, openOrders, state } = message;
  const holdings = { position, contracts, fills, otherHoldings, brackets, account, openOrders };
  const box = await port.pool.take();
  const live = new LiveProgram(port, box, id, onOver);
  const loaded = await loadProgram(watchOptions(port), box, program, symbol);
  const opened = isRunFault(loaded)
    ? loaded
    : await watch(
        box,
        box.call('openLive', [{ limits, warmUp, otherWarmUps, sessions, ...holdings }]),
        watchOptions(port),
      );
  const started = 'fault' in opened ? opened : answered(opened.value, v.null(), () => null);
  if (started !== null) {
    live.end({ kind: 'fault', id, fault: started.fault });
    return null;
  }
  const misfit = state === undefined ? null : await loadState(port, box, state);
  if (misfit !== null) {
    live.end({ kind: 'fault', id, fault: misfit });
    return null;
  }
  port.say({ kind: 'started', id });
  return live;
}

/** Passes a saved state to the code; the fault when it does not take it. */
async function loadState(
  port: RunsPort,
  box: Box,
  { text, isOfOther }: SavedState,
): Promise<StrategyFault | null> {
  const done = await watch(box, box.call('loadState', [text, isOfOther]), watchOptions(port));
  const loaded = 'fault' in done ? done : answered(done.value, v.null(), () => null);
  return loaded && { ...loaded.fault, kind: 'state' };
}

const TOO_MANY_REQUESTS: StrategyFault = {
  kind: 'runtime',
  message: `the code sent more than ${MAX_REQUESTS} orders and cancellations at once`,
  line: 0,
  column: 0,
};

/** One live run in its isolate. Calls are made one after the other. */
export class LiveProgram {
  readonly #port: RunsPort;
  readonly #box: Box;
  readonly #id: number;
  readonly #onOver: () => void;
  #isOver = false;
  #queue = Promise.resolve();

  constructor(port: RunsPort, box: Box, id: number, onOver: () => void) {
    this.#port = port;
    this.#box = box;
    this.#id = id;
    this.#onOver = onOver;
  }

  deliver({ rows, quote, others }: MessageOf<'deliver'>): void {
    this.#cross('deliver', [rows, quote, others]);
  }

  report({ change: { id, reason, ...change } }: MessageOf<'report'>): void {
    this.#cross('report', [{ ...change, number: Number(id), reason: reason.slice(0, REASON_CHARACTERS) }]);
  }

  settle({ settlement }: MessageOf<'settle'>): void {
    this.#cross('settle', [settlement]);
  }

  stop(): void {
    this.#cross('endLive', []);
    this.#queue = this.#queue.then(() => this.end());
  }

  /** Ends the run, with a last message to the server. */
  end(message?: FromChild): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#box.dispose();
    this.#onOver();
    if (message !== undefined) this.#port.say(message);
  }

  /** One crossing; its requests go out before the next is made. */
  #cross(name: 'deliver' | 'report' | 'settle' | 'endLive', given: readonly unknown[]): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#isOver) return;
      const outcome = await watch(this.#box, this.#box.call(name, given), watchOptions(this.#port));
      if (!this.#isOver) this.#take(outcome);
    });
  }

  #take(done: Watched): void {
    const [port, id] = [this.#port, this.#id];
    if ('value' in done && requestsTooMuch(done.value))
      return this.end({ kind: 'fault', id, fault: TOO_MANY_REQUESTS });
    const answer = 'fault' in done ? done : answered(done.value, liveAnswerSchema, (value) => value);
    if ('fault' in answer) return this.end({ kind: 'fault', id, fault: answer.fault });
    if (answer.state !== null) port.say({ kind: 'state', id, text: answer.state });
    if (answer.requests.length > 0) port.say({ kind: 'requests', id, requests: answer.requests });
    if (answer.log.lines.length > 0) port.say({ kind: 'log', id, log: answer.log });
    const { annotations } = answer;
    if (annotations !== null) port.say({ kind: 'annotations', id, annotations });
    if (answer.isFinished) this.end({ kind: 'finished', id });
  }
}

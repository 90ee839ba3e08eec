import type { Closing } from '../../../../domain/calendar/closings.ts';
import { addClosings } from '../../../../domain/calendar/us-equity.ts';
import { Language, LiveRun, runBacktest } from '../../../../domain/strategy/index.ts';
import type {
  DataColumns,
  LiveAction,
  LiveInput,
  LiveReport,
  LiveSettlement,
  OrderRecord,
  RunLimits,
  RunStart,
  StrategyDescription,
} from '../../../../domain/strategy/index.ts';
import { ChartStudyRun, type ChartStudyDescription } from '../../../../domain/strategy/chart-study.ts';
import type { AnnotationPart } from '../../../../domain/strategy/annotations.ts';
import type { CostSettings } from '../../../../domain/strategy/costs/settings.ts';
import type { LogPart } from '../../../../domain/strategy/log.ts';
import { createRandom, hardenRealm } from './harden.ts';
import { describeThrown } from './thrown.ts';
import type { Thrown } from './thrown.ts';

/** The host's function, as isolated-vm gives it: called without waiting. */
interface HostFunction {
  applyIgnored(
    receiver: undefined,
    given: readonly unknown[],
    options: { readonly arguments: { readonly copy: true } },
  ): void;
}

type Answer<Value> = { readonly value: Value } | { readonly fault: Thrown };

/** All of this runs inside of an isolate, one for each run. What it gives back is copied to the host, which believes none of it. */
let language: Language | null = null;
let description: StrategyDescription | null = null;
let live: LiveRun | null = null;
let chartStudy: ChartStudyRun | null = null;
let random = createRandom(0);

const COPY = { arguments: { copy: true } } as const;

const guarded = <Value>(work: () => Value): Answer<Value> => {
  try {
    return { value: work() };
  } catch (thrown) {
    return { fault: describeThrown(thrown) };
  }
};

/** Makes the realm safe, with the calendar of the server. Before anything of the author's. */
export function prepare(closings: readonly Closing[]): void {
  addClosings(closings);
  hardenRealm(
    {
      get nowMs() {
        return language?.nowMs() ?? 0;
      },
    },
    () => random(),
  );
}

/** Runs an author's file from top to bottom. `symbol` null: the file is a study of charts. */
export function load(
  file: () => unknown,
  parameters: string,
  symbol: string | null,
  seed: number,
): Answer<StrategyDescription | ChartStudyDescription> {
  return guarded(() => {
    declare(parameters, seed);
    const back = file();
    if (typeof back === 'object' && back !== null) throw new Error('a strategy cannot wait at its top');
    return endDeclarations(symbol);
  });
}

/** Gives the names of the language to code that is loaded next. */
function declare(parameters: string, seed: number): void {
  random = createRandom(seed);
  const made = new Language(parameters);
  language = made;
  const { log } = made;
  const names = {
    ...made.globals,
    console: Object.freeze({
      log: log.write,
      info: log.write,
      warn: log.write,
      error: log.write,
      debug: log.write,
    }),
  };
  for (const [name, value] of Object.entries(names)) {
    Object.defineProperty(globalThis, name, {
      value: typeof value === 'function' ? Object.freeze(value) : value,
      writable: false,
      configurable: true,
      enumerable: false,
    });
  }
}

function endDeclarations(symbol: string | null): StrategyDescription | ChartStudyDescription {
  if (language === null) throw new Error('nothing is loaded');
  if (symbol === null) {
    chartStudy = new ChartStudyRun(language);
    return chartStudy.description;
  }
  description = language.settle(symbol === '' ? undefined : symbol);
  return description;
}

/** Before the files of a strategy that imports others are evaluated. */
export function openFiles(parameters: string, seed: number): Answer<null> {
  return guarded(() => {
    declare(parameters, seed);
    return null;
  });
}

/** What the files have come to. Code that waits at its top level is continued by the engine after the others have ended. */
let filesState: 'begun' | 'waited' | 'ended' = 'begun';

/** Called by the first of the files that are evaluated, which is ours. */
export function beginFiles(): void {
  void Promise.resolve().then(() => {
    if (filesState === 'begun') filesState = 'waited';
  });
}

/** Called by the last one, which is ours, too. */
export function endFiles(): void {
  if (filesState === 'begun') filesState = 'ended';
}

/** After the files of a strategy were evaluated; null when one of them waits at its top level. */
export function settleFiles(
  symbol: string | null,
): Answer<StrategyDescription | ChartStudyDescription | null> {
  return guarded(() => (filesState === 'ended' ? endDeclarations(symbol) : null));
}

/** What the strategy has drawn since the last call; null = nothing. */
export function takeAnnotations(): AnnotationPart | null {
  return language?.annotations.take() ?? null;
}

export function takeLog(): LogPart {
  return language?.log.takeLines() ?? { lines: [], dropped: 0 };
}

/** Rows from `from` up to, and without, `until`. */
interface RowRange {
  readonly from: number;
  readonly until: number;
}

const columnsOf = (memory: SharedArrayBuffer, rows: number, { from, until }: RowRange): DataColumns => {
  const column = (n: number): Float64Array => new Float64Array(memory, (n * rows + from) * 8, until - from);
  return {
    timeMs: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  };
};

/** Runs the loaded strategy over ranges of shared columns, which have so many rows: of the traded symbol, and of each other one that it reads. */
export function backtest(
  memory: SharedArrayBuffer,
  rows: number,
  [range, ...others]: readonly [RowRange, ...RowRange[]],
  firstIndex: number,
  sessions: Float64Array,
  limits: RunLimits,
  start: RunStart | undefined,
  costs: CostSettings | null | undefined,
  progress: SharedArrayBuffer,
  give: HostFunction,
): Answer<Float64Array> {
  return guarded(() => {
    if (language === null || description === null) throw new Error('nothing is loaded');
    return runBacktest(
      language,
      description,
      {
        limits,
        data: columnsOf(memory, rows, range),
        others: others.map((some) => columnsOf(memory, rows, some)),
        firstIndex,
        sessions,
        progress: new Float64Array(progress),
        start,
        costs,
      },
      (chunk) => {
        give.applyIgnored(undefined, [chunk], COPY);
      },
    );
  });
}

export function openLive(input: LiveInput): Answer<null> {
  return guarded(() => {
    if (language === null || description === null) throw new Error('nothing is loaded');
    language.annotations.sendsAlerts = true;
    live = new LiveRun(language, description, input);
    return null;
  });
}

/** Replaces the bars of a study of a chart from an index on. */
export function putBars(from: number, rows: DataColumns): Answer<null> {
  return guarded(() => {
    if (chartStudy === null) throw new Error('nothing is loaded');
    chartStudy.put(from, rows);
    return null;
  });
}

/** The values of the lines of a study of a chart from an index on. */
export function studyValues(from: number): Answer<readonly Float64Array[]> {
  return guarded(() => {
    if (chartStudy === null) throw new Error('nothing is loaded');
    return chartStudy.values(from);
  });
}

/** Passes the state that an earlier part of the run has saved to the code. */
export function loadState(text: string, isOfOther: boolean): Answer<null> {
  return guarded(() => {
    language?.states.load(text, isOfOther);
    return null;
  });
}

interface LiveAnswer {
  /** JSON text of what the code has saved; null = nothing. */
  readonly state: string | null;
  readonly requests: readonly unknown[];
  readonly log: LogPart;
  readonly annotations: AnnotationPart | null;
  readonly isFinished: boolean;
}

function answerLive(work: (run: LiveRun) => readonly LiveAction[]): Answer<LiveAnswer> {
  return guarded(() => {
    if (live === null) throw new Error('nothing runs');
    const requests = work(live).map(requestOf);
    const state = language?.states.take() ?? null;
    return { state, requests, log: takeLog(), annotations: takeAnnotations(), isFinished: live.isFinished };
  });
}

function requestOf(action: LiveAction): unknown {
  const { kind, order } = action;
  const id = String(order.number);
  switch (kind) {
    case 'cancel':
      return order.exit === null
        ? { kind, id }
        : { kind, id: String(order.exit.entry.number), exit: order.exit.name };
    case 'replace':
      return { kind, id, ...action.change };
    case 'send':
      return { kind, id, ...termsOf(order) };
    case 'rejected':
      return { kind, id, ...termsOf(order), reason: order.reason };
  }
}

const termsOf = ({ symbol, side, type, quantity, price, stop, spread, bracket }: OrderRecord) => ({
  ...(symbol === description?.primarySymbol ? {} : { symbol }),
  side,
  type,
  quantity,
  price,
  stopPrice: stop,
  ...(spread === null ? {} : { spread: { legs: spread.legs, tif: spread.tif } }),
  ...(bracket === null ? {} : { exits: bracket.plan }),
});

export function deliver(
  rows: DataColumns,
  quote: Parameters<LiveRun['deliver']>[1],
  others: readonly DataColumns[],
): Answer<LiveAnswer> {
  return answerLive((run) => run.deliver(rows, quote, others));
}

export function report(change: LiveReport): Answer<LiveAnswer> {
  return answerLive((run) => run.report(change));
}

export function settle(settlement: LiveSettlement): Answer<LiveAnswer> {
  return answerLive((run) => run.settle(settlement));
}

export function endLive(): Answer<LiveAnswer> {
  return answerLive((run) => {
    run.end();
    return [];
  });
}

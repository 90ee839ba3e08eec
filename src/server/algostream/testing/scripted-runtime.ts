import { err, ok } from '../../../domain/assert/assert.ts';
import type { OrderSide } from '../../../domain/orders/enumerations.ts';
import type {
  BacktestEnd,
  BacktestEvents,
  BacktestJob,
  LiveEvents,
  LiveJob,
  LiveOrderChange,
  LiveRequest,
  LiveSettlement,
  Program,
  RunningBacktest,
  RunningStrategy,
  SimulatedOrder,
  StrategyDescription,
  StrategyFault,
  StrategyRuntime,
  UserRuntime,
} from '../runtime/types.ts';

/** A "program" of this runtime: JSON that says what it does. Bars are counted from 0 in the period (backtest) or since the start (live). */
export interface Script {
  readonly symbol?: string;
  readonly barMinutes?: number;
  readonly warmUpBars?: number;
  readonly fault?: StrategyFault;
  readonly describe?: Partial<StrategyDescription>;
  /** Market orders by bar, filled at the next bar's open. */
  readonly orders?: readonly { readonly at: number; readonly side: OrderSide; readonly quantity: number }[];
  /** A fault in the middle of the run. */
  readonly faultAt?: { readonly at: number; readonly fault: StrategyFault };
  readonly hangs?: boolean;
  /** Lines that a backtest logs. */
  readonly log?: readonly string[];
  /** Live: requests by the count of rows delivered so far. */
  readonly live?: Readonly<Record<string, readonly LiveRequest[]>>;
  readonly finishAt?: number;
}

/** What was done with a live run of the scripted runtime. */
export interface ScriptedLive {
  readonly job: LiveJob;
  readonly events: LiveEvents;
  readonly rows: { timeMs: number; close: number; volume: number }[];
  /** Of each delivery that has bars of other symbols: their start times, by the symbol's place. */
  readonly otherRows: number[][][];
  readonly quotes: { bid: number; ask: number }[];
  /** Of each delivery: of the other symbols that the code trades. */
  readonly otherQuotes: (readonly { readonly bid: number; readonly ask: number }[])[];
  readonly changes: LiveOrderChange[];
  readonly settlements: LiveSettlement[];
  isStopped: boolean;
}

export const scriptText = (script: Script): string => JSON.stringify(script);

const COMPLETED: BacktestEnd = { outcome: 'completed', equity: null };

/** What a test may look at and release in a scripted runtime. */
interface ScriptedRuns {
  readonly live: ScriptedLive[];
  readonly jobs: (Pick<BacktestJob, 'firstIndex' | 'start' | 'costs'> & {
    readonly rows: number;
    readonly sessions: number;
    /** Of a run that reads other symbols: each with its rows. */
    readonly others?: readonly (readonly [symbol: string, rows: number])[];
  })[];
  /** Ends the backtests that hang. */
  readonly released: Set<() => void>;
}

/** A runtime that speaks the contract and executes nothing: what a test of the service needs. */
export function createScriptedRuntime(): StrategyRuntime & ScriptedRuns {
  const runs: ScriptedRuns = { live: [], jobs: [], released: new Set() };
  return { ...runs, forUser: () => userRuntime(runs), close: () => Promise.resolve() };
}

function userRuntime(runs: ScriptedRuns): UserRuntime {
  return {
    async describe(program) {
      const script = read(program);
      if (isFault(script)) return err(script);
      return script.fault ? err(script.fault) : ok(descriptionOf(script));
    },
    backtest: (job, events) => startBacktest(runs, job, events),
    async live(job, events) {
      const script = read(job);
      if (isFault(script)) return err(script);
      const run: ScriptedLive = {
        job,
        events,
        rows: [],
        otherRows: [],
        quotes: [],
        otherQuotes: [],
        changes: [],
        settlements: [],
        isStopped: false,
      };
      runs.live.push(run);
      return ok(runningStrategy(script, run));
    },
  };
}

function read({ code }: Program): Script | StrategyFault {
  try {
    // Tests write the scripts.
    return JSON.parse(code) as Script;
  } catch (error) {
    return { kind: 'syntax', message: String(error), line: 1, column: 2 };
  }
}

const isFault = (script: Script | StrategyFault): script is StrategyFault => 'kind' in script;

const descriptionOf = (script: Script): StrategyDescription => ({
  primarySymbol: script.symbol ?? 'SPY',
  barMinutes: script.barMinutes ?? 1,
  order: { quantity: 100, route: '', destination: '', type: 'Market', price: 0 },
  trend: null,
  trade: null,
  isUsingNbbo: false,
  openingOrderMinute: null,
  closingOrderMinute: null,
  allowedPositions: 'Both',
  warmUpBars: script.warmUpBars ?? 0,
  otherSymbols: [],
  parameters: [],
  ...script.describe,
});

function startBacktest(
  { jobs, released }: ScriptedRuns,
  job: BacktestJob,
  events: BacktestEvents,
): RunningBacktest {
  const script = read(job);
  const { promise: done, resolve } = Promise.withResolvers<BacktestEnd>();
  const { firstIndex, data, sessions, start, costs, others = [] } = job;
  jobs.push({
    firstIndex,
    rows: data.length,
    sessions: sessions.length / 2,
    start,
    costs,
    ...(others.length > 0 && { others: others.map((other) => [other.symbol, other.data.length] as const) }),
  });
  if (isFault(script)) resolve({ outcome: 'failed', fault: script });
  else if (script.hangs) {
    events.onProgress?.(0.5);
    released.add(() => resolve(COMPLETED));
  } else {
    const orders = simulatedOrders(script, job);
    setImmediate(() => {
      events.onProgress?.(0.5);
      if (orders.length > 0) events.onOrders?.(orders);
      if (script.log) events.onLog?.({ lines: script.log.map((text) => ({ timeMs: 1, text })), dropped: 0 });
      resolve(script.faultAt ? { outcome: 'failed', fault: script.faultAt.fault } : COMPLETED);
    });
  }
  return { done, cancel: () => resolve({ outcome: 'cancelled' }) };
}

function simulatedOrders({ orders = [] }: Script, { firstIndex, data }: BacktestJob): SimulatedOrder[] {
  return orders.flatMap(({ at, side, quantity }, n): SimulatedOrder[] => {
    const row = firstIndex + at;
    if (row >= data.length) return [];
    const isFilled = row + 1 < data.length;
    return [
      {
        id: `s${n + 1}`,
        status: isFilled ? 'Filled' : 'Cancelled',
        side,
        type: 'Market',
        quantity,
        price: 0,
        stopPrice: 0,
        fillPrice: isFilled ? data.value('open', row + 1) : 0,
        sentMs: data.value('timeMs', row),
        fillMs: isFilled ? data.value('timeMs', row + 1) : null,
        reason: '',
        liquidity: 'R',
      },
    ];
  });
}

function runningStrategy(script: Script, run: ScriptedLive): RunningStrategy {
  return {
    deliver(rows, { bid, ask, others: otherQuotes = [] }, others = []) {
      if (run.isStopped) throw new Error('A row came after the stop.');
      run.quotes.push({ bid, ask });
      run.otherQuotes.push(otherQuotes);
      if (others.some(({ timeMs }) => timeMs.length > 0))
        run.otherRows.push(others.map(({ timeMs }) => [...timeMs]));
      for (let at = 0; at < rows.close.length; at += 1) {
        run.rows.push({
          timeMs: rows.timeMs[at] ?? 0,
          close: rows.close[at] ?? 0,
          volume: rows.volume[at] ?? 0,
        });
        if (script.finishAt === run.rows.length) return run.events.onFinished();
        if (script.faultAt?.at === run.rows.length) return run.events.onFault(script.faultAt.fault);
        const requests = script.live?.[String(run.rows.length)];
        if (requests) run.events.onRequests(requests);
      }
    },
    orderChanged: (change) => void run.changes.push(change),
    settled: (settlement) => void run.settlements.push(settlement),
    stop() {
      run.isStopped = true;
    },
  };
}

import { err, ok } from '../../../domain/assert/assert.ts';
import type { OrderSide } from '../../../domain/orders/enumerations.ts';
import type {
  BacktestEnd,
  LiveEvents,
  LiveJob,
  LiveOrderChange,
  LiveRequest,
  Program,
  SimulatedOrder,
  StrategyDescription,
  StrategyFault,
  StrategyRuntime,
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
  /** Live: requests by the count of rows delivered so far. */
  readonly live?: Readonly<Record<string, readonly LiveRequest[]>>;
  readonly finishAt?: number;
}

/** What was done with a live run of the scripted runtime. */
export interface ScriptedLive {
  readonly job: LiveJob;
  readonly events: LiveEvents;
  readonly rows: { timeMs: number; close: number; volume: number }[];
  readonly quotes: { bid: number; ask: number }[];
  readonly changes: LiveOrderChange[];
  isStopped: boolean;
}

export const scriptText = (script: Script): string => JSON.stringify(script);

const COMPLETED: BacktestEnd = { outcome: 'completed', equity: null };

/** A runtime that speaks the contract and executes nothing: what a test of the service needs. */
export function createScriptedRuntime(): StrategyRuntime & {
  readonly live: ScriptedLive[];
  readonly jobs: { readonly firstIndex: number; readonly rows: number; readonly sessions: number }[];
  readonly released: Set<() => void>;
} {
  const live: ScriptedLive[] = [];
  const jobs: { firstIndex: number; rows: number; sessions: number }[] = [];
  const released = new Set<() => void>();
  const read = ({ code }: Program): Script | StrategyFault => {
    try {
      // Tests write the scripts.
      return JSON.parse(code) as Script;
    } catch (error) {
      return { kind: 'syntax', message: String(error), line: 1, column: 2 };
    }
  };
  const isFault = (script: Script | StrategyFault): script is StrategyFault => 'kind' in script;
  return {
    live,
    jobs,
    released,
    forUser: () => ({
      async describe(program) {
        const script = read(program);
        if (isFault(script)) return err(script);
        if (script.fault) return err(script.fault);
        return ok({
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
          ...script.describe,
        });
      },
      backtest(job, events) {
        const script = read(job);
        const { promise: done, resolve } = Promise.withResolvers<BacktestEnd>();
        jobs.push({
          firstIndex: job.firstIndex,
          rows: job.data.length,
          sessions: job.sessions.length / 2,
        });
        const cancel = (): void => resolve({ outcome: 'cancelled' });
        if (isFault(script)) resolve({ outcome: 'failed', fault: script });
        else if (script.hangs) {
          events.onProgress?.(0.5);
          released.add(() => resolve(COMPLETED));
        } else {
          const orders: SimulatedOrder[] = (script.orders ?? []).flatMap(({ at, side, quantity }, n) => {
            const row = job.firstIndex + at;
            if (row >= job.data.length) return [];
            const isFilled = row + 1 < job.data.length;
            return [
              {
                id: `s${n + 1}`,
                status: isFilled ? 'Filled' : 'Cancelled',
                side,
                type: 'Market',
                quantity,
                price: 0,
                stopPrice: 0,
                fillPrice: isFilled ? job.data.value('open', row + 1) : 0,
                sentMs: job.data.value('timeMs', row),
                fillMs: isFilled ? job.data.value('timeMs', row + 1) : null,
                reason: '',
                liquidity: 'R',
              },
            ];
          });
          setImmediate(() => {
            events.onProgress?.(0.5);
            if (orders.length > 0) events.onOrders?.(orders);
            resolve(script.faultAt ? { outcome: 'failed', fault: script.faultAt.fault } : COMPLETED);
          });
        }
        return { done, cancel };
      },
      async live(job, events) {
        const script = read(job);
        if (isFault(script)) return err(script);
        const run: ScriptedLive = { job, events, rows: [], quotes: [], changes: [], isStopped: false };
        live.push(run);
        return ok({
          deliver(rows, { bid, ask }) {
            if (run.isStopped) throw new Error('A row came after the stop.');
            run.quotes.push({ bid, ask });
            for (let at = 0; at < rows.close.length; at += 1) {
              run.rows.push({
                timeMs: rows.timeMs[at] ?? 0,
                close: rows.close[at] ?? 0,
                volume: rows.volume[at] ?? 0,
              });
              if (script.finishAt === run.rows.length) return events.onFinished();
              if (script.faultAt?.at === run.rows.length) return events.onFault(script.faultAt.fault);
              const requests = script.live?.[String(run.rows.length)];
              if (requests) events.onRequests(requests);
            }
          },
          orderChanged: (change) => void run.changes.push(change),
          stop() {
            run.isStopped = true;
          },
        });
      },
    }),
    close: () => Promise.resolve(),
  };
}

import type { RunLimits } from '../algostream/runtime/types.ts';
import { limitsOf, newInstance, type StartParameters } from '../algostream/runs/new-instance.ts';
import { RunRecord } from '../algostream/runs/run-record.ts';
import type { WireOrder } from '../algostream/service.ts';
import type { StoredOrder } from '../storage/strategy-order-store.ts';
import type { CostSettings } from '../../domain/strategy/costs/settings.ts';
import { NO_LIMIT } from '../../domain/strategy/limits.ts';

/** Regular hours, no limits, positions held overnight: what the start dialog begins with. */
const START = {
  IntradayPositionsOnly: false,
  FirstTradingIntervalStart: 570,
  FirstTradingIntervalEnd: 960,
  SecondTradingIntervalStart: 0,
  SecondTradingIntervalEnd: 0,
  IncludeOffMarket: false,
  ShareLimit: NO_LIMIT,
  DollarLimit: NO_LIMIT,
} as const;

const startOf = (parameters: string): StartParameters => ({
  ...START,
  InstanceId: 'backtest',
  Parameters: parameters,
});

/** The limits of a run from the command line. */
export function commandLimits(): RunLimits {
  const limits = limitsOf(startOf(''), false);
  if (!limits.ok) throw new Error(limits.error);
  return limits.value;
}

export interface RecordOptions {
  readonly code: string;
  readonly parameters: string;
  /** UTC ms. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly nowMs: number;
  /** Null = none. */
  readonly costs: CostSettings | null;
  /** Receives the share that is done, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly onProblem: (text: string) => void;
}

/** A run that is kept in memory, with the limits that a start without any has. */
export interface MemoryRecord {
  readonly record: RunRecord;
  readonly limits: RunLimits;
  /** All orders, oldest first; complete when the run has ended. */
  orders(): readonly WireOrder[];
}

/** The record of a new backtest. What the server stores and sends stays in memory. */
export function createMemoryRecord(options: RecordOptions): MemoryRecord {
  const { code, parameters, fromMs, toMs, nowMs, costs } = options;
  const start = startOf(parameters);
  const limits = commandLimits();
  const rows: StoredOrder[] = [];
  const record = new RunRecord(
    {
      store: {
        setInstance: async () => {},
        putReport: async () => {},
        putOrders: async (_key, orders) => void rows.push(...orders),
        orders: async () => rows,
      },
      push(_user, _account, { body }) {
        if ('Instance' in body) options.onProgress(body.Instance.Progress);
      },
      logger: { error: (details: unknown) => options.onProblem(JSON.stringify(details)) },
    },
    { userId: 'local', name: 'backtest', instanceId: 'backtest' },
    0,
    code,
    newInstance({
      account: 'LOCAL',
      start,
      limits,
      startedAtMs: nowMs,
      version: null,
      backtest: { fromMs, toMs, dataType: 'Auto', costs },
    }),
  );
  return {
    record,
    limits,
    // The record stores orders in the form in which it sends them.
    orders: () => rows.map(({ body }) => JSON.parse(body) as WireOrder),
  };
}

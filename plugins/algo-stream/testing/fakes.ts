import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import type {
  Instance,
  Returns,
  Strategies,
  StrategiesState,
  Strategy,
  StrategyEvent,
  StrategyOrder,
  StrategyOrdersState,
} from '../types.ts';

/** Strategies and dialogs for the tests of this tool: calls are logged, and their answers can be set. */

export const returns = (change: Partial<Returns> = {}): Returns => ({
  CumulativeGrossProfitLoss: 110,
  CumulativeNetProfitLoss: 100,
  GrossProfitLoss: 110,
  NetProfitLoss: 100,
  FeesPaid: 10,
  SlippagePaid: 0,
  BorrowPaid: 0,
  Roi: 0.05,
  RoiAnnualised: 0.6,
  SymbolRoi: -0.02,
  SymbolRoiAnnualised: -0.24,
  Roac: 0.1,
  RoacAnnualised: 1.2,
  Roc: 0.04,
  RocAnnualised: 0.48,
  Capital: 2500,
  AverageCapital: 1000,
  MaxDrawdown: 60,
  TradeCount: 4,
  LongTradeCount: 3,
  ShortTradeCount: 1,
  ProfitablePercent: 0.75,
  LosingPercent: 0.25,
  LongProfitablePercent: 1,
  ShortProfitablePercent: 0,
  AverageProfit: 50,
  AverageLoss: -50,
  LongProfitLoss: 150,
  ShortProfitLoss: -50,
  StartTime: 1_767_600_000_000,
  FinishTime: 1_767_800_000_000,
  ...change,
});
export const instance = (change: Partial<Instance> = {}): Instance => ({
  InstanceId: 'i1',
  Account: 'D-1',
  Status: 'BacktestingCompleted',
  Message: '',
  Progress: 1,
  QueuePlace: 0,
  RejectedCount: 0,
  LastRejection: '',
  Parameters: 'fast = 10',
  BacktestFrom: Date.UTC(2026, 0, 5, 5),
  BacktestTo: Date.UTC(2026, 0, 31, 4, 59, 59),
  DataType: 'Auto',
  Costs: null,
  Guards: null,
  AtRestart: 'Stop',
  Schedule: null,
  StartedAt: Date.UTC(2026, 1, 2, 15),
  FinishedAt: Date.UTC(2026, 1, 2, 15, 1),
  PrimarySymbol: 'SPY',
  OtherSymbols: [],
  IntradayPositionsOnly: false,
  FirstTradingIntervalStart: 570,
  FirstTradingIntervalEnd: 960,
  SecondTradingIntervalStart: 0,
  SecondTradingIntervalEnd: 0,
  IncludeOffMarket: false,
  ShareLimit: -1,
  DollarLimit: -1,
  Order: { Quantity: 100, Route: 'AUTO', Destination: 'SMART', Type: 'Market', Price: 0 },
  Trend: { Name: 'sma', Interval: '1 minute', Period: 50, ExtraParameters: '' },
  Trade: null,
  TradingTime: '09:30–16:00',
  IsUsingNbbo: false,
  OpeningOrderTime: 575,
  ClosingOrderTime: null,
  AllowedPositions: 'Both',
  Imports: [],
  Version: null,
  Returns: returns(),
  ...change,
});
export const liveInstance = (change: Partial<Instance> = {}): Instance =>
  instance({
    InstanceId: 'l1',
    BacktestFrom: null,
    BacktestTo: null,
    DataType: null,
    Status: 'Running',
    FinishedAt: null,
    ...change,
  });
export const strategy = (change: Partial<Strategy> = {}): Strategy => ({
  Name: 'Cross',
  Id: 0,
  TradeLimit: 'no limit',
  Parameters: '',
  Description: '',
  Instances: [],
  ...change,
});
export const order = (change: Partial<StrategyOrder> = {}): StrategyOrder => ({
  Id: 'o1',
  Status: 'Filled',
  SentTimestamp: 1000,
  Symbol: 'SPY',
  Side: 'Buy',
  Type: 'Market',
  Quantity: 100,
  Price: 0,
  StopPrice: 0,
  Reason: '',
  FillPrice: 500,
  FillTimestamp: 2000,
  FifoProfitLoss: 0,
  CumulativeProfitLoss: -1,
  Liquidity: 'R',
  ClearingCharge: 0.1,
  ExecutionCharge: 0.2,
  LiquidityFee: 0.3,
  SecFee: 0.01,
  NsccFee: 0,
  FinraFee: 0.02,
  OtherFee: 0,
  NetProfitLoss: -0.63,
  GrossAmount: 50_000,
  NetAmount: 50_000.63,
  AverageCapital: 50_000,
  Roac: null,
  Roi: null,
  Capital: 50_000,
  Roc: null,
  ...change,
});

export interface FakeDesk {
  readonly platform: ToolPlatform;
  /** Calls of the strategies and dialogs, in order. */
  readonly log: string[];
  state: StrategiesState;
  ordersState: StrategyOrdersState;
  /** Answers, by the name of the call. */
  readonly answers: Record<string, unknown>;
  emit(event: StrategyEvent): void;
  changeOrders(next: StrategyOrdersState): void;
}

/** Logs calls and answers them with `answers`, else with a usual answer. */
class CallLog {
  readonly lines: string[] = [];
  readonly answers: Record<string, unknown> = {};

  note(name: string, ...args: readonly unknown[]): void {
    const texts = args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)));
    this.lines.push([name, ...texts].join(' | '));
  }

  call(name: string, usual: unknown) {
    return async (...args: readonly unknown[]): Promise<unknown> => {
      this.note(name, ...args.filter((arg) => arg !== undefined));
      return name in this.answers ? this.answers[name] : usual;
    };
  }
}

function listeners<Args extends readonly unknown[]>() {
  const all = new Set<(...args: Args) => void>();
  return {
    add(listener: (...args: Args) => void) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    notify(...args: Args) {
      for (const listener of [...all]) listener(...args);
    },
  };
}

const strategyCalls = (calls: CallLog) => ({
  load: calls.call('load', undefined),
  templates: calls.call('templates', []),
  source: calls.call('source', { name: 'Cross', code: 'code', parameters: 'fast = 10' }),
  save: calls.call('save', { result: 'SaveOK', message: '' }),
  update: calls.call('update', { result: 'SaveOK', message: '' }),
  remove: calls.call('remove', { result: 'DeleteOK', message: '' }),
  removeInstance: calls.call('removeInstance', { result: 'DeleteOK', message: '' }),
  start: calls.call('start', { ok: true, instanceId: 'l1' }),
  backtest: calls.call('backtest', { ok: true, instanceId: 'i1' }),
  resume: calls.call('resume', { ok: true, instanceId: 'i1' }),
  stop: calls.call('stop', { ok: true }),
  setSchedule: calls.call('setSchedule', { ok: true }),
  refresh: (name: string) => calls.note('refresh', name),
});

const dialogCalls = (calls: CallLog) => ({
  alert: calls.call('alert', undefined),
  confirm: calls.call('confirm', true),
  open: async ({ title }: { title: string }) => {
    calls.note('open', title);
    return 'open' in calls.answers ? calls.answers['open'] : null;
  },
  columns: calls.call('columns', null),
  toast: ({ message, tone }: { message: string; tone: string }) => calls.note('toast', tone, message),
});

export function fakeDesk(): FakeDesk {
  const calls = new CallLog();
  const events = listeners<[StrategyEvent]>();
  const orderListeners = listeners<[]>();
  const desk: FakeDesk = {
    log: calls.lines,
    answers: calls.answers,
    state: { isLoaded: true, personal: [], public: [] },
    ordersState: { isLoaded: true, orders: [], error: null },
    emit: (event) => events.notify(event),
    changeOrders(next) {
      desk.ordersState = next;
      orderListeners.notify();
    },
    // Only what this tool uses of the platform.
    platform: {
      strategies: {
        ...strategyCalls(calls),
        get: () => desk.state,
        subscribe: () => () => {},
        orders: () => ({ get: () => desk.ordersState, subscribe: orderListeners.add }),
        onEvent: events.add,
      } as unknown as Strategies,
      dialogs: dialogCalls(calls),
      commands: {
        get: (id: string) => (calls.answers['commands'] === undefined ? undefined : { id }),
        run: calls.call('run', true),
      },
      session: { get: () => ({ account: 'D-1', isLive: false }), subscribe: () => () => {} },
      exchangeMs: () => Date.UTC(2026, 1, 2, 15),
    } as unknown as ToolPlatform,
  };
  return desk;
}

/** Resolves once the answers of earlier calls were delivered. */
export const settled = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });

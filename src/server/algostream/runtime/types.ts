import type { Result } from '../../../domain/assert/assert.ts';
import type { OrderSide, OrderType, TimeInForce } from '../../../domain/orders/enumerations.ts';
import type { RunStart } from '../../../domain/strategy/backtest.ts';
import type { DataColumns, RunLimits, StrategyDescription } from '../../../domain/strategy/description.ts';
import type { ChartStudyDescription } from '../../../domain/strategy/chart-study.ts';
import type { MoneyE4, PriceE4 } from '../../../domain/money/price.ts';
import type { OrderLeg } from '../../../domain/orders/legs.ts';
import type { Liquidity } from '../../../domain/portfolio/index.ts';
import type { CostSettings } from '../../../domain/strategy/costs/settings.ts';
import type { AccountBase } from '../../../domain/strategy/account-base.ts';
import type { AnnotationPart } from '../../../domain/strategy/annotations.ts';
import type { HeldContracts, LiveSettlement } from '../../../domain/strategy/live-input.ts';
import type { LiveFill, LiveReport } from '../../../domain/strategy/live-messages.ts';
import type { EarlierFill, SymbolHolding } from '../../../domain/strategy/resume-position.ts';
import type { ExitName, ExitPlan } from '../../../domain/strategy/order-record.ts';
import type { EarlierBracket, EarlierOpenOrder } from '../../../domain/strategy/open-orders.ts';
import type { LogPart } from '../../../domain/strategy/log.ts';
import type { Equity } from '../../../domain/returns/index.ts';
import type { BarRows } from '../data/bar-columns.ts';

/** The contract between the strategy service (data, orders, storage) and the runtime that executes users' code in isolates. */

export type {
  AccountBase,
  ChartStudyDescription,
  EarlierBracket,
  EarlierOpenOrder,
  EarlierFill,
  DataColumns,
  HeldContracts,
  LiveFill,
  LiveSettlement,
  SymbolHolding,
  RunLimits,
  RunStart,
  StrategyDescription,
};

/** What went wrong in user code. Line and column are those of the author's source, from 1; 0 = unknown. */
export interface StrategyFault {
  /** The imported file with that line; undefined = the strategy itself. */
  readonly file?: string | undefined;
  /** `state`: the code did not take the state that it had saved. */
  readonly kind: 'syntax' | 'runtime' | 'state';
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export interface Program {
  /** With the files that it imports, as `formatProgram` puts them together. */
  readonly code: string;
  readonly parameters: string;
}

/** An order of a backtest, final: filled or cancelled. Prices in dollars. */
export interface SimulatedOrder {
  readonly id: string;
  /** Undefined: the symbol of the run. */
  readonly symbol?: string | undefined;
  readonly status: 'Filled' | 'Cancelled' | 'Rejected';
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly quantity: number;
  readonly price: number;
  readonly stopPrice: number;
  /** 0 unless filled. */
  readonly fillPrice: number;
  /** 'R' removed liquidity, 'A' added it: what the fees go by; '' = not filled. */
  readonly liquidity: 'A' | 'R' | '';
  readonly sentMs: number;
  readonly fillMs: number | null;
  readonly reason: string;
  /** Of the stop or the target of an entry, which is sent when the entry fills. */
  readonly isExit?: boolean;
}

/** A fill of a backtest with costs. Its order comes later, when it has ended. The price is in dollars. */
export interface SimulatedFill {
  readonly orderId: string;
  /** Undefined: the symbol of the run. */
  readonly symbol?: string | undefined;
  readonly side: OrderSide;
  readonly quantity: number;
  readonly price: number;
  readonly timeMs: number;
  readonly liquidity: Liquidity;
  /** What slippage and spread made of it, at least 0. */
  readonly slippageE4: MoneyE4;
}

/** Rows from `from` up to, and without, `until`. */
export interface RowRange {
  readonly from: number;
  readonly until: number;
}

/** The bars of another symbol that the code reads, and may trade. */
export interface OtherBars {
  readonly symbol: string;
  /** Rows of the length of those of the run, those before the period included. */
  readonly data: BarRows;
  /** The rows that the run gets; undefined = all. */
  readonly rowRange?: RowRange | undefined;
  /** Where the rows of a run begin that needs none of the symbol before the period, one, and so on; with `startRows` of the job. */
  readonly startRows?: Uint32Array | undefined;
}

export interface BacktestJob extends Program {
  readonly symbol: string;
  readonly limits: RunLimits;
  /** Rows of the length that the description says (`barMinutes`), warm-up included. Bars of a day are stamped 00:00 New York of their date. */
  readonly data: BarRows;
  /** The symbols that the description lists, in its sequence; undefined = none. */
  readonly others?: readonly OtherBars[] | undefined;
  /** The process keeps the data for later runs over the same ones, until a run brings others to keep or the process ends. Undefined: they go with the run. */
  readonly keepsData?: boolean | undefined;
  /** The rows of the data that the run gets; undefined = all. */
  readonly rowRange?: RowRange | undefined;
  /**
   * Where the run begins when its studies need no bar before the period, one bar, and so on, from the start of the data. The process then describes the
   * code as it runs, and `firstIndex` and the start of `rowRange` follow; a run that needs more bars than that ends as cancelled. Undefined: they are given.
   */
  readonly startRows?: Uint32Array | undefined;
  /** Index of the first row of the requested period, counted from the first that the run gets; the rows before it warm the studies up. */
  readonly firstIndex: number;
  /** Regular sessions of the rows, warm-up included: open, close, open, close …, UTC ms, ascending. Rows outside of them are left out unless `includeOffMarket`. */
  readonly sessions: Float64Array;
  /** What the run holds before the period; undefined = nothing. */
  readonly start?: RunStart | undefined;
  /** Undefined or null: bars fill orders in full, with the fees of the account. */
  readonly costs?: CostSettings | null | undefined;
}

/** Receives the results of a backtest while it runs. */
export interface BacktestEvents {
  /** The code was read; only with `startRows`. */
  onDescribed?(description: StrategyDescription): void;
  /** 0 to 1. */
  onProgress?(share: number): void;
  onOrders?(orders: readonly SimulatedOrder[]): void;
  /** A fill of a run with costs, before the order that it belongs to. */
  onFill?(fill: SimulatedFill): void;
  /** What short stock cost to borrow, charged at the close of a day. `symbol`: undefined = that of the run. */
  onBorrow?(amountE4: MoneyE4, symbol?: string): void;
  /** At the end of the run: the price at which an open position in another symbol counts. */
  onLastPrice?(symbol: string, priceE4: PriceE4): void;
  /** What the author's `log()` wrote. */
  onLog?(part: LogPart): void;
  /** What the code has drawn. */
  onAnnotations?(part: AnnotationPart): void;
}

export type BacktestEnd =
  | { readonly outcome: 'completed'; readonly equity: Equity | null }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'failed'; readonly fault: StrategyFault };

/** A backtest that was started. `done` resolves once, also after `cancel`. */
export interface RunningBacktest {
  readonly done: Promise<BacktestEnd>;
  cancel(): void;
}

/** The part of a multi-leg order that other orders lack. */
export interface SpreadTerms {
  readonly legs: readonly OrderLeg[];
  readonly tif: TimeInForce;
}

/** An order as live code states it. Prices in dollars, 0 = none. */
export interface RequestedOrder {
  readonly id: string;
  /** Undefined: the symbol of the run. */
  readonly symbol?: string | undefined;
  readonly side: OrderSide;
  readonly type: OrderType;
  /** Shares, contracts, or units of a multi-leg order. */
  readonly quantity: number;
  /** Limit; of a multi-leg order the net price. */
  readonly price: number;
  readonly stopPrice: number;
  /** Undefined: an order without legs. */
  readonly spread?: SpreadTerms | undefined;
  /** Of an entry with exits: both are one bracket group. */
  readonly exits?: ExitPlan | undefined;
}

/** What live code requests. The service reports with `orderChanged` for the same id. */
export type LiveRequest =
  | (RequestedOrder & { readonly kind: 'send' })
  /** `exit`: cancel this exit of the order instead. */
  | { readonly kind: 'cancel'; readonly id: string; readonly exit?: ExitName | undefined }
  /** Other terms for an open multi-leg order; the quantity is the new total. */
  | {
      readonly kind: 'replace';
      readonly id: string;
      readonly quantity: number;
      readonly price: number;
      readonly tif: TimeInForce;
    }
  /** An order that the run's own rules rejected: it is shown, and not sent. */
  | (RequestedOrder & { readonly kind: 'rejected'; readonly reason: string });

/** Receives the requests, the log and the end of a live run. */
export interface LiveEvents {
  onRequests(requests: readonly LiveRequest[]): void;
  /** The code has saved a state: the JSON text. Called before the requests of the same crossing. */
  onState?(text: string): void;
  onLog(part: LogPart): void;
  /** What the code has drawn, and the alerts that it sends. */
  onAnnotations?(part: AnnotationPart): void;
  /** The code threw, ran too long, used too much memory, or its process died: the run is over. */
  onFault(fault: StrategyFault): void;
  /** The code ended itself with `finish()`. */
  onFinished(): void;
}

/** What a live run has saved: JSON text, and whether other code or other parameters have saved it. */
export interface SavedState {
  readonly text: string;
  readonly isOfOther: boolean;
}

export interface LiveJob extends Program {
  readonly symbol: string;
  readonly limits: RunLimits;
  readonly warmUp: DataColumns;
  /** Bars of the other symbols before the run, in the sequence of the description; undefined when there are none. */
  readonly otherWarmUps?: readonly DataColumns[] | undefined;
  readonly sessions: Float64Array;
  /** Signed quantity held for a run that is continued. */
  readonly position: number;
  /** Options that a run that is continued holds. */
  readonly contracts: readonly HeldContracts[];
  /** The fills of a run that is continued in its symbol, in the order they happened. */
  readonly fills: readonly EarlierFill[];
  /** What a run that is continued holds of the other symbols that it trades, and its fills in them. */
  readonly otherHoldings?: readonly SymbolHolding[] | undefined;
  /** Entries of a run that is continued whose exits still work. The code calls them 1, 2, 3 … */
  readonly brackets: readonly EarlierBracket[];
  /** Orders of a run that is continued that are still with the broker. The code calls them by the next numbers. */
  readonly openOrders?: readonly EarlierOpenOrder[] | undefined;
  /** What an earlier part of the run saved last, for the `loadState` of the code; undefined = nothing. */
  readonly state?: SavedState | undefined;
  /** The account when the run starts or continues; undefined: the capital of the file. */
  readonly account?: AccountBase | undefined;
}

/** A report about an order, by the id that the code gave it. */
export type LiveOrderChange = Omit<LiveReport, 'number'> & { readonly id: string };

/** Best bid and offer of a symbol, dollars; 0 = none. */
export interface QuotedPrices {
  readonly bid: number;
  readonly ask: number;
}

/** A live run that was started, and what it must be informed of. */
export interface RunningStrategy {
  /**
   * Finished bars (or trades) since the last call, in one crossing; `bid` and `ask` are the present NBBO, dollars, 0 = none. Call it about once a second, also without rows: closing times
   * depend on `timeMs`. `others`: bars of the other symbols since the last call, in the sequence of the description; those that end with a bar of the run or before must
   * not come later than it.
   */
  deliver(
    rows: DataColumns,
    quote: QuotedPrices & {
      readonly timeMs: number;
      /** Of the other symbols that the code trades, in the sequence of the description; absent when it trades none. */
      readonly others?: readonly QuotedPrices[] | undefined;
    },
    others?: readonly DataColumns[],
  ): void;
  orderChanged(change: LiveOrderChange): void;
  /** An option that the run holds was exercised, assigned or has expired. */
  settled(settlement: LiveSettlement): void;
  /** Ends the run without a fault; nothing is called afterwards. */
  stop(): void;
}

/** A study of a chart in its isolate. */
export interface RunningChartStudy {
  readonly description: ChartStudyDescription;
  /** Replaces the bars from an index on; the index is at most the number of bars that are there. */
  putBars(from: number, rows: DataColumns): void;
  /** Computes the lines. Resolves with their values from an index on, one column for each line, or with the fault that ended the run. */
  values(from: number): Promise<Result<readonly Float64Array[], StrategyFault>>;
  stop(): void;
}

/** Code of one user for one use, in a child process of its own. */
export interface UserRuntime {
  describe(program: Program, symbol?: string): Promise<Result<StrategyDescription, StrategyFault>>;
  backtest(job: BacktestJob, events: BacktestEvents): RunningBacktest;
  live(job: LiveJob, events: LiveEvents): Promise<Result<RunningStrategy, StrategyFault>>;
}

/** What the processes of a user are for: live runs never share one with backtests, which run at a lower priority and give their memory back, nor with studies of charts. */
export const RUNTIME_USES = ['live', 'backtest', 'chart'] as const;
export type RuntimeUse = (typeof RUNTIME_USES)[number];

/** Executes the code of strategies outside of the server process. */
export interface StrategyRuntime {
  forUser(userId: string, use: RuntimeUse): UserRuntime;
  /** Loads a study of charts of a user. Undefined: this runtime has none. */
  chartStudy?(userId: string, program: Program): Promise<Result<RunningChartStudy, StrategyFault>>;
  /** Why strategies cannot be run now; undefined when they can. */
  problem?(): Promise<string | undefined>;
  /** The child processes of a use now. */
  processCount?(use: RuntimeUse): number;
  /** Ends every child process. */
  close(): Promise<void>;
}

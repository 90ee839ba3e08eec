import type { Closing } from '../../../../domain/calendar/closings.ts';
import type {
  AccountBase,
  ChartStudyDescription,
  DataColumns,
  EarlierBracket,
  EarlierFill,
  EarlierOpenOrder,
  HeldContracts,
  LiveOrderChange,
  LiveRequest,
  LiveSettlement,
  SymbolHolding,
  Program,
  RowRange,
  RunLimits,
  RunStart,
  RunningStrategy,
  SavedState,
  StrategyDescription,
  StrategyFault,
} from '../types.ts';
import type { AnnotationPart } from '../../../../domain/strategy/annotations.ts';
import type { CostSettings } from '../../../../domain/strategy/costs/settings.ts';
import type { LogPart } from '../../../../domain/strategy/log.ts';
import type { IsolateModules } from '../modules.ts';

/** The rows of another symbol among those of all symbols. */
export interface PlacedOther {
  readonly symbol: string;
  /** Where its rows begin. */
  readonly offset: number;
  /** Counted from there, as those of `startRows`. */
  readonly rowRange: RowRange;
  readonly startRows: Uint32Array | undefined;
}

/** Messages of the server to a user's process. `id` names the run or the request. */
export type ToChild =
  | {
      readonly kind: 'modules';
      readonly modules: IsolateModules;
      readonly stuckMs: number;
      readonly graceMs: number;
      readonly memoryMb: number;
      /** Of the server's calendar. */
      readonly closings: readonly Closing[];
    }
  | { readonly kind: 'describe'; readonly id: number; readonly program: Program; readonly symbol: string }
  | {
      readonly kind: 'backtest';
      readonly id: number;
      /** The id that its data were announced with. */
      readonly dataId: number;
      /** Of the traded symbol. */
      readonly rowRange: RowRange;
      readonly others: readonly PlacedOther[];
      readonly startRows?: Uint32Array | undefined;
      readonly program: Program;
      readonly symbol: string;
      readonly limits: RunLimits;
      readonly firstIndex: number;
      readonly sessions: Float64Array;
      readonly start?: RunStart | undefined;
      readonly costs?: CostSettings | null | undefined;
    }
  /** Announces data; their rows follow in pieces, then the backtest. Data that are kept serve several backtests and replace those that were kept before. */
  | { readonly kind: 'data'; readonly id: number; readonly rowCount: number; readonly isKept: boolean }
  | { readonly kind: 'rows'; readonly id: number; readonly from: number; readonly rows: DataColumns }
  | {
      readonly kind: 'live';
      readonly id: number;
      readonly program: Program;
      readonly symbol: string;
      readonly limits: RunLimits;
      readonly warmUp: DataColumns;
      readonly otherWarmUps?: readonly DataColumns[] | undefined;
      readonly sessions: Float64Array;
      readonly position: number;
      readonly contracts: readonly HeldContracts[];
      readonly fills: readonly EarlierFill[];
      readonly otherHoldings?: readonly SymbolHolding[] | undefined;
      readonly brackets: readonly EarlierBracket[];
      readonly account?: AccountBase | undefined;
      readonly openOrders?: readonly EarlierOpenOrder[] | undefined;
      readonly state?: SavedState | undefined;
    }
  | {
      readonly kind: 'deliver';
      readonly id: number;
      readonly rows: DataColumns;
      readonly others: readonly DataColumns[];
      readonly quote: Parameters<RunningStrategy['deliver']>[1];
    }
  | { readonly kind: 'report'; readonly id: number; readonly change: LiveOrderChange }
  | { readonly kind: 'settle'; readonly id: number; readonly settlement: LiveSettlement }
  /** Loads a study of charts. Its bars follow; each request of values is answered from an index on. */
  | { readonly kind: 'study'; readonly id: number; readonly program: Program }
  | { readonly kind: 'studyBars'; readonly id: number; readonly from: number; readonly rows: DataColumns }
  | { readonly kind: 'studyRequest'; readonly id: number; readonly from: number }
  /** Ends a run: a backtest at once, a live one after its `onEnd`. */
  | { readonly kind: 'stop'; readonly id: number };

/** How a backtest ended in its process: with its equity curve, packed. */
export type ChildEnd =
  | { readonly outcome: 'completed'; readonly equity: Float64Array }
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'failed'; readonly fault: StrategyFault };

/** Messages of a user's process to the server, which checks them against their schema. */
export type FromChild =
  | { readonly kind: 'beat' }
  /** The process cannot be relied on any more and ends itself. */
  | { readonly kind: 'leaving'; readonly loss: 'stuck' | 'memory' }
  | { readonly kind: 'described'; readonly id: number; readonly description: StrategyDescription }
  | { readonly kind: 'studyDescribed'; readonly id: number; readonly study: ChartStudyDescription }
  | {
      readonly kind: 'studyValues';
      readonly id: number;
      readonly from: number;
      readonly columns: readonly Float64Array[];
    }
  | { readonly kind: 'progress'; readonly id: number; readonly share: number }
  | { readonly kind: 'orders'; readonly id: number; readonly chunk: Float64Array }
  | { readonly kind: 'log'; readonly id: number; readonly log: LogPart }
  | { readonly kind: 'annotations'; readonly id: number; readonly annotations: AnnotationPart }
  | { readonly kind: 'ended'; readonly id: number; readonly end: ChildEnd }
  | { readonly kind: 'started'; readonly id: number }
  | { readonly kind: 'state'; readonly id: number; readonly text: string }
  | { readonly kind: 'requests'; readonly id: number; readonly requests: readonly LiveRequest[] }
  | { readonly kind: 'finished'; readonly id: number }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: StrategyFault };

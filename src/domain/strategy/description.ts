import type { OrderType } from '../orders/enumerations.ts';
import type { PositionSides } from './enumerations.ts';

/** A study of the strategy, as its details show it. */
export interface StudyDescription {
  readonly name: string;
  readonly interval: string;
  readonly period: number | null;
  readonly extraParameters: string;
}

/** A `param` of the code, with the value that it has in a run: of the parameter text, or its default. */
export interface DeclaredParameter {
  readonly name: string;
  readonly value: number | string | boolean;
}

/** Another symbol that a strategy reads, on bars of the size of the run. */
export interface OtherSymbol {
  readonly symbol: string;
  /** The strategy trades it as well. Absent: it only reads it. */
  readonly isTraded?: boolean | undefined;
  /** Bars that it needs before the first bar of the run. */
  readonly warmUpBars: number;
}

/** The declarations of a strategy, known once its code is compiled and its parameters are read. */
export interface StrategyDescription {
  readonly primarySymbol: string;
  /** Length of the bars that the strategy is called with, minutes; 1440 = days, 0 = every trade. */
  readonly barMinutes: number;
  readonly order: {
    readonly quantity: number;
    readonly route: string;
    readonly destination: string;
    readonly type: OrderType;
    readonly price: number;
  };
  readonly trend: StudyDescription | null;
  readonly trade: StudyDescription | null;
  readonly isUsingNbbo: boolean;
  /** Minutes from midnight, New York; null = at any time. */
  readonly openingOrderMinute: number | null;
  readonly closingOrderMinute: number | null;
  readonly allowedPositions: PositionSides;
  /** Bars that the studies need before the first call. */
  readonly warmUpBars: number;
  /** In the sequence of their calls. */
  readonly otherSymbols: readonly OtherSymbol[];
  /** In the sequence of their first reads. */
  readonly parameters: readonly DeclaredParameter[];
}

/** The start parameters that the runtime enforces. Minutes from midnight, New York; limits -1 = none. */
export interface RunLimits {
  readonly intradayPositionsOnly: boolean;
  readonly intervals: readonly { readonly startMinute: number; readonly endMinute: number }[];
  readonly includeOffMarket: boolean;
  readonly shareLimit: number;
  readonly dollarLimit: number;
}

/** Bars or trades in columns, ascending. Prices in dollars. A trade is a bar whose four prices are equal. */
export interface DataColumns {
  readonly timeMs: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

import type { TripFill } from '../../lots/round-trips.ts';
import type { MoneyE4, PriceE4 } from '../../money/price.ts';

/** A filled order of a run. The amounts are those that the run counted for it. */
export interface ReportFill {
  /** Undefined: the symbol of the run. */
  readonly symbol?: string | undefined;
  /** Exchange UTC ms. */
  readonly timeMs: number;
  /** Shares or contracts; positive = bought. */
  readonly signedQuantity: number;
  /** Mean price of a share. */
  readonly priceE4: PriceE4;
  /** FIFO profit of what the order closed, before fees. */
  readonly fifoProfitE4: MoneyE4;
  readonly feesE4: MoneyE4;
  /** Money that the order moved before fees; a purchase is negative. */
  readonly grossAmountE4: MoneyE4;
}

/** The close of the symbol on a trading day. */
export interface DailyClose {
  /** New York date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly closeE4: PriceE4;
}

/** Net profit at a moment, exchange UTC ms. */
export interface ProfitMark {
  readonly timeMs: number;
  readonly netE4: MoneyE4;
}

/** What short stock cost to borrow for the nights after a close. */
export interface BorrowCharge {
  /** Undefined: the symbol of the run. */
  readonly symbol?: string | undefined;
  readonly timeMs: number;
  readonly amountE4: MoneyE4;
}

/** What a report is computed from. */
export interface ReportInput {
  /** The period of the run, exchange UTC ms. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Shares of one of the quantity: 100 for options. */
  readonly multiplier: number;
  /** The capital that returns are counted on; 0 = none is known, and every ratio is null. */
  readonly baseE4: MoneyE4;
  /** Net P&L of the run. The equity ends with it. */
  readonly netE4: MoneyE4;
  /** Profit of the position that is still open at the end, before fees. */
  readonly openProfitE4: MoneyE4;
  /** The largest fall of the net P&L over all bars of the run, 0 or more; null = not known. */
  readonly barDrawdownE4: MoneyE4 | null;
  /** What short stock cost to borrow, in the net P&L; undefined = nothing. */
  readonly borrowE4?: MoneyE4 | undefined;
  /** By time. Null for a run with multi-leg orders, whose legs are positions of their own: it has no list of trades. */
  readonly fills: readonly ReportFill[] | null;
  /** Closes of the period and of the time before it, by date. */
  readonly closes: readonly DailyClose[];
  /** The same of the other symbols that the run has traded; undefined = none. */
  readonly otherCloses?: ReadonlyMap<string, readonly DailyClose[]> | undefined;
  /** Where the days take their profit from when `fills` is null, by time. */
  readonly marks: readonly ProfitMark[];
}

/** A round trip of a run: from the order that opens a position to the one that closes or reverses it. Prices are averages of a share. */
export interface ReportTrade {
  /** Counts from 1. */
  readonly number: number;
  /** Undefined: the symbol of the run. */
  readonly symbol?: string | undefined;
  readonly isShort: boolean;
  readonly openedMs: number;
  /** Null while it is open. */
  readonly closedMs: number | null;
  /** The largest position. */
  readonly quantity: number;
  readonly entryPriceE4: PriceE4;
  /** Null before the first exit. */
  readonly exitPriceE4: PriceE4 | null;
  /** Of a trade that is open, the open position at the last price is included. */
  readonly grossE4: MoneyE4;
  /** Of a short trade also what its stock cost to borrow. */
  readonly feesE4: MoneyE4;
  readonly netE4: MoneyE4;
  readonly fills: readonly TripFill[];
}

/** A trading day of the period. Ratios are fractions of 1. */
export interface ReportDay {
  readonly date: string;
  /** The close of the session, or the end of the run before it; exchange UTC ms. */
  readonly timeMs: number;
  /** Net profit since the start of the run. */
  readonly netE4: MoneyE4;
  /** The capital and the net profit. */
  readonly equityE4: MoneyE4;
  /** Change from the day before; null when that had no equity above 0. */
  readonly dailyReturn: number | null;
  /** Distance from the highest equity so far: 0 or less. Null without capital. */
  readonly drawdown: number | null;
  /** The capital in shares of the symbol from the start on, without fees; null when the first price is not known. */
  readonly holdE4: MoneyE4 | null;
}

/** Figures of the closed trades. Money is net of fees; means are not rounded. Null = there is nothing to divide by. */
export interface ReportTradeFigures {
  readonly count: number;
  readonly wins: number;
  readonly losses: number;
  readonly winRate: number | null;
  readonly profitE4: MoneyE4;
  /** 0 or less. */
  readonly lossE4: MoneyE4;
  readonly profitFactor: number | null;
  readonly expectancyE4: MoneyE4 | null;
  readonly averageWinE4: MoneyE4 | null;
  readonly averageLossE4: MoneyE4 | null;
  /** Average win divided by the size of the average loss. */
  readonly payoff: number | null;
  readonly bestE4: MoneyE4 | null;
  readonly worstE4: MoneyE4 | null;
  /** Most wins, and most losses, in a row. */
  readonly winStreak: number;
  readonly lossStreak: number;
  readonly averageHeldMs: number | null;
}

/** A fall of the equity at daily closes. */
export interface Drawdown {
  /** 0 or less, a fraction of 1. */
  readonly share: number;
  readonly amountE4: MoneyE4;
  /** The last day at the peak; null = the start of the run. */
  readonly peakDate: string | null;
  readonly troughDate: string;
  /** The first day back at the peak; null = never. */
  readonly recoveredDate: string | null;
  /** Trading days from the peak to the recovery, or to the end of the run. */
  readonly dayCount: number;
}

/** Figures of the daily equity. Ratios are fractions of 1, a year has 252 trading days, and the risk-free rate is 0. */
export interface EquityRatios {
  readonly totalReturn: number | null;
  readonly holdReturn: number | null;
  readonly cagr: number | null;
  readonly volatility: number | null;
  readonly sharpe: number | null;
  readonly sortino: number | null;
  readonly calmar: number | null;
  /** The deepest one by share; null when the equity never fell. */
  readonly maxDrawdown: Drawdown | null;
  /** The most trading days below a peak. */
  readonly daysBelowPeakMax: number;
  readonly bestDay: number | null;
  readonly worstDay: number | null;
  /** Time with a position divided by the time of all sessions. */
  readonly exposure: number | null;
  /** How often the mean equity was bought and sold in a year. */
  readonly turnover: number | null;
}

/** A month or a year of a run. */
export interface PeriodReturn {
  /** `YYYY-MM` or `YYYY`. */
  readonly period: string;
  readonly netE4: MoneyE4;
  /** Null when it began without equity above 0. */
  readonly share: number | null;
}

/** Figures of the days that end with a date. */
export interface RollingPoint {
  readonly date: string;
  readonly timeMs: number;
  readonly volatility: number;
  /** Null when no day of them differs from another. */
  readonly sharpe: number | null;
}

/** The performance report of a run (docs/algostream/returns.md). */
export interface StrategyReport {
  readonly fromMs: number;
  readonly toMs: number;
  readonly baseE4: MoneyE4;
  readonly netE4: MoneyE4;
  /** As in `ReportInput`. */
  readonly barDrawdownE4: MoneyE4 | null;
  readonly ratios: EquityRatios;
  /** Null for a run with multi-leg orders. */
  readonly tradeFigures: ReportTradeFigures | null;
  readonly days: readonly ReportDay[];
  /** By the time of their first fill. The last one of each symbol may be open. */
  readonly trades: readonly ReportTrade[];
  readonly months: readonly PeriodReturn[];
  readonly years: readonly PeriodReturn[];
  readonly rolling: readonly RollingPoint[];
}

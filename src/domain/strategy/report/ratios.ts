import type { MoneyE4 } from '../../money/price.ts';
import { YEAR_MS } from '../../returns/returns.ts';
import { changeOf, type TradingDay } from './days.ts';
import { deepestDrawdown, daysBelowPeakMax } from './drawdowns.ts';
import type { EquityRatios, ReportDay, ReportFill, ReportInput } from './types.ts';

/** Trading days of a year. */
const YEAR_DAYS = 252;
/** With fewer trading days nothing is annualised. */
const MIN_ANNUALISED_DAYS = 20;
/** Below this the days do not differ but for rounding. */
const MIN_DEVIATION = 1e-12;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sample standard deviation (n − 1); null for fewer than two values. */
function deviationOf(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Annual volatility of daily returns, and mean by deviation of a year; null for fewer than two days, and without any difference. */
export function volatilityOf(returns: readonly number[]): {
  readonly volatility: number | null;
  readonly sharpe: number | null;
} {
  const deviation = deviationOf(returns);
  if (deviation === null) return { volatility: null, sharpe: null };
  return {
    volatility: deviation * Math.sqrt(YEAR_DAYS),
    sharpe: deviation < MIN_DEVIATION ? null : (meanOf(returns) / deviation) * Math.sqrt(YEAR_DAYS),
  };
}

/** Mean of a year by the deviation below 0, over all days; null when no day lost. */
function sortinoOf(returns: readonly number[]): number | null {
  const squares = returns.reduce((sum, value) => sum + Math.min(value, 0) ** 2, 0);
  const deviation = Math.sqrt(squares / returns.length);
  return returns.length === 0 || deviation < MIN_DEVIATION
    ? null
    : (meanOf(returns) / deviation) * Math.sqrt(YEAR_DAYS);
}

/** The daily returns; null when one of them is not known. */
export function dailyReturnsOf(days: readonly ReportDay[]): readonly number[] | null {
  const returns: number[] = [];
  for (const { dailyReturn, equityE4 } of days) {
    if (dailyReturn === null || equityE4 <= 0) return null;
    returns.push(dailyReturn);
  }
  return returns;
}

type AnnualRatios = Pick<EquityRatios, 'cagr' | 'volatility' | 'sharpe' | 'sortino' | 'calmar'>;
const NOT_ANNUALISED: AnnualRatios = {
  cagr: null,
  volatility: null,
  sharpe: null,
  sortino: null,
  calmar: null,
};

/** `drawdown`: the deepest one at daily closes, 0 or less. */
function annualRatiosOf(
  returns: readonly number[],
  totalReturn: number,
  years: number,
  drawdown: number,
): AnnualRatios {
  const cagr = (1 + totalReturn) ** (1 / years) - 1;
  return {
    cagr,
    ...volatilityOf(returns),
    sortino: sortinoOf(returns),
    calmar: drawdown === 0 ? null : cagr / -drawdown,
  };
}

/** Figures of the daily equity of a run. */
export function ratiosOf(
  input: ReportInput,
  days: readonly ReportDay[],
  sessions: readonly TradingDay[],
): EquityRatios {
  const { baseE4, netE4, fromMs, toMs, fills } = input;
  const returns = dailyReturnsOf(days);
  const totalReturn = changeOf(baseE4, baseE4 + netE4);
  const years = days.length < MIN_ANNUALISED_DAYS ? null : (toMs - fromMs) / YEAR_MS;
  const holdE4 = days.at(-1)?.holdE4 ?? null;
  const maxDrawdown = deepestDrawdown(days, baseE4);
  return {
    totalReturn,
    holdReturn: holdE4 === null ? null : changeOf(baseE4, holdE4),
    ...(returns === null || totalReturn === null || years === null
      ? NOT_ANNUALISED
      : annualRatiosOf(returns, totalReturn, years, maxDrawdown?.share ?? 0)),
    maxDrawdown,
    daysBelowPeakMax: daysBelowPeakMax(days, baseE4),
    bestDay: extremeOf(returns ?? [], Math.max),
    worstDay: extremeOf(returns ?? [], Math.min),
    exposure: fills === null ? null : exposureOf(fills, sessions),
    turnover: fills === null || years === null ? null : turnoverOf(fills, days, years),
  };
}

function extremeOf(values: readonly number[], pick: (a: number, b: number) => number): number | null {
  const [first, ...others] = values;
  return first === undefined ? null : others.reduce((a, b) => pick(a, b), first);
}

/** Time with a position divided by the time of all sessions; null when no session lies in the period. */
function exposureOf(fills: readonly ReportFill[], sessions: readonly TradingDay[]): number | null {
  let [next, heldMs, allMs] = [0, 0, 0];
  /** Positions by symbol; flat ones are removed. */
  const held = new Map<string | undefined, number>();
  for (const { openMs, closeMs } of sessions) {
    allMs += closeMs - openMs;
    let sinceMs = openMs;
    for (let fill = fills[next]; fill && fill.timeMs < closeMs; fill = fills[(next += 1)]) {
      const timeMs = Math.max(openMs, fill.timeMs);
      if (held.size > 0) heldMs += timeMs - sinceMs;
      sinceMs = timeMs;
      const quantity = (held.get(fill.symbol) ?? 0) + fill.signedQuantity;
      if (quantity === 0) held.delete(fill.symbol);
      else held.set(fill.symbol, quantity);
    }
    if (held.size > 0) heldMs += closeMs - sinceMs;
  }
  return allMs > 0 ? heldMs / allMs : null;
}

/** Half of what was bought and sold, by the mean equity and the years; null unless the mean equity is above 0. */
function turnoverOf(fills: readonly ReportFill[], days: readonly ReportDay[], years: number): number | null {
  const tradedE4: MoneyE4 = fills.reduce((sum, { grossAmountE4 }) => sum + Math.abs(grossAmountE4), 0);
  const meanE4 = meanOf(days.map(({ equityE4 }) => equityE4));
  return meanE4 > 0 && years > 0 ? tradedE4 / 2 / meanE4 / years : null;
}

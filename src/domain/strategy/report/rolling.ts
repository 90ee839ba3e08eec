import type { Steps } from '../../collections/steps.ts';
import { dailyReturnsOf, volatilityOf } from './ratios.ts';
import type { ReportDay, RollingPoint } from './types.ts';

/** Trading days of a rolling figure: a quarter of a year. */
export const ROLLING_DAYS = 63;

/** Volatility and Sharpe ratio of the last 63 daily returns, from the 63rd day on. None when a daily return is not known. */
export function* rollingInSteps(days: readonly ReportDay[]): Steps<readonly RollingPoint[]> {
  const points: RollingPoint[] = [];
  const returns = dailyReturnsOf(days) ?? [];
  for (let end = ROLLING_DAYS; end <= returns.length; end += 1) {
    yield;
    const day = days[end - 1];
    const { volatility, sharpe } = volatilityOf(returns.slice(end - ROLLING_DAYS, end));
    if (day && volatility !== null) points.push({ date: day.date, timeMs: day.timeMs, volatility, sharpe });
  }
  return points;
}

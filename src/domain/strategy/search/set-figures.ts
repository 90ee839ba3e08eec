import { dailyReturnsOf } from '../report/ratios.ts';
import { momentsOf } from './deflated-sharpe.ts';
import type { SetFigures } from './objectives.ts';
import type { SetReport } from './set-report.ts';

/** The figures of a report. A run with multi-leg orders counts no trades. */
export function setFiguresOf({
  netE4,
  barDrawdownE4,
  baseE4,
  ratios,
  tradeFigures,
  days,
}: SetReport): SetFigures {
  const { cagr, volatility, sharpe, sortino, calmar } = ratios;
  const { count = 0, winRate = null, profitFactor = null, expectancyE4 = null } = tradeFigures ?? {};
  const returns = sharpe === null ? null : dailyReturnsOf(days);
  return {
    netE4,
    drawdownE4: barDrawdownE4,
    baseE4,
    tradeCount: count,
    winRate,
    profitFactor,
    expectancyE4,
    cagr,
    volatility,
    sharpe,
    sortino,
    calmar,
    moments: returns === null ? null : momentsOf(returns),
  };
}

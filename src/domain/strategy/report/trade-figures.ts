import type { MoneyE4 } from '../../money/price.ts';
import type { ReportTrade, ReportTradeFigures } from './types.ts';

const ratio = (value: number, by: number): number | null => (by > 0 ? value / by : null);

/** The figures of the closed trades; open ones are left out. A trade whose net profit is 0 is neither a win nor a loss. */
export function tradeFiguresOf(trades: readonly ReportTrade[]): ReportTradeFigures {
  let [count, wins, losses, heldMs] = [0, 0, 0, 0];
  let [profitE4, lossE4]: [MoneyE4, MoneyE4] = [0, 0];
  let [best, worst] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { netE4, openedMs, closedMs } of trades) {
    if (closedMs === null) continue;
    count += 1;
    heldMs += closedMs - openedMs;
    if (netE4 > 0) {
      wins += 1;
      profitE4 += netE4;
    } else if (netE4 < 0) {
      losses += 1;
      lossE4 += netE4;
    }
    best = Math.max(best, netE4);
    worst = Math.min(worst, netE4);
  }
  const averageWinE4 = ratio(profitE4, wins);
  const averageLossE4 = ratio(lossE4, losses);
  return {
    count,
    wins,
    losses,
    winRate: ratio(wins, count),
    profitE4,
    lossE4,
    profitFactor: ratio(profitE4, -lossE4),
    expectancyE4: ratio(profitE4 + lossE4, count),
    averageWinE4,
    averageLossE4,
    payoff: averageWinE4 === null || averageLossE4 === null ? null : ratio(averageWinE4, -averageLossE4),
    bestE4: count === 0 ? null : best,
    worstE4: count === 0 ? null : worst,
    winStreak: streakOf(trades, (netE4) => netE4 > 0),
    lossStreak: streakOf(trades, (netE4) => netE4 < 0),
    averageHeldMs: ratio(heldMs, count),
  };
}

function streakOf(trades: readonly ReportTrade[], counts: (netE4: MoneyE4) => boolean): number {
  let [run, maxRun] = [0, 0];
  for (const { netE4, closedMs } of trades) {
    if (closedMs === null) continue;
    run = counts(netE4) ? run + 1 : 0;
    maxRun = Math.max(maxRun, run);
  }
  return maxRun;
}

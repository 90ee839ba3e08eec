import { sortInSteps, type Steps } from '../../collections/steps.ts';
import { newYorkDate } from '../../calendar/us-equity.ts';
import type { MoneyE4 } from '../../money/price.ts';
import { multiplierOfSymbol } from '../../portfolio/index.ts';
import type { AccountTrades } from './account-trades.ts';
import { settlementEndMs } from '../holding-period.ts';
import { openCostE4, realisedAmounts, realisedDays, type RealisedAmounts } from '../realised.ts';
import { FIFO_RULES, matchLotsInSteps } from '../match-lots.ts';
import type { Closure } from '../types.ts';

/** A line of the realised-gains report: what one closing trade took from one lot. */
export interface RealisedLine {
  readonly symbol: string;
  readonly closure: Closure;
  readonly amounts: RealisedAmounts;
  readonly days: ReturnType<typeof realisedDays>;
  /** Until when its lots may be chosen, exchange UTC ms; null for what no order closed. */
  readonly choosableUntilMs: number | null;
}

/** The lines of closing trades in a span of time, the oldest first, in small steps. */
export function* realisedLines(
  trades: AccountTrades,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Steps<RealisedLine[]> {
  const lines: RealisedLine[] = [];
  for (const symbol of trades.symbols())
    for (const closure of (yield* trades.lotsInSteps(symbol)).closures) {
      yield;
      if (closure.closedMs >= fromMs && closure.closedMs < toMs) lines.push(lineOf(symbol, closure));
    }
  // Of one moment in the order in which they were closed: sorting keeps it.
  return yield* sortInSteps(lines, (a, b) => a.closure.closedMs - b.closure.closedMs);
}

function lineOf(symbol: string, closure: Closure): RealisedLine {
  return {
    symbol,
    closure,
    amounts: realisedAmounts(closure, multiplierOfSymbol(symbol)),
    days: realisedDays(closure),
    choosableUntilMs: closure.orderId === null ? null : settlementEndMs(newYorkDate(closure.closedMs)),
  };
}

/** Sums of lines. */
export interface RealisedTotals extends RealisedAmounts {
  readonly lines: number;
}

const NOTHING: RealisedTotals = { proceedsE4: 0, costE4: 0, gainE4: 0, grossE4: 0, lines: 0 };

/** The sums of the short-term and of the long-term lines, in small steps. */
export function* realisedTotals(lines: readonly RealisedLine[]): Steps<{
  readonly shortTerm: RealisedTotals;
  readonly longTerm: RealisedTotals;
}> {
  const sums = { shortTerm: NOTHING, longTerm: NOTHING };
  for (const { amounts, days } of lines) {
    yield;
    const term = days.isLongTerm ? 'longTerm' : 'shortTerm';
    const before = sums[term];
    sums[term] = {
      lines: before.lines + 1,
      proceedsE4: before.proceedsE4 + amounts.proceedsE4,
      costE4: before.costE4 + amounts.costE4,
      gainE4: before.gainE4 + amounts.gainE4,
      grossE4: before.grossE4 + amounts.grossE4,
    };
  }
  return sums;
}

/** How the gains of the lots lead to the closed P&L of the positions, which are first in, first out. All since the beginning, before fees. */
export interface Reconciliation {
  readonly realisedE4: MoneyE4;
  /** What other lots than the oldest have realised less: it is in the cost of the open lots. */
  readonly methodDifferenceE4: MoneyE4;
  /** Closed P&L of the positions, as the lots give it. */
  readonly closedPlE4: MoneyE4;
}

/** The reconciliation of all trades of an account, in small steps. */
export function* reconciliationOf(trades: AccountTrades): Steps<Reconciliation> {
  let realisedE4: MoneyE4 = 0;
  let methodDifferenceE4: MoneyE4 = 0;
  for (const symbol of trades.symbols()) {
    const multiplier = multiplierOfSymbol(symbol);
    const matched = yield* trades.lotsInSteps(symbol);
    for (const closure of matched.closures) {
      yield;
      realisedE4 += realisedAmounts(closure, multiplier).grossE4;
    }
    if (trades.isFifo(symbol)) continue;
    const fifo = yield* matchLotsInSteps(trades.tradesOf(symbol), FIFO_RULES);
    methodDifferenceE4 += openCostE4(fifo.open, multiplier) - openCostE4(matched.open, multiplier);
  }
  return { realisedE4, methodDifferenceE4, closedPlE4: realisedE4 + methodDifferenceE4 };
}

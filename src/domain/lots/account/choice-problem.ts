import type { Steps } from '../../collections/steps.ts';
import { newYorkDate } from '../../calendar/us-equity.ts';
import type { AccountTrades } from './account-trades.ts';
import { settlementEndMs } from '../holding-period.ts';
import { matchLotsInSteps, type MatchedLots } from '../match-lots.ts';
import type { LotChoice } from '../types.ts';

/** The lots that a holder names for one order and symbol. */
export interface ChoiceRequest {
  readonly orderId: string;
  readonly symbol: string;
  /** None = those of the account's method. */
  readonly lots: readonly LotChoice[];
}

/**
 * Why the lots cannot be chosen, for the user; null when they can. An order may choose while it is open, and until the end of the day on which its first
 * closing fill settles. What is chosen must have been open when the order closed it, and must not be chosen for another order. Matches the lots of the
 * symbol, in small steps.
 */
export function* choiceProblem(
  trades: AccountTrades,
  { orderId, symbol, lots }: ChoiceRequest,
  nowMs: number,
): Steps<string | null> {
  const before = yield* trades.lotsInSteps(symbol);
  const isOpen = trades.openOrder(orderId, symbol) !== undefined;
  const first = before.closures.find((closure) => closure.orderId === orderId);
  if (!isOpen && !first) return `Order ${orderId} has closed no lots of ${symbol}.`;
  if (first && nowMs >= settlementEndMs(newYorkDate(first.closedMs)))
    return `The lots of order ${orderId} can no longer be chosen: its first fill has settled.`;
  if (new Set(lots.map(({ lotId }) => lotId)).size < lots.length) return 'A lot is named twice.';
  const rules = trades.rulesOf(symbol);
  const after = yield* matchLotsInSteps(trades.tradesOf(symbol), {
    ...rules,
    choiceOf: (other) => (other === orderId ? lots : rules.choiceOf(other)),
  });
  const left = after.untaken.get(orderId) ?? (first ? [] : lots);
  return ownProblem(after, left, { orderId, isOpen }) ?? problemOfOthers(before, after, orderId);
}

/** Of an open order, what it has not closed yet must be open now; of a finished one nothing may be left. */
function ownProblem(
  after: MatchedLots,
  left: readonly LotChoice[],
  { orderId, isOpen }: { readonly orderId: string; readonly isOpen: boolean },
): string | null {
  for (const { lotId, quantity } of left) {
    const open = after.open.find((lot) => lot.lotId === lotId)?.quantity ?? 0;
    if (!isOpen) return `Order ${orderId} could not close ${quantity} of lot ${lotId}.`;
    if (open < quantity) return `Of lot ${lotId} only ${open} are open.`;
  }
  return null;
}

function problemOfOthers(before: MatchedLots, after: MatchedLots, orderId: string): string | null {
  for (const [other, left] of after.untaken)
    for (const { lotId, quantity } of left) {
      const known = before.untaken.get(other)?.find((choice) => choice.lotId === lotId)?.quantity ?? 0;
      if (other !== orderId && quantity > known) return `Lot ${lotId} is chosen for order ${other}.`;
    }
  return null;
}

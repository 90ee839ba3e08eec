import {
  explainChecks,
  largestPassing,
  type ExplainedCheck,
  type OrderExplanation,
} from '../../risk/index.ts';
import { buyingPower } from '../../risk/checks/buying-power.ts';
import { duplicateOrder } from '../../risk/checks/rate-limits.ts';
import { holds } from '../../risk/measured.ts';
import { LEG_CHECKS } from '../../risk/multi-leg-checks.ts';
import { legsProblem } from '../legs.ts';
import {
  asTwin,
  legContext,
  moneyOf,
  MULTI_LEG_STAGES,
  wholeChecks,
  wholeContext,
  type JudgedLegs,
} from './multi-leg.ts';

/** Every check of a multi-leg order: those of the order as a whole, of each leg, and of the money that all legs together need. `isRefused`: the verdict of the intake. */
export function explainMultiLeg(judged: JudgedLegs, isRefused: boolean): OrderExplanation {
  const { order, replaced } = judged;
  // Legs that form no combination cannot be judged: the verdict says why.
  if (legsProblem(order.symbol, order.legs) !== undefined) return { checks: [], remedy: {} };
  const context = wholeContext(judged);
  const checks = [
    ...explainChecks(wholeChecks(judged), context),
    ...(replaced ? [] : explainChecks([duplicateOrder], asTwin(context))),
    ...order.legs.flatMap((leg) =>
      explainChecks(LEG_CHECKS, legContext(judged, leg)).map((check) => ofLeg(check, leg.symbol)),
    ),
    ...moneyCheck(judged),
  ];
  return { checks, remedy: isRefused ? remedyOf(judged) : {} };
}

/** What passes a leg alone is a quantity or a price of the leg, which cannot be changed alone. */
function ofLeg(check: ExplainedCheck, leg: string): ExplainedCheck {
  const { checkId, title, rule, code, figure, detail } = check;
  return {
    checkId,
    title,
    rule,
    code,
    leg,
    ...(figure !== undefined && { figure }),
    ...(detail !== undefined && { detail }),
  };
}

function moneyCheck(judged: JudgedLegs): readonly ExplainedCheck[] {
  const figure = moneyOf(judged, wholeContext(judged))?.figure;
  if (figure === undefined || figure === null) return [];
  const { id, title, explain, codes } = buyingPower;
  return [{ checkId: id, title, rule: explain, code: holds(figure) ? 0 : codes[0], figure }];
}

/**
 * The largest smaller quantity that the intake accepts. Searched with the parts of the judgement that refuse the order, and verified by all of them; a part
 * that refuses what was found joins those of the search.
 */
function remedyOf(judged: JudgedLegs): OrderExplanation['remedy'] {
  const { order, replaced } = judged;
  if (!Number.isSafeInteger(order.quantity)) return {};
  const refusingOf = (stages: typeof MULTI_LEG_STAGES, quantity: number) => {
    const changed = { ...judged, order: { ...order, quantity } };
    const context = wholeContext(changed);
    return stages.filter((stage) => stage(changed, context) !== undefined);
  };
  const guess = affordableOf(judged);
  let refusing = refusingOf(MULTI_LEG_STAGES, order.quantity);
  for (;;) {
    const searched = refusing;
    const isPassing = (quantity: number): boolean => refusingOf(searched, quantity).length === 0;
    const quantity = largestPassing(replaced?.filled ?? 0, order.quantity, isPassing, guess);
    if (quantity === undefined) return {};
    const joining = refusingOf(MULTI_LEG_STAGES, quantity);
    if (joining.length === 0) return { quantity };
    refusing = [...searched, ...joining];
  }
}

/** The quantity that the account would have the money for if what an order needs were proportional to it, which it nearly is. */
function affordableOf(judged: JudgedLegs): number | undefined {
  const figure = moneyOf(judged, wholeContext(judged))?.figure;
  if (typeof figure?.value !== 'number' || typeof figure.limit !== 'number') return undefined;
  return Math.floor((judged.order.quantity * figure.limit) / figure.value);
}

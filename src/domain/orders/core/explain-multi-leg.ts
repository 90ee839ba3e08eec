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
  judgeMultiLeg,
  legContext,
  moneyOf,
  wholeChecks,
  wholeContext,
  type JudgedLegs,
} from './multi-leg.ts';

/** Every check of a multi-leg order: those of the order as a whole, of each leg, and of the money that all legs together need. */
export function explainMultiLeg(judged: JudgedLegs): OrderExplanation {
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
  return { checks, remedy: remedyOf(judged) };
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

/** The largest smaller quantity that the intake accepts, of an order that it refuses. */
function remedyOf(judged: JudgedLegs): OrderExplanation['remedy'] {
  const { book, order, factsOf, view, replaced } = judged;
  const isAccepted = (quantity: number): boolean =>
    !('code' in judgeMultiLeg(book, { ...order, quantity }, factsOf, view, replaced));
  if (!Number.isSafeInteger(order.quantity) || isAccepted(order.quantity)) return {};
  const quantity = largestPassing(replaced?.filled ?? 0, order.quantity, isAccepted);
  return quantity === undefined ? {} : { quantity };
}

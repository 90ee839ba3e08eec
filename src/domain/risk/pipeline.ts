import { orderErrorMessage } from '../orders/errors.ts';
import { isWhole } from './exact.ts';
import { CANCEL_CHECKS, NEW_ORDER_CHECKS, REPLACE_CHECKS, REPLACEMENT_CHECKS } from './order-of-checks.ts';
import type { Check, RefusalCode } from './check.ts';
import type { CancelContext, ReplaceContext, ReplacedOrder, RiskContext, TargetOrder } from './types.ts';

/** The reject of the first check that failed. */
export interface RiskRefusal {
  readonly code: RefusalCode;
  /** The catalogue's text of the code. */
  readonly message: string;
  /** The check that refused. */
  readonly checkId: string;
  /** The check's rule in its present numbers, where it states one. */
  readonly detail?: string | undefined;
}

/** The first objection to a new order, or undefined when there is none. */
export function checkNewOrder(context: RiskContext): RiskRefusal | undefined {
  return firstRefusal(NEW_ORDER_CHECKS, context);
}

/** The first objection to a cancel, or undefined when there is none. */
export function checkCancel(context: CancelContext): RiskRefusal | undefined {
  return firstRefusal(CANCEL_CHECKS, context);
}

/** The first objection to a replace: as a request about an order, then as the order that it makes. */
export function checkReplace(context: ReplaceContext): RiskRefusal | undefined {
  return (
    checkReplaceRequest(context) ??
    firstRefusal(REPLACEMENT_CHECKS, { ...context.replacement, replaced: replacedOf(context.target) })
  );
}

/** The first objection to a replace as a request about an order. */
export const checkReplaceRequest = (context: ReplaceContext): RiskRefusal | undefined =>
  firstRefusal(REPLACE_CHECKS, context);

/** Runs checks until one refuses. A check that throws, or answers what it never declared, refuses with its first code. */
export function firstRefusal<Context>(
  checks: readonly Check<Context>[],
  context: Context,
): RiskRefusal | undefined {
  for (const check of checks) {
    const code = verdictOf(check, context);
    if (code !== 0)
      return { code, message: orderErrorMessage(code), checkId: check.id, detail: detailOf(check, context) };
  }
  return undefined;
}

/** The rule of a refusal in its numbers of this moment; undefined where the check states none. */
export function detailOf<Context>(check: Check<Context>, context: Context): string | undefined {
  try {
    return check.detail?.(context);
  } catch {
    // The refusal stands without its explanation.
    return undefined;
  }
}

/** The verdict of one check, closed when in doubt. */
export function verdictOf<Context>(check: Check<Context>, context: Context): 0 | RefusalCode {
  try {
    const verdict = check.check(context);
    return verdict === 0 || check.codes.includes(verdict) ? verdict : check.codes[0];
  } catch {
    // Facts come from outside of this room; whatever they did, an order that could not be judged is not let through.
    return check.codes[0];
  }
}

/** The replaced order as the checks of its replacement see it. */
export function replacedOf(target: ReplaceContext['target']): RiskContext['replaced'] {
  if (!target) return undefined;
  const { side, filled, quantity, reservedE4, isTriggered }: Partial<TargetOrder> = target;
  const leaves = isWhole(quantity) && isWhole(filled) ? quantity - filled : undefined;
  return { side, filled, leaves, reservedE4, isTriggered } satisfies {
    [Name in keyof ReplacedOrder]: ReplacedOrder[Name] | undefined;
  };
}

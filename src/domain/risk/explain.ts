import type { PriceE4 } from '../money/price.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';
import { orderPriceStepE4 } from '../orders/price-step.ts';
import type { Check, ReplaceCheck, RiskCheck, Verdict } from './check.ts';
import { isWhole } from './exact.ts';
import { kindOf } from './exposure.ts';
import type { Figure } from './figure.ts';
import { NEW_ORDER_CHECKS, REPLACE_CHECKS, REPLACEMENT_CHECKS } from './order-of-checks.ts';
import { checkReplaceRequest, detailOf, replacedOf, verdictOf } from './pipeline.ts';
import type { ReplaceContext, RiskContext } from './types.ts';

/** A change of the order that passes. Either may be absent: no such change was found. */
export interface Remedy {
  /** The largest smaller quantity. */
  readonly quantity?: number;
  /** The nearest limit price that is less aggressive: lower for a buy, higher for a sale. */
  readonly priceE4?: PriceE4;
}

/** The verdict of one check, with the numbers that it compares. */
export interface ExplainedCheck {
  readonly checkId: string;
  readonly title: string;
  /** When the check refuses. */
  readonly rule: string;
  /** 0 = passed. */
  readonly code: Verdict;
  /** Absent where the check compares no numbers, or is not about the order. */
  readonly figure?: Figure;
  /** Of a refusal: the rule in its numbers of this moment. */
  readonly detail?: string;
  /** Of a refusal: what passes this check. */
  readonly remedy?: Remedy;
  /** Symbol of the leg that the check is about; absent for the order as a whole. */
  readonly leg?: string;
}

/** What the checks say of an order, all of them, in the order in which they run. */
export interface OrderExplanation {
  readonly checks: readonly ExplainedCheck[];
  /** What passes all checks, for an order that is refused. */
  readonly remedy: Remedy;
}

/** Every check of a new order with its verdict. The first refusal is the one that `checkNewOrder` returns. */
export function explainNewOrder(context: RiskContext): OrderExplanation {
  const checks = explainChecks(NEW_ORDER_CHECKS, context);
  return { checks, remedy: isRefused(checks) ? remedyOfAll(NEW_ORDER_CHECKS.map(passes), context) : {} };
}

/** Checks of a request to replace; those that it shares with new orders are listed once. */
const ONLY_OF_REPLACEMENT = REPLACEMENT_CHECKS.filter(
  ({ id }) => !REPLACE_CHECKS.some((check) => check.id === id),
);

/** Every check of a replacement: first those of the request, then those of the order that it makes. */
export function explainReplacement(context: ReplaceContext): OrderExplanation {
  const made = { ...context.replacement, replaced: replacedOf(context.target) };
  const checks = [
    ...REPLACE_CHECKS.map((check) => requestExplained(check, context)),
    ...explainChecks(ONLY_OF_REPLACEMENT, made),
  ];
  const isRequestAccepted: Passes = (changed) =>
    checkReplaceRequest({ ...context, replacement: changed }) === undefined;
  const all = [isRequestAccepted, ...REPLACEMENT_CHECKS.map(passes)];
  return { checks, remedy: isRefused(checks) ? remedyOfAll(all, made) : {} };
}

/** Some checks of an order, each with its verdict. */
export const explainChecks = (
  checks: readonly RiskCheck[],
  context: RiskContext,
): readonly ExplainedCheck[] => checks.map((check) => explained(check, context));

const isRefused = (checks: readonly ExplainedCheck[]): boolean => checks.some(({ code }) => code !== 0);

/** The numbers that the checks of one order have compared, in the order in which they ran. */
export type CheckedFigures = readonly (readonly [checkId: string, figure: Figure, leg?: string])[];

/** The checks of an accepted order that compared numbers. */
export function figuresOfAccepted(figures: CheckedFigures): readonly ExplainedCheck[] {
  return figures.flatMap(([checkId, figure, leg]) => {
    const check = CHECKS.get(checkId);
    return check === undefined || figure.limit === null
      ? []
      : {
          checkId,
          title: check.title,
          rule: check.explain,
          code: 0,
          figure,
          ...(leg !== undefined && { leg }),
        };
  });
}

const CHECKS = new Map(NEW_ORDER_CHECKS.map((check) => [check.id, check]));

function explained(check: RiskCheck, context: RiskContext): ExplainedCheck {
  const code = verdictOf(check, context);
  const figure = figureOf(check, context);
  const detail = code === 0 ? undefined : detailOf(check, context);
  return {
    ...titled(check, code, detail),
    ...(figure !== undefined && figure.limit !== null && { figure }),
    ...(code !== 0 && { remedy: remedyOf(passes(check), context) }),
  };
}

/** A check of the request: it compares no numbers, and no other quantity or price makes it pass. */
function requestExplained(check: ReplaceCheck, context: ReplaceContext): ExplainedCheck {
  const code = verdictOf(check, context);
  const detail = code === 0 ? undefined : detailOf(check, context);
  return titled(check, code, detail);
}

const titled = <Context>(
  { id, title, explain }: Check<Context>,
  code: Verdict,
  detail: string | undefined,
): ExplainedCheck => ({
  checkId: id,
  title,
  rule: explain,
  code,
  ...(detail !== undefined && { detail }),
});

function figureOf(check: RiskCheck, context: RiskContext): Figure | undefined {
  try {
    return check.figure?.(context) ?? undefined;
  } catch {
    // The verdict stands without its numbers.
    return undefined;
  }
}

type Passes = (context: RiskContext) => boolean;

const passes =
  (check: RiskCheck): Passes =>
  (context) =>
    verdictOf(check, context) === 0;

const remedy = (quantity: number | undefined, priceE4: PriceE4 | undefined): Remedy => ({
  ...(quantity !== undefined && { quantity }),
  ...(priceE4 !== undefined && { priceE4 }),
});

/** What makes an order pass, found by trying: a change is only stated when the very checks have accepted it. */
const remedyOf = (isPassing: Passes, context: RiskContext): Remedy =>
  remedy(passingQuantity(isPassing, context), passingPrice(isPassing, context));

/** What makes an order pass all checks at once. */
const remedyOfAll = (all: readonly Passes[], context: RiskContext): Remedy =>
  remedy(
    passingAll(all, context, passingQuantity, (quantity) => ({ quantity })),
    passingAll(all, context, passingPrice, (priceE4) => ({ priceE4 })),
  );

/**
 * Searches with the checks that refuse the order, and verifies what was found by all of them: most of the checks accept every try, and the search is on the
 * thread that takes the orders. A check that refuses what was found joins those of the search.
 */
function passingAll(
  all: readonly Passes[],
  context: RiskContext,
  search: (isPassing: Passes, context: RiskContext) => number | undefined,
  changeOf: (found: number) => Remedy,
): number | undefined {
  let refusing: readonly Passes[] = all.filter((isPassing) => !isPassing(context));
  for (;;) {
    const searched = refusing;
    const found = search((changed) => searched.every((isPassing) => isPassing(changed)), context);
    if (found === undefined) return undefined;
    const changed = { ...context, order: { ...context.order, ...changeOf(found) } };
    const joining = all.filter((isPassing) => !isPassing(changed));
    if (joining.length === 0) return found;
    refusing = [...searched, ...joining];
  }
}

/** The largest passing quantity below the order's, in shares or else in round lots; checks are taken to refuse more of what they refuse. */
function passingQuantity(isPassing: Passes, context: RiskContext): number | undefined {
  const { quantity } = context.order;
  if (!isWhole(quantity)) return undefined;
  const lot = context.instrument?.roundLot;
  // What a replaced order has filled is part of its quantity.
  const filled = isWhole(context.replaced?.filled) ? context.replaced.filled : 0;
  for (const step of isWhole(lot) && lot > 1 ? [1, lot] : [1]) {
    const tries = (count: number): boolean =>
      isPassing({ ...context, order: { ...context.order, quantity: count * step } });
    const found = largestPassing(Math.floor(filled / step), Math.ceil(quantity / step), tries);
    if (found !== undefined) return found * step;
  }
  return undefined;
}

/**
 * The largest number above `floor` and below `limit` that passes, if passing ends somewhere in between. `guess`: where that probably is; a good one saves
 * most of the tries.
 */
export function largestPassing(
  floor: number,
  limit: number,
  tries: (count: number) => boolean,
  guess?: number,
): number | undefined {
  let [passing, refused] = [floor, limit];
  const narrow = (count: number): void => {
    if (!(count > passing && count < refused)) return;
    if (tries(count)) passing = count;
    else refused = count;
  };
  if (guess !== undefined) {
    narrow(guess);
    narrow(passing === guess ? guess + 1 : guess - 1);
  }
  while (refused - passing > 1) narrow(passing + Math.floor((refused - passing) / 2));
  return passing > floor ? passing : undefined;
}

/** How far a sale's price is raised in search of one that passes. */
const MAX_PRICE_FACTOR = 2;

function passingPrice(isPassing: Passes, context: RiskContext): PriceE4 | undefined {
  const { type, side, priceE4, legs } = context.order;
  if (legs !== undefined || !ORDER_TYPES[type].needsLimitPrice || !isWhole(priceE4) || priceE4 <= 0)
    return undefined;
  const isBuy = side === 'Buy';
  const isOption = kindOf(context) === 'Option';
  const onGrid = (value: PriceE4): PriceE4 => {
    const stepE4 = orderPriceStepE4(value, isOption);
    return (isBuy ? Math.floor(value / stepE4) : Math.ceil(value / stepE4)) * stepE4;
  };
  /** By how much the price is less aggressive. */
  const farthestE4 = isBuy ? priceE4 : priceE4 * (MAX_PRICE_FACTOR - 1);
  const priceAt = (distanceE4: number): PriceE4 =>
    onGrid(isBuy ? priceE4 - distanceE4 : priceE4 + distanceE4);
  const tries = (distanceE4: number): boolean => {
    const changed = priceAt(distanceE4);
    return changed > 0 && isPassing({ ...context, order: { ...context.order, priceE4: changed } });
  };
  // Searched from the far end: the largest part of the way back that still passes.
  const back = largestPassing(0, farthestE4, (kept) => tries(farthestE4 - kept));
  return back === undefined ? undefined : priceAt(farthestE4 - back);
}

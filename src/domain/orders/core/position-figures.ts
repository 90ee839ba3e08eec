import { markOf, type LastPrice } from '../../money/last-price.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import {
  buyingPowerE4,
  optionRequirementsE4,
  optionTermsOf,
  POWER_OF_FULL_PAYMENT,
  type MarginPosition,
  type Position,
} from '../../portfolio/index.ts';
import { kindOfSymbol } from '../../risk/exposure.ts';
import { powerPerDollar } from '../../risk/prices.ts';

/** The prices that positions are marked at. */
export interface Marks {
  /** Exchange time now, UTC ms. Never goes back. */
  nowMs(): number;
  last(symbol: string): LastPrice | undefined;
  quote(symbol: string): { readonly bidE4: PriceE4; readonly askE4: PriceE4 } | undefined;
}

/** Sums over positions. */
export interface PositionFigures {
  /** Added to the buying power of a margin account. */
  readonly powerE4: MoneyE4;
  /** Cash that written options and shares sold short need. */
  readonly claimedE4: MoneyE4;
  /** Taken of the day trading power. */
  readonly openedE4: MoneyE4;
  /** Realised profit of the session. */
  readonly todayPlE4: MoneyE4;
}

/** The figures of an account without positions. */
export const NO_FIGURES: PositionFigures = { powerE4: 0, claimedE4: 0, openedE4: 0, todayPlE4: 0 };

/**
 * The figures of some positions. Those of an underlying and its options depend on each other (options are covered by shares and by each
 * other) and on nothing else, so the figures of an account are the sum over its underlyings.
 */
export function figuresOf(positions: ReadonlyMap<string, Position>, marks: Marks): PositionFigures {
  const requirements = optionRequirementsE4(positions, (symbol) => markOf(marks.last(symbol)));
  const margin: MarginPosition[] = [];
  let openedE4: MoneyE4 = 0;
  let todayPlE4: MoneyE4 = 0;
  for (const [symbol, position] of positions) {
    const { quantity, fifoCostE4 } = position;
    todayPlE4 += position.todayPlE4;
    openedE4 +=
      requirements.get(symbol) ??
      Math.abs(fifoCostE4) * powerPerDollar(kindOfSymbol(symbol), quantity > 0 ? 'Buy' : 'Sell');
    if (quantity !== 0) margin.push(marginPositionOf(symbol, position, requirements, marks));
  }
  let claimedE4: MoneyE4 = 0;
  for (const { quantity, costE4, markE4, requirementE4 } of margin)
    if (quantity < 0) claimedE4 += requirementE4 ?? Math.max(Math.abs(costE4), notionalE4(markE4, -quantity));
  return {
    powerE4: buyingPowerE4(0, 0, margin) + coverPowerE4(positions, marks),
    claimedE4,
    openedE4,
    todayPlE4,
  };
}

interface OptionValues {
  writtenE4: MoneyE4;
  heldE4: MoneyE4;
  /** The first expiration of a written contract. */
  firstExpiration: string;
}

/**
 * The power that long options add because they hedge written ones: closing a spread returns the value of its long legs, up to the cost of its
 * written legs. Without written contracts of the same underlying and right a long option adds nothing.
 */
function coverPowerE4(positions: ReadonlyMap<string, Position>, marks: Marks): MoneyE4 {
  const groups = new Map<string, OptionValues>();
  const valueE4 = (symbol: string, { quantity, multiplier, fifoCostE4 }: Position): MoneyE4 => {
    const quote = marks.quote(symbol);
    const markE4 = (quantity > 0 ? quote?.bidE4 : quote?.askE4) || markOf(marks.last(symbol));
    const value = notionalE4(markE4, Math.abs(quantity) * multiplier);
    return quantity > 0 ? value : Math.max(value, Math.abs(fifoCostE4));
  };
  for (const [symbol, position] of positions) {
    const terms = position.quantity < 0 ? optionTermsOf(symbol) : null;
    if (terms === null) continue;
    const key = `${terms.underlying} ${terms.right}`;
    const group = groups.get(key) ?? { writtenE4: 0, heldE4: 0, firstExpiration: terms.expiration };
    group.writtenE4 += valueE4(symbol, position);
    if (terms.expiration < group.firstExpiration) group.firstExpiration = terms.expiration;
    groups.set(key, group);
  }
  if (groups.size === 0) return 0;
  for (const [symbol, position] of positions) {
    const terms = position.quantity > 0 ? optionTermsOf(symbol) : null;
    const group = terms && groups.get(`${terms.underlying} ${terms.right}`);
    if (group && terms.expiration >= group.firstExpiration) group.heldE4 += valueE4(symbol, position);
  }
  let powerE4: MoneyE4 = 0;
  for (const { writtenE4, heldE4 } of groups.values())
    powerE4 += POWER_OF_FULL_PAYMENT * Math.min(writtenE4, heldE4);
  return powerE4;
}

/** Options are marked at their closing quote, because their last trade may be hours or a session old. */
function marginPositionOf(
  symbol: string,
  { quantity, multiplier, fifoCostE4: costE4 }: Position,
  requirements: ReadonlyMap<string, MoneyE4>,
  marks: Marks,
): MarginPosition {
  const lastE4 = (): PriceE4 => markOf(marks.last(symbol));
  if (multiplier === 1) return { quantity, costE4, markE4: lastE4(), multiplier };
  const quote = marks.quote(symbol);
  if (quantity > 0) return { quantity, costE4, markE4: quote?.bidE4 || lastE4(), multiplier };
  return {
    quantity,
    costE4,
    markE4: quote?.askE4 || lastE4(),
    multiplier,
    requirementE4: requirements.get(symbol) ?? 0,
  };
}

import type { MoneyE4, PriceE4 } from '../money/price.ts';
import { optionRequirementsE4 } from '../portfolio/index.ts';
import { parseOptionSymbol } from '../symbols/symbol.ts';
import { isWhole, plus } from './exact.ts';
import { heldOf, openOf, workingOf } from './exposure.ts';
import type { RiskContext } from './types.ts';

/** Quantity of each symbol, mutable so that a sale can be applied to it. */
type Quantities = Map<string, { quantity: number }>;

/**
 * The margin that a sale adds to the written options of its underlying, computed with all resting sells filled first: margin of the options that it
 * writes itself without cover, and of those that were covered by the shares or contracts it sells. 0 for a sale that removes no cover.
 */
export function uncoveringCostE4(context: RiskContext): MoneyE4 | undefined {
  const { order, portfolio } = context;
  if (order.side !== 'Sell') return 0;
  if (!portfolio?.positions || !portfolio.openInterest || !portfolio.optionsOf) return undefined;
  const underlying = parseOptionSymbol(order.symbol)?.underlying ?? order.symbol;
  const symbols = new Set([underlying, order.symbol, ...portfolio.optionsOf(underlying)]);
  const left = quantitiesAfterSells(context, symbols);
  const working = workingOf(context);
  const sold = left?.get(order.symbol);
  if (left === undefined || working === undefined || sold === undefined) return undefined;
  const hasWritten = [...left].some(([symbol, { quantity }]) => quantity < 0 && symbol !== underlying);
  if (!hasWritten && (order.symbol === underlying || sold.quantity >= working)) return 0;
  return addedMarginE4(context, left, () => {
    sold.quantity -= working;
  });
}

/** Quantity of each symbol once all resting sells are filled; undefined when one is unknown. */
function quantitiesAfterSells(context: RiskContext, symbols: ReadonlySet<string>): Quantities | undefined {
  const left: Quantities = new Map();
  for (const symbol of symbols) {
    const held = heldOf(context, symbol);
    const open = openOf(context, symbol);
    const quantity = open && plus(held, -open.sell);
    if (quantity === undefined) return undefined;
    left.set(symbol, { quantity });
  }
  return left;
}

/** The margin of written options that the sale adds, not below 0; undefined when it needs a price that is unknown. */
function addedMarginE4(
  { portfolio }: RiskContext,
  quantities: Quantities,
  applySale: () => void,
): MoneyE4 | undefined {
  let isMarkMissing = false;
  const markE4 = (symbol: string): PriceE4 => {
    const mark = portfolio?.markE4?.(symbol);
    if (isWhole(mark) && mark > 0) return mark;
    isMarkMissing = true;
    return 0;
  };
  const marginE4 = (): MoneyE4 | undefined => plus(...optionRequirementsE4(quantities, markE4).values());
  const beforeE4 = marginE4();
  applySale();
  const afterE4 = marginE4();
  if (beforeE4 === undefined || afterE4 === undefined) return undefined;
  const addedE4: MoneyE4 = Math.max(0, afterE4 - beforeE4);
  return addedE4 > 0 && isMarkMissing ? undefined : addedE4;
}

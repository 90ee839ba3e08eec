import type { MoneyE4 } from '../money/price.ts';
import { optionRequirementsE4 } from '../portfolio/index.ts';
import { parseOptionSymbol } from '../symbols/symbol.ts';
import { isWhole, plus } from './exact.ts';
import { heldOf, openOf, workingOf } from './exposure.ts';
import type { RiskContext } from './types.ts';

/**
 * What a sale adds to the margin of the written options of its underlying, everything that rests for sale being sold before it: that of what it
 * writes itself without cover, and that of what others wrote against the shares or contracts that it sells. 0 for what takes no cover away.
 */
export function uncoveringCostE4(context: RiskContext): MoneyE4 | undefined {
  const { order, portfolio } = context;
  if (order.side !== 'Sell') return 0;
  if (!portfolio?.positions || !portfolio.openInterest || !portfolio.optionsOf) return undefined;
  const underlying = parseOptionSymbol(order.symbol)?.underlying ?? order.symbol;
  const names = new Set([underlying, order.symbol, ...portfolio.optionsOf(underlying)]);
  const left = new Map<string, { quantity: number }>();
  let hasWritten = false;
  for (const symbol of names) {
    const held = heldOf(context, symbol);
    const open = openOf(context, symbol);
    const quantity = open && plus(held, -open.sell);
    if (quantity === undefined) return undefined;
    left.set(symbol, { quantity });
    if (quantity < 0 && symbol !== underlying) hasWritten = true;
  }
  const working = workingOf(context);
  const own = left.get(order.symbol);
  if (working === undefined || own === undefined) return undefined;
  if (!hasWritten && (order.symbol === underlying || own.quantity >= working)) return 0;
  let isMarkMissing = false;
  const markE4 = (symbol: string): number => {
    const mark = portfolio.markE4?.(symbol);
    if (isWhole(mark) && mark > 0) return mark;
    isMarkMissing = true;
    return 0;
  };
  const marginE4 = (): number | undefined => plus(...optionRequirementsE4(left, markE4).values());
  const beforeE4 = marginE4();
  own.quantity -= working;
  const afterE4 = marginE4();
  if (beforeE4 === undefined || afterE4 === undefined) return undefined;
  const addedE4 = Math.max(0, afterE4 - beforeE4);
  return addedE4 > 0 && isMarkMissing ? undefined : addedE4;
}

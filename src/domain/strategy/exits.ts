import { E4, fromE4, toPriceE4 } from '../money/price.ts';
import { exitPriceE4 } from '../orders/groups/exit-prices.ts';
import type { ExitPrice } from '../orders/groups/types.ts';
import { trailingStopE4 } from '../orders/trail.ts';
import { isOpen } from './order-record.ts';
import type { Bracket, Exit, ExitName, ExitPlan, OrderRecord } from './order-record.ts';

/** The exits of an entry that has not filled. */
export const newBracket = (plan: ExitPlan): Bracket => ({ plan, orders: [], closedElsewhere: 0 });

/** The terms of an exit that is about to become active. Prices in dollars, 0 = none. */
export interface NewExit {
  readonly side: 'Sell' | 'Buy';
  readonly type: 'Limit' | 'Stop';
  readonly price: number;
  readonly stop: number;
  readonly exit: Exit;
}

/** The shares of an entry that were filled and that nothing has closed. */
export function openSharesOf({ filledQuantity, bracket }: OrderRecord): number {
  if (bracket === null) return 0;
  const closed = bracket.orders.reduce((sum, exit) => sum + exit.filledQuantity, bracket.closedElsewhere);
  return Math.max(0, filledQuantity - closed);
}

/** The shares of the position that exits hold. Those of one entry exclude each other, so the shares count once. */
export function sharesHeldByExits(open: readonly OrderRecord[]): number {
  let shares = 0;
  const seen = new Set<OrderRecord>();
  for (const { exit, quantity, filledQuantity } of open) {
    if (exit === null || exit.isCancelling || seen.has(exit.entry)) continue;
    seen.add(exit.entry);
    shares += quantity - filledQuantity;
  }
  return shares;
}

/** The exits of an entry that has its first fill. The one that protects comes first: in a bar that reaches both, it is filled. */
export function newExits(entry: OrderRecord, symbol: string): NewExit[] {
  const { bracket, side: entrySide } = entry;
  if (bracket === null) return [];
  const side = entrySide === 'Buy' ? 'Sell' : 'Buy';
  const { target, stop, trail } = bracket.plan;
  const price = (terms: ExitPrice, name: ExitName): number =>
    exitPriceE4(terms, name, { symbol, side: entrySide, averageE4: toPriceE4(entry.fillPrice) });
  const exits: NewExit[] = [];
  if (stop !== null)
    exits.push({
      side,
      type: 'Stop',
      price: 0,
      stop: fromE4(price(stop, 'Stop')),
      exit: {
        name: 'Stop',
        entry,
        trail: trail && { startE4: price(trail.start, 'Target'), terms: trail, hasBegun: false },
        isCancelling: false,
      },
    });
  if (target !== null)
    exits.push({
      side,
      type: 'Limit',
      price: fromE4(price(target, 'Target')),
      stop: 0,
      exit: { name: 'Target', entry, trail: null, isCancelling: false },
    });
  return exits;
}

/** Moves a trailing stop after a trade at a price, as the broker does: only towards the market, from the price at which the trail begins. */
export function followPrice(order: OrderRecord, price: number): void {
  const trail = order.exit?.trail ?? null;
  if (trail === null || !isOpen(order)) return;
  const isSale = order.side === 'Sell';
  const priceE4 = Math.round(price * E4);
  trail.hasBegun ||= isSale ? priceE4 >= trail.startE4 : priceE4 <= trail.startE4;
  if (!trail.hasBegun) return;
  const { basis, amountE4 } = trail.terms.distance;
  const stop = fromE4(
    trailingStopE4(
      { side: order.side, offsetType: basis === 'Percent' ? 'Percent' : 'Value', offsetE4: amountE4 },
      priceE4,
    ),
  );
  if (stop > 0 && (isSale ? stop > order.stop : stop < order.stop)) order.stop = stop;
}

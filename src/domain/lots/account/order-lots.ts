import { sortInSteps, type Steps } from '../../collections/steps.ts';
import { matchLotsInSteps } from '../match-lots.ts';
import { tradeIdOf, type Closure, type PositionTrade } from '../types.ts';
import type { AccountTrades } from './account-trades.ts';

/** A lot that an open order has closed, or could close. */
export interface OrderLot {
  readonly lotId: string;
  readonly isShort: boolean;
  readonly priceE4: number;
  readonly openedMs: number;
  /** Shares or contracts that are open. */
  readonly open: number;
  /** What the order has closed. */
  readonly taken: number;
  /** What the order would close more, if the rest of it filled now. */
  readonly planned: number;
  /** How much of both the account holder chose; the method of the account chose the rest. */
  readonly chosen: number;
}

/** The lots of an open order in one symbol. */
export interface OrderLots {
  /** Shares or contracts that the order has closed and would close. */
  readonly closing: number;
  /** Shares or contracts that are not filled. */
  readonly left: number;
  /** Some of what it has closed, or would close, was chosen by the account holder. */
  readonly isChosen: boolean;
  /** The oldest first. */
  readonly lots: readonly OrderLot[];
}

/**
 * The lots that an open order would close if the rest of it filled now, by what was chosen for it and the method of the account, in small steps.
 * Undefined when the account has no such open order, or its legs decide what is bought and sold.
 */
export function* lotsOfOrder(
  trades: AccountTrades,
  { orderId, symbol }: { readonly orderId: string; readonly symbol: string },
): Steps<OrderLots | undefined> {
  const order = trades.openOrder(orderId, symbol);
  if (!order || order.direction === null) return undefined;
  const now = yield* trades.lotsInSteps(symbol);
  const fill: PositionTrade = {
    serial: trades.lastSeq + 1,
    part: 0,
    cause: 'Fill',
    signedQuantity: order.direction * order.left,
    priceE4: 0,
    feesE4: 0,
    timeMs: 0,
    order: { orderId, groupId: null, strategyId: null },
  };
  const { closures } = yield* matchLotsInSteps([...trades.tradesOf(symbol), fill], trades.rulesOf(symbol));
  const lots = new Map<string, OrderLot>();
  const add = (lot: OrderLot): void => {
    const known = lots.get(lot.lotId);
    lots.set(
      lot.lotId,
      known
        ? {
            ...known,
            taken: known.taken + lot.taken,
            planned: known.planned + lot.planned,
            chosen: known.chosen + lot.chosen,
          }
        : lot,
    );
  };
  for (const { lotId, isShort, priceE4, openedMs, quantity } of now.open) {
    yield;
    if (isShort === order.direction > 0)
      add({ lotId, isShort, priceE4, openedMs, open: quantity, taken: 0, planned: 0, chosen: 0 });
  }
  let [closing, isChosen] = [0, false];
  for (const closure of closures) {
    yield;
    if (closure.orderId !== orderId) continue;
    closing += closure.quantity;
    isChosen ||= closure.isChosen;
    add(lotOf(closure, closure.closingId === tradeIdOf(fill)));
  }
  // Those that the order has closed whole are behind the open ones.
  const byOpening = yield* sortInSteps([...lots.values()], (a, b) => Number(a.lotId) - Number(b.lotId));
  return { closing, left: order.left, isChosen, lots: byOpening };
}

const lotOf = (
  { lotId, isShort, openPriceE4, openedMs, quantity, isChosen }: Closure,
  isPlanned: boolean,
): OrderLot => ({
  lotId,
  isShort,
  priceE4: openPriceE4,
  openedMs,
  open: 0,
  taken: isPlanned ? 0 : quantity,
  planned: isPlanned ? quantity : 0,
  chosen: isChosen ? quantity : 0,
});

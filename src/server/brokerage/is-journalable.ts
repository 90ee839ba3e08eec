import type { OrderRequest } from '../../domain/orders/request.ts';

/** JSON has no infinities and no NaN: a journal that holds them could not be read back. */
export function isJournalable(order: OrderRequest): boolean {
  return [
    order.quantity,
    order.priceE4,
    order.stopPriceE4,
    order.offsetE4,
    order.minQuantity,
    order.displayQuantity,
    order.goodTillMs ?? 0,
    ...(order.legs ?? []).map(({ ratio }) => ratio),
  ].every(Number.isFinite);
}

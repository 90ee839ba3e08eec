import { fromE4 } from '../../../domain/money/price.ts';
import type { LiveFill, LiveOrderChange } from '../runtime/types.ts';
import type { LiveExit, LiveOrder } from './live-order.ts';

/** The part of a change that only exits have. */
function exitFields(
  { quantity, priceE4, stopPriceE4 }: LiveOrder,
  { name, entryId }: LiveExit,
): Pick<LiveOrderChange, 'id' | 'exit' | 'exitTerms'> {
  return {
    id: entryId,
    exit: name,
    exitTerms: { quantity, price: fromE4(priceE4), stop: fromE4(stopPriceE4) },
  };
}

/** What has become of an order, for the strategy. */
export function liveChangeOf(
  order: LiveOrder,
  how: Pick<LiveOrderChange, 'status' | 'reason' | 'timeMs'>,
  fill: LiveFill | null = null,
): LiveOrderChange {
  const { id, filled: filledQuantity } = order;
  const change = { id, fill, filledQuantity, ...how };
  return order.exit === undefined ? change : { ...change, ...exitFields(order, order.exit) };
}

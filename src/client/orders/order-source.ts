import type { OrderSource } from '../../domain/orders/enumerations.ts';
import type { OrderTicket, WirePosition } from '../types.ts';

/** What an order does to the position (spec tools.md §4 "Order entry"). */
export function orderSource(
  side: OrderTicket['side'],
  position: Pick<WirePosition, 'ShortQty'> | undefined,
  isOption = false,
): OrderSource {
  if (isOption) return 'Open';
  switch (side) {
    case 'Buy':
      return position !== undefined && position.ShortQty > 0 ? 'Cover' : 'Open';
    case 'Sell':
      return 'Close';
    case 'Short':
      return 'Open';
  }
}

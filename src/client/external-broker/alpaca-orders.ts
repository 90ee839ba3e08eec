import { err, ok } from '../../domain/assert/assert.ts';
import { toPriceE4 } from '../../domain/money/price.ts';
import { toAlpacaOrder, type AlpacaOrderBody, ALPACA_ROUTE } from '../../domain/orders/alpaca/index.ts';
import { BROKERS, unsupportedTerms } from '../../domain/orders/brokers.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import type { ExternalTrail } from '../../domain/orders/external-orders/index.ts';
import { orderSource } from '../orders/order-source.ts';
import type { OrderTicket } from '../types.ts';
import type { OrderDialect } from './broker-ticket.ts';

/** Orders in the dialect of Alpaca. */
export const ALPACA_ORDERS: OrderDialect<AlpacaOrderBody> = {
  ticket(ticket, positionOf) {
    const { symbol, side, type, quantity, tif = 'Day' } = ticket;
    const { name, capabilities } = BROKERS.alpaca;
    const problem =
      ticket.legs === undefined
        ? unsupportedTerms(name, capabilities, {
            type,
            tif,
            isTrailing: ticket.stopType === 'Trailing',
            hasQuantityLimits: (ticket.minQuantity ?? 0) > 0 || (ticket.displayQuantity ?? 0) > 0,
          })
        : `${name} takes no orders with several legs from here.`;
    if (problem !== null) return err({ code: OrderError.InvalidCondition, message: problem });
    const ShortQty = positionOf(symbol)?.shortQuantity ?? 0;
    return ok({
      symbol,
      side,
      source: orderSource(side, { ShortQty }),
      type,
      tif,
      quantity,
      priceE4: toPriceE4(ticket.price ?? 0),
      stopPriceE4: toPriceE4(ticket.stopPrice ?? 0),
      trail: trailOf(ticket),
      route: ALPACA_ROUTE,
    });
  },
  body: toAlpacaOrder,
  shown: ({ route }, body) => ({
    price: Number(body.limit_price ?? 0),
    stopPrice: Number(body.stop_price ?? 0),
    route,
  }),
};

function trailOf({ stopType, offsetType, offsetValue }: OrderTicket): ExternalTrail | undefined {
  return stopType === 'Trailing'
    ? { offsetType: offsetType ?? 'Value', offsetE4: toPriceE4(offsetValue ?? 0) }
    : undefined;
}

import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { toPriceE4 } from '../../domain/money/price.ts';
import { OrderError, orderErrorMessage } from '../../domain/orders/errors.ts';
import {
  legsWithEffects,
  netSideOfTicket,
  schwabRoute,
  toSchwabOrder,
  type ExternalTicket,
  type HeldQuantity,
  type SchwabOrderBody,
} from '../../domain/orders/schwab/index.ts';
import type { OrderProblem } from '../../domain/orders/validate.ts';
import { orderSource } from '../orders/order-source.ts';
import type { OrderTicket } from '../types.ts';
import type { OrderDialect } from './broker-ticket.ts';

/** Orders in the dialect of Schwab. */
export const SCHWAB_ORDERS: OrderDialect<SchwabOrderBody> = {
  ticket: schwabTicket,
  body: (ticket) => toSchwabOrder(ticket),
  shown: ({ route }, body) => ({
    price: Number(body.price ?? 0),
    stopPrice: Number(body.stopPrice ?? 0),
    route: schwabRoute(route),
  }),
};

/**
 * The order of a ticket in the broker's terms, or why the broker cannot take it. `positionOf` gives what the account at the broker holds: it decides
 * whether a purchase covers, and whether a leg opens or closes.
 */
function schwabTicket(
  ticket: OrderTicket,
  positionOf: (symbol: string) => HeldQuantity | undefined,
): Result<ExternalTicket, OrderProblem> {
  if (ticket.stopType === 'Trailing' || (ticket.minQuantity ?? 0) > 0 || (ticket.displayQuantity ?? 0) > 0)
    return err({
      code: OrderError.InvalidCondition,
      message: orderErrorMessage(OrderError.InvalidCondition),
    });
  const terms = {
    symbol: ticket.symbol,
    type: ticket.type,
    tif: ticket.tif ?? 'Day',
    quantity: ticket.quantity,
    priceE4: toPriceE4(ticket.price ?? 0),
    stopPriceE4: toPriceE4(ticket.stopPrice ?? 0),
    route: ticket.route,
  } as const;
  const { side, legs } = ticket;
  if (legs === undefined) {
    const ShortQty = positionOf(ticket.symbol)?.shortQuantity ?? 0;
    return ok({ ...terms, side, source: orderSource(side, { ShortQty }) });
  }
  const decided = legsWithEffects(ticket.symbol, legs, ticket.quantity, positionOf);
  if (!decided.ok) return decided;
  return ok({ ...terms, side: netSideOfTicket({ ...terms, side }), source: 'Open', legs: decided.value });
}

import { formatInteger } from '../../src/domain/columns/index.ts';
import { isWorking } from '../../src/domain/orders/open-orders.ts';
import { MAX_ORDER_QUANTITY } from '../../src/domain/orders/validate.ts';
import type { OrderTicket } from '../../src/plugin-api/index.ts';
import type { OrderRow } from './rows.ts';

interface ReplacementProblems {
  readonly quantity: string | null;
  readonly price: string | null;
}

/** What keeps an open multi-leg order from being replaced by this quantity and net price, field by field. */
export function replacementProblems(
  order: OrderRow,
  quantity: number | null,
  price: number | null,
): ReplacementProblems {
  return { quantity: quantityProblem(order, quantity), price: priceProblem(order, price) };
}

function quantityProblem(order: OrderRow, quantity: number | null): string | null {
  if (!isWorking(order)) return 'The order is not open any more.';
  if (quantity === null || !Number.isSafeInteger(quantity) || quantity < 1)
    return 'Enter a whole number of at least 1.';
  if (quantity > MAX_ORDER_QUANTITY) return `An order has at most ${formatInteger(MAX_ORDER_QUANTITY)}.`;
  return quantity <= order.Fill ? `${order.Fill} are filled: enter more.` : null;
}

function priceProblem(order: OrderRow, price: number | null): string | null {
  if (order.Type !== 'Limit') return null;
  if (price === null || !(price >= 0)) return 'Enter a net price of 0.00 or more.';
  // A price of whole cents is one up to the noise of a double.
  return Math.abs(price * 100 - Math.round(price * 100)) < 1e-6 ? null : 'Enter whole cents.';
}

/** The order with another quantity and net price; null while one of them is wrong or nothing changes. */
export function replacementTicket(
  order: OrderRow,
  quantity: number | null,
  price: number | null,
): OrderTicket | null {
  const problems = replacementProblems(order, quantity, price);
  if (problems.quantity !== null || problems.price !== null || quantity === null) return null;
  if (quantity === order.Quantity && (order.Type !== 'Limit' || price === order.Price)) return null;
  return {
    symbol: order.Symbol,
    side: order.Side,
    quantity,
    type: order.Type,
    price: order.Type === 'Limit' ? price : null,
    tif: order.TifType,
    destination: order.Destination,
    route: order.Route,
  };
}

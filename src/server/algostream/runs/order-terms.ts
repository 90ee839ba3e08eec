import { isExactE4 } from '../../../domain/money/price.ts';
import { ORDER_SIDES, ORDER_TYPE_NAMES } from '../../../domain/orders/enumerations.ts';
import { OrderError, orderErrorMessage } from '../../../domain/orders/errors.ts';
import { ORDER_TYPES } from '../../../domain/orders/order-types.ts';
import type { OrderTerms } from './live-order.ts';

const MAX_ID_CHARACTERS = 64;
const MAX_QUANTITY = 1_000_000;
const MAX_DOLLARS = 1e6;

export const UNFIT_ID = 'The order id is invalid or was used before';

/** Why what a strategy requests makes no order; undefined: it does. Its types promise nothing. */
export function termsProblem({ id, side, type, quantity, price, stopPrice }: OrderTerms): string | undefined {
  if (typeof id !== 'string' || id.length === 0 || id.length > MAX_ID_CHARACTERS) return UNFIT_ID;
  if (!ORDER_SIDES.includes(side) || !ORDER_TYPE_NAMES.includes(type) || ORDER_TYPES[type].isPegged)
    return orderErrorMessage(OrderError.InvalidOrderFormat);
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY)
    return orderErrorMessage(OrderError.InvalidSize);
  const arePrices = [price, stopPrice].every(
    (amount) => Number.isFinite(amount) && amount >= 0 && amount <= MAX_DOLLARS && isExactE4(amount),
  );
  return arePrices ? undefined : orderErrorMessage(OrderError.PriceOutOfRange);
}

/** Why an order beyond the pace of a run is rejected: the rule and the wait after the text of the code. */
export const tooFrequentText = (ordersASecond: number): string =>
  `${orderErrorMessage(OrderError.TooFrequent)}. A run sends at most ${ordersASecond} orders a second: wait for the next second.`;

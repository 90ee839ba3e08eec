import { isExactE4 } from '../../../domain/money/price.ts';
import { ORDER_SIDES, ORDER_TYPE_NAMES } from '../../../domain/orders/enumerations.ts';
import { OrderError, orderErrorMessage } from '../../../domain/orders/errors.ts';
import { LEG_SIDES, legsProblem } from '../../../domain/orders/legs.ts';
import { ORDER_TYPES } from '../../../domain/orders/order-types.ts';
import { TIFS } from '../../../domain/orders/times-in-force.ts';
import type { RequestedOrder, SpreadTerms } from '../runtime/types.ts';
import type { LiveSymbols } from './live-symbols.ts';

const MAX_ID_CHARACTERS = 64;
const MAX_QUANTITY = 1_000_000;
const MAX_DOLLARS = 1e6;

export const UNFIT_ID = 'The order id is invalid or was used before';

const isQuantity = (quantity: number): boolean =>
  Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY;
const isPrice = (amount: number): boolean =>
  Number.isFinite(amount) && amount >= 0 && amount <= MAX_DOLLARS && isExactE4(amount);

/** Why what a strategy requests makes no order on `symbols`, its own one first; undefined: it does. Its types promise nothing. */
export function termsProblem(symbols: LiveSymbols, request: RequestedOrder): string | undefined {
  const { id, side, type, quantity, price, stopPrice, spread } = request;
  if (typeof id !== 'string' || id.length === 0 || id.length > MAX_ID_CHARACTERS) return UNFIT_ID;
  if (!isForm(symbols, request)) return orderErrorMessage(OrderError.InvalidOrderFormat);
  if (!isQuantity(quantity)) return orderErrorMessage(OrderError.InvalidSize);
  if (!isPrice(price) || !isPrice(stopPrice)) return orderErrorMessage(OrderError.PriceOutOfRange);
  return spread === undefined ? undefined : spreadProblem(symbols[0], { side, type, spread });
}

function isForm(
  symbols: LiveSymbols,
  { symbol = symbols[0], side, type, spread, exits }: RequestedOrder,
): boolean {
  if (!symbols.includes(symbol) || (spread !== undefined && symbol !== symbols[0])) return false;
  if (!ORDER_SIDES.includes(side) || !ORDER_TYPE_NAMES.includes(type) || ORDER_TYPES[type].isPegged)
    return false;
  // What else may be wrong with exits the brokerage judges with their group.
  return exits === undefined || (side !== 'Sell' && spread === undefined);
}

/** Why what a strategy requests replaces nothing; undefined: it does. */
export function changeProblem(change: {
  readonly quantity: number;
  readonly price: number;
}): string | undefined {
  if (!isQuantity(change.quantity)) return orderErrorMessage(OrderError.InvalidSize);
  return isPrice(change.price) ? undefined : orderErrorMessage(OrderError.PriceOutOfRange);
}

function spreadProblem(
  symbol: string,
  { side, type, spread }: Pick<RequestedOrder, 'side' | 'type'> & { readonly spread: SpreadTerms },
): string | undefined {
  const isForm =
    side !== 'Short' &&
    ORDER_TYPES[type].takesLegs &&
    TIFS[spread.tif].takesLegs &&
    spread.legs.every((leg) => LEG_SIDES.includes(leg.side));
  return isForm ? legsProblem(symbol, spread.legs) : orderErrorMessage(OrderError.InvalidOrderFormat);
}

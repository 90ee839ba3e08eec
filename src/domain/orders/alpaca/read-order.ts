import { isOptionSymbol } from '../../symbols/symbol.ts';
import type { ExternalOrder, ExternalTrail, OrdersRead } from '../external-orders/external-order.ts';
import { asList, asNumber, asObject, asText, type JsonObject } from '../external-orders/json.ts';
import { readQuantity } from '../external-orders/quantities.ts';
import { parseBrokerTime } from '../external-orders/times.ts';
import { decimalE4 } from './decimals.ts';
import type { FillBook } from './fill-book.ts';
import { reportTypeOfAlpaca, statusOfAlpaca } from './statuses.ts';
import { sideOfAlpaca, termsOfAlpaca } from './terms.ts';

/** Characters that the product keeps of a client id. */
const MAX_CLIENT_ID = 64;
/** Where an order of Alpaca trades: it names no route. */
export const ALPACA_ROUTE = 'AUTO';
/** Alpaca states no reason in an order that it rejects after accepting it. */
const NO_REASON = 'Alpaca rejected the order without a reason';

/** Reads a list of orders with their legs: the exits of a bracket are orders of their own. Each order comes once. */
export function readAlpacaOrders(answer: unknown, account: string, fills: FillBook): OrdersRead {
  const orders = new Map<string, ExternalOrder>();
  let unreadable = 0;
  const read = (item: unknown): void => {
    const order = readAlpacaOrder(item, account, fills);
    if (order === undefined) unreadable += 1;
    else orders.set(order.orderId, order);
    for (const leg of asList(asObject(item)?.legs)) read(leg);
  };
  for (const item of asList(answer)) read(item);
  return { orders: [...orders.values()], unreadable };
}

/** Reads one order, without its legs; undefined when what identifies it is missing, or when it is for a fraction of a share. */
export function readAlpacaOrder(
  answer: unknown,
  account: string,
  fills: FillBook,
): ExternalOrder | undefined {
  const raw = asObject(answer);
  const identity = raw && identityOf(raw);
  const quantities = raw && quantitiesOf(raw);
  if (!raw || !identity || !quantities) return undefined;
  const { filled, unfilled } = quantities;
  const { orderId, brokerStatus, enteredMs } = identity;
  const closedMs = timeOf(raw, 'filled_at', 'canceled_at', 'expired_at', 'failed_at', 'replaced_at');
  const reportType = reportTypeOfAlpaca(brokerStatus);
  return {
    ...identity,
    ...quantities,
    account,
    ...termsOf(raw),
    reportType,
    status: statusOfAlpaca(brokerStatus, filled, unfilled),
    description: reportType === 'OrderRejected' ? NO_REASON : '',
    route: ALPACA_ROUTE,
    closedMs: closedMs ?? null,
    fills: fills.read(
      orderId,
      filled,
      asNumber(raw.filled_avg_price) ?? 0,
      closedMs ?? timeOf(raw, 'updated_at') ?? enteredMs,
    ),
  };
}

type Identity = Pick<
  ExternalOrder,
  'orderId' | 'clientId' | 'symbol' | 'isOption' | 'side' | 'source' | 'brokerStatus' | 'enteredMs'
>;

/** What an order is and in which status; undefined when some of it is missing. */
function identityOf(raw: JsonObject): Identity | undefined {
  const orderId = asText(raw.id);
  const symbol = asText(raw.symbol);
  const brokerStatus = asText(raw.status);
  const enteredMs = timeOf(raw, 'submitted_at', 'created_at');
  const way = sideOfAlpaca(asText(raw.side) ?? '', asText(raw.position_intent));
  if (!orderId || !symbol || !brokerStatus || !way || enteredMs === undefined) return undefined;
  const clientId = asText(raw.client_order_id)?.slice(0, MAX_CLIENT_ID);
  return { orderId, clientId, symbol, isOption: isOptionSymbol(symbol), ...way, brokerStatus, enteredMs };
}

function quantitiesOf(raw: JsonObject): Pick<ExternalOrder, 'quantity' | 'filled' | 'unfilled'> | undefined {
  const quantity = readQuantity(raw.qty);
  const filled = readQuantity(raw.filled_qty ?? '0');
  if (quantity === undefined || quantity === 0 || filled === undefined) return undefined;
  return { quantity, filled, unfilled: Math.max(0, quantity - filled) };
}

/** Type, time in force and prices. */
function termsOf(raw: JsonObject): Pick<ExternalOrder, 'type' | 'tif' | 'priceE4' | 'stopPriceE4' | 'trail'> {
  return {
    ...termsOfAlpaca(asText(raw.type) ?? '', asText(raw.time_in_force) ?? '', raw.extended_hours === true),
    priceE4: decimalE4(raw.limit_price) ?? 0,
    stopPriceE4: decimalE4(raw.stop_price) ?? 0,
    ...trailOf(raw),
  };
}

/** The trail of a trailing stop; nothing for any other order. */
function trailOf(raw: JsonObject): { readonly trail?: ExternalTrail } {
  if (raw.type !== 'trailing_stop') return {};
  const percentE4 = decimalE4(raw.trail_percent);
  if (percentE4 !== undefined) return { trail: { offsetType: 'Percent', offsetE4: percentE4 } };
  return { trail: { offsetType: 'Value', offsetE4: decimalE4(raw.trail_price) ?? 0 } };
}

/** The first of these fields that is a time, UTC ms. */
function timeOf(raw: JsonObject | undefined, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const timeMs = parseBrokerTime(asText(raw?.[name]) ?? '');
    if (timeMs !== undefined) return timeMs;
  }
  return undefined;
}

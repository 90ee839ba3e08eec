import { isOptionSymbol } from '../../symbols/symbol.ts';
import type { ReportType } from '../enumerations.ts';
import { apartText } from '../external-orders/apart-text.ts';
import type {
  ExternalFill,
  ExternalLegFill,
  ExternalOrder,
  OrdersRead,
} from '../external-orders/external-order.ts';
import { readExecutions, type LegExecution } from './executions.ts';
import { sideOfInstruction } from './instructions.ts';
import { asId, asList, asObject, asText, type JsonObject } from '../external-orders/json.ts';
import { netSideOf } from './multi-leg-terms.ts';
import { orderTypeOf, timeInForceOf } from './order-types.ts';
import { readPriceE4, readQuantity } from '../external-orders/quantities.ts';
import { readLegs, toUnitFills } from './read-legs.ts';
import { schwabRoute } from './routes.ts';
import { productStatusOf, reportTypeOf } from './statuses.ts';
import { fromBrokerSymbol } from './symbols.ts';
import { parseBrokerTime } from '../external-orders/times.ts';

/** A refusal says why, if only that nobody knows. */
const NO_REASON = 'The broker refused the order without a reason';

/** Reads a list of orders; parents without legs of their own (OCO, trigger) stand for their children. */
export function readSchwabOrders(answer: unknown, account: string): OrdersRead {
  const orders: ExternalOrder[] = [];
  let unreadable = 0;
  const read = (item: unknown): void => {
    const raw = asObject(item);
    const children = asList(raw?.childOrderStrategies);
    if (raw && (children.length === 0 || asList(raw.orderLegCollection).length > 0)) {
      const order = readOrder(raw, account);
      if (order) orders.push(order);
      else unreadable += 1;
    } else if (!raw) unreadable += 1;
    for (const child of children) read(child);
  };
  for (const item of asList(answer)) read(item);
  return { orders, unreadable };
}

/** Reads one order; undefined when what identifies it is missing. */
export function readSchwabOrder(answer: unknown, account: string): ExternalOrder | undefined {
  const raw = asObject(answer);
  return raw && readOrder(raw, account);
}

/** What an order trades, and how much of it has filled. */
type Traded = Pick<
  ExternalOrder,
  'symbol' | 'isOption' | 'side' | 'source' | 'quantity' | 'filled' | 'fills' | 'legs' | 'apart'
>;

function readOrder(raw: JsonObject, account: string): ExternalOrder | undefined {
  const orderId = asId(raw.orderId);
  const enteredMs = parseBrokerTime(asText(raw.enteredTime) ?? '');
  const brokerStatus = asText(raw.status);
  if (orderId === undefined || enteredMs === undefined || brokerStatus === undefined) return undefined;
  const reportType = reportTypeOf(brokerStatus);
  const traded = readTraded(raw, reportType);
  if (traded === undefined) return undefined;
  const { quantity, filled, legs, apart } = traded;
  const status = productStatusOf(brokerStatus, filled, quantity - filled);
  return {
    orderId,
    account: asId(raw.accountNumber) ?? account,
    ...traded,
    ...readTerms(raw),
    unfilled: quantity - filled,
    brokerStatus,
    reportType,
    status: legs !== undefined && status === 'Executed' ? 'ExecutedMultileg' : status,
    description: descriptionOf(raw, reportType, apart),
    enteredMs,
    closedMs: parseBrokerTime(asText(raw.closeTime) ?? '') ?? null,
  };
}

/** The terms of an order: its type and duration, its prices and its route. */
function readTerms(
  raw: JsonObject,
): Pick<ExternalOrder, 'type' | 'tif' | 'priceE4' | 'stopPriceE4' | 'route'> {
  return {
    type: orderTypeOf(asText(raw.orderType) ?? ''),
    tif: timeInForceOf(asText(raw.duration)),
    priceE4: readPriceE4(raw.price) ?? 0,
    stopPriceE4: readPriceE4(raw.stopPrice) ?? 0,
    route: schwabRoute(asText(raw.requestedDestination) ?? asText(raw.destinationLinkName) ?? ''),
  };
}

function readTraded(raw: JsonObject, reportType: ReportType): Traded | undefined {
  const legs = asList(raw.orderLegCollection);
  const executions = readExecutions(raw);
  return legs.length > 1
    ? readMultiLeg(raw, legs, executions, reportType)
    : readSingle(raw, asObject(legs[0]), executions, reportType);
}

function readSingle(
  raw: JsonObject,
  leg: JsonObject | undefined,
  executions: readonly LegExecution[],
  reportType: ReportType,
): Traded | undefined {
  const symbol = asText(asObject(leg?.instrument)?.symbol);
  const way = sideOfInstruction(asText(leg?.instruction) ?? '', asText(leg?.positionEffect));
  const quantity = readQuantity(raw.quantity ?? leg?.quantity);
  if (symbol === undefined || way === undefined || quantity === undefined) return undefined;
  const fills = executions
    .map(({ executionId, priceE4, quantity: filled, timeMs }) => ({
      executionId,
      priceE4,
      quantity: filled,
      timeMs,
    }))
    .sort((first, second) => first.timeMs - second.timeMs);
  const ticker = fromBrokerSymbol(symbol);
  return {
    symbol: ticker,
    isOption: asText(leg?.orderLegType) === 'OPTION' || isOptionSymbol(ticker),
    ...way,
    quantity,
    filled: Math.min(
      quantity,
      readQuantity(raw.filledQuantity) ?? filledOf(raw, quantity, fills, reportType),
    ),
    fills,
  };
}

/** What is filled of an order whose `filledQuantity` is missing. */
function filledOf(
  raw: JsonObject,
  quantity: number,
  fills: readonly ExternalFill[],
  reportType: ReportType,
): number {
  if (reportType === 'OrderExecuted') return quantity;
  const remaining = readQuantity(raw.remainingQuantity);
  if (fills.length > 0 || remaining === undefined) return sum(fills);
  // A cancelled order has nothing remaining although it was never filled.
  return isEnded(reportType) ? 0 : quantity - remaining;
}

function readMultiLeg(
  raw: JsonObject,
  items: readonly unknown[],
  executions: readonly LegExecution[],
  reportType: ReportType,
): Traded | undefined {
  const read = readLegs(items);
  if (read === undefined) return undefined;
  const side = netSideOf(asText(raw.orderType) ?? '');
  const { fills, apart } = toUnitFills(read, side, executions);
  const isFilled = reportType === 'OrderExecuted';
  return {
    symbol: read.underlying,
    isOption: true,
    side,
    source: 'Open',
    quantity: read.units,
    filled: isFilled ? read.units : filledUnits(raw, read.units, executions, fills),
    fills,
    legs: read.legs.map(({ symbol, side: legSide, ratio }) => ({ symbol, side: legSide, ratio })),
    // The broker may list less than it counts; of a filled order no leg is without the others.
    ...(apart.length === 0 || isFilled ? {} : { apart }),
  };
}

/** Whole units filled: by the executions, and without any by the broker's count, which is in whatever it counts the whole order in. */
function filledUnits(
  raw: JsonObject,
  units: number,
  executions: readonly LegExecution[],
  fills: readonly ExternalFill[],
): number {
  if (executions.length > 0) return Math.min(units, sum(fills));
  const [filled, whole] = [readQuantity(raw.filledQuantity), readQuantity(raw.quantity)];
  if (filled === undefined || whole === undefined || whole === 0) return 0;
  return Math.min(units, Math.floor((filled * units) / whole));
}

const MAX_DESCRIPTION = 256;

function descriptionOf(
  raw: JsonObject,
  reportType: ReportType,
  apart: readonly ExternalLegFill[] | undefined,
): string {
  const given = asText(raw.statusDescription) ?? (reportType === 'OrderRejected' ? NO_REASON : '');
  return [...(apart === undefined ? [] : [apartText(apart)]), given]
    .filter((text) => text !== '')
    .join('. ')
    .slice(0, MAX_DESCRIPTION);
}

const isEnded = (reportType: ReportType): boolean =>
  reportType === 'OrderCanceled' ||
  reportType === 'OrderRejected' ||
  reportType === 'OrderExpired' ||
  reportType === 'OrderReplaced';
const sum = (fills: readonly ExternalFill[]): number =>
  fills.reduce((total, { quantity }) => total + quantity, 0);

import { toE4, type PriceE4 } from '../../money/price.ts';
import { isOptionSymbol } from '../../symbols/symbol.ts';
import type {
  OrderSide,
  OrderSource,
  OrderStatus,
  OrderType,
  ReportType,
  TimeInForce,
} from '../enumerations.ts';
import { sideOfInstruction } from './instructions.ts';
import { asId, asList, asNumber, asObject, asText, type JsonObject } from './json.ts';
import { orderTypeOf, timeInForceOf } from './order-types.ts';
import { schwabRoute } from './routes.ts';
import { productStatusOf, reportTypeOf } from './statuses.ts';
import { fromBrokerSymbol } from './symbols.ts';
import { parseBrokerTime } from './times.ts';

/** One execution of an external order. */
export interface ExternalFill {
  /** The broker's activity id and leg, unique within the order. */
  readonly executionId: string;
  readonly priceE4: PriceE4;
  readonly quantity: number;
  readonly timeMs: number;
}

/** An order as the external broker shows it, in the product's own terms. Prices E4, 0 = none; times UTC ms. */
export interface ExternalOrder {
  readonly orderId: string;
  /** The broker's account number. */
  readonly account: string;
  readonly symbol: string;
  readonly isOption: boolean;
  readonly side: OrderSide;
  readonly source: OrderSource;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly quantity: number;
  readonly filled: number;
  readonly unfilled: number;
  readonly priceE4: PriceE4;
  readonly stopPriceE4: PriceE4;
  /** As the broker names it. */
  readonly brokerStatus: string;
  readonly reportType: ReportType;
  readonly status: OrderStatus;
  readonly description: string;
  readonly route: string;
  readonly enteredMs: number;
  readonly closedMs: number | null;
  readonly fills: readonly ExternalFill[];
}

/** A refusal says why, if only that nobody knows. */
const NO_REASON = 'The broker refused the order without a reason';

export interface OrdersRead {
  readonly orders: readonly ExternalOrder[];
  /** Orders in the answer that made no sense; they are left out. */
  readonly unreadable: number;
}

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

function readOrder(raw: JsonObject, account: string): ExternalOrder | undefined {
  const leg = asObject(asList(raw.orderLegCollection)[0]);
  const orderId = asId(raw.orderId);
  const symbol = asText(asObject(leg?.instrument)?.symbol);
  const way = sideOfInstruction(asText(leg?.instruction) ?? '', asText(leg?.positionEffect));
  const quantity = shares(raw.quantity ?? leg?.quantity);
  const enteredMs = parseBrokerTime(asText(raw.enteredTime) ?? '');
  const brokerStatus = asText(raw.status);
  if (
    orderId === undefined ||
    symbol === undefined ||
    way === undefined ||
    quantity === undefined ||
    enteredMs === undefined ||
    brokerStatus === undefined
  )
    return undefined;
  const fills = readFills(raw);
  const remaining = shares(raw.remainingQuantity);
  const reportType = reportTypeOf(brokerStatus);
  // A cancelled order has nothing remaining although it was never filled, so the filled count goes first.
  const filled = Math.min(
    quantity,
    shares(raw.filledQuantity) ??
      (reportType === 'OrderExecuted'
        ? quantity
        : fills.length > 0 || remaining === undefined
          ? sum(fills)
          : isEnded(reportType)
            ? 0
            : quantity - remaining),
  );
  const ticker = fromBrokerSymbol(symbol);
  return {
    orderId,
    account: asId(raw.accountNumber) ?? account,
    symbol: ticker,
    isOption: asText(leg?.orderLegType) === 'OPTION' || isOptionSymbol(ticker),
    ...way,
    type: orderTypeOf(asText(raw.orderType) ?? ''),
    tif: timeInForceOf(asText(raw.duration)),
    quantity,
    filled,
    unfilled: quantity - filled,
    priceE4: priceE4(raw.price) ?? 0,
    stopPriceE4: priceE4(raw.stopPrice) ?? 0,
    brokerStatus,
    reportType,
    status: productStatusOf(brokerStatus, filled, quantity - filled),
    description: (asText(raw.statusDescription) ?? (reportType === 'OrderRejected' ? NO_REASON : '')).slice(
      0,
      256,
    ),
    route: schwabRoute(asText(raw.requestedDestination) ?? asText(raw.destinationLinkName) ?? ''),
    enteredMs,
    closedMs: parseBrokerTime(asText(raw.closeTime) ?? '') ?? null,
    fills,
  };
}

const isEnded = (reportType: ReportType): boolean =>
  reportType === 'OrderCanceled' ||
  reportType === 'OrderRejected' ||
  reportType === 'OrderExpired' ||
  reportType === 'OrderReplaced';
const sum = (fills: readonly ExternalFill[]): number =>
  fills.reduce((total, { quantity }) => total + quantity, 0);

/** Executions only: a cancel comes as an execution of type CANCELED. */
function readFills(raw: JsonObject): ExternalFill[] {
  const fills = new Map<string, ExternalFill>();
  for (const activity of asList(raw.orderActivityCollection).map(asObject)) {
    if (!activity || activity.executionType !== 'FILL') continue;
    for (const [index, leg] of asList(activity.executionLegs).map(asObject).entries()) {
      const quantity = shares(leg?.quantity);
      const price = priceE4(leg?.price);
      if (!leg || quantity === undefined || quantity === 0 || price === undefined) continue;
      const timeMs =
        parseBrokerTime(asText(leg.time) ?? '') ??
        parseBrokerTime(asText(raw.closeTime) ?? '') ??
        parseBrokerTime(asText(raw.enteredTime) ?? '') ??
        0;
      const executionId = `${asId(activity.activityId) ?? `at-${timeMs}`}-${asId(leg.legId) ?? index + 1}`;
      fills.set(executionId, { executionId, priceE4: price, quantity, timeMs });
    }
  }
  return [...fills.values()].sort((one, other) => one.timeMs - other.timeMs);
}

/** Whole shares; the product trades and shows no fractions. */
function shares(value: unknown): number | undefined {
  const number = asNumber(value);
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 && number <= 1e9
    ? number
    : undefined;
}

function priceE4(value: unknown): PriceE4 | undefined {
  const dollars = asNumber(value);
  return dollars !== undefined && dollars >= 0 && dollars <= 1e9 ? toE4(dollars) : undefined;
}

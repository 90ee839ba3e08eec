import * as v from 'valibot';
import { isOpen, type Activity, type NewStandInOrder, type StandInLeg, type StandInOrder } from './order.ts';

const INSTRUCTIONS = {
  EQUITY: ['BUY', 'SELL', 'SELL_SHORT', 'BUY_TO_COVER'],
  OPTION: ['BUY_TO_OPEN', 'BUY_TO_CLOSE', 'SELL_TO_OPEN', 'SELL_TO_CLOSE'],
};
const MAX_LEGS = 4;
/** Which prices an order type carries, and whether it is of one leg or of several. */
const ORDER_TYPES = {
  MARKET: { hasPrice: false, hasStop: false, isSingle: true, isMulti: true },
  LIMIT: { hasPrice: true, hasStop: false, isSingle: true, isMulti: false },
  STOP: { hasPrice: false, hasStop: true, isSingle: true, isMulti: false },
  STOP_LIMIT: { hasPrice: true, hasStop: true, isSingle: true, isMulti: false },
  NET_DEBIT: { hasPrice: true, hasStop: false, isSingle: false, isMulti: true },
  NET_CREDIT: { hasPrice: true, hasStop: false, isSingle: false, isMulti: true },
  NET_ZERO: { hasPrice: false, hasStop: false, isSingle: false, isMulti: true },
} as const;
type OrderType = keyof typeof ORDER_TYPES;

const price = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.number('a price expected'),
  v.minValue(0.0001),
);
const leg = v.object({
  instruction: v.string(),
  quantity: v.pipe(v.number(), v.integer('fractional quantities are not accepted'), v.minValue(1)),
  instrument: v.object({
    symbol: v.pipe(v.string(), v.minLength(1)),
    assetType: v.picklist(['EQUITY', 'OPTION']),
  }),
});

const request = v.object({
  session: v.picklist(['NORMAL', 'AM', 'PM', 'SEAMLESS']),
  duration: v.picklist(['DAY', 'GOOD_TILL_CANCEL'], (issue) => `Invalid value '${String(issue.input)}'`),
  orderStrategyType: v.literal('SINGLE'),
  complexOrderStrategyType: v.optional(v.string(), 'NONE'),
  // The keys of an object literal are exactly its members.
  orderType: v.picklist(
    Object.keys(ORDER_TYPES) as OrderType[],
    (issue) => `Invalid value '${String(issue.input)}'`,
  ),
  destinationLinkName: v.optional(v.string()),
  requestedDestination: v.optional(v.undefined('requestedDestination is not accepted')),
  price: v.optional(price),
  stopPrice: v.optional(price),
  orderLegCollection: v.pipe(
    v.array(leg),
    v.minLength(1, 'a leg expected'),
    v.maxLength(MAX_LEGS, 'at most four legs expected'),
  ),
});
type Request = v.InferOutput<typeof request>;

/** Reads an order as the broker does: the order, or why it is rejected. */
export function readOrderRequest(
  body: unknown,
): { readonly order: NewStandInOrder } | { readonly message: string; readonly errors: string[] } {
  const parsed = v.safeParse(request, body);
  if (!parsed.success)
    return {
      message: parsed.issues[0].message,
      errors: parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'order'}: ${issue.message}`),
    };
  const order = parsed.output;
  const errors = [...legErrors(order), ...typeErrors(order)];
  if (errors.length > 0) return { message: 'The order is not valid.', errors };
  return {
    order: {
      legs: order.orderLegCollection.map(({ instruction, quantity, instrument }) => ({
        instruction,
        quantity,
        ...instrument,
      })),
      strategy: order.complexOrderStrategyType,
      orderType: order.orderType,
      duration: order.duration,
      price: order.price,
      stopPrice: order.stopPrice,
      route: order.destinationLinkName ?? 'AUTO',
    },
  };
}

function legErrors({ orderLegCollection: legs }: Request): string[] {
  const errors: string[] = [];
  for (const { instruction, instrument } of legs) {
    const { assetType, symbol } = instrument;
    if (!INSTRUCTIONS[assetType].includes(instruction))
      errors.push(`instruction ${instruction} is not valid for ${assetType}`);
    if (assetType === 'OPTION' && !/^[A-Z0-9. ]{6}\d{6}[CP]\d{8}$/.test(symbol))
      errors.push('an option symbol has a root of 6 characters');
  }
  if (new Set(legs.map(({ instrument }) => instrument.symbol)).size < legs.length)
    errors.push('two legs have the same symbol');
  if (legs.length > 1 && legs.every(({ instrument }) => instrument.assetType === 'EQUITY'))
    errors.push('an order with several legs has an option');
  return errors;
}

function typeErrors(order: Request): string[] {
  const { orderType, complexOrderStrategyType, orderLegCollection, price: limit, stopPrice } = order;
  const { hasPrice, hasStop, isSingle, isMulti } = ORDER_TYPES[orderType];
  const isSeveral = orderLegCollection.length > 1;
  const errors: string[] = [];
  if (isSeveral ? !isMulti : !isSingle)
    errors.push(`orderType ${orderType} is not valid for ${orderLegCollection.length} leg(s)`);
  if (isSeveral === (complexOrderStrategyType === 'NONE'))
    errors.push(`complexOrderStrategyType ${complexOrderStrategyType} does not fit the legs`);
  if (hasPrice !== (limit !== undefined))
    errors.push(hasPrice ? 'price is required' : `price is not valid for ${orderType}`);
  if (hasStop !== (stopPrice !== undefined))
    errors.push(hasStop ? 'stopPrice is required' : `stopPrice is not valid for ${orderType}`);
  return errors;
}

/** How the broker writes times: with a numeric offset, or with milliseconds and Z. */
export type TimeForm = 'offset' | 'zulu';

/** An order as the broker lists it. `statusName` replaces the real status, for names that no client knows yet. */
export function orderToJson(order: StandInOrder, form: TimeForm, statusName?: string): object {
  const time = (ms: number): string =>
    form === 'zulu' ? new Date(ms).toISOString() : `${new Date(ms).toISOString().slice(0, 19)}+0000`;
  const isCancelable = isOpen(order);
  return {
    session: 'NORMAL',
    duration: order.duration,
    orderType: order.orderType,
    complexOrderStrategyType: order.strategy,
    quantity: order.quantity,
    filledQuantity: order.filled,
    remainingQuantity: isCancelable || order.status === 'PENDING_CANCEL' ? order.quantity - order.filled : 0,
    requestedDestination: order.route,
    destinationLinkName: order.route === 'AUTO' ? 'AutoRoute' : order.route,
    ...(order.price === undefined ? {} : { price: order.price }),
    ...(order.stopPrice === undefined ? {} : { stopPrice: order.stopPrice }),
    orderLegCollection: order.legs.map(legToJson),
    orderStrategyType: 'SINGLE',
    orderId: order.orderId,
    cancelable: isCancelable,
    editable: isCancelable,
    status: statusName ?? order.status,
    ...(order.statusDescription === undefined ? {} : { statusDescription: order.statusDescription }),
    enteredTime: time(order.enteredMs),
    ...(order.closedMs === undefined ? {} : { closeTime: time(order.closedMs) }),
    tag: 'API',
    accountNumber: Number(order.account.accountNumber),
    ...(order.activities.length === 0
      ? {}
      : {
          orderActivityCollection: order.activities.map((activity) => activityToJson(order, activity, time)),
        }),
  };
}

const instrumentIdOf = (symbol: string): number => 1_000_000 + symbol.length;

function legToJson({ assetType, legId, symbol, instruction, quantity }: StandInLeg): object {
  return {
    orderLegType: assetType,
    legId,
    instrument: { assetType, symbol, instrumentId: instrumentIdOf(symbol) },
    instruction,
    positionEffect: /CLOSE|COVER|^SELL$/.test(instruction) ? 'CLOSING' : 'OPENING',
    quantity,
  };
}

function activityToJson(order: StandInOrder, activity: Activity, time: (ms: number) => string): object {
  return {
    activityType: 'EXECUTION',
    activityId: activity.activityId,
    executionType: activity.executionType,
    quantity: activity.quantity,
    orderRemainingQuantity: 0,
    executionLegs: activity.legs.map(({ legId, quantity, price: traded }) => ({
      legId,
      quantity,
      mismarkedQuantity: 0,
      price: traded,
      time: time(activity.timeMs),
      instrumentId: instrumentIdOf(order.legs[legId - 1]?.symbol ?? ''),
    })),
  };
}

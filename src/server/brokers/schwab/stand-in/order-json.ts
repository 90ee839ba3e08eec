import * as v from 'valibot';
import { isOpen, type NewStandInOrder, type StandInOrder } from './book.ts';

const INSTRUCTIONS = {
  EQUITY: ['BUY', 'SELL', 'SELL_SHORT', 'BUY_TO_COVER'],
  OPTION: ['BUY_TO_OPEN', 'BUY_TO_CLOSE', 'SELL_TO_OPEN', 'SELL_TO_CLOSE'],
};
const price = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.number('a price expected'),
  v.minValue(0.0001),
);

const request = v.object({
  session: v.picklist(['NORMAL', 'AM', 'PM', 'SEAMLESS']),
  duration: v.picklist(['DAY', 'GOOD_TILL_CANCEL'], (issue) => `Invalid value '${String(issue.input)}'`),
  orderStrategyType: v.literal('SINGLE'),
  orderType: v.picklist(
    ['MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT'],
    (issue) => `Invalid value '${String(issue.input)}'`,
  ),
  destinationLinkName: v.optional(v.string()),
  requestedDestination: v.optional(v.undefined('requestedDestination is not accepted')),
  price: v.optional(price),
  stopPrice: v.optional(price),
  orderLegCollection: v.pipe(
    v.array(
      v.object({
        instruction: v.string(),
        quantity: v.pipe(v.number(), v.integer('fractional quantities are not accepted'), v.minValue(1)),
        instrument: v.object({
          symbol: v.pipe(v.string(), v.minLength(1)),
          assetType: v.picklist(['EQUITY', 'OPTION']),
        }),
      }),
    ),
    v.length(1, 'one leg expected'),
  ),
});

/** Reads an order as the broker does: the order, or what it is refused with. */
export function readOrderRequest(
  body: unknown,
): { readonly order: NewStandInOrder } | { readonly message: string; readonly errors: string[] } {
  const parsed = v.safeParse(request, body);
  if (!parsed.success)
    return {
      message: parsed.issues[0].message,
      errors: parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'order'}: ${issue.message}`),
    };
  const { orderType, orderLegCollection, duration, destinationLinkName } = parsed.output;
  const leg = orderLegCollection[0];
  const errors: string[] = [];
  const { assetType, symbol } = leg?.instrument ?? { assetType: 'EQUITY', symbol: '' };
  if (!leg || !INSTRUCTIONS[assetType].includes(leg.instruction))
    errors.push(`instruction ${leg?.instruction} is not valid for ${assetType}`);
  if (assetType === 'OPTION' && !/^[A-Z0-9. ]{6}\d{6}[CP]\d{8}$/.test(symbol))
    errors.push('an option symbol has a root of 6 characters');
  const hasPrice = orderType === 'LIMIT' || orderType === 'STOP_LIMIT';
  const hasStop = orderType === 'STOP' || orderType === 'STOP_LIMIT';
  if (hasPrice !== (parsed.output.price !== undefined))
    errors.push(hasPrice ? 'price is required' : `price is not valid for ${orderType}`);
  if (hasStop !== (parsed.output.stopPrice !== undefined))
    errors.push(hasStop ? 'stopPrice is required' : `stopPrice is not valid for ${orderType}`);
  if (errors.length > 0 || !leg) return { message: 'The order is not valid.', errors };
  return {
    order: {
      symbol,
      assetType,
      instruction: leg.instruction,
      orderType,
      duration,
      quantity: leg.quantity,
      price: parsed.output.price,
      stopPrice: parsed.output.stopPrice,
      route: destinationLinkName ?? 'AUTO',
    },
  };
}

export type TimeForm = 'offset' | 'zulu';

/** An order as the broker lists it. `statusName` stands in for the real status, for names that nobody has heard of yet. */
export function orderToJson(order: StandInOrder, form: TimeForm, statusName?: string): object {
  const time = (ms: number): string =>
    form === 'zulu' ? new Date(ms).toISOString() : `${new Date(ms).toISOString().slice(0, 19)}+0000`;
  const isCancelable = isOpen(order);
  return {
    session: 'NORMAL',
    duration: order.duration,
    orderType: order.orderType,
    complexOrderStrategyType: 'NONE',
    quantity: order.quantity,
    filledQuantity: order.filled,
    remainingQuantity: isCancelable || order.status === 'PENDING_CANCEL' ? order.quantity - order.filled : 0,
    requestedDestination: order.route,
    destinationLinkName: order.route === 'AUTO' ? 'AutoRoute' : order.route,
    ...(order.price === undefined ? {} : { price: order.price }),
    ...(order.stopPrice === undefined ? {} : { stopPrice: order.stopPrice }),
    orderLegCollection: [
      {
        orderLegType: order.assetType,
        legId: 1,
        instrument: {
          assetType: order.assetType,
          symbol: order.symbol,
          instrumentId: 1_000_000 + order.symbol.length,
        },
        instruction: order.instruction,
        positionEffect: /CLOSE|COVER|^SELL$/.test(order.instruction) ? 'CLOSING' : 'OPENING',
        quantity: order.quantity,
      },
    ],
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
          orderActivityCollection: order.activities.map((activity) => ({
            activityType: 'EXECUTION',
            activityId: activity.activityId,
            executionType: activity.executionType,
            quantity: activity.quantity,
            orderRemainingQuantity: 0,
            executionLegs: [
              {
                legId: 1,
                quantity: activity.quantity,
                mismarkedQuantity: 0,
                price: activity.price,
                time: time(activity.timeMs),
                instrumentId: 1_000_000 + order.symbol.length,
              },
            ],
          })),
        }),
  };
}

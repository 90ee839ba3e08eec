/** Checks of a cancel or replace against the order that it names. */
import { OrderError } from '../../orders/errors.ts';
import { cancelCheck, replaceCheck } from '../check.ts';
import { isWhole } from '../exact.ts';

/** Refuses a cancel or replace that names no order. */
export const orderIdGiven = cancelCheck({
  id: 'order-id-given',
  codes: [OrderError.NoOrderId],
  title: 'Order id is given',
  explain: 'The request names no order.',
  check: ({ request }) => (request.orderId ? 0 : OrderError.NoOrderId),
});

/** Refuses a cancel or replace of an order that the account does not have. An order of another account is treated as unknown. */
export const orderKnown = cancelCheck({
  id: 'order-known',
  codes: [OrderError.UnknownOrder],
  title: 'Known order',
  explain: 'The account has no order with this id. An order of another account is treated as unknown.',
  check: ({ target, request }) =>
    target && target.account === request.account ? 0 : OrderError.UnknownOrder,
});

/** Refuses to cancel an order of an API through another channel: the program behind the API would lose track of it. */
export const sameApiCancel = cancelCheck({
  id: 'same-api-cancel',
  codes: [OrderError.CancelThroughSameApi],
  title: 'Cancelled where it was placed',
  explain: 'The order came through an API, and the cancel did not come through the same one.',
  check: ({ target, request }) =>
    target && (target.apiId === null || target.apiId === request.apiId) ? 0 : OrderError.CancelThroughSameApi,
});

/** Refuses to replace an order of an API through another channel: the program behind the API would lose track of its terms. */
export const sameApiReplace = replaceCheck({
  id: 'same-api-replace',
  codes: [OrderError.ReplaceThroughSameApi],
  title: 'Replaced where it was placed',
  explain: 'The order came through an API, and the replace did not come through the same one.',
  check: ({ target, request }) =>
    target && (target.apiId === null || target.apiId === request.apiId)
      ? 0
      : OrderError.ReplaceThroughSameApi,
});

/** Refuses to cancel or replace one order of a strategy alone: its other orders depend on it. */
export const wholeStrategy = cancelCheck({
  id: 'whole-strategy',
  codes: [OrderError.StrategyOrder],
  title: 'Strategy as a whole',
  explain: 'The order belongs to a strategy, and the request is not about all of it.',
  check: ({ target, request }) =>
    target?.strategyId === null || (target?.strategyId !== undefined && request.isWholeStrategy)
      ? 0
      : OrderError.StrategyOrder,
});

const UNCHANGEABLE_FIELDS = [
  'account',
  'symbol',
  'side',
  'source',
  'destination',
  'route',
  'strategyId',
] as const;

/** Refuses a replacement that changes account, symbol, side, source, destination, route or strategy: that is another order. */
export const replaceSameOrder = replaceCheck({
  id: 'replace-same-order',
  codes: [OrderError.InvalidCondition],
  title: 'Replacement of the same order',
  explain:
    'The replacement differs from the order in account, symbol, side, source, destination, route or strategy.',
  check: ({ target, replacement: { order } }) =>
    target &&
    UNCHANGEABLE_FIELDS.every((field) => target[field] !== undefined && target[field] === order[field])
      ? 0
      : OrderError.InvalidCondition,
});

/** Refuses a replacement whose total quantity does not exceed the filled one: nothing would be left to work. */
export const replaceQuantity = replaceCheck({
  id: 'replace-quantity',
  codes: [OrderError.InvalidReplaceQuantity],
  title: 'Quantity of the replacement',
  explain: 'The new total quantity is no whole number, or not more than what is filled already.',
  check: ({ target, replacement: { order } }) =>
    isWhole(order.quantity) && isWhole(target?.filled) && order.quantity > target.filled
      ? 0
      : OrderError.InvalidReplaceQuantity,
});

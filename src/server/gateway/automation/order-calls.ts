import { assert } from '../../../domain/assert/assert.ts';
import { OrderError } from '../../../domain/orders/errors.ts';
import type { ApiCaller } from '../../automation/api-keys.ts';
import type { NewOrder, Report } from '../../brokerage/brokerage.ts';
import type { OrderRequestKind } from '../../brokerage/observed-orders.ts';
import { timeOf } from '../translate/api-v1.ts';
import { orderFromWire } from '../translate/brokerage.ts';
import { ApiRefusal } from './api-refusal.ts';
import { tradingAccountOfCall } from './caller-accounts.ts';
import {
  outageRefusal,
  rejection,
  requestedOrders,
  requireTrading,
  type OrderCallDeps,
} from './order-requests.ts';
import type { ApiCall, ApiHandlers } from './v1-types.ts';

/** The routes that change orders, through the permissions and checks of all orders. */
export function orderCalls(
  deps: OrderCallDeps,
): Pick<ApiHandlers, 'orderSend' | 'orderReplace' | 'orderCancel'> {
  const { brokerage, clock, drain } = deps;
  return {
    async orderSend({ caller, body, idempotencyKey }) {
      const work = brokerage.submit(
        brokerageOrder(deps, { caller, body, clientId: idempotencyKey, kind: 'new' }),
      );
      drain.track(work);
      return sentOrder(await work);
    },
    async orderReplace({ caller, body, params, idempotencyKey }) {
      const order = brokerageOrder(deps, { caller, body, clientId: idempotencyKey, kind: 'replace' });
      const work = brokerage.replace({ order, originalClientId: params.orderId, sentMs: clock.exchangeMs() });
      drain.track(work);
      return replacedOrder(await work, idempotencyKey);
    },
    async orderCancel({ caller, params: { orderId, account: named } }) {
      const { account } = tradingAccountOfCall(caller, named);
      requireTrading(deps, caller);
      const work = brokerage.cancel({ account, userId: caller.userId, orderId, clientId: orderId });
      drain.track(work);
      return cancelledOrder(account, orderId, await work);
    },
  };
}

interface RequestedOrder {
  readonly caller: ApiCaller;
  readonly body: ApiCall<'orderSend'>['body'];
  readonly clientId: string;
  readonly kind: OrderRequestKind;
}

/** The order of a call in the form of the brokerage. Throws the refusal of what the key or its user may not do. */
function brokerageOrder(deps: OrderCallDeps, { caller, body, clientId, kind }: RequestedOrder): NewOrder {
  const [order] = requestedOrders(deps, caller, [{ terms: body, clientId }], kind);
  assert(order !== undefined, 'one order was requested');
  return orderFromWire(order, { account: order.Account, userId: caller.userId });
}

/**
 * The answer to a new order, from the first report alone: a repeat gets the whole story of the order, with whatever was rejected later, and has to
 * get the same answer. Throws the refusal of an order that was rejected.
 */
function sentOrder([first]: readonly Report[]) {
  if (!first) throw NOT_TAKEN;
  if (REJECTS.has(first.reportType)) throw rejectionOf(first);
  return acceptedOrder(first);
}

/** The answer to a replacement, from the report that carries its ClientId, for the same reason. Throws the refusal of one that was rejected. */
function replacedOrder(reports: readonly Report[], clientId: string) {
  const replaced = reports.find(
    (report) => report.reportType === 'OrderReplaced' && report.clientId === clientId,
  );
  if (replaced) return acceptedOrder(replaced);
  // A rejected replacement is answered with its refusal only.
  const last = reports.at(-1);
  if (!last) throw NOT_TAKEN;
  if (last.reportType === 'OrderCancelRejected') throw changeRejectionOf(last, 'replace');
  throw REJECTS.has(last.reportType) ? rejectionOf(last) : NOT_TAKEN;
}

const acceptedOrder = ({ orderId, clientId, account, symbol, quantity, createdMs }: Report) => ({
  orderId,
  clientId,
  account,
  symbol,
  quantity,
  created: timeOf(createdMs),
});

const NOT_TAKEN = new ApiRefusal(503, 'unavailable', 'The order was not taken; try again.');
const REJECTS: ReadonlySet<Report['reportType']> = new Set(['OrderRejected', 'GatewayRejected']);

function rejectionOf({ reportType, errorCode, message, detail }: Report): ApiRefusal {
  const text = detail === undefined ? message : `${message}. ${detail}`;
  const more = { orderErrorCode: errorCode };
  const outage = outageRefusal(errorCode, text);
  if (outage) return outage;
  // The edge has checked the form: what the gateway of the brokerage refuses as malformed is a ClientId that another order has.
  if (reportType === 'GatewayRejected' && errorCode === OrderError.InvalidOrderFormat)
    return new ApiRefusal(
      409,
      'idempotency_conflict',
      'The Idempotency-Key was used for another order of this account. Use a new key for a new order.',
      more,
    );
  return rejection(errorCode, text);
}

function cancelledOrder(account: string, orderId: string, reports: readonly Report[]) {
  const rejected = reports.find(({ reportType }) => reportType === 'OrderCancelRejected');
  if (rejected) throw changeRejectionOf(rejected, 'cancel');
  return { orderId, account, open: reports.at(-1)?.leavesQuantity ?? 0 };
}

/** The refusal of a cancel, or of a replacement, which the checks may reject as they reject a new order. */
function changeRejectionOf(
  { errorCode, message, detail, cancelRejectReason }: Report,
  kind: 'cancel' | 'replace',
): ApiRefusal {
  const text = detail === undefined ? message : `${message}. ${detail}`;
  const more = { orderErrorCode: errorCode };
  const outage = outageRefusal(errorCode, text);
  if (outage) return outage;
  if (cancelRejectReason === 'UnknownOrder') return new ApiRefusal(404, 'unknown_order', text, more);
  if (kind === 'cancel') return new ApiRefusal(409, 'cancel_rejected', text, more);
  return cancelRejectReason === 'BrokerCredit'
    ? new ApiRefusal(422, 'order_rejected', text, more)
    : new ApiRefusal(409, 'replace_rejected', text, more);
}

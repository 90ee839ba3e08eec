import { OrderError } from '../../../domain/orders/errors.ts';
import type { NewOrder, Report } from '../../brokerage/brokerage.ts';
import type { OrderRequestKind } from '../../brokerage/observed-orders.ts';
import type { ApiCaller } from '../../automation/api-keys.ts';
import type { Refusal } from '../../refusals.ts';
import type { GatewayDeps } from '../deps.ts';
import { SERVER_RESTARTS, TRADING_NOT_PERMITTED } from '../trading/refusals.ts';
import { mayTrade, orderRefusal } from '../trading/order-permissions.ts';
import { msOf, orderFromApi, timeOf } from '../translate/api-v1.ts';
import { orderFromWire } from '../translate/brokerage.ts';
import { ApiRefusal } from './api-refusal.ts';
import { tradingAccountOfCall } from './caller-accounts.ts';
import type { ApiCall, ApiHandlers } from './v1-types.ts';

const RETRY_AFTER_RESTART_SECONDS = 5;
const RETRY_AFTER_OUTAGE_SECONDS = 5;
/** Codes of refusals that are not about the order: the same call may succeed later. */
const OUTAGES: ReadonlySet<number> = new Set([OrderError.DatabaseOffline, OrderError.ServerConnection]);

/** Codes of refusals by the permissions of the user. */
const PERMISSIONS: ReadonlySet<number> = new Set([OrderError.NotPermitted, OrderError.NoOptionPermission]);

type OrderCallDeps = Pick<GatewayDeps, 'brokerage' | 'clock' | 'drain' | 'observer' | 'logger'>;

/** The routes that change orders, through the permissions and checks of all orders. */
export function orderCalls(
  deps: OrderCallDeps,
): Pick<ApiHandlers, 'orderSend' | 'orderReplace' | 'orderCancel'> {
  const { brokerage, clock, drain } = deps;
  return {
    async orderSend({ caller, body, idempotencyKey }) {
      const order = requestedOrder(deps, caller, body, { clientId: idempotencyKey, kind: 'new' });
      const work = brokerage.submit(order);
      drain.track(work);
      return sentOrder(await work);
    },
    async orderReplace({ caller, body, params, idempotencyKey }) {
      const order = requestedOrder(deps, caller, body, { clientId: idempotencyKey, kind: 'replace' });
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

/** The order of a call that adds or changes one, in the form of the brokerage. Throws the refusal of what the key or its user may not do. */
function requestedOrder(
  deps: OrderCallDeps,
  caller: ApiCaller,
  body: ApiCall<'orderSend'>['body'],
  { clientId, kind }: { readonly clientId: string; readonly kind: OrderRequestKind },
): NewOrder {
  const { account } = tradingAccountOfCall(caller, body.account);
  const { userId } = caller;
  const goodTillMs = body.goodTill === undefined ? undefined : goodTillOf(body.goodTill);
  const order = orderFromApi(body, { userId, clientId, timeMs: deps.clock.exchangeMs(), goodTillMs });
  const refusal = mayTrade(caller) ? orderRefusal(order, undefined, caller) : TRADING_NOT_PERMITTED;
  if (refusal) throw refused(deps, kind, refusal);
  if (deps.drain.isDraining) throw refused(deps, kind, SERVER_RESTARTS);
  return orderFromWire(order, { account, userId });
}

function goodTillOf(text: string): number {
  const timeMs = msOf(text);
  if (timeMs !== undefined && timeMs >= 0) return timeMs;
  throw new ApiRefusal(400, 'invalid_request', `goodTill: ${text} is no date of the calendar.`);
}

function requireTrading(deps: OrderCallDeps, caller: ApiCaller): void {
  if (!mayTrade(caller)) throw refused(deps, 'cancel', TRADING_NOT_PERMITTED);
}

/** A request that the brokerage is not given. */
function refused(deps: OrderCallDeps, kind: OrderRequestKind, { code, message }: Refusal): ApiRefusal {
  deps.observer?.orderRefused(kind, code);
  return OUTAGES.has(code)
    ? new ApiRefusal(503, 'unavailable', message, {
        orderErrorCode: code,
        retryAfterSeconds: RETRY_AFTER_RESTART_SECONDS,
      })
    : PERMISSIONS.has(code)
      ? new ApiRefusal(403, 'not_permitted', message, { orderErrorCode: code })
      : new ApiRefusal(422, 'order_rejected', message, { orderErrorCode: code });
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
  if (OUTAGES.has(errorCode))
    return new ApiRefusal(503, 'unavailable', text, {
      ...more,
      retryAfterSeconds: RETRY_AFTER_OUTAGE_SECONDS,
    });
  // The edge has checked the form: what the gateway of the brokerage refuses as malformed is a ClientId that another order has.
  if (reportType === 'GatewayRejected' && errorCode === OrderError.InvalidOrderFormat)
    return new ApiRefusal(
      409,
      'idempotency_conflict',
      'The Idempotency-Key was used for another order of this account. Use a new key for a new order.',
      more,
    );
  return new ApiRefusal(422, 'order_rejected', text, more);
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
  if (OUTAGES.has(errorCode))
    return new ApiRefusal(503, 'unavailable', text, {
      ...more,
      retryAfterSeconds: RETRY_AFTER_OUTAGE_SECONDS,
    });
  if (cancelRejectReason === 'UnknownOrder') return new ApiRefusal(404, 'unknown_order', text, more);
  if (kind === 'cancel') return new ApiRefusal(409, 'cancel_rejected', text, more);
  return cancelRejectReason === 'BrokerCredit'
    ? new ApiRefusal(422, 'order_rejected', text, more)
    : new ApiRefusal(409, 'replace_rejected', text, more);
}

import { OrderError } from '../../../domain/orders/errors.ts';
import type { Report } from '../../brokerage/brokerage.ts';
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
import type { ApiHandlers } from './v1-types.ts';

const RETRY_AFTER_RESTART_SECONDS = 5;
const RETRY_AFTER_OUTAGE_SECONDS = 5;
/** Codes of refusals that are not about the order: the same call may succeed later. */
const OUTAGES: ReadonlySet<number> = new Set([OrderError.DatabaseOffline, OrderError.ServerConnection]);

type OrderCallDeps = Pick<GatewayDeps, 'brokerage' | 'clock' | 'drain' | 'observer' | 'logger'>;

/** The routes that change orders, through the permissions and checks of all orders. */
export function orderCalls(deps: OrderCallDeps): Pick<ApiHandlers, 'orderSend' | 'orderCancel'> {
  const { brokerage, clock, drain } = deps;
  return {
    async orderSend({ caller, body, idempotencyKey: clientId }) {
      const { account } = tradingAccountOfCall(caller, body.account);
      const goodTillMs = body.goodTill === undefined ? undefined : msOf(body.goodTill);
      if (body.goodTill !== undefined && goodTillMs === undefined)
        throw new ApiRefusal(
          400,
          'invalid_request',
          `goodTill: ${body.goodTill} is no date of the calendar.`,
        );
      const { userId } = caller;
      const order = orderFromApi(body, { userId, clientId, timeMs: clock.exchangeMs(), goodTillMs });
      const refusal = mayTrade(caller) ? orderRefusal(order, undefined, caller) : TRADING_NOT_PERMITTED;
      if (refusal) throw refused(deps, 'new', refusal);
      if (drain.isDraining) throw refused(deps, 'new', SERVER_RESTARTS);
      const work = brokerage.submit(orderFromWire(order, { account, userId }));
      drain.track(work);
      return sentOrder(await work);
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
    : new ApiRefusal(403, 'not_permitted', message, { orderErrorCode: code });
}

/**
 * The answer to a new order, from the first report: a repeat of the call gets the same one, whatever has become of the order since. Throws the
 * refusal of an order that was rejected.
 */
function sentOrder(reports: readonly Report[]) {
  const [first] = reports;
  if (!first) throw new ApiRefusal(503, 'unavailable', 'The order was not taken; try again.');
  const rejected = reports.find(({ reportType }) => REJECTS.has(reportType));
  if (rejected) throw rejectionOf(rejected);
  return {
    orderId: first.orderId,
    clientId: first.clientId,
    account: first.account,
    symbol: first.symbol,
    quantity: first.quantity,
    created: timeOf(first.createdMs),
  };
}

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
  if (rejected) throw cancelRejectionOf(rejected);
  return { orderId, account, open: reports.at(-1)?.leavesQuantity ?? 0 };
}

function cancelRejectionOf({ errorCode, message, cancelRejectReason }: Report): ApiRefusal {
  const more = { orderErrorCode: errorCode };
  if (OUTAGES.has(errorCode))
    return new ApiRefusal(503, 'unavailable', message, {
      ...more,
      retryAfterSeconds: RETRY_AFTER_OUTAGE_SECONDS,
    });
  return cancelRejectReason === 'UnknownOrder'
    ? new ApiRefusal(404, 'unknown_order', message, more)
    : new ApiRefusal(409, 'cancel_rejected', message, more);
}

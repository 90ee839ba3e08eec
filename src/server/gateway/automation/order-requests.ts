import { OrderError } from '../../../domain/orders/errors.ts';
import type { OrderRequestKind } from '../../brokerage/observed-orders.ts';
import type { ApiCaller } from '../../automation/api-keys.ts';
import type { Refusal } from '../../refusals.ts';
import type { GatewayDeps } from '../deps.ts';
import { SERVER_RESTARTS, TRADING_NOT_PERMITTED } from '../trading/refusals.ts';
import { mayTrade, orderRefusal } from '../trading/order-permissions.ts';
import { msOf, orderFromApi } from '../translate/api-v1.ts';
import type { OrderSendBody } from '../translate/brokerage.ts';
import { ApiRefusal } from './api-refusal.ts';
import { tradingAccountOfCall } from './caller-accounts.ts';
import type { ApiCall } from './v1-types.ts';

const RETRY_AFTER_SECONDS = 5;
/** Codes of refusals that are not about the order: the same call may succeed later. */
const OUTAGES: ReadonlySet<number> = new Set([OrderError.DatabaseOffline, OrderError.ServerConnection]);
/** Codes of refusals by the permissions of the user. */
const PERMISSIONS: ReadonlySet<number> = new Set([OrderError.NotPermitted, OrderError.NoOptionPermission]);

/** What the routes about orders use of the server. */
export type OrderCallDeps = Pick<GatewayDeps, 'brokerage' | 'clock' | 'drain' | 'observer' | 'logger'>;

/**
 * The orders of a call that adds or changes some, in wire form. Throws the refusal of what the key or its user may not do.
 * @param requireAccount throws the refusal of an account that the key may not use for it
 */
export function requestedOrders(
  deps: OrderCallDeps,
  caller: ApiCaller,
  bodies: readonly { readonly terms: ApiCall<'orderSend'>['body']; readonly clientId: string }[],
  kind: OrderRequestKind,
  requireAccount: (caller: ApiCaller, account: string) => unknown = tradingAccountOfCall,
): readonly OrderSendBody[] {
  const timeMs = deps.clock.exchangeMs();
  const orders = bodies.map(({ terms, clientId }) => {
    requireAccount(caller, terms.account);
    const goodTillMs = terms.goodTill === undefined ? undefined : goodTillOf(terms.goodTill);
    const order = orderFromApi(terms, { userId: caller.userId, clientId, timeMs, goodTillMs });
    const refusal = mayTrade(caller) ? orderRefusal(order, undefined, caller) : TRADING_NOT_PERMITTED;
    if (refusal) throw refused(deps, kind, refusal);
    return order;
  });
  if (deps.drain.isDraining) throw refused(deps, kind, SERVER_RESTARTS);
  return orders;
}

function goodTillOf(text: string): number {
  const timeMs = msOf(text);
  if (timeMs !== undefined && timeMs >= 0) return timeMs;
  throw new ApiRefusal(400, 'invalid_request', `goodTill: ${text} is no date of the calendar.`);
}

/** Throws the refusal of a user who may not trade. */
export function requireTrading(deps: OrderCallDeps, caller: ApiCaller): void {
  if (!mayTrade(caller)) throw refused(deps, 'cancel', TRADING_NOT_PERMITTED);
}

/** A request that the brokerage is not given. */
function refused(deps: OrderCallDeps, kind: OrderRequestKind, refusal: Refusal): ApiRefusal {
  deps.observer?.orderRefused(kind, refusal.code);
  return (
    outageRefusal(refusal.code, refusal.message) ??
    (PERMISSIONS.has(refusal.code)
      ? new ApiRefusal(403, 'not_permitted', refusal.message, { orderErrorCode: refusal.code })
      : rejection(refusal.code, refusal.message))
  );
}

/** The refusal of a call that may succeed later; undefined for a code that is about the order. */
export const outageRefusal = (code: number, message: string): ApiRefusal | undefined =>
  OUTAGES.has(code)
    ? new ApiRefusal(503, 'unavailable', message, {
        orderErrorCode: code,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    : undefined;

/** The refusal of what the checks of orders or of groups reject. */
export const rejection = (code: number, message: string): ApiRefusal =>
  new ApiRefusal(422, 'order_rejected', message, { orderErrorCode: code });

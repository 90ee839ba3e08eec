import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type { FairTurns } from '../../fair-turns.ts';
import type { GatewayDeps } from '../deps.ts';
import { decimalOf, orderToApi, positionToApi, timeOf } from '../translate/api-v1.ts';
import { ApiRefusal } from './api-refusal.ts';
import { accountOfCall } from './caller-accounts.ts';
import { ordersSince } from './orders-since.ts';
import type { ApiHandlers } from './v1-types.ts';

interface AccountCallParts extends Pick<GatewayDeps, 'brokerage' | 'market'> {
  readonly turns: FairTurns;
}

/** The routes that the check of the key has answered already. */
const KEY_CALLS: Pick<ApiHandlers, 'key' | 'accounts'> = {
  async key({ caller }) {
    return {
      id: caller.keyId,
      name: caller.keyName,
      scopes: [...caller.scopes],
      expires: caller.expiresAtMs === null ? null : timeOf(caller.expiresAtMs),
    };
  },
  async accounts({ caller }) {
    return {
      items: caller.accounts.map(({ account, isLive, isDefault }) => ({
        account,
        kind: isLive ? 'live' : 'paper',
        isDefault,
      })),
    };
  },
};

/** The routes about the key and its accounts. */
export function accountCalls({
  brokerage,
  market,
  turns,
}: AccountCallParts): Pick<ApiHandlers, 'key' | 'accounts' | 'balance' | 'positions' | 'orders' | 'order'> {
  /** Open orders, and those that were created or completed on the present exchange day. */
  const ordersOfDay = (account: string, userId: string, signal: AbortSignal) => {
    const sinceMs = newYorkMs(market.sessionDay().date, 0);
    return ordersSince({ brokerage, pace: () => turns.next(userId, signal) }, account, sinceMs);
  };
  return {
    ...KEY_CALLS,
    async balance({ caller, params }) {
      const { account } = accountOfCall(caller, params.account);
      const { balance } = brokerage.accountState(account, Number.MAX_SAFE_INTEGER);
      return {
        account,
        cash: decimalOf(balance.cashE4),
        buyingPower: decimalOf(balance.buyingPowerE4),
      };
    },
    async positions({ caller, params }) {
      const { account } = accountOfCall(caller, params.account);
      const { positions } = brokerage.accountState(account, Number.MAX_SAFE_INTEGER);
      return {
        account,
        items: positions.map(positionToApi).toSorted((left, right) => (left.symbol < right.symbol ? -1 : 1)),
      };
    },
    async orders({ caller, params, reply }) {
      const { account } = accountOfCall(caller, params.account);
      const all = await ordersOfDay(account, caller.userId, reply.request.signal);
      const limit = Number(params.limit);
      const after = params.cursor === undefined ? Number.POSITIVE_INFINITY : Number(params.cursor);
      const wanted = all
        .filter(({ completedMs }) => params.state === 'all' || completedMs === null)
        .filter(({ orderId }) => Number(orderId) < after)
        // OrderIds are positions in the journal: they rise with the time of acceptance.
        .toSorted((left, right) => Number(right.orderId) - Number(left.orderId));
      const page = wanted.slice(0, limit);
      return {
        account,
        items: page.map(orderToApi),
        nextCursor: wanted.length > limit ? (page.at(-1)?.orderId ?? null) : null,
      };
    },
    async order({ caller, params: { orderId, account: named }, reply }) {
      const { account } = accountOfCall(caller, named);
      const all = await ordersOfDay(account, caller.userId, reply.request.signal);
      const found = all.find((order) => order.orderId === orderId);
      if (found) return orderToApi(found);
      throw new ApiRefusal(
        404,
        'unknown_order',
        `The account ${account} has no order ${orderId} that is open or of the present exchange day.`,
      );
    },
  };
}

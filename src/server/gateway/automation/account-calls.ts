import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type { OrderView } from '../../brokerage/brokerage.ts';
import { readingTime, type FairTurns } from '../../fair-turns.ts';
import type { GatewayDeps } from '../deps.ts';
import { decimalOf, orderToApi, positionToApi, timeOf } from '../translate/api-v1.ts';
import { accountOfCall } from './caller-accounts.ts';
import type { ApiHandlers } from './v1-types.ts';

/** Orders read in one slice. */
const ORDERS_PER_SLICE = 100;

interface AccountCallParts extends Pick<GatewayDeps, 'brokerage' | 'market'> {
  readonly turns: FairTurns;
}

/** The routes about the key and its accounts. */
export function accountCalls({
  brokerage,
  market,
  turns,
}: AccountCallParts): Pick<ApiHandlers, 'key' | 'accounts' | 'balance' | 'positions' | 'orders'> {
  return {
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
      const sinceMs = newYorkMs(market.sessionDay().date, 0);
      const pace = (): Promise<void> => turns.next(caller.userId, reply.request.signal);
      const all = await ordersSince({ brokerage, pace }, account, sinceMs);
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
  };
}

/** Open orders and those of a span, read in slices: an account may have very many. */
async function ordersSince(
  { brokerage, pace }: Pick<AccountCallParts, 'brokerage'> & { readonly pace: () => Promise<void> },
  account: string,
  sinceMs: number,
): Promise<readonly OrderView[]> {
  const history = await brokerage.accountHistory(account, sinceMs);
  const orders: OrderView[] = [];
  while (history.hasMoreOrders) {
    await pace();
    orders.push(...history.nextOrders(ORDERS_PER_SLICE, readingTime()));
  }
  return orders;
}

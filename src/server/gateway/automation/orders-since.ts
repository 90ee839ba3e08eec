import type { OrderView } from '../../brokerage/brokerage.ts';
import { readingTime } from '../../fair-turns.ts';
import type { GatewayDeps } from '../deps.ts';

/** Orders read in one slice. */
const ORDERS_PER_SLICE = 100;

/** Open orders and those of a span, read in slices: an account may have very many. */
export async function ordersSince(
  { brokerage, pace }: Pick<GatewayDeps, 'brokerage'> & { readonly pace: () => Promise<void> },
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

import { DAY_MS } from '../../domain/calendar/durations.ts';
import {
  endOfDayMs,
  historySlices,
  historyStartMs,
  uniqueOrders,
  type ExternalOrder,
} from '../../domain/orders/schwab/index.ts';
import { BrokerCallError, type BrokerAccount, type BrokerClient } from './broker-client.ts';

/** Orders that were open at the last sync and are older than it are read one by one, so many at most. */
const MAX_SINGLE_READS = 200;

/** Orders, reports and positions of the external broker, as one load returned them. */
export interface LoadedHistory {
  readonly orders: readonly ExternalOrder[];
  /** Orders that made no sense and were left out. */
  readonly unreadable: number;
  /** Ids that the broker does not know. */
  readonly missing: readonly string[];
}

/** Orders that were read one by one. */
interface SinglesRead {
  readonly orders: readonly ExternalOrder[];
  /** Ids that the broker does not know. */
  readonly missing: readonly string[];
}

/**
 * The account's orders from the last sync (else one year back) to the end of today, in slices that the broker takes, newest first. A broker
 * that does not reach back so far refuses a slice; what it gave until then is its history. `openIds` are read one by one where no slice has them.
 */
export async function loadHistory(
  client: Pick<BrokerClient<unknown>, 'order' | 'orders'>,
  account: BrokerAccount,
  {
    lastSyncMs,
    nowMs,
    openIds,
  }: { readonly lastSyncMs: number | null; readonly nowMs: number; readonly openIds: readonly string[] },
): Promise<LoadedHistory> {
  const found: ExternalOrder[] = [];
  let unreadable = 0;

  async function readSpan(fromMs: number, toMs: number): Promise<void> {
    const read = await client.orders(account, fromMs, toMs);
    if (read.isFull && toMs - fromMs > DAY_MS) {
      const middleMs = Math.floor((fromMs + toMs) / 2);
      await readSpan(middleMs, toMs);
      await readSpan(fromMs, middleMs);
      return;
    }
    found.push(...read.orders);
    unreadable += read.unreadable;
  }

  const slices = historySlices(historyStartMs(lastSyncMs, nowMs), endOfDayMs(nowMs));
  for (const [index, { fromMs, toMs }] of slices.entries()) {
    try {
      await readSpan(fromMs, toMs);
    } catch (error) {
      if (index > 0 && error instanceof BrokerCallError && error.problem.status === 400) break;
      throw error;
    }
  }
  const known = new Set(found.map(({ orderId }) => orderId));
  const singles = await readSingly(
    client,
    account,
    openIds.filter((orderId) => !known.has(orderId)).slice(0, MAX_SINGLE_READS),
  );
  found.push(...singles.orders);
  return { orders: uniqueOrders(found), unreadable, missing: singles.missing };
}

/** Orders by their ids, and the ids that the broker does not know any more. */
export async function readSingly(
  client: Pick<BrokerClient<unknown>, 'order' | 'orders'>,
  account: BrokerAccount,
  orderIds: readonly string[],
): Promise<SinglesRead> {
  const orders: ExternalOrder[] = [];
  const missing: string[] = [];
  for (const orderId of orderIds) {
    try {
      const order = await client.order(account, orderId);
      if (order) orders.push(order);
    } catch (error) {
      if (!(error instanceof BrokerCallError && error.problem.status === 404)) throw error;
      missing.push(orderId);
    }
  }
  return { orders, missing };
}

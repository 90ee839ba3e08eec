import { newYorkDate, newYorkMs } from '../../domain/calendar/us-equity.ts';
import { endOfDayMs, type BrokerProblem, type ExternalOrder } from '../../domain/orders/schwab/index.ts';
import type { HostClock } from '../host-clock.ts';
import {
  BrokerCallError,
  type BrokerAccount,
  type SchwabClient,
  type BrokerPosition,
} from './schwab-client.ts';
import { readSingly } from './history.ts';
import type { OrderKeeper } from './order-keeper.ts';

/** Open orders are looked at again after this (spec platform.md §9). */
export const POLL_MS = 60_000;
/** A newly placed order is looked at again after this (spec platform.md §9). */
export const RECHECK_MS = 1_000;

export interface OrderWatchDeps {
  readonly clock: HostClock;
  readonly client: SchwabClient;
  readonly keeper: OrderKeeper;
  readonly account: () => BrokerAccount | null;
  /** A look at the orders went wrong, or went well again (null). */
  readonly onPolled: (problem: BrokerProblem | null) => void;
}

/** Looks at the orders of the account from time to time, and at single ones soon after they were touched. */
export interface OrderWatch {
  /** Reads the positions, then looks at the orders every minute until `stop`. */
  start(of: BrokerAccount): Promise<void>;
  /** Looks at this one now: the order as it stands, or undefined when it could not be read. Rejects with a BrokerCallError; works without `start` as well. */
  look(of: BrokerAccount, orderId: string): Promise<ExternalOrder | undefined>;
  /** Looks at these a second from now; works without `start` as well. */
  recheck(orderIds: readonly string[]): void;
  position(symbol: string): BrokerPosition | undefined;
  stop(): void;
}

export function createOrderWatch({ clock, client, keeper, account, onPolled }: OrderWatchDeps): OrderWatch {
  /** Rises with every stop: what was asked before is not heard. */
  let generation = 0;
  let pollTimer: unknown = null;
  const recheckTimers = new Set<unknown>();
  let positions = new Map<string, BrokerPosition>();
  let positionReads = 0;
  /** The read that `positions` are of: an answer that was overtaken by that of a later one changes nothing. */
  let positionsOf = 0;

  async function readPositions(of: BrokerAccount, mine: number): Promise<void> {
    const asked = ++positionReads;
    const read = await client.positions(of);
    if (mine !== generation || asked < positionsOf) return;
    positionsOf = asked;
    positions = new Map(read.map((position) => [position.symbol, position]));
  }

  /** Looks at these now. What is filled has changed a position, and the next order is judged by that. */
  async function look(
    of: BrokerAccount,
    orderIds: readonly string[],
    mine: number,
  ): Promise<readonly ExternalOrder[]> {
    const read = await readSingly(client, of, orderIds);
    if (mine !== generation) return [];
    // Nobody waits for it, and where it fails the next poll reads them again.
    if (keeper.hear(read)) void readPositions(of, mine).catch(() => {});
    return read;
  }

  function schedule(of: BrokerAccount, delayMs: number): void {
    clock.clearTimeout(pollTimer);
    pollTimer = clock.setTimeout(() => void poll(of), delayMs);
  }

  /** What was entered today, and all that is open, whenever it was entered. */
  async function poll(of: BrokerAccount): Promise<void> {
    const mine = generation;
    let nextMs = POLL_MS;
    try {
      const nowMs = clock.nowMs();
      const today = await client.orders(of, newYorkMs(newYorkDate(nowMs), 0), endOfDayMs(nowMs));
      if (mine !== generation) return;
      const seen = new Set(today.orders.map(({ orderId }) => orderId));
      const open = await readSingly(
        client,
        of,
        keeper.openIds().filter((orderId) => !seen.has(orderId)),
      );
      if (mine !== generation) return;
      keeper.hear([...today.orders, ...open]);
      await readPositions(of, mine);
      if (mine === generation) onPolled(null);
    } catch (error) {
      if (mine !== generation) return;
      if (!(error instanceof BrokerCallError)) throw error;
      nextMs = Math.max(POLL_MS, (error.retryAfterSeconds ?? 0) * 1000);
      onPolled(error.problem);
    } finally {
      if (mine === generation) schedule(of, nextMs);
    }
  }

  return {
    async start(of) {
      const mine = generation;
      await readPositions(of, mine);
      if (mine === generation) schedule(of, POLL_MS);
    },
    async look(of, orderId) {
      const [order] = await look(of, [orderId], generation);
      return order;
    },
    recheck(orderIds) {
      const mine = generation;
      const timer = clock.setTimeout(() => {
        recheckTimers.delete(timer);
        const of = account();
        if (of === null || mine !== generation) return;
        // The next poll looks again.
        look(of, orderIds, mine).catch(() => {});
      }, RECHECK_MS);
      recheckTimers.add(timer);
    },
    position: (symbol) => positions.get(symbol),
    stop() {
      generation += 1;
      clock.clearTimeout(pollTimer);
      for (const timer of recheckTimers) clock.clearTimeout(timer);
      recheckTimers.clear();
      pollTimer = null;
    },
  };
}

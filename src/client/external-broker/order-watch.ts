import { newYorkDate, newYorkMs } from '../../domain/calendar/us-equity.ts';
import { endOfDayMs, type BrokerProblem } from '../../domain/orders/external/index.ts';
import type { HostClock } from '../host-clock.ts';
import { BrokerCallError, type BrokerAccount, type BrokerClient, type BrokerPosition } from './broker-client.ts';
import { readSingly } from './history.ts';
import type { OrderKeeper } from './order-keeper.ts';

/** Open orders are looked at again after this (spec platform.md §9). */
export const POLL_MS = 60_000;
/** A newly placed order is looked at again after this (spec platform.md §9). */
export const RECHECK_MS = 1_000;

export interface OrderWatchDeps {
  readonly clock: HostClock;
  readonly client: BrokerClient;
  readonly keeper: OrderKeeper;
  readonly account: () => BrokerAccount | null;
  /** A look at the orders went wrong, or went well again (null). */
  readonly onPolled: (problem: BrokerProblem | null) => void;
}

/** Looks at the orders of the account from time to time, and at single ones soon after they were touched. */
export interface OrderWatch {
  /** Reads the positions, then looks at the orders every minute until `stop`. */
  start(of: BrokerAccount): Promise<void>;
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

  async function readPositions(of: BrokerAccount, mine: number): Promise<void> {
    const read = await client.positions(of);
    if (mine === generation) positions = new Map(read.map((position) => [position.symbol, position]));
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
      const open = await readSingly(client, of, keeper.openIds().filter((orderId) => !seen.has(orderId)));
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
    recheck(orderIds) {
      const mine = generation;
      const timer = clock.setTimeout(() => {
        recheckTimers.delete(timer);
        const of = account();
        if (of === null || mine !== generation) return;
        readSingly(client, of, orderIds).then(
          (read) => {
            if (mine === generation) keeper.hear(read);
          },
          // The next poll looks again.
          () => {},
        );
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

import { newYorkDate, newYorkMs } from '../../domain/calendar/us-equity.ts';
import {
  endOfDayMs,
  type BrokerProblem,
  type ExternalOrder,
} from '../../domain/orders/external-orders/index.ts';
import type { HostClock } from '../host-clock.ts';
import { readSingly } from './history.ts';
import type { OrderRecords } from './order-records.ts';
import {
  BrokerCallError,
  type AccountHoldings,
  type BrokerAccount,
  type BrokerPosition,
  type BrokerClient,
} from './broker-client.ts';

/** Interval of reading the open orders (spec platform.md §9). */
export const POLL_MS = 60_000;
/** A difference from the broker's figures is confirmed by another reading after this. */
const CONFIRM_MS = 5_000;
/** After a fill the account is read at once, and again for later fills not sooner than this: a purchase in a hundred parts is no hundred requests. */
export const FILL_READ_MS = 3_000;
/** A newly placed order is read again after this (spec platform.md §9). */
export const RECHECK_MS = 1_000;

/** What `OrderWatch` works with. */
export interface OrderWatchDeps {
  readonly clock: HostClock;
  readonly client: Pick<BrokerClient<unknown>, 'order' | 'orders' | 'holdings'>;
  readonly records: Pick<OrderRecords, 'update' | 'openIds'>;
  readonly account: () => BrokerAccount | null;
  /** Ids of open orders that the broker does not know. */
  readonly onMissing: (orderIds: readonly string[]) => void;
  /** Compares what the broker holds with our own count, after all orders were read. True when it is to be read again soon. */
  readonly onHoldings: (holdings: AccountHoldings) => Promise<boolean>;
  /** The account was read, on a request at that host time (UTC ms). Called before `onHoldings`, and after fills as well. */
  readonly onRead: (holdings: AccountHoldings, requestedMs: number) => void;
  /** The account could not be read. */
  readonly onReadFailed: (problem: BrokerProblem) => void;
  /** A poll failed, or succeeded again (null). */
  readonly onPolled: (problem: BrokerProblem | null) => void;
}

/** Reads the orders of the account at an interval, and single ones soon after a command changed them. */
export class OrderWatch {
  readonly #deps: OrderWatchDeps;
  /** Rises with every stop: an answer to an earlier request is dropped. */
  #generation = 0;
  #pollTimer: unknown = null;
  readonly #recheckTimers = new Set<unknown>();
  #fillTimer: unknown = null;
  /** Host time of the last reading after a fill, UTC ms. */
  #fillReadMs = -Infinity;
  #positions: ReadonlyMap<string, BrokerPosition> = new Map();
  #positionReads = 0;
  /** The read that `#positions` come from: an answer that was overtaken by that of a later one changes nothing. */
  #positionsRead = 0;

  constructor(deps: OrderWatchDeps) {
    this.#deps = deps;
  }

  /** Reads what the account holds, then the orders every minute until `stop`. */
  async start(account: BrokerAccount): Promise<void> {
    const generation = this.#generation;
    const isSoon = await this.#readHoldings(account, generation);
    if (generation === this.#generation) this.#schedule(account, isSoon ? CONFIRM_MS : POLL_MS);
  }

  /** Reads orders by their ids, now. Rejects with a BrokerCallError. */
  async readAll(account: BrokerAccount, orderIds: readonly string[]): Promise<void> {
    await this.#read(account, orderIds, this.#generation);
  }

  /** The order as it stands at the broker now; undefined when the answer made no sense. Rejects with a BrokerCallError; works without `start` too. */
  async read(account: BrokerAccount, orderId: string): Promise<ExternalOrder | undefined> {
    const [order] = await this.#read(account, [orderId], this.#generation);
    return order;
  }

  /** Reads these orders a second from now; works without `start` too. */
  recheck(orderIds: readonly string[]): void {
    const generation = this.#generation;
    const timer = this.#deps.clock.setTimeout(() => {
      this.#recheckTimers.delete(timer);
      const account = this.#deps.account();
      if (account === null || generation !== this.#generation) return;
      // The next poll reads them again.
      this.#read(account, orderIds, generation).catch(() => {});
    }, RECHECK_MS);
    this.#recheckTimers.add(timer);
  }

  /** Takes an order that the broker has sent by itself. */
  take(order: ExternalOrder): void {
    const account = this.#deps.account();
    if (account !== null && this.#deps.records.update([order])) this.#readAfterFill(account);
  }

  /** Reads the orders now instead of after the rest of the interval; works after `start` only. */
  pollNow(): void {
    const account = this.#deps.account();
    if (account === null || this.#pollTimer === null) return;
    this.#deps.clock.clearTimeout(this.#pollTimer);
    void this.#poll(account);
  }

  /** The position in a symbol by the latest read. */
  position(symbol: string): BrokerPosition | undefined {
    return this.#positions.get(symbol);
  }

  stop(): void {
    const { clock } = this.#deps;
    this.#generation += 1;
    clock.clearTimeout(this.#pollTimer);
    for (const timer of this.#recheckTimers) clock.clearTimeout(timer);
    this.#recheckTimers.clear();
    clock.clearTimeout(this.#fillTimer);
    this.#pollTimer = this.#fillTimer = null;
    this.#fillReadMs = -Infinity;
  }

  /** A fill has changed positions and balances, and the next order depends on them. */
  #readAfterFill(account: BrokerAccount): void {
    if (this.#fillTimer !== null) return;
    const { clock } = this.#deps;
    const generation = this.#generation;
    const read = (): void => {
      this.#fillTimer = null;
      this.#fillReadMs = clock.nowMs();
      // Nothing waits for it, and where it fails the next poll reads the account again.
      this.#readAccount(account, generation).catch(() => {});
    };
    const waitMs = this.#fillReadMs + FILL_READ_MS - clock.nowMs();
    if (waitMs > 0) this.#fillTimer = clock.setTimeout(read, waitMs);
    else read();
  }

  /** Positions and cash, compared with our own count. True when they are to be read again soon. */
  async #readHoldings(account: BrokerAccount, generation: number): Promise<boolean> {
    const read = await this.#readAccount(account, generation);
    // A position that could not be read is no difference.
    if (read === undefined || (read.statement?.unreadable ?? 0) > 0) return false;
    return this.#deps.onHoldings(read);
  }

  /** Reads what the account holds; undefined for an answer that was overtaken by that of a later request. */
  async #readAccount(account: BrokerAccount, generation: number): Promise<AccountHoldings | undefined> {
    const { client, clock, onRead, onReadFailed } = this.#deps;
    const requestedMs = clock.nowMs();
    const readNumber = ++this.#positionReads;
    let read: AccountHoldings;
    try {
      read = await client.holdings(account);
    } catch (error) {
      if (error instanceof BrokerCallError && this.#isNewest(readNumber, generation))
        onReadFailed(error.problem);
      throw error;
    }
    if (!this.#isNewest(readNumber, generation)) return undefined;
    this.#positionsRead = readNumber;
    this.#positions = new Map(read.positions.map((position) => [position.symbol, position]));
    onRead(read, requestedMs);
    return read;
  }

  /** False for an answer that was overtaken. */
  #isNewest(readNumber: number, generation: number): boolean {
    return generation === this.#generation && readNumber > this.#positionsRead;
  }

  /** Reads orders by their ids. A fill has changed a position, and the next order depends on that. */
  async #read(
    account: BrokerAccount,
    orderIds: readonly string[],
    generation: number,
  ): Promise<readonly ExternalOrder[]> {
    const { orders: read } = await readSingly(this.#deps.client, account, orderIds);
    if (generation !== this.#generation) return [];
    if (this.#deps.records.update(read)) this.#readAfterFill(account);
    return read;
  }

  #schedule(account: BrokerAccount, delayMs: number): void {
    const { clock } = this.#deps;
    clock.clearTimeout(this.#pollTimer);
    this.#pollTimer = clock.setTimeout(() => void this.#poll(account), delayMs);
  }

  /** Reads what was entered today, and everything open, whenever it was entered. */
  async #poll(account: BrokerAccount): Promise<void> {
    const { onPolled } = this.#deps;
    const generation = this.#generation;
    let nextMs = POLL_MS;
    try {
      const read = await this.#readToday(account);
      if (generation !== this.#generation) return;
      this.#deps.records.update(read);
      if (await this.#readHoldings(account, generation)) nextMs = CONFIRM_MS;
      if (generation === this.#generation) onPolled(null);
    } catch (error) {
      if (generation !== this.#generation) return;
      if (!(error instanceof BrokerCallError)) throw error;
      nextMs = Math.max(POLL_MS, (error.retryAfterSeconds ?? 0) * 1000);
      onPolled(error.problem);
    } finally {
      if (generation === this.#generation) this.#schedule(account, nextMs);
    }
  }

  async #readToday(account: BrokerAccount): Promise<readonly ExternalOrder[]> {
    const { clock, client, records } = this.#deps;
    const generation = this.#generation;
    const nowMs = clock.nowMs();
    const today = await client.orders(account, newYorkMs(newYorkDate(nowMs), 0), endOfDayMs(nowMs));
    if (generation !== this.#generation) return [];
    const seen = new Set(today.orders.map(({ orderId }) => orderId));
    const others = records.openIds().filter((orderId) => !seen.has(orderId));
    const singles = await readSingly(client, account, others);
    if (generation === this.#generation) this.#deps.onMissing(singles.missing);
    return [...today.orders, ...singles.orders];
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CostSettings } from '../../../domain/strategy/costs/settings.ts';
import { batchesOf, BYTES_A_MESSAGE, ORDERS_A_MESSAGE } from '../batches.ts';
import type { SimulatedOrder } from '../runtime/types.ts';
import type { WireOrder } from '../service.ts';
import { RunBook } from './run-book.ts';
import type { RunRecord } from './run-record.ts';
import { UnfilledOrders } from './unfilled.ts';

/** Orders are sent to clients and stored this often, ms. */
const REPORT_EVERY_MS = 100;
/** Orders that are stored and sent in one turn of the event loop: each is serialised three times. */
const ORDERS_A_TURN = 100;
/** Orders that are sent while the run continues; of a run that makes more the clients request all at its end. */
const MAX_SENT = 2_000;

interface BookedOrder {
  /** Counts from 1. */
  readonly serial: number;
  readonly order: WireOrder;
}

/** The orders of a backtest: booked, stored, and sent to the user's clients in batches. */
export class BacktestOrders {
  readonly book: RunBook;
  readonly unfilled = new UnfilledOrders();
  readonly #record: RunRecord;
  #count = 0;
  /** Since the last report. */
  #fresh: BookedOrder[] = [];
  #reporting: Promise<void> | undefined;
  readonly #timer: NodeJS.Timeout;

  /** `costs`: null = none. */
  constructor(record: RunRecord, symbol: string, costs: CostSettings | null = null) {
    this.#record = record;
    this.book = new RunBook(symbol, undefined, costs);
    this.#timer = setInterval(() => void this.#report(), REPORT_EVERY_MS);
  }

  get count(): number {
    return this.#count;
  }

  /** Throws when the orders cannot be booked. */
  take(orders: readonly SimulatedOrder[]): void {
    for (const order of orders) {
      this.unfilled.add(this.book.hasFills(order.id) ? { ...order, status: 'Filled' } : order);
      this.#count += 1;
      this.#fresh.push({ serial: this.#count, order: this.book.simulated(order) });
    }
  }

  /** Reports what is left; nothing comes afterwards. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#report();
  }

  /** Stores and sends what has not been reported, also what comes meanwhile. */
  #report(): Promise<void> {
    this.#reporting ??= this.#reportAll().finally(() => {
      this.#reporting = undefined;
    });
    return this.#reporting;
  }

  async #reportAll(): Promise<void> {
    while (this.#fresh.length > 0) {
      this.#reportSome(this.#fresh.splice(0, ORDERS_A_TURN));
      if (this.#fresh.length > 0) await nextTurn();
    }
  }

  #reportSome(orders: readonly BookedOrder[]): void {
    const { key } = this.#record;
    this.#record.putOrders(orders);
    this.#record.glance(this.unfilled.rejections());
    const sent = orders.filter(({ serial }) => serial <= MAX_SENT).map(({ order }) => order);
    for (const [name, items] of [
      ['backtestOrderExecuted', sent.filter(({ FillTimestamp }) => FillTimestamp !== null)],
      ['backtestOrderCancelled', sent.filter(({ FillTimestamp }) => FillTimestamp === null)],
    ] as const)
      for (const Items of batchesOf(items, ORDERS_A_MESSAGE, BYTES_A_MESSAGE))
        this.#record.push({ name, body: { Name: key.name, InstanceId: key.instanceId, Items } });
  }
}

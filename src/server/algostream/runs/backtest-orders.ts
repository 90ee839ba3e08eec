import { batchesOf, BYTES_A_MESSAGE, ORDERS_A_MESSAGE } from '../batches.ts';
import type { SimulatedOrder } from '../runtime/types.ts';
import type { WireOrder } from '../service.ts';
import { RunBook } from './run-book.ts';
import type { RunRecord } from './run-record.ts';
import { UnfilledOrders } from './unfilled.ts';

/** Orders are sent to clients and stored this often, ms. */
const REPORT_EVERY_MS = 100;
/** Orders that are sent while the run continues; of a run that makes more the clients request all at its end. */
const MAX_SENT = 2_000;

/** The orders of a backtest: booked, stored, and sent to the user's clients in batches. */
export class BacktestOrders {
  readonly book: RunBook;
  readonly unfilled = new UnfilledOrders();
  readonly #record: RunRecord;
  #count = 0;
  #fresh: { serial: number; order: WireOrder }[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(record: RunRecord, symbol: string) {
    this.#record = record;
    this.book = new RunBook(symbol);
    this.#timer = setInterval(() => this.report(), REPORT_EVERY_MS);
  }

  get count(): number {
    return this.#count;
  }

  /** Throws when the orders cannot be booked. */
  take(orders: readonly SimulatedOrder[]): void {
    for (const order of orders) {
      this.unfilled.add(order);
      this.#count += 1;
      this.#fresh.push({ serial: this.#count, order: this.book.simulated(order) });
    }
  }

  /** Stores and sends what came since the last report. */
  report(): void {
    const { key } = this.#record;
    const fresh = this.#fresh;
    if (fresh.length === 0) return;
    this.#fresh = [];
    this.#record.putOrders(fresh);
    this.#record.glance(this.unfilled.rejections());
    const sent = fresh.filter(({ serial }) => serial <= MAX_SENT).map(({ order }) => order);
    for (const [name, items] of [
      ['backtestOrderExecuted', sent.filter(({ Status }) => Status === 'Filled')],
      ['backtestOrderCancelled', sent.filter(({ Status }) => Status !== 'Filled')],
    ] as const)
      for (const Items of batchesOf(items, ORDERS_A_MESSAGE, BYTES_A_MESSAGE))
        this.#record.push({ name, body: { Name: key.name, InstanceId: key.instanceId, Items } });
  }

  /** Reports what is left; nothing comes afterwards. */
  end(): void {
    clearInterval(this.#timer);
    this.report();
  }
}

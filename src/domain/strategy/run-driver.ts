import { callHandler, rejectPromise } from './handler.ts';
import type { Handler } from './handler.ts';
import type { Language } from './language.ts';
import type { AuthorBar } from './author-views.ts';
import type { OrderRecord } from './order-record.ts';

/** Calls the handlers of a strategy. A backtest and a live run share it, so that both call them in the same order. */
export class RunDriver {
  readonly #language: Language;
  readonly #onBar: Handler;
  readonly #bar: AuthorBar;
  readonly #hasOrderHandler: boolean;
  readonly #waiting: OrderRecord[] = [];

  /** `language`: its declarations have ended. */
  constructor(language: Language) {
    this.#language = language;
    this.#onBar = language.onBar;
    this.#bar = language.bar;
    this.#hasOrderHandler = language.hasOrderHandler;
  }

  /** Queues a call of the handler of orders. */
  add(order: OrderRecord): void {
    if (this.#hasOrderHandler) this.#waiting.push(order);
  }

  /** Calls the handler with each queued order. Orders that it sends may end at once; it is called with these last. */
  notify(): void {
    const orders = this.#waiting;
    if (orders.length === 0) return;
    for (let n = 0; n < orders.length; n += 1) {
      const order = orders[n];
      if (order !== undefined && !this.#language.isFinished) this.#language.callOrder(order);
    }
    orders.length = 0;
  }

  /** Calls the handlers at the end of a bar: with the orders that ended in it, those that are scheduled, with the bar, and with the orders that the bar's handler ended. */
  endBar(): void {
    this.notify();
    if (!this.#language.schedule.isEmpty) this.#callScheduled();
    if (this.#language.isFinished) return;
    const result = this.#onBar(this.#bar);
    if (result !== undefined) rejectPromise(result);
    this.notify();
  }

  #callScheduled(): void {
    for (const handler of this.#language.schedule.due())
      if (!this.#language.isFinished) callHandler(handler, this.#bar);
  }
}

import { newYorkDate } from '../calendar/us-equity.ts';
import type { ColumnSource, Cursor } from './column.ts';
import type { Desk } from './desk.ts';
import { isOpen } from './order-record.ts';
import type { OrderRecord } from './order-record.ts';

/** An order as its strategy sees it: always as it is now. What the run itself keeps cannot be reached through it. */
export class AuthorOrder {
  readonly #order: OrderRecord;
  readonly #cancel: (order: OrderRecord) => void;

  constructor(order: OrderRecord, cancel: (order: OrderRecord) => void) {
    this.#order = order;
    this.#cancel = cancel;
  }

  get id() {
    return this.#order.number;
  }
  get side() {
    return this.#order.side;
  }
  get type() {
    return this.#order.type;
  }
  get quantity() {
    return this.#order.quantity;
  }
  get price() {
    return this.#order.price;
  }
  get stop() {
    return this.#order.stop;
  }
  get status() {
    return this.#order.status;
  }
  get filledQuantity() {
    return this.#order.filledQuantity;
  }
  get fillPrice() {
    return this.#order.fillPrice;
  }
  get reason() {
    return this.#order.reason;
  }
  get isOpen() {
    return isOpen(this.#order);
  }
  get isFilled() {
    return this.#order.status === 'Filled';
  }
  cancel(): void {
    this.#cancel(this.#order);
  }
}

/** What a run holds. Dollars. */
export class AuthorPosition {
  readonly #desk: () => Desk;

  constructor(desk: () => Desk) {
    this.#desk = desk;
  }

  get quantity() {
    return this.#desk().position.quantity;
  }
  get isLong() {
    return this.#desk().position.quantity > 0;
  }
  get isShort() {
    return this.#desk().position.quantity < 0;
  }
  get isFlat() {
    return this.#desk().position.quantity === 0;
  }
  get averagePrice() {
    const { quantity, multiplier, fifoCostE4 } = this.#desk().position;
    return quantity === 0 ? 0 : fifoCostE4 / (quantity * multiplier * 10_000);
  }
  /** At the last price. */
  get openProfit() {
    const { position, moment } = this.#desk();
    return position.quantity === 0
      ? 0
      : position.quantity * position.multiplier * moment.lastPrice - position.fifoCostE4 / 10_000;
  }
  get closedProfit() {
    return this.#desk().position.closedPlE4 / 10_000;
  }
  get fees() {
    return this.#desk().position.feesE4 / 10_000;
  }
  get netProfit() {
    return this.closedProfit - this.fees + this.openProfit;
  }
}

/** The day of the present bar. */
export interface BarDay {
  firstRow: number;
  midnightMs: number;
  closeMs: number;
}

/** A window on the present bar. */
export class AuthorBar {
  readonly #columns: Readonly<Record<'timeMs' | 'open' | 'high' | 'low' | 'close' | 'volume', ColumnSource>>;
  readonly #cursor: Cursor;
  readonly #day: BarDay;
  readonly #desk: () => Desk;

  constructor(
    columns: Readonly<Record<'timeMs' | 'open' | 'high' | 'low' | 'close' | 'volume', ColumnSource>>,
    cursor: Cursor,
    day: BarDay,
    desk: () => Desk,
  ) {
    this.#columns = columns;
    this.#cursor = cursor;
    this.#day = day;
    this.#desk = desk;
  }

  get index() {
    return this.#cursor.index;
  }
  get timeMs() {
    return this.#columns.timeMs.values[this.#cursor.index] ?? Number.NaN;
  }
  get open() {
    return this.#columns.open.values[this.#cursor.index] ?? Number.NaN;
  }
  get high() {
    return this.#columns.high.values[this.#cursor.index] ?? Number.NaN;
  }
  get low() {
    return this.#columns.low.values[this.#cursor.index] ?? Number.NaN;
  }
  get close() {
    return this.#columns.close.values[this.#cursor.index] ?? Number.NaN;
  }
  get volume() {
    return this.#columns.volume.values[this.#cursor.index] ?? Number.NaN;
  }
  get endMs() {
    return this.#desk().moment.timeMs;
  }
  get minute() {
    return Math.floor((this.timeMs - this.#day.midnightMs) / 60_000);
  }
  get date() {
    return newYorkDate(this.timeMs);
  }
  get isFirst() {
    return this.#cursor.index === this.#day.firstRow;
  }
  get isLast() {
    return this.endMs >= this.#day.closeMs;
  }
}

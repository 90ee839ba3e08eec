import { E4, fromE4 } from '../money/price.ts';
import { newYorkDate } from '../calendar/us-equity.ts';
import type { ColumnSource, Cursor } from './column.ts';
import { isOpen } from './order-record.ts';
import type { OrderRecord, SpreadFill, SpreadRecord } from './order-record.ts';
import type { OrderLeg } from '../orders/legs.ts';
import type { RunOrders } from './run-orders.ts';
import { spreadChange, tifLabel } from './spread-terms.ts';
import type { SpreadChange } from './spread-terms.ts';

/** The view of an order that the author's code gets: its present state, without access to the record of the run. */
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
  get symbol() {
    return this.#order.symbol;
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
  /** Which exit of an entry the order is; null for every other one. */
  get exit() {
    return this.#order.exit?.name ?? null;
  }
  /** The id of the entry of an exit; null for every other one. */
  get entryId() {
    return this.#order.exit?.entry.number ?? null;
  }
  /** The legs of a multi-leg order; null for every other one. */
  get legs(): readonly OrderLeg[] | null {
    return null;
  }
  cancel(): void {
    this.#cancel(this.#order);
  }
}

/** The view of a multi-leg order. */
class AuthorSpread extends AuthorOrder {
  readonly #order: OrderRecord;
  readonly #spread: SpreadRecord;
  readonly #replace: (order: OrderRecord, change: SpreadChange) => void;

  constructor(order: OrderRecord, spread: SpreadRecord, calls: OrderCommands) {
    super(order, calls.cancel);
    this.#order = order;
    this.#spread = spread;
    this.#replace = calls.replace;
  }

  override get legs() {
    return this.#spread.legs;
  }
  get tif() {
    return tifLabel(this.#spread.tif);
  }
  get fills(): readonly SpreadFill[] {
    return Object.freeze([...this.#spread.fills]);
  }
  /** Requests another net price, quantity or time in force; the legs stay. */
  replace(change: unknown): void {
    const { side, quantity, price, type } = this.#order;
    const present = {
      side: side === 'Buy' ? side : 'Sell',
      type: type === 'Limit' ? type : 'Market',
      quantity,
      price,
      tif: this.#spread.tif,
    } as const;
    this.#replace(this.#order, spreadChange(present, change));
  }
}

/** Commands of the author on an open order. */
export interface OrderCommands {
  cancel(order: OrderRecord): void;
  replace(order: OrderRecord, change: SpreadChange): void;
}

/** The view of an order that its strategy gets. */
export const authorViewOf = (order: OrderRecord, calls: OrderCommands): AuthorOrder =>
  order.spread === null ? new AuthorOrder(order, calls.cancel) : new AuthorSpread(order, order.spread, calls);

/** The position of a run. Dollars. */
export class AuthorPosition {
  readonly #orders: () => RunOrders;

  constructor(orders: () => RunOrders) {
    this.#orders = orders;
  }

  get quantity() {
    return this.#orders().position.quantity;
  }
  get isLong() {
    return this.#orders().position.quantity > 0;
  }
  get isShort() {
    return this.#orders().position.quantity < 0;
  }
  get isFlat() {
    return this.#orders().position.quantity === 0;
  }
  get averagePrice() {
    const { quantity, multiplier, fifoCostE4 } = this.#orders().position;
    return quantity === 0 ? 0 : fifoCostE4 / (quantity * multiplier * E4);
  }
  /** At the last price. */
  get openProfit() {
    const { position, moment } = this.#orders();
    return position.quantity === 0
      ? 0
      : position.quantity * position.multiplier * moment.lastPrice - fromE4(position.fifoCostE4);
  }
  get closedProfit() {
    return fromE4(this.#orders().position.closedPlE4);
  }
  get fees() {
    return fromE4(this.#orders().position.feesE4);
  }
  get netProfit() {
    return this.closedProfit - this.fees + this.openProfit;
  }
}

/** The day of the present bar. */
export interface BarDay {
  firstRow: number;
  midnightMs: number;
  openMs: number;
  closeMs: number;
}

/** The present bar, read through the columns of the run. */
export class AuthorBar {
  readonly #columns: Readonly<Record<'timeMs' | 'open' | 'high' | 'low' | 'close' | 'volume', ColumnSource>>;
  readonly #cursor: Cursor;
  readonly #day: BarDay;
  readonly #orders: () => RunOrders;

  constructor(
    columns: Readonly<Record<'timeMs' | 'open' | 'high' | 'low' | 'close' | 'volume', ColumnSource>>,
    cursor: Cursor,
    day: BarDay,
    orders: () => RunOrders,
  ) {
    this.#columns = columns;
    this.#cursor = cursor;
    this.#day = day;
    this.#orders = orders;
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
    return this.#orders().moment.timeMs;
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

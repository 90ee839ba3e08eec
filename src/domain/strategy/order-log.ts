import { STRATEGY_ORDER_STATUSES } from './enumerations.ts';
import type { StrategyOrderStatus } from './enumerations.ts';
import { ORDER_SIDES } from '../orders/enumerations.ts';
import type { OrderSide } from '../orders/enumerations.ts';
import type { MoneyE4, PriceE4 } from '../money/price.ts';
import type { Liquidity } from '../portfolio/fees.ts';
import { ORDER_REASONS, STRATEGY_ORDER_TYPES } from './order-record.ts';
import type { OrderRecord, StrategyOrderType } from './order-record.ts';

/** Orders cross from an isolate as plain numbers. */
const NUMBERS_PER_ORDER = 11;
const ORDERS_PER_CHUNK = 1_024;

/** A finished order of a backtest. Prices in dollars, 0 = none. */
export interface LoggedOrder {
  readonly number: number;
  /** 0 = the symbol of the run, n = the n-th other symbol of its description. */
  readonly symbolIndex: number;
  readonly status: StrategyOrderStatus;
  readonly side: OrderSide;
  readonly type: StrategyOrderType;
  readonly quantity: number;
  readonly price: number;
  readonly stop: number;
  readonly fillPrice: number;
  readonly sentMs: number;
  readonly fillMs: number | null;
  readonly liquidity: Liquidity;
  readonly reason: string;
  /** The stop or the target of an entry: its prices follow from the fill of the entry. */
  readonly isExit: boolean;
}

/** A fill of a backtest with costs; it comes before its order, which may end later. The price is in dollars. */
export interface LoggedFill {
  /** Number of the order. */
  readonly number: number;
  /** As in `LoggedOrder`. */
  readonly symbolIndex: number;
  readonly side: OrderSide;
  readonly quantity: number;
  readonly price: number;
  readonly timeMs: number;
  readonly liquidity: Liquidity;
  /** What slippage and spread made of it, at least 0. */
  readonly slippageE4: MoneyE4;
}

/** What short stock cost to borrow until the next trading day, charged at a close. */
export interface LoggedBorrow {
  /** As in `LoggedOrder`. */
  readonly symbolIndex: number;
  readonly timeMs: number;
  readonly amountE4: MoneyE4;
}

/** The price at which an open position in another symbol counts at the end of a backtest. */
export interface LoggedPrice {
  /** As in `LoggedOrder`; not 0. */
  readonly symbolIndex: number;
  readonly priceE4: PriceE4;
}

/** A record of a backtest, in the order in which it happened. */
export type LoggedRecord =
  | { readonly kind: 'order'; readonly order: LoggedOrder }
  | { readonly kind: 'fill'; readonly fill: LoggedFill }
  | { readonly kind: 'borrow'; readonly borrow: LoggedBorrow }
  | { readonly kind: 'price'; readonly price: LoggedPrice };

/**
 * The second number of a record: the status of an order, or one of these; plus `ADDED` for a fill that added liquidity, `EXIT` for an order that is an exit, and the
 * index of the symbol times `SYMBOL`.
 */
const FILL_CODE = 8;
const BORROW_CODE = 9;
const PRICE_CODE = 10;
const ADDED = 16;
const EXIT = 32;
const SYMBOL = 64;

/** Packs finished orders, and of a run with costs its fills and charges, into chunks of numbers. `onChunk` receives each full chunk, and the rest at `flush`. */
export class OrderLog {
  readonly #onChunk: (chunk: Float64Array) => void;
  readonly #chunk = new Float64Array(ORDERS_PER_CHUNK * NUMBERS_PER_ORDER);
  #at = 0;

  constructor(onChunk: (chunk: Float64Array) => void) {
    this.#onChunk = onChunk;
  }

  /** `symbolIndex`: as in `LoggedOrder`. */
  add(order: OrderRecord, symbolIndex = 0): void {
    const [chunk, at] = [this.#chunk, this.#at];
    chunk[at] = order.number;
    const exitCode = order.exit === null ? 0 : EXIT;
    const statusCode = STRATEGY_ORDER_STATUSES.indexOf(order.status) + addedCode(order.liquidity);
    chunk[at + 1] = statusCode + exitCode + symbolIndex * SYMBOL;
    chunk[at + 2] = ORDER_SIDES.indexOf(order.side);
    chunk[at + 3] = STRATEGY_ORDER_TYPES.indexOf(order.type);
    chunk[at + 4] = order.quantity;
    chunk[at + 5] = order.price;
    chunk[at + 6] = order.stop;
    chunk[at + 7] = order.fillPrice;
    chunk[at + 8] = order.sentMs;
    chunk[at + 9] = order.fillMs;
    chunk[at + 10] = reasonIndex.get(order.reason) ?? 0;
    this.#next();
  }

  addFill(fill: LoggedFill): void {
    const { number, symbolIndex, side, quantity, price, timeMs, liquidity, slippageE4 } = fill;
    const code = FILL_CODE + addedCode(liquidity) + symbolIndex * SYMBOL;
    const sideIndex = ORDER_SIDES.indexOf(side);
    this.#chunk.set([number, code, sideIndex, 0, quantity, 0, 0, price, slippageE4, timeMs, 0], this.#at);
    this.#next();
  }

  addPrice({ symbolIndex, priceE4 }: LoggedPrice): void {
    this.#chunk.set([0, PRICE_CODE + symbolIndex * SYMBOL, 0, 0, 0, 0, 0, 0, priceE4, 0, 0], this.#at);
    this.#next();
  }

  addBorrow({ symbolIndex, timeMs, amountE4 }: LoggedBorrow): void {
    this.#chunk.set([0, BORROW_CODE + symbolIndex * SYMBOL, 0, 0, 0, 0, 0, 0, amountE4, timeMs, 0], this.#at);
    this.#next();
  }

  #next(): void {
    this.#at += NUMBERS_PER_ORDER;
    if (this.#at === this.#chunk.length) this.flush();
  }

  flush(): void {
    if (this.#at > 0) this.#onChunk(this.#chunk.slice(0, this.#at));
    this.#at = 0;
  }
}

const reasonIndex: ReadonlyMap<string, number> = new Map(
  ORDER_REASONS.map((reason, index) => [reason, index]),
);

const addedCode = (liquidity: Liquidity): number => (liquidity === 'A' ? ADDED : 0);
/** Reads a number of a record by its offset. */
type NumberAt = (offset: number) => number;

/** The records of a chunk; null when the numbers are not a valid chunk. */
export function readOrderChunk(chunk: Float64Array): LoggedRecord[] | null {
  if (chunk.length % NUMBERS_PER_ORDER !== 0) return null;
  const records: LoggedRecord[] = [];
  for (let at = 0; at < chunk.length; at += NUMBERS_PER_ORDER) {
    const record = readRecord((offset) => chunk[at + offset] ?? Number.NaN);
    if (record === null) return null;
    records.push(record);
  }
  return records;
}

function readRecord(number: NumberAt): LoggedRecord | null {
  switch (number(1) % ADDED) {
    case FILL_CODE: {
      const fill = readFill(number);
      return fill && { kind: 'fill', fill };
    }
    case BORROW_CODE: {
      const borrow = { symbolIndex: symbolOf(number), timeMs: number(9), amountE4: number(8) };
      return isAmount(borrow.amountE4) && isAmount(borrow.timeMs) ? { kind: 'borrow', borrow } : null;
    }
    case PRICE_CODE: {
      const price = { symbolIndex: symbolOf(number), priceE4: number(8) };
      return isCount(price.priceE4) && isCount(price.symbolIndex) ? { kind: 'price', price } : null;
    }
    default: {
      const order = readOrder(number);
      return order && { kind: 'order', order };
    }
  }
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const symbolOf = (number: NumberAt): number => Math.floor(number(1) / SYMBOL);
const liquidityOf = (number: NumberAt): Liquidity => (number(1) % EXIT >= ADDED ? 'A' : 'R');

function readFill(number: NumberAt): LoggedFill | null {
  const side = ORDER_SIDES[number(2)];
  const [price, timeMs, slippageE4] = [number(7), number(9), number(8)];
  const isValid = [0, 4].every((offset) => isCount(number(offset))) && isAmount(slippageE4);
  if (side === undefined || !isValid || !(price > 0 && Number.isFinite(price)) || !(timeMs > 0)) return null;
  return {
    number: number(0),
    symbolIndex: symbolOf(number),
    side,
    quantity: number(4),
    price,
    timeMs,
    liquidity: liquidityOf(number),
    slippageE4,
  };
}

function readOrder(number: NumberAt): LoggedOrder | null {
  const status = STRATEGY_ORDER_STATUSES[number(1) % ADDED];
  const side = ORDER_SIDES[number(2)];
  const type = STRATEGY_ORDER_TYPES[number(3)];
  const reason = ORDER_REASONS[number(10)];
  const isWhole = [0, 4].every((offset) => isCount(number(offset)));
  const isFinite = [5, 6, 7, 8, 9].every((offset) => Number.isFinite(number(offset)) && number(offset) >= 0);
  if (status === undefined || side === undefined || type === undefined || reason === undefined) return null;
  if (!isWhole || !isFinite) return null;
  return {
    number: number(0),
    symbolIndex: symbolOf(number),
    status,
    side,
    type,
    quantity: number(4),
    price: number(5),
    stop: number(6),
    fillPrice: number(7),
    sentMs: number(8),
    fillMs: number(9) > 0 ? number(9) : null,
    liquidity: liquidityOf(number),
    reason,
    isExit: number(1) % SYMBOL >= EXIT,
  };
}

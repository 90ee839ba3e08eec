import { STRATEGY_ORDER_STATUSES } from './enumerations.ts';
import type { StrategyOrderStatus } from './enumerations.ts';
import { ORDER_SIDES } from '../orders/enumerations.ts';
import type { OrderSide } from '../orders/enumerations.ts';
import type { Liquidity } from '../portfolio/fees.ts';
import { ORDER_REASONS, STRATEGY_ORDER_TYPES } from './order-record.ts';
import type { OrderRecord, StrategyOrderType } from './order-record.ts';

/** Orders cross from an isolate as plain numbers. */
const NUMBERS_PER_ORDER = 11;
const ORDERS_PER_CHUNK = 1_024;

/** A finished order of a backtest. Prices in dollars, 0 = none. */
export interface LoggedOrder {
  readonly number: number;
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
}

/** Packs finished orders into chunks of numbers. `onChunk` receives each full chunk, and the rest at `flush`. */
export class OrderLog {
  readonly #onChunk: (chunk: Float64Array) => void;
  readonly #chunk = new Float64Array(ORDERS_PER_CHUNK * NUMBERS_PER_ORDER);
  #at = 0;

  constructor(onChunk: (chunk: Float64Array) => void) {
    this.#onChunk = onChunk;
  }

  add(order: OrderRecord): void {
    const [chunk, at] = [this.#chunk, this.#at];
    chunk[at] = order.number;
    chunk[at + 1] = STRATEGY_ORDER_STATUSES.indexOf(order.status) + 16 * (order.liquidity === 'A' ? 1 : 0);
    chunk[at + 2] = ORDER_SIDES.indexOf(order.side);
    chunk[at + 3] = STRATEGY_ORDER_TYPES.indexOf(order.type);
    chunk[at + 4] = order.quantity;
    chunk[at + 5] = order.price;
    chunk[at + 6] = order.stop;
    chunk[at + 7] = order.fillPrice;
    chunk[at + 8] = order.sentMs;
    chunk[at + 9] = order.fillMs;
    chunk[at + 10] = reasonIndex.get(order.reason) ?? 0;
    this.#at += NUMBERS_PER_ORDER;
    if (this.#at === chunk.length) this.flush();
  }

  flush(): void {
    if (this.#at > 0) this.#onChunk(this.#chunk.slice(0, this.#at));
    this.#at = 0;
  }
}

const reasonIndex: ReadonlyMap<string, number> = new Map(
  ORDER_REASONS.map((reason, index) => [reason, index]),
);

/** The orders of a chunk; null when the numbers are not a valid chunk. */
export function readOrderChunk(chunk: Float64Array): LoggedOrder[] | null {
  if (chunk.length % NUMBERS_PER_ORDER !== 0) return null;
  const orders: LoggedOrder[] = [];
  for (let at = 0; at < chunk.length; at += NUMBERS_PER_ORDER) {
    const number = (offset: number): number => chunk[at + offset] ?? Number.NaN;
    const status = STRATEGY_ORDER_STATUSES[number(1) % 16];
    const side = ORDER_SIDES[number(2)];
    const type = STRATEGY_ORDER_TYPES[number(3)];
    const reason = ORDER_REASONS[number(10)];
    const isWhole = [0, 4].every((offset) => Number.isSafeInteger(number(offset)) && number(offset) > 0);
    const isFinite = [5, 6, 7, 8, 9].every(
      (offset) => Number.isFinite(number(offset)) && number(offset) >= 0,
    );
    if (
      status === undefined ||
      side === undefined ||
      type === undefined ||
      reason === undefined ||
      !isWhole ||
      !isFinite
    )
      return null;
    orders.push({
      number: number(0),
      status,
      side,
      type,
      quantity: number(4),
      price: number(5),
      stop: number(6),
      fillPrice: number(7),
      sentMs: number(8),
      fillMs: number(9) > 0 ? number(9) : null,
      liquidity: number(1) >= 16 ? 'A' : 'R',
      reason,
    });
  }
  return orders;
}

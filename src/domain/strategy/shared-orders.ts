import type { Position } from '../portfolio/index.ts';
import { StrategyError } from './fault.ts';
import { exposureIn, NO_EXPOSURE } from './opening-room.ts';
import type { Exposure } from './opening-room.ts';
import { OrderPace } from './order-pace.ts';
import type { OrderRecord } from './order-record.ts';

/** Max orders of one run: a strategy that sends more is in a loop. */
const MAX_ORDERS = 100_000;
const MAX_OPEN_ORDERS = 1_000;

/** The orders of a run in one symbol. */
interface SymbolOrders {
  readonly symbol: string;
  readonly position: Position;
  readonly open: readonly OrderRecord[];
  readonly openSpreads: readonly OrderRecord[];
  readonly moment: { readonly lastPrice: number };
}

/** What the orders of a run share, whatever their symbols: their numbers, their pace, and the limits of the run. */
export class SharedOrders {
  readonly pace = new OrderPace();
  /** Number of the last order, exits included. */
  count = 0;
  readonly #symbols: SymbolOrders[] = [];

  add(orders: SymbolOrders): void {
    this.#symbols.push(orders);
  }

  /** The number of a new order. Throws a StrategyError when the run has too many. */
  next(): number {
    if (this.count >= MAX_ORDERS)
      throw new StrategyError(`more than ${MAX_ORDERS.toLocaleString('en-US')} orders in one run`);
    let open = 0;
    for (const orders of this.#symbols) open += orders.open.length + orders.openSpreads.length;
    if (open >= MAX_OPEN_ORDERS)
      throw new StrategyError(`more than ${MAX_OPEN_ORDERS.toLocaleString('en-US')} orders open at once`);
    return (this.count += 1);
  }

  /** The position in a symbol that the run trades; null for any other. */
  positionIn(symbol: string): Position | null {
    return this.#symbols.find((orders) => orders.symbol === symbol)?.position ?? null;
  }

  /** What the run holds and may still open in its other symbols. */
  exposureBeside(present: SymbolOrders): Exposure {
    let all = NO_EXPOSURE;
    for (const orders of this.#symbols) {
      if (orders === present) continue;
      const { position, open, moment } = orders;
      const { quantity, dollars } = exposureIn({ position, open, lastPrice: moment.lastPrice });
      all = { quantity: all.quantity + quantity, dollars: all.dollars + dollars };
    }
    return all;
  }
}

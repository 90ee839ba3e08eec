import type { PriceE4 } from '../../../domain/money/price.ts';
import { HeldSales, type HeldSalesPort } from './held-sales.ts';
import type { LiveSymbols } from './live-symbols.ts';
import type { LiveOrder } from './live-order.ts';

/** The run whose sales are held. */
interface HeldSalesOfRunPort extends Omit<HeldSalesPort, 'position' | 'orders'> {
  readonly symbols: LiveSymbols;
  /** Signed quantity that the run holds of a symbol. */
  position(symbol: string): number;
  /** All orders of the run, in the order they were sent. */
  orders(): Iterable<LiveOrder>;
}

/** The held sales of a run in each symbol that it trades: shares of a symbol are bound by sales of that symbol only. */
export class HeldSalesOfRun {
  readonly #bySymbol: ReadonlyMap<string, HeldSales>;

  constructor(port: HeldSalesOfRunPort) {
    const { symbols } = port;
    const ordersIn = (symbol: string): Iterable<LiveOrder> =>
      symbols.length === 1 ? port.orders() : [...port.orders()].filter((order) => order.symbol === symbol);
    this.#bySymbol = new Map(
      symbols.map((symbol) => [
        symbol,
        new HeldSales({ ...port, position: () => port.position(symbol), orders: () => ordersIn(symbol) }),
      ]),
    );
  }

  /** Holds an order that is about to be sent, when it must be held. */
  takes(order: LiveOrder): boolean {
    return this.#bySymbol.get(order.symbol)?.takes(order) ?? false;
  }

  /** Sends what has become possible or due without a trade, and ends what has outlived its session. */
  settle(): void {
    for (const sales of this.#bySymbol.values()) sales.settle();
  }

  /** A trade of a symbol: its held sales may be due. */
  traded(symbol: string, lastE4: PriceE4, bidE4: () => PriceE4): void {
    this.#bySymbol.get(symbol)?.settle({ lastE4, bidE4 });
  }
}

import type { MarketData } from '../market/market-data.ts';
import type { Engine } from './engine.ts';
import { OrderWatch } from './order-watch.ts';
import type { Batch } from './release-queue.ts';

interface HookParts {
  readonly market: MarketData;
  readonly engine: () => Engine;
  readonly isReady: () => boolean;
  /** Journals and releases what the engine decides. */
  readonly perform: (decide: () => Batch | undefined) => unknown;
  /** Subscribes to changes of kill switches; returns the function that unsubscribes. */
  readonly onHaltChanged: (listener: () => void) => () => void;
  /** Called at each such change, before the orders it ends. */
  readonly haltChanged: () => void;
  /** Subscribes to changes of the guards of administrators; returns the function that unsubscribes. */
  readonly onGuardsChanged: (listener: () => void) => () => void;
  /** Called at each such change. */
  readonly guardsChanged: () => void;
  /** Called after each sweep. */
  readonly swept: () => void;
  readonly sweepIntervalMs: number;
}

/** The inputs of the engine besides commands: quotes and trades of symbols with open orders, the session, halts, and time. */
export class MarketHooks {
  readonly #parts: HookParts;
  readonly #watch: OrderWatch;
  #timer: NodeJS.Timeout | undefined;
  #unhook: readonly (() => void)[] = [];

  constructor(parts: HookParts) {
    const { market, engine, isReady, perform } = parts;
    this.#parts = parts;
    this.#watch = new OrderWatch(market, (symbol) => isReady() && engine().isWatched(symbol), {
      onQuote: (quote) => void perform(() => engine().quoteChanged(quote.symbol)),
      onTrade: (trade) => void perform(() => engine().traded(trade)),
    });
  }

  /** Subscribes to the market and starts the sweep. */
  begin(): void {
    const { market, engine, perform, onHaltChanged, haltChanged, swept, sweepIntervalMs } = this.#parts;
    this.#unhook = [
      onHaltChanged(() => {
        haltChanged();
        perform(() => engine().accounts.cancelHalted());
      }),
      this.#parts.onGuardsChanged(() => this.#parts.guardsChanged()),
      market.onSession({
        onPhase: () => void perform(() => engine().sweep()),
        onAuctionPrint: (kind, trade) => void perform(() => engine().auctioned(kind, trade)),
        onHalt: (symbol) => void perform(() => engine().halted(symbol)),
      }),
    ];
    this.update(engine().watchedSymbols());
    this.#timer = setInterval(() => {
      perform(() => engine().sweep());
      swept();
    }, sweepIntervalMs);
    this.#timer.unref();
  }

  /** Unsubscribes from everything and stops the sweep. */
  end(): void {
    clearInterval(this.#timer);
    for (const unhook of this.#unhook) unhook();
    this.#unhook = [];
    this.#watch.stopAll();
  }

  /** Starts or stops watching each of the symbols by its open orders. */
  update(symbols: Iterable<string>): void {
    for (const symbol of [...symbols]) this.#watch.update(symbol);
  }
}

import { toPriceE4, type MoneyE4 } from '../../../domain/money/price.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import { legQuantity, legSign } from '../../../domain/orders/legs.ts';
import { guardTexts, MinuteRate, type GuardSettings } from '../../../domain/strategy/guards.ts';
import type { LiveRequest, RequestedOrder } from '../runtime/types.ts';
import type { LiveSymbols } from './live-symbols.ts';
import type { LiveOrders } from './live-orders.ts';
import type { RunBook } from './run-book.ts';

/** A change of what the run holds of a symbol; signed. */
interface Change {
  readonly symbol: string;
  readonly quantity: number;
}

interface RunGuardsParts {
  /** The symbols that the run trades, its own one first. */
  readonly symbols: LiveSymbols;
  readonly orders: Pick<LiveOrders, 'quantityOf' | 'openIn' | 'heldSymbols' | 'sentTimes'>;
  readonly book: Pick<RunBook, 'netE4'>;
  /** Of the symbol of the run, dollars; 0 = none is known. */
  readonly lastPrice: () => number;
  readonly exchangeMs: () => number;
  /** A guard was crossed: the run stops with this message. */
  readonly onCrossed: (text: string) => void;
}

/** Compares a live run with the guards that its user has set. A check costs as much as the run holds symbols, whatever else runs. */
export class RunGuards {
  readonly #settings: GuardSettings;
  readonly #parts: RunGuardsParts;
  readonly #rate: MinuteRate | null;
  #isCrossed = false;

  /** The orders that an earlier part of the run has sent count, too. */
  constructor(settings: GuardSettings, parts: RunGuardsParts) {
    this.#settings = settings;
    this.#parts = parts;
    const { OrdersPerMinute } = settings;
    this.#rate = OrdersPerMinute === null ? null : new MinuteRate(OrdersPerMinute);
    for (const timeMs of this.#rate === null ? [] : parts.orders.sentTimes()) this.#rate?.add(timeMs);
  }

  /** Whether the run may execute a request. One that crosses a guard stops the run instead. */
  admits(request: LiveRequest): boolean {
    if (this.#isCrossed) return false;
    switch (request.kind) {
      case 'send':
        return this.#admitsPosition(request) && this.#admitsRate();
      case 'replace':
        return this.#admitsRate();
      default:
        return true;
    }
  }

  /** Compares what the run holds and what it has lost: after each change of an order. */
  check(): void {
    const limit = this.#settings.Position;
    if (limit !== null)
      for (const symbol of this.#parts.orders.heldSymbols()) {
        const quantity = this.#parts.orders.quantityOf(symbol);
        if (Math.abs(quantity) > limit)
          this.#cross(guardTexts.Position({ symbol, quantity, isAhead: false }, limit));
      }
    this.checkLoss();
  }

  /** With each trade of a symbol that the run trades. */
  checkLoss(): void {
    const { Loss: limit } = this.#settings;
    if (limit === null || this.#isCrossed) return;
    const lossE4: MoneyE4 = -this.#parts.book.netE4(this.#parts.lastPrice());
    if (lossE4 > toPriceE4(limit)) this.#cross(guardTexts.Loss(fromE4(lossE4), limit));
  }

  /** Whether the run holds options, whose prices change without a trade of its symbols. */
  get watchesOptions(): boolean {
    const { symbols, orders } = this.#parts;
    return this.#settings.Loss !== null && orders.heldSymbols().some((held) => !symbols.includes(held));
  }

  #admitsRate(): boolean {
    const { OrdersPerMinute: limit } = this.#settings;
    if (limit === null || this.#rate === null || this.#rate.admits(this.#parts.exchangeMs())) return true;
    this.#cross(guardTexts.OrdersPerMinute(limit + 1, limit));
    return false;
  }

  #admitsPosition(request: RequestedOrder): boolean {
    const { Position: limit } = this.#settings;
    if (limit === null) return true;
    for (const { symbol, quantity } of changesOf(request, this.#parts.symbols[0])) {
      const held = this.#parts.orders.quantityOf(symbol);
      const ahead = held + this.#parts.orders.openIn(symbol, quantity > 0) + quantity;
      // What only reduces the position passes, as at every limit.
      if (Math.abs(ahead) <= Math.max(limit, Math.abs(held))) continue;
      this.#cross(guardTexts.Position({ symbol, quantity: ahead, isAhead: true }, limit));
      return false;
    }
    return true;
  }

  #cross(text: string): void {
    if (this.#isCrossed) return;
    this.#isCrossed = true;
    this.#parts.onCrossed(text);
  }
}

/** What an order changes when it fills. */
const changesOf = ({ symbol, side, quantity, spread }: RequestedOrder, ofRun: string): Change[] =>
  spread === undefined
    ? [{ symbol: symbol ?? ofRun, quantity: side === 'Buy' ? quantity : -quantity }]
    : spread.legs.map((leg) => ({ symbol: leg.symbol, quantity: legSign(leg) * legQuantity(leg, quantity) }));

import {
  type AlertFiring,
  type AlertRow,
  firingsAt,
  isArmed,
  PRICE_COLUMN,
} from '../../domain/alerts/index.ts';
import { fromE4 } from '../../domain/money/price.ts';
import type { MarketData } from '../market/market-data.ts';

/** Columns other than the price are evaluated this often while their symbol moves, ms. */
const COLUMN_CHECK_MS = 500;

export interface AlertWatchOptions {
  readonly market: Pick<MarketData, 'watch' | 'snapshot' | 'exchangeMs'>;
  /** True while alerts of a symbol must not fire: its levels are being adjusted to a split. */
  readonly isHeld: (symbol: string) => boolean;
  /** A column's number now; null when it has none. */
  readonly valueOf: (symbol: string, column: string) => number | null;
  /** Called at once for a side that is reached; the row stays as it is until `set` replaces it. Must not throw. */
  readonly onReached: (userId: string, firing: AlertFiring) => void;
}

interface Watched {
  readonly symbol: string;
  /** Rows of the symbol by user. */
  readonly rows: Map<string, AlertRow[]>;
  /** Lowest armed high and highest armed low level of the price. */
  highFrom: number;
  lowFrom: number;
  hasColumns: boolean;
  /** The symbol has moved since its columns were evaluated. */
  isDirty: boolean;
  /** Ends the subscription; undefined while the market does not know the symbol. */
  end: (() => void) | undefined;
}

/** Watches the symbols of all users' alerts. A print costs two comparisons while no level is reached. */
export class AlertWatch {
  readonly #market: AlertWatchOptions['market'];
  readonly #valueOf: AlertWatchOptions['valueOf'];
  readonly #isHeld: AlertWatchOptions['isHeld'];
  readonly #onReached: AlertWatchOptions['onReached'];
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ market, isHeld, valueOf, onReached }: AlertWatchOptions) {
    this.#isHeld = isHeld;
    this.#market = market;
    this.#valueOf = valueOf;
    this.#onReached = onReached;
  }

  /** Replaces the alerts of a user. Levels that are reached already fire at once. */
  set(userId: string, rows: readonly AlertRow[]): void {
    const armed = rows.filter((row) => isArmed(row, 'High') || isArmed(row, 'Low'));
    const bySymbol = Map.groupBy(armed, (row) => row.Symbol);
    const changed = this.#removeUser(userId, (symbol) => bySymbol.has(symbol));
    for (const [symbol, rowsOfSymbol] of bySymbol) {
      const entry = this.#watched.get(symbol) ?? this.#add(symbol);
      // An unknown symbol is tried again with each change of the user's alerts.
      entry.end ??= this.#follow(entry);
      entry.rows.set(userId, rowsOfSymbol);
      changed.push(entry);
    }
    for (const entry of changed) {
      measure(entry);
      entry.isDirty = entry.hasColumns;
      const snapshot = this.#market.snapshot(entry.symbol);
      if (snapshot && snapshot.lastE4 > 0) this.#checkPrice(entry, fromE4(snapshot.lastE4));
    }
    this.#followColumns();
  }

  /** Symbols that are watched now. */
  symbols(): readonly string[] {
    return [...this.#watched.keys()];
  }

  stop(): void {
    for (const entry of this.#watched.values()) entry.end?.();
    this.#watched.clear();
    this.#followColumns();
  }

  /** Removes a user's rows. Returns the symbols that stay watched; `isKept` names those that get new rows. */
  #removeUser(userId: string, isKept: (symbol: string) => boolean): Watched[] {
    const changed: Watched[] = [];
    for (const [symbol, entry] of this.#watched) {
      if (!entry.rows.delete(userId)) continue;
      if (entry.rows.size > 0 || isKept(symbol)) {
        changed.push(entry);
        continue;
      }
      entry.end?.();
      this.#watched.delete(symbol);
    }
    return changed;
  }

  #add(symbol: string): Watched {
    const entry: Watched = {
      symbol,
      rows: new Map(),
      highFrom: Infinity,
      lowFrom: -Infinity,
      hasColumns: false,
      isDirty: false,
      end: undefined,
    };
    this.#watched.set(symbol, entry);
    return entry;
  }

  #follow(entry: Watched): (() => void) | undefined {
    return this.#market.watch(entry.symbol, {
      onTrade: (trade) => {
        entry.isDirty ||= entry.hasColumns;
        this.#checkPrice(entry, fromE4(trade.priceE4));
      },
      onQuote: () => {
        entry.isDirty ||= entry.hasColumns;
      },
    });
  }

  #checkPrice(entry: Watched, price: number): void {
    if (price > entry.highFrom || price < entry.lowFrom) this.#fire(entry, isOfPrice, () => price);
  }

  #checkColumns(): void {
    for (const entry of this.#watched.values()) {
      if (!entry.isDirty) continue;
      entry.isDirty = false;
      this.#fire(
        entry,
        (row) => !isOfPrice(row),
        (row) => this.#valueOf(row.Symbol, row.Column),
      );
    }
  }

  #fire(
    entry: Watched,
    isIncluded: (row: AlertRow) => boolean,
    valueOf: (row: AlertRow) => number | null,
  ): void {
    // The adjusted rows are evaluated when they are set.
    if (this.#isHeld(entry.symbol)) return;
    const nowMs = this.#market.exchangeMs();
    for (const [userId, rows] of entry.rows)
      for (const row of rows)
        if (isIncluded(row))
          for (const firing of firingsAt(row, valueOf(row), nowMs)) this.#onReached(userId, firing);
  }

  /** Runs the timer for columns while an alert needs it. */
  #followColumns(): void {
    const isNeeded = [...this.#watched.values()].some((entry) => entry.hasColumns);
    if (isNeeded && this.#timer === undefined)
      this.#timer = setInterval(() => this.#checkColumns(), COLUMN_CHECK_MS).unref();
    if (!isNeeded && this.#timer !== undefined) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }
}

function isOfPrice(row: AlertRow): boolean {
  return row.Column === PRICE_COLUMN;
}

/** Computes the nearest armed levels of the price, and whether there are alerts on other columns. */
function measure(entry: Watched): void {
  const rows = [...entry.rows.values()].flat();
  const prices = rows.filter(isOfPrice);
  entry.hasColumns = prices.length < rows.length;
  entry.highFrom = Infinity;
  entry.lowFrom = -Infinity;
  for (const row of prices) {
    if (row.HighAlert !== null && isArmed(row, 'High'))
      entry.highFrom = Math.min(entry.highFrom, row.HighAlert);
    if (row.LowAlert !== null && isArmed(row, 'Low')) entry.lowFrom = Math.max(entry.lowFrom, row.LowAlert);
  }
}

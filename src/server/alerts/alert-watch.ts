import {
  type AlertFiring,
  type AlertRow,
  firingsAt,
  isArmed,
  PRICE_COLUMN,
} from '../../domain/alerts/index.ts';
import { fromE4 } from '../../domain/money/price.ts';
import type { MarketData } from '../market/market-data.ts';

/** Columns other than the price are looked at this often while their symbol moves, ms. */
const COLUMN_LOOK_MS = 500;

export interface AlertWatchOptions {
  readonly market: Pick<MarketData, 'watch' | 'snapshot' | 'exchangeMs'>;
  /** A column's number now; null when it has none. */
  readonly valueOf: (symbol: string, column: string) => number | null;
  /** Called at once for a side that is reached; the row stays as it is until `set` brings another. Must not throw. */
  readonly onReached: (userId: string, firing: AlertFiring) => void;
}

/** Watches the symbols of all users' alerts. A print costs two comparisons while no level is reached. */
export interface AlertWatch {
  /** The alerts of a user from now on. What is reached already fires at once. */
  set(userId: string, rows: readonly AlertRow[]): void;
  /** Symbols that are watched now. */
  symbols(): readonly string[];
  stop(): void;
}

interface Watched {
  readonly symbol: string;
  readonly rows: Map<string, AlertRow[]>;
  /** Lowest armed high and highest armed low level of the price. */
  highFrom: number;
  lowFrom: number;
  hasColumns: boolean;
  isDirty: boolean;
  end: () => void;
}

export function createAlertWatch({ market, valueOf, onReached }: AlertWatchOptions): AlertWatch {
  const watched = new Map<string, Watched>();
  let timer: NodeJS.Timeout | undefined;

  const fire = (
    entry: Watched,
    value: (row: AlertRow) => number | null,
    isMeant: (row: AlertRow) => boolean,
  ): void => {
    const nowMs = market.exchangeMs();
    for (const [userId, rows] of entry.rows) {
      for (const row of rows)
        if (isMeant(row)) for (const firing of firingsAt(row, value(row), nowMs)) onReached(userId, firing);
    }
  };
  const isOfPrice = (row: AlertRow): boolean => row.Column === PRICE_COLUMN;
  const lookAtPrice = (entry: Watched, price: number): void => {
    if (price > entry.highFrom || price < entry.lowFrom) fire(entry, () => price, isOfPrice);
  };
  const lookAtColumns = (): void => {
    for (const entry of watched.values()) {
      if (!entry.isDirty) continue;
      entry.isDirty = false;
      fire(
        entry,
        (row) => valueOf(row.Symbol, row.Column),
        (row) => !isOfPrice(row),
      );
    }
  };
  const measure = (entry: Watched): void => {
    entry.highFrom = Infinity;
    entry.lowFrom = -Infinity;
    entry.hasColumns = false;
    for (const rows of entry.rows.values()) {
      for (const row of rows) {
        if (!isOfPrice(row)) {
          entry.hasColumns = true;
          continue;
        }
        if (row.HighAlert !== null && isArmed(row, 'High'))
          entry.highFrom = Math.min(entry.highFrom, row.HighAlert);
        if (row.LowAlert !== null && isArmed(row, 'Low'))
          entry.lowFrom = Math.max(entry.lowFrom, row.LowAlert);
      }
    }
  };
  const open = (symbol: string): Watched => {
    const entry: Watched = {
      symbol,
      rows: new Map(),
      highFrom: Infinity,
      lowFrom: -Infinity,
      hasColumns: false,
      isDirty: false,
      end: () => {},
    };
    // A symbol that the market does not know is asked for again with the next change of its alerts.
    entry.end =
      market.watch(symbol, {
        onTrade(trade) {
          entry.isDirty ||= entry.hasColumns;
          lookAtPrice(entry, fromE4(trade.priceE4));
        },
        onQuote() {
          entry.isDirty ||= entry.hasColumns;
        },
      }) ?? (() => {});
    watched.set(symbol, entry);
    return entry;
  };
  const tick = (): void => {
    const isWanted = [...watched.values()].some((entry) => entry.hasColumns);
    if (isWanted && timer === undefined) timer = setInterval(lookAtColumns, COLUMN_LOOK_MS).unref();
    if (!isWanted && timer !== undefined) {
      clearInterval(timer);
      timer = undefined;
    }
  };

  return {
    set(userId, rows) {
      const bySymbol = Map.groupBy(
        rows.filter((row) => isArmed(row, 'High') || isArmed(row, 'Low')),
        (row) => row.Symbol,
      );
      const touched: Watched[] = [];
      for (const [symbol, entry] of watched) {
        if (!entry.rows.delete(userId)) continue;
        if (entry.rows.size > 0 || bySymbol.has(symbol)) {
          touched.push(entry);
          continue;
        }
        entry.end();
        watched.delete(symbol);
      }
      for (const [symbol, own] of bySymbol) {
        const entry = watched.get(symbol) ?? open(symbol);
        entry.rows.set(userId, own);
        touched.push(entry);
      }
      for (const entry of touched) {
        measure(entry);
        entry.isDirty = entry.hasColumns;
        const snapshot = market.snapshot(entry.symbol);
        if (snapshot && snapshot.lastE4 > 0) lookAtPrice(entry, fromE4(snapshot.lastE4));
      }
      tick();
    },
    symbols: () => [...watched.keys()],
    stop() {
      for (const entry of watched.values()) entry.end();
      watched.clear();
      tick();
    },
  };
}

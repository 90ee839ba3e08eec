import type { Brokerage } from '../../brokerage/brokerage.ts';
import type { SessionDay } from '../../market/market-data.ts';
import type { LiveOrderChange, LiveSettlement, RunLimits } from '../runtime/types.ts';
import type { LiveSymbols } from './live-symbols.ts';
import type { LiveOrder, OrderOrigin } from './live-order.ts';
import type { RunBook } from './run-book.ts';

/** What the orders of a live run need of the server. */
export interface LiveOrdersParts extends OrderOrigin {
  readonly brokerage: Pick<Brokerage, 'submit' | 'cancel' | 'replace' | 'placeGroup' | 'listen'>;
  /** The symbols that the run trades, its own one first. */
  readonly symbols: LiveSymbols;
  readonly limits: RunLimits;
  /** Of the instance: begins the ClientId of each of its orders. */
  readonly prefix: string;
  readonly book: RunBook;
  /** Why the user may not send multi-leg orders; undefined: the permissions allow it. */
  readonly spreadProblem: string | undefined;
  /** Of a symbol that the run trades, dollars; 0 = none is known. */
  readonly lastPrice: (symbol: string) => number;
  readonly exchangeMs: () => number;
  readonly session: () => Pick<SessionDay, 'openMs' | 'closeMs'>;
  /** An order of the run is new or has changed. `change` is for the strategy; undefined: the strategy is not notified. */
  readonly onOrder: (order: LiveOrder, change: LiveOrderChange | undefined) => void;
  /** An order was rejected, by the rules of the run or by the broker. */
  readonly onRejected: (reason: string) => void;
  /** A request that makes no order. */
  readonly onRefused: (change: LiveOrderChange) => void;
  /** An option that the run holds has come to its end. */
  readonly onSettled: (settlement: LiveSettlement) => void;
  /** The run cannot continue. */
  readonly onBroken: (text: string) => void;
  readonly onError: (error: unknown) => void;
}

import type { Message } from '../../protocol/index.ts';
import type { Connection } from '../connection/connection.ts';
import type { Requests } from '../connection/requests.ts';
import type { HostClock } from '../host-clock.ts';
import type { SymbolStore } from '../types.ts';
import { BboFeed } from './bbo-feed.ts';
import type { Freshness } from './freshness.ts';
import { SymbolRecords } from './symbol-records.ts';
import { createSymbolRequests } from './symbol-requests.ts';

/** The connections, clock and account that the store works with. */
export interface SymbolStoreDeps {
  readonly clock: HostClock;
  readonly streaming: Pick<Connection, 'sendReady'>;
  readonly requests: Requests;
  readonly freshness: Freshness;
  /** The account that subscriptions name; null while none is selected. */
  readonly account: () => string | null;
  /** Exchange time now, UTC ms. */
  readonly exchangeMs: () => number;
}

/** The symbol store as the connections feed it. */
export interface SymbolStoreCore extends SymbolStore {
  onStreaming(message: Message<'streaming', 'toClient'>): void;
  /** The streaming socket is authenticated (again): everything watched is subscribed. */
  onStreamingReady(): void;
  /** The data socket is authenticated (again): watched symbols are loaded, since the day's high, low and closes may have changed during the outage. */
  onDataReady(): void;
  /** The user has signed out: drops what was cached for the session. */
  onSignedOut(): void;
  dispose(): void;
}

/** Composes the symbol store: records fed by the streaming socket, exchanges' quotes, and the requests of the data socket. */
export function createSymbolStore({
  clock,
  streaming,
  requests,
  freshness,
  account,
  exchangeMs,
}: SymbolStoreDeps): SymbolStoreCore {
  const { reset: resetRequests, ...symbolRequests } = createSymbolRequests(requests, exchangeMs);
  const bbo = new BboFeed({ streaming, account });
  const records = new SymbolRecords({
    clock,
    streaming,
    requests,
    historicalPrices: symbolRequests.historicalPrices,
    freshness,
    account,
  });
  return {
    watch: (symbols) => records.watch(symbols),
    get: (symbol) => records.get(symbol),
    staleness: (symbol) => records.staleness(symbol),
    subscribe: (symbols, cadence, onChange) => records.subscribe(symbols, cadence, onChange),
    onTrade: (symbol, listener) => records.onTrade(symbol, listener),
    watchBbo: (symbol, onChange) => bbo.watch(symbol, onChange),
    watchHistorical: (symbols) => records.watchHistorical(symbols),
    load: (symbols, signal) => records.load(symbols, signal),
    ...symbolRequests,

    onStreaming(message) {
      if (message.name === 'exchangeQuote') bbo.onQuote(message.body);
      else records.onStreaming(message);
    },
    onStreamingReady() {
      bbo.onReady();
      records.onStreamingReady();
    },
    onDataReady: () => records.onDataReady(),
    onSignedOut: resetRequests,
    dispose: () => records.dispose(),
  };
}

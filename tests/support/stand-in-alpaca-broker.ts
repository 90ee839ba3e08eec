import {
  startAlpacaStandIn,
  type AlpacaStandIn,
  type AlpacaStandInOptions,
} from '../../src/server/brokers/alpaca/stand-in/stand-in.ts';
import type { AlpacaBrokerConfig } from '../../src/server/brokers/alpaca/config.ts';

export const ALPACA_KEY = { id: 'PKTESTKEY', secret: 'test-secret' };

/** Alpaca's trading API on this machine, with prices that a test sets. */
export interface TestAlpaca extends AlpacaStandIn {
  readonly config: AlpacaBrokerConfig;
  /** For a server that is started as a process. */
  readonly environment: Readonly<Record<string, string>>;
  quote(symbol: string, bid: number, ask: number): void;
}

/** SPY 100.00 by 100.02, MSFT 300.00 by 300.10. Orders move by `book.step()` only, unless `stepMs` is given. */
export async function startTestAlpaca(options: Partial<AlpacaStandInOptions> = {}): Promise<TestAlpaca> {
  const quotes = new Map([
    ['SPY', { bid: 100, ask: 100.02 }],
    ['MSFT', { bid: 300, ask: 300.1 }],
  ]);
  const standIn = await startAlpacaStandIn({
    keyId: ALPACA_KEY.id,
    secret: ALPACA_KEY.secret,
    quoteOf: (symbol) => quotes.get(symbol),
    ...options,
  });
  return {
    ...standIn,
    config: {
      url: standIn.url,
      streamUrl: `${standIn.url.replace('http', 'ws')}/stream`,
      requestsPerMinute: 10_000,
    },
    environment: { TAPEDECK_ALPACA_BROKER: 'paper', TAPEDECK_ALPACA_BROKER_URL: standIn.url },
    quote: (symbol, bid, ask) => void quotes.set(symbol, { bid, ask }),
  };
}

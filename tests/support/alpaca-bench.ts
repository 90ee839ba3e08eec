import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createAlpacaMarket } from '../../src/server/market/alpaca/alpaca-market.ts';
import type { MarketData, Quote, Trade } from '../../src/server/market/market-data.ts';
import { readMarketChoice } from '../../src/server/market/registry.ts';
import { VariableReader } from '../../src/server/variable-reader.ts';
import { startStandInAlpaca, type StandInAlpaca } from './stand-in-alpaca.ts';
import { until } from './until.ts';

/** A stand-in of Alpaca with markets that use it. */
export interface AlpacaBench {
  readonly stand: StandInAlpaca;
  /** Folder of the markets' files. */
  readonly folder: string;
  /** What the markets have noted for the operator. */
  readonly notes: readonly string[];
  /** Opens and starts a market. Rejects as `createAlpacaMarket` does. */
  open(environment?: Readonly<Record<string, string>>): Promise<MarketData>;
  /** Watches a symbol and waits until it is streamed and its state is loaded. The quote of that state is left out. */
  watch(
    market: MarketData,
    symbol: string,
  ): Promise<{ readonly trades: Trade[]; readonly quotes: Quote[]; readonly stop: () => void }>;
  /** Stops all markets and the stand-in, and removes the folder. */
  end(): Promise<void>;
}

/** History ends at `nowMs`; `host.ms` is the clock of the markets. Both UTC ms. */
export async function startAlpacaBench(nowMs: number, host: { readonly ms: number }): Promise<AlpacaBench> {
  const stand = await startStandInAlpaca(nowMs);
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-alpaca-'));
  const markets: MarketData[] = [];
  const notes: string[] = [];
  return {
    stand,
    folder,
    notes,
    async open(environment = stand.environment) {
      const choice = readMarketChoice(new VariableReader(environment));
      if (choice.kind !== 'alpaca') throw new Error('The environment chooses another market.');
      const market = await createAlpacaMarket({
        settings: choice.settings,
        folder,
        nowMs: () => host.ms,
        wallMs: () => Date.now(),
        note: (line) => notes.push(line),
        rest: { retryMs: 1, timeoutMs: 2_000 },
        stream: { retryMs: 5, maxRetryMs: 40, pingMs: 1_000 },
      });
      markets.push(market);
      await market.start();
      return market;
    },
    async watch(market, symbol) {
      const trades: Trade[] = [];
      const quotes: Quote[] = [];
      const stop = market.watch(symbol, {
        onTrade: (trade) => trades.push(trade),
        onQuote: (quote) => quotes.push(quote),
      });
      await until(() => expect(stand.streamed()).toContain(symbol));
      await until(() => expect(market.snapshot(symbol)?.lastE4).toBeGreaterThan(0));
      quotes.length = 0;
      return { trades, quotes, stop: stop ?? (() => {}) };
    },
    async end() {
      await Promise.all(markets.map((market) => market.stop()));
      await stand.close();
      await rm(folder, { recursive: true });
    },
  };
}

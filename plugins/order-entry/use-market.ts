import { useEffect, useState } from 'react';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';

/** How often order prices are read, ms. */
const REFRESH_MS = 500;

/** Market of a symbol at one moment; prices in dollars, 0 = none. */
export interface Market {
  readonly state: 'loading' | 'live' | 'unknown';
  readonly company: string;
  readonly bid: number;
  readonly bidSize: number;
  readonly ask: number;
  readonly askSize: number;
  readonly last: number;
  /** Time since the feed last vouched for these prices, ms; null before the first price. */
  readonly ageMs: number | null;
  readonly isStale: boolean;
}

const nothing: Market = { state: 'loading', company: '', bid: 0, bidSize: 0, ask: 0, askSize: 0, last: 0, ageMs: null, isStale: false };

function read(platform: ToolPlatform, symbol: string): Market {
  const record = platform.symbols.get(symbol);
  if (record === undefined) return nothing;
  const { state, bid, bidSize, ask, askSize, last } = record;
  return { state, company: record.info?.Fundamentals.Company ?? '', bid, bidSize, ask, askSize, last, ...platform.symbols.staleness(symbol) };
}

/** The live market of a symbol, twice a second while `isActive`. One small panel reads it, so it goes through React. */
export function useMarket(platform: ToolPlatform, symbol: string, isActive: boolean): Market {
  const [market, setMarket] = useState<Market>(() => read(platform, symbol));
  useEffect(() => {
    setMarket(read(platform, symbol));
    if (symbol === '' || !isActive) return undefined;
    const release = platform.symbols.watch([symbol]);
    // By the clock and not by changes: the age goes on while the feed is silent.
    const timer = setInterval(() => setMarket(read(platform, symbol)), REFRESH_MS);
    return () => { clearInterval(timer); release(); };
  }, [platform, symbol, isActive]);
  return market;
}

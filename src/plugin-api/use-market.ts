import { useCallback, useState, useSyncExternalStore } from 'react';
import { useWhileActive } from './hooks.ts';
import type { Activity, ToolPlatform } from './types.ts';

/** How often order prices are read, ms. */
const REFRESH_MS = 500;

/** Market of a symbol at one moment; prices in dollars, 0 = none. */
export interface Market {
  readonly bid: number;
  readonly bidSize: number;
  readonly ask: number;
  readonly askSize: number;
  readonly last: number;
  /** Time since the feed last vouched for these prices, ms; null before the first price. */
  readonly ageMs: number | null;
  readonly isStale: boolean;
}

const nothing: Market = { bid: 0, bidSize: 0, ask: 0, askSize: 0, last: 0, ageMs: null, isStale: false };

/** The market of a symbol as it is known now; without prices for one that is not watched. */
export function readMarket(platform: Pick<ToolPlatform, 'symbols'>, symbol: string): Market {
  const record = platform.symbols.get(symbol);
  if (record === undefined) return nothing;
  const { bid, bidSize, ask, askSize, last } = record;
  return { bid, bidSize, ask, askSize, last, ...platform.symbols.staleness(symbol) };
}

/**
 * The live market of a symbol, twice a second while the window is on screen: for a small part of the page, which renders each time.
 *
 * @example
 * ```tsx
 * import { formatQuotePrice, useMarket, type ToolProps } from '@tapedeck/plugin-api';
 *
 * function Last({ tool }: ToolProps<object>) {
 *   const { last, isStale } = useMarket(tool.platform, 'SPY', tool);
 *   return <p data-stale={isStale ? '' : undefined}>{formatQuotePrice(last)}</p>;
 * }
 * ```
 */
export function useMarket(platform: Pick<ToolPlatform, 'symbols'>, symbol: string, window: Activity): Market {
  const [market, setMarket] = useState<Market>(() => readMarket(platform, symbol));
  const follow = useCallback(() => {
    setMarket(readMarket(platform, symbol));
    if (symbol === '') return undefined;
    const release = platform.symbols.watch([symbol]);
    // By the clock and not by changes: the age grows while the feed is silent.
    const timer = setInterval(() => setMarket(readMarket(platform, symbol)), REFRESH_MS);
    return () => {
      clearInterval(timer);
      release();
    };
  }, [platform, symbol]);
  useWhileActive(window, follow);
  return market;
}

/** What is known of a symbol that no tick changes: whether it exists, and its company. */
export function useInstrument(
  platform: ToolPlatform,
  symbol: string,
): { readonly state: 'loading' | 'live' | 'unknown'; readonly company: string } {
  const { symbols } = platform;
  const subscribe = useCallback(
    (listener: () => void) =>
      symbol === '' ? () => {} : symbols.subscribe([symbol], REFRESH_MS, () => listener()),
    [symbols, symbol],
  );
  const state = useSyncExternalStore(subscribe, () => symbols.get(symbol)?.state ?? 'loading');
  const company = useSyncExternalStore(
    subscribe,
    () => symbols.get(symbol)?.info?.Fundamentals.Company ?? '',
  );
  return { state, company };
}

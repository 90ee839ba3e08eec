import { useEffect } from 'react';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';

/** How often P&L and prices are read, ms. */
const REFRESH_MS = 500;

/** Keeps the symbols flowing and calls `refresh` when they changed, while `isActive`. `refresh` must be stable. */
export function useLiveRefresh(
  platform: ToolPlatform,
  symbols: string,
  isActive: boolean,
  refresh: () => void,
): void {
  useEffect(() => {
    refresh();
    if (!isActive || symbols === '') return undefined;
    const list = symbols.split('\n');
    const release = platform.symbols.watch(list);
    const unsubscribe = platform.symbols.subscribe(list, REFRESH_MS, refresh);
    return () => {
      unsubscribe();
      release();
    };
  }, [platform, symbols, isActive, refresh]);
}

/** The distinct symbols as one text, so that an unchanged set is an unchanged value. */
export function symbolKey(symbols: Iterable<string>): string {
  return [...new Set(symbols)].sort().join('\n');
}

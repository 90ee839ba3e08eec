import { useCallback, useSyncExternalStore } from 'react';
import type { Platform } from '../client/types.ts';
import styles from './HaltMark.module.css';

/** How often the trading status is read, ms. */
const CADENCE_MS = 500;

/** The part of a platform that knows which symbols are halted. */
export interface HaltSource {
  readonly symbols: Pick<Platform['symbols'], 'subscribe' | 'get'>;
}

/** Whether trading in a watched symbol is halted. Renders again only when that changes. False for an empty symbol. */
export function useIsHalted({ symbols }: HaltSource, symbol: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) =>
      symbol === '' ? () => {} : symbols.subscribe([symbol], CADENCE_MS, () => listener()),
    [symbols, symbol],
  );
  const read = () => symbols.get(symbol)?.isHalted ?? false;
  return useSyncExternalStore(subscribe, read, read);
}

/** `Halted`, while trading in a watched symbol is halted; nothing else. */
export function HaltMark({ platform, symbol }: { readonly platform: HaltSource; readonly symbol: string }) {
  if (!useIsHalted(platform, symbol)) return null;
  return (
    <span className={styles.mark} title={`Trading in ${symbol} is halted`}>
      Halted
    </span>
  );
}

import { useCallback, useSyncExternalStore } from 'react';
import type { Platform } from '../client/types.ts';
import { haltText } from '../domain/symbols/halt-text.ts';
import styles from './HaltMark.module.css';

/** How often the trading status is read, ms. */
const CADENCE_MS = 500;

/** The part of a platform that knows which symbols are halted. */
export interface HaltSource {
  readonly symbols: Pick<Platform['symbols'], 'subscribe' | 'get'>;
}

/**
 * Why trading in a watched symbol is halted: an empty text when that is unknown, null while the symbol trades and for an empty symbol. Renders again only
 * when that changes.
 */
export function useHaltReason({ symbols }: HaltSource, symbol: string): string | null {
  const subscribe = useCallback(
    (listener: () => void) =>
      symbol === '' ? () => {} : symbols.subscribe([symbol], CADENCE_MS, () => listener()),
    [symbols, symbol],
  );
  const read = () => {
    const record = symbols.get(symbol);
    return record?.isHalted === true ? record.haltReason : null;
  };
  return useSyncExternalStore(subscribe, read, read);
}

/** `Halted`, while trading in a watched symbol is halted, with the reason as its hint; nothing else. */
export function HaltMark({ platform, symbol }: { readonly platform: HaltSource; readonly symbol: string }) {
  const reason = useHaltReason(platform, symbol);
  if (reason === null) return null;
  return (
    <span className={styles.mark} title={`Trading in ${symbol} ${haltText(reason)}`}>
      <span className={styles.text}>Halted</span>
    </span>
  );
}

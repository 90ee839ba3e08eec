import { useCallback, useSyncExternalStore } from 'react';
import type { Platform } from '../client/types.ts';
import { displaySymbol } from '../domain/symbols/symbol.ts';
import { haltText, unknownHaltText } from '../domain/symbols/halt-text.ts';
import { formatTime } from './format.ts';
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
export function useHaltReason(source: HaltSource, symbol: string): string | null {
  return useStatus(source, symbol, (record) => (record.isHalted ? record.haltReason : null));
}

/** That a halt of a watched symbol may be unknown, as a text; null when there is no such doubt. Renders again only when that changes. */
export function useUnknownHalt(source: HaltSource, symbol: string): string | null {
  const knownFromMs = useStatus(source, symbol, (record) => record.haltsKnownFromMs);
  return knownFromMs === null
    ? null
    : unknownHaltText(displaySymbol(symbol), formatTime(knownFromMs, 'HH:mm:ss'));
}

type StatusRecord = NonNullable<ReturnType<HaltSource['symbols']['get']>>;

/** What `select` takes of the symbol's record; null without a record. */
function useStatus<Value extends string | number>(
  { symbols }: HaltSource,
  symbol: string,
  select: (record: StatusRecord) => Value | null,
): Value | null {
  const subscribe = useCallback(
    (listener: () => void) =>
      symbol === '' ? () => {} : symbols.subscribe([symbol], CADENCE_MS, () => listener()),
    [symbols, symbol],
  );
  const read = () => {
    const record = symbols.get(symbol);
    return record === undefined ? null : select(record);
  };
  return useSyncExternalStore(subscribe, read, read);
}

/** `Halted`, while trading in a watched symbol is halted, with the reason as its hint; `Halt?`, while that is unknown; nothing else. */
export function HaltMark({ platform, symbol }: { readonly platform: HaltSource; readonly symbol: string }) {
  const reason = useHaltReason(platform, symbol);
  const unknown = useUnknownHalt(platform, symbol);
  if (reason === null)
    return unknown === null ? null : (
      <span className={styles.unknown} title={unknown}>
        Halt?
      </span>
    );
  return (
    <span className={styles.mark} title={`Trading in ${symbol} ${haltText(reason)}`}>
      <span className={styles.text}>Halted</span>
    </span>
  );
}

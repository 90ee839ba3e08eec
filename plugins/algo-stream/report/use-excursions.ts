import { useCallback, useEffect, useRef, useState } from 'react';
import { readExcursions, type TradeExcursions } from './read-excursions.ts';
import type { ReportPlatform } from './report-source.ts';
import type { LoadedReport } from './use-report.ts';

/** The reading of MAE and MFE. `share`: what is done of it, 0 to 1. */
export type ExcursionState =
  | { readonly kind: 'idle' | 'stopped' | 'ready' }
  | { readonly kind: 'reading'; readonly share: number }
  | { readonly kind: 'failed'; readonly message: string };

/** The excursions of a report: none until `start`. */
export interface Excursions {
  readonly state: ExcursionState;
  /** Empty until all were read. */
  readonly byTrade: TradeExcursions;
  /** Reads them unless that was done, or is under way. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** The state of a reading as text; empty when there is nothing to say. */
export function readingText(state: ExcursionState): string {
  if (state.kind === 'reading') return `Reading bars for MAE and MFE, ${Math.floor(state.share * 100)}%`;
  return state.kind === 'stopped' ? 'The reading of bars for MAE and MFE was stopped.' : '';
}

const NONE: TradeExcursions = new Map();

/** MAE and MFE of the trades of a report, read once on request. Another capital base changes no trade, so they are kept. */
export function useExcursions(
  platform: Pick<ReportPlatform, 'symbols'>,
  loaded: LoadedReport | null,
): Excursions {
  const [state, setState] = useState<ExcursionState>({ kind: 'idle' });
  const [byTrade, setByTrade] = useState(NONE);
  const reading = useRef<AbortController | null>(null);
  const source = loaded?.source ?? null;
  // A report that was loaded again has other trades.
  useEffect(
    () => () => {
      reading.current?.abort();
      reading.current = null;
      setState({ kind: 'idle' });
      setByTrade(NONE);
    },
    [source],
  );
  const start = useCallback(() => {
    if (loaded === null || reading.current !== null) return;
    const current = new AbortController();
    reading.current = current;
    const show = (next: ExcursionState): void => {
      if (reading.current === current) setState(next);
    };
    show({ kind: 'reading', share: 0 });
    readExcursions(platform, loaded, current.signal, (share) => show({ kind: 'reading', share }))
      .then((found) => {
        if (found === null || reading.current !== current) return;
        setByTrade(found);
        show({ kind: 'ready' });
      })
      .catch((error: unknown) => {
        show({
          kind: 'failed',
          message: error instanceof Error ? error.message : 'The bars could not be loaded.',
        });
        if (reading.current === current) reading.current = null;
      });
  }, [platform, loaded]);
  const stop = useCallback(() => {
    if (reading.current === null) return;
    reading.current.abort();
    reading.current = null;
    setState({ kind: 'stopped' });
  }, []);
  return { state, byTrade, start, stop };
}

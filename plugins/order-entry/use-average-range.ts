import { useCallback, useState } from 'react';
import { type Activity, type ToolPlatform, useWhileActive } from '../../src/plugin-api/index.ts';
import { loadAverageRange, type AverageRange } from './average-range.ts';
import { usesAtr } from './ticket-distances.ts';
import type { Ticket } from './ticket.ts';

/** Time between two readings, ms: another bar may have ended. */
const REFRESH_MS = 60_000;
const LOADING: AverageRange = { value: null, text: 'Loading the ATR…' };

/** The average true range that the ticket's exits are multiples of; null when none is. */
export function useAverageRange(
  platform: ToolPlatform,
  ticket: Ticket,
  window: Activity,
): AverageRange | null {
  const { symbol } = ticket;
  const { period, bars } = ticket.atr;
  const isUsed = usesAtr(ticket) && symbol !== '';
  const key = `${symbol} ${period} ${bars}`;
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly range: AverageRange } | null>(null);
  const follow = useCallback(() => {
    if (!isUsed) return undefined;
    const abort = new AbortController();
    const load = () =>
      void loadAverageRange(platform, symbol, { period, bars }, abort.signal).then((range) => {
        if (!abort.signal.aborted) setLoaded({ key, range });
      });
    load();
    const timer = setInterval(load, REFRESH_MS);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [platform, symbol, period, bars, isUsed, key]);
  useWhileActive(window, follow);
  if (!isUsed) return null;
  return loaded?.key === key ? loaded.range : LOADING;
}

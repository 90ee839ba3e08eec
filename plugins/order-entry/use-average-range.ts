import { useEffect, useState } from 'react';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
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
  isActive: boolean,
): AverageRange | null {
  const { symbol } = ticket;
  const { period, bars } = ticket.atr;
  const isUsed = usesAtr(ticket) && symbol !== '';
  const key = `${symbol} ${period} ${bars}`;
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly range: AverageRange } | null>(null);
  useEffect(() => {
    if (!isUsed || !isActive) return;
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
  }, [platform, symbol, period, bars, isUsed, isActive, key]);
  if (!isUsed) return null;
  return loaded?.key === key ? loaded.range : LOADING;
}

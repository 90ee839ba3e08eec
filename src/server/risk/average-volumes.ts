import { DAY_MS } from '../../domain/calendar/durations.ts';
import type { MarketData } from '../market/market-data.ts';

/** Sessions that an average is made of, and how far back they may lie. */
const DAYS = 20;
const REACH_MS = 40 * DAY_MS;
const KEPT = 5_000;

/** Mean daily volume of the twenty sessions before the present one, at hand without waiting. */
export interface AverageVolumes {
  /** Until the bars are read: the volume of the day before. null = the symbol has no day behind it. */
  volumeOf(symbol: string): number | null;
}

/** Average daily volumes from the daily bars of the market, read once per symbol and session. */
export function createAverageVolumes(
  market: Pick<MarketData, 'bars' | 'sessionDay' | 'snapshot'>,
  onError: (error: unknown) => void,
): AverageVolumes {
  let date = '';
  const known = new Map<string, number | null>();

  const read = async (symbol: string, day: string, openMs: number): Promise<void> => {
    const bars = await market.bars(symbol, 'Day', openMs - REACH_MS, openMs - 12 * 3_600_000);
    const recent = bars.slice(-DAYS);
    if (day === date)
      known.set(
        symbol,
        recent.length === 0
          ? null
          : Math.round(recent.reduce((sum, bar) => sum + bar.volume, 0) / recent.length),
      );
  };

  return {
    volumeOf(symbol) {
      const session = market.sessionDay();
      if (session.date !== date || known.size >= KEPT) {
        date = session.date;
        known.clear();
      }
      const average = known.get(symbol);
      if (average !== undefined) return average;
      const yesterday = market.snapshot(symbol)?.previousVolume ?? 0;
      known.set(symbol, yesterday > 0 ? yesterday : null);
      read(symbol, session.date, session.openMs).catch(onError);
      return known.get(symbol) ?? null;
    },
  };
}

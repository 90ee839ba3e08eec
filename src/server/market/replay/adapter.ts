import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import type { MarketAdapter } from '../market-adapter.ts';

/** The variables of a replay. */
export interface ReplaySettings {
  /** `YYYY-MM-DD`, the first replayed day; undefined: the first recorded one. */
  readonly startDate: string | undefined;
  /** Exchange seconds per host second; 0 = paused. */
  readonly speed: number;
}

/** Recorded days, played from CSV files. */
export const REPLAY_ADAPTER: MarketAdapter<ReplaySettings> = {
  title: 'Recorded market',
  argument: '<folder>',
  settings: {
    startDate: {
      variable: 'TAPEDECK_MARKET_START',
      fallback: undefined,
      expectation: 'a date written as YYYY-MM-DD',
      parse: parseDate,
    },
    speed: {
      variable: 'TAPEDECK_SPEED',
      fallback: 1,
      expectation: 'a number from 1 to 100, or 0 for a paused market',
      parse: parseSpeed,
    },
  },
  capabilities: {
    bars: ['OneMinute', 'FiveMinutes', 'ThirtyMinutes', 'Day'],
    hasTrades: true,
    hasQuotes: true,
    hasDepth: true,
    options: 'recorded',
    history: 'as recorded',
    hasSpeed: true,
    requestsPerMinute: null,
  },
  nameOf: (folder) => `replay of ${folder}`,
  async open({ argument: folder, settings }, { seed, nowMs, wallMs, note }) {
    const { createReplayMarket } = await import('./replay-market.ts');
    return createReplayMarket({ folder, ...settings, nowMs, wallMs, seed, log: note });
  },
};

function parseSpeed(text: string): number | undefined {
  if (!/^\d{1,3}(\.\d{1,3})?$/.test(text)) return undefined;
  const value = Number(text);
  return value === 0 || (value >= 1 && value <= 100) ? value : undefined;
}

function parseDate(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  return isValid(parseISO(text)) ? text : undefined;
}

import { createReplayMarket, type ReplayMarket } from '../../src/server/market/replay/replay-market.ts';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';

export interface SteppedReplay {
  readonly market: ReplayMarket;
  /** Plays up to a moment of exchange time; resolves when every event before it is out. */
  playTo(exchangeMs: number): Promise<void>;
  /** Exchange times of the first trade of each minute of the played day. */
  firstTradesOf(symbol: string): readonly number[];
}

const MINUTE_MS = 60_000;
const SESSION_MINUTES = 390;
const MANY_TRADES = 1_000_000;

/** A recorded day that stands still until a test plays it on: what happens in it does not depend on how fast the machine is. */
export function steppedReplay(folder: string, date: string): SteppedReplay {
  const openMs = newYorkMs(date, 570);
  const replayAt = (hostMs: () => number): ReplayMarket =>
    createReplayMarket({
      folder,
      startDate: date,
      speed: 1,
      nowMs: hostMs,
      seed: 7,
      log: () => undefined,
      pumpMs: 1,
    });
  let hostMs = 0;
  const market = replayAt(() => hostMs);
  const firstTradesOf = (symbol: string): number[] => {
    // The same day, over: it has the same prints.
    let overMs = 0;
    const over = replayAt(() => overMs);
    overMs = SESSION_MINUTES * MINUTE_MS;
    const firsts: number[] = [];
    for (const { timeMs } of over.timeAndSales(symbol, MANY_TRADES).toReversed())
      firsts[Math.floor((timeMs - openMs) / MINUTE_MS)] ??= timeMs;
    return firsts;
  };
  return {
    market,
    firstTradesOf,
    async playTo(exchangeMs) {
      hostMs = exchangeMs - openMs;
      while ((market.flowedAtMs?.() ?? 0) < hostMs) await new Promise((resolve) => setTimeout(resolve, 1));
    },
  };
}

import type { ServerConfig } from './config.ts';
import { forwardClock } from './forward-clock.ts';
import type { MarketData } from './market/market-data.ts';
import { storedEpoch, storedSeed } from './market-memory.ts';
import type { ReplayNotes } from './replay-notes.ts';
import type { SystemValues } from './storage/repositories.ts';

/** Longest name of a market, characters. */
const MAX_NAME_CHARS = 256;

/** Creates the configured market; loads only the code of that one. */
export async function openMarket(
  config: ServerConfig,
  system: SystemValues,
  log: ReplayNotes,
): Promise<MarketData> {
  const seed = config.seed ?? (await storedSeed(system));
  // A market does not go back, nor stop, when the clock of the machine is set back.
  const nowMs = forwardClock();
  const wallMs = (): number => Date.now();
  if (config.market.kind === 'replay') {
    const { createReplayMarket } = await import('./market/replay/replay-market.ts');
    return createReplayMarket({
      folder: config.market.folder,
      startDate: config.marketStart,
      speed: config.speed,
      nowMs,
      wallMs,
      seed,
      log,
    });
  }
  const { createSimulatedMarket } = await import('./market/simulated/simulated-market.ts');
  return createSimulatedMarket({
    seed,
    nowMs,
    wallMs,
    epoch: await storedEpoch(system, nowMs()),
    preparesAhead: config.figures === 'ahead',
  });
}

/** The market's name as `/api/config` and the log show it. */
export function marketNameOf({ market }: Pick<ServerConfig, 'market'>): string {
  return market.kind === 'simulated' ? 'simulated' : `replay of ${market.folder}`.slice(0, MAX_NAME_CHARS);
}

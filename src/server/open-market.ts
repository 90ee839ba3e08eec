import { join } from 'node:path';
import type { ServerConfig } from './config.ts';
import { forwardClock } from './forward-clock.ts';
import type { MarketData } from './market/market-data.ts';
import { MARKET_ADAPTERS, openChosenMarket } from './market/registry.ts';
import { storedSeed } from './market-memory.ts';
import type { ReplayNotes } from './replay-notes.ts';
import type { SystemValues } from './storage/repositories.ts';

/** Creates the configured market; loads only the code of that one. */
export async function openMarket(
  config: ServerConfig,
  system: SystemValues,
  note: ReplayNotes,
): Promise<MarketData> {
  return openChosenMarket(config.market, {
    seed: config.seed ?? (await storedSeed(system)),
    // A market does not go back, nor stop, when the clock of the machine is set back.
    nowMs: forwardClock(),
    wallMs: () => Date.now(),
    system,
    folder: join(config.dataFolder, 'market', config.market.kind),
    preparesAhead: worksAhead(config),
    note,
  });
}

/** Whether figures are computed before they are requested: as configured, and never where each request counts against a limit. */
export function worksAhead({ figures, market }: Pick<ServerConfig, 'figures' | 'market'>): boolean {
  return figures === 'ahead' && MARKET_ADAPTERS[market.kind].capabilities.requestsPerMinute === null;
}

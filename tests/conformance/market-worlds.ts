import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { MarketHost } from '../../src/server/market/market-adapter.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { MARKET_KINDS, type MarketKind } from '../../src/server/market/market-kinds.ts';
import {
  MARKET_ADAPTERS,
  marketNameOf,
  openChosenMarket,
  readMarketChoice,
} from '../../src/server/market/registry.ts';
import { startStandInFeed } from '../../src/server/market/feed/stand-in/stand-in.ts';
import { VariableReader, type Environment } from '../../src/server/variable-reader.ts';
import { startStandInAlpaca } from '../support/stand-in-alpaca.ts';
import type { MarketWorld } from './market-conformance.ts';

const RECORDING = fileURLToPath(new URL('../fixtures/replay/', import.meta.url));
/** Host time when a market is created, a Wednesday at 11:00 in New York, and an hour later when it is used, UTC ms. */
const CREATED_MS = Date.UTC(2026, 4, 6, 15);
const USED_MS = CREATED_MS + 3_600_000;

/** What a market needs beside itself, with the variables that choose it. */
interface Surroundings {
  readonly environment: Environment;
  close(): Promise<void>;
}

const needsNothing = async (market: string): Promise<Surroundings> => ({
  environment: { TAPEDECK_MARKET: market },
  close: async () => {},
});

/** What surrounds each market in the tests: another adapter adds its line here. A vendor needs a stand-in. */
const SURROUNDINGS: Readonly<Record<MarketKind, () => Promise<Surroundings>>> = {
  simulated: () => needsNothing('simulated'),
  replay: () => needsNothing(`replay:${RECORDING}`),
  alpaca: () => startStandInAlpaca(USED_MS),
  feed: () => startStandInFeed(USED_MS),
};

/** Opens and starts a registered market as the server does, with an hour of host time between its creation and what follows. */
async function openRegistered(kind: MarketKind): Promise<MarketData> {
  const { environment, close } = await SURROUNDINGS[kind]();
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-markets-'));
  const values = new Map<string, string>();
  const variables = new VariableReader(environment);
  const choice = readMarketChoice(variables);
  expect(variables.problems).toEqual([]);
  expect(marketNameOf(choice)).not.toBe('');
  let calls = 0;
  const nowMs = (): number => (calls++ === 0 ? CREATED_MS : USED_MS);
  const host: MarketHost = {
    seed: 7,
    nowMs,
    wallMs: nowMs,
    system: {
      get: async (name) => values.get(name),
      set: async (name, value) => void values.set(name, value),
    },
    folder,
    preparesAhead: false,
    note: () => {},
  };
  const market = await openChosenMarket(choice, host);
  expect(market.kind).toBe(kind);
  await market.start();
  const stop = market.stop.bind(market);
  return Object.assign(market, {
    async stop() {
      await stop();
      await close();
      await rm(folder, { recursive: true });
    },
  });
}

/** Every registered market. */
export const REGISTERED_MARKETS: readonly MarketWorld[] = MARKET_KINDS.map((kind) => ({
  name: kind,
  title: MARKET_ADAPTERS[kind].title,
  capabilities: MARKET_ADAPTERS[kind].capabilities,
  open: () => openRegistered(kind),
}));

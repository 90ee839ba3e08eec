import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { createReplayMarket } from '../../src/server/market/replay/replay-market.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import { morningEpoch } from '../support/morning-epoch.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, openAccount, type WireClient } from './wire-client.ts';

const RECORDING = fileURLToPath(new URL('../fixtures/replay', import.meta.url));
const nowMs = () => Date.now();
const replay = (speed: number) =>
  createReplayMarket({ folder: RECORDING, speed, nowMs, seed: 1, log: () => {} });
const beats = (client: WireClient<'streaming'>) =>
  client.names().filter((name) => name === 'feedAlive').length;

let servers: TestServer<MarketData>[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.end()));
});

/** A streaming client of a server with this market, watching one symbol. */
async function watch(market: MarketData, symbol: string): Promise<WireClient<'streaming'>> {
  const server = await startTestServer<MarketData>({ market });
  servers = [...servers, server];
  const { jwt } = await openAccount(server.ports, server.user);
  const client = await authenticated('streaming', server.ports, jwt);
  client.send('subscribe', { Account: server.user.account, Symbol: symbol, Type: 'Quote' });
  expect((await client.next('subscriptionResponse')).Result).toBe('Subscribed');
  return client;
}

describe('the word that the market flows', () => {
  it("comes every five seconds from a live market and a running replay, with the exchange's time, and never from a paused replay", async () => {
    const [simulated, running, paused] = await Promise.all([
      watch(createSimulatedMarket({ epoch: morningEpoch(), seed: 3, nowMs, preparesAhead: false }), 'AAPL'),
      watch(replay(1), 'AAPL'),
      watch(replay(0), 'AAPL'),
    ]);
    const [first] = await Promise.all([simulated.next('feedAlive'), running.next('feedAlive')]);
    const [second] = await Promise.all([simulated.next('feedAlive'), running.next('feedAlive')]);
    // A busy machine sends the first late, never early: the two are five seconds apart or a little less.
    expect(second.ExchangeTime - first.ExchangeTime).toBeGreaterThan(1_000);
    expect(beats(paused)).toBe(0);
    for (const client of [simulated, running, paused]) client.close();
  });
});

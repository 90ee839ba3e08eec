import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createReplayMarket } from '../../src/server/market/replay/replay-market.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { openAccount } from './wire-client.ts';

const RECORDING = fileURLToPath(new URL('../fixtures/replay', import.meta.url));
const replay = () =>
  createReplayMarket({ folder: RECORDING, speed: 5, nowMs: () => Date.now(), seed: 1, log: () => {} });

let server: TestServer<MarketData> | undefined;
afterEach(async () => {
  await server?.end();
  server = undefined;
});

describe('the speed of a replay', () => {
  it('is set by an administrator, and every client is notified', async () => {
    const market = replay();
    server = await startTestServer<MarketData>({ market });
    const other = await server.addUser('ann');
    const { client: admin } = await openAccount(server.ports, server.user);
    const { client: trader } = await openAccount(server.ports, other);
    expect((await admin.next('market')).Replay).toEqual({ Speed: 5, MayControl: true });
    expect((await trader.next('market')).Replay).toEqual({ Speed: 5, MayControl: false });

    admin.send('replaySpeedSet', { Speed: 0 });
    expect((await admin.next('market')).Replay).toEqual({ Speed: 0, MayControl: true });
    const paused = await trader.next('market');
    expect(paused).toMatchObject({
      Kind: 'Replay',
      DefaultSymbol: 'SPY',
      Replay: { Speed: 0, MayControl: false },
    });
    const stoodMs = market.exchangeMs();
    admin.send('replaySpeedSet', { Speed: 100 });
    expect((await trader.next('market')).Replay?.Speed).toBe(100);
    await expect.poll(() => market.exchangeMs()).toBeGreaterThan(stoodMs);
    for (const client of [admin, trader]) client.close();
  });

  it('is refused from other users and beyond its bounds', async () => {
    const market = replay();
    server = await startTestServer<MarketData>({ market });
    const { client } = await openAccount(server.ports, await server.addUser('ann'));
    client.send('replaySpeedSet', { Speed: 0 });
    expect(await client.next('failure')).toMatchObject({
      RequestT: 27,
      Message: 'Only an administrator may do this',
    });
    for (const Speed of [0.5, -1, 101]) {
      client.sendRaw(JSON.stringify({ T: 27, Speed }));
      expect((await client.next('failure')).RequestT).toBe(27);
    }
    expect(market.replay.speed()).toBe(5);
    client.close();
  });

  it('is refused where no recording is played', async () => {
    const quiet = await startTestServer();
    const { client } = await openAccount(quiet.ports, quiet.user);
    expect((await client.next('market')).Replay).toBeUndefined();
    client.send('replaySpeedSet', { Speed: 0 });
    expect((await client.next('failure')).Message).toBe('This server does not play a recording');
    client.close();
    await quiet.end();
  });
});

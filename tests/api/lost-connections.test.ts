import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/client/host-clock.ts';
import { createPlatform, type ConnectionName, type Platform } from '../../src/client/index.ts';
import {
  createSimulatedMarket,
  type SimulatedMarket,
} from '../../src/server/market/simulated/simulated-market.ts';
import { morningEpoch } from '../support/morning-epoch.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';

const NAMES: readonly ConnectionName[] = ['trading', 'streaming', 'data'];
const RECONNECT_MS = 300;
const SYMBOLS = ['AAPL', 'MSFT', 'SPY'];

let server: TestServer<SimulatedMarket>;
let proxies: Record<ConnectionName, TcpProxy>;
let platform: Platform;
/** Reports that the machine has woken, as a browser does. */
let wake: () => void;
/** The client's clock stands still at this time; null = it is the machine's. Timers run on. */
let stoppedClockMs: number | null;
let signedInMs: number;
const stale = () => SYMBOLS.filter((symbol) => platform.symbols.staleness(symbol).isStale);
const status = (name: ConnectionName) => platform.session.get().connections[name].status;
const versions = () => SYMBOLS.map((symbol) => platform.symbols.get(symbol)?.version ?? 0);

/** Every watched symbol moves on, the account is there, and a question is answered. */
async function works(): Promise<void> {
  await until(() => expect(NAMES.map(status)).toEqual(['open', 'open', 'open']));
  await until(() => expect(stale()).toEqual([]));
  const before = versions();
  await until(() => expect(versions().every((version, index) => version > (before[index] ?? 0))).toBe(true));
  expect((await platform.symbols.lookup('AAPL', 5)).map(({ Symbol }) => Symbol)).toContain('AAPL');
  await until(() =>
    expect(platform.session.get()).toMatchObject({ phase: 'logged-in', account: server.user.account }),
  );
}

beforeEach(async () => {
  stoppedClockMs = null;
  server = await startTestServer({
    market: createSimulatedMarket({ epoch: morningEpoch(), seed: 7, nowMs: Date.now, preparesAhead: false }),
  });
  proxies = {
    trading: await startTcpProxy(server.ports.trading),
    streaming: await startTcpProxy(server.ports.streaming),
    data: await startTcpProxy(server.ports.data),
  };
  // The only change to the real server's answers: each of its sockets is at the port of a proxy.
  const throughProxies: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).endsWith('/api/config')) return response;
    const config: unknown = await response.json();
    return Response.json({
      ...(config as object),
      SocketPaths: undefined,
      TradingPort: proxies.trading.port,
      StreamingPort: proxies.streaming.port,
      DataPort: proxies.data.port,
    });
  };
  platform = createPlatform({
    baseUrl: server.url,
    reconnectMs: RECONNECT_MS,
    clock: { ...systemClock, nowMs: () => stoppedClockMs ?? systemClock.nowMs() },
    fetch: throughProxies,
    hostEvents: {
      onWake: (listener) => {
        wake = listener;
        return () => {};
      },
    },
  });
  platform.symbols.watch(SYMBOLS);
  signedInMs = systemClock.nowMs();
  expect(await platform.session.login(server.user.userName, server.user.password)).toBe(true);
  await works();
});
afterEach(async () => {
  platform.dispose();
  for (const name of NAMES) await proxies[name].close();
  await server.end();
});

describe('a client whose connections are cut', () => {
  it.each(NAMES)('comes back by itself when the %s socket is lost, with all it had', async (name) => {
    proxies[name].cut();
    await until(() => expect(status(name)).not.toBe('open'));
    expect(platform.session.get().connections[name].latencyMs).toBeNull();
    await works();
    expect(proxies[name].connectionCount()).toBe(2);
    for (const other of NAMES) if (other !== name) expect(proxies[other].connectionCount()).toBe(1);
  });

  it('marks every price at once while the price socket is away, and unmarks them when prices come again', async () => {
    proxies.streaming.refuse(true);
    proxies.streaming.cut();
    await until(() => expect(status('streaming')).toBe('waiting'));
    expect([stale(), platform.feed.get().isStale]).toEqual([SYMBOLS, true]);
    proxies.streaming.refuse(false);
    await works();
    expect(platform.feed.get()).toEqual({ isStale: false, sinceMs: null });
  });

  it('notices dead sockets when it wakes, and comes back without a reload', async () => {
    for (const name of NAMES) proxies[name].freeze();
    // No silence grows on this clock: only the question after a sleep, to which no answer comes, shows that the sockets are dead.
    stoppedClockMs = systemClock.nowMs();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(NAMES.map(status)).toEqual(['open', 'open', 'open']);
    wake();
    await until(() => expect(NAMES.map((name) => proxies[name].connectionCount())).toEqual([2, 2, 2]));
    stoppedClockMs = null;
    await works();
  });

  it('marks prices when the market stops flowing though every socket is fine, and says since when', async () => {
    platform.settings.preview({ staleAfterSeconds: 5 });
    await until(() => expect(platform.session.get().connections.streaming.latencyMs).not.toBeNull());
    await server.market.stop();
    await until(() => expect([stale(), platform.feed.get().isStale]).toEqual([SYMBOLS, true]), 30_000);
    expect(NAMES.map(status)).toEqual(['open', 'open', 'open']);
    // Since the last word of the server, which the client noticed as the limit of the user's setting had passed.
    const sinceMs = platform.feed.get().sinceMs ?? 0;
    expect(sinceMs).toBeGreaterThanOrEqual(signedInMs);
    expect(systemClock.nowMs()).toBeGreaterThan(sinceMs + 5_000);
    await server.market.start();
    await until(() => expect([stale(), platform.feed.get().isStale]).toEqual([[], false]), 20_000);
  });
});

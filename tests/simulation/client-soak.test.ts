import { expect, it } from 'vitest';
import { createPlatform, type OrderTicket, type Platform } from '../../src/client/index.ts';
import { createManualClock } from '../../src/client/testing/manual-clock.ts';
import { createRandom } from './random.ts';
import { SoakServer } from './soak-server.ts';

/** `ROUNDS=50` runs as many seeds; `SEED=7` starts at one. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const MINUTE_MS = 60_000;
const SOAK_MS = 30 * MINUTE_MS;
const STEP_MS = 250;
/** Trouble lasts so long, and then everything has to come right by itself within as long. */
const TROUBLE_MS = 3 * MINUTE_MS;
const RECOVERY_MS = 2 * MINUTE_MS;
/** The pings of three sockets, and the check for fresh prices. */
const TIMERS_AT_REST = 4;
/** A ping that is not answered yet has a timer of its own, one a socket. */
const PINGS_OUT = 3;

const UNIVERSE = Array.from({ length: 3_000 }, (_, index) => `S${index}`);
const UNKNOWN = new Set(UNIVERSE.filter((_, index) => index % 500 === 499));
const ticket: OrderTicket = {
  symbol: 'S1',
  side: 'Buy',
  quantity: 100,
  type: 'Limit',
  price: 150,
  destination: 'SMART',
  route: 'AUTO',
};
/** Lets every promise that can settle do so. */
const settle = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
};

interface Window {
  readonly symbols: readonly string[];
  close(): void;
}

/** Thirty minutes of use over an unreliable connection. */
async function soak(seed: number): Promise<void> {
  const random = createRandom(seed);
  const clock = createManualClock();
  const server = new SoakServer(clock, random, UNKNOWN);
  let wake = () => {};
  const platform: Platform = createPlatform({
    baseUrl: 'http://soak.example',
    servers: ['http://soak.example', 'http://other.example'],
    clock,
    WebSocket: server.WebSocket,
    fetch: server.fetch,
    cookieMode: 'jar',
    hostEvents: {
      onWake: (listener) => {
        wake = listener;
        return () => {};
      },
    },
  });
  const windows = new Set<Window>();
  const changeCounts: number[] = [];
  const reports: number[] = [];
  let unanswered = 0;
  let isSigningIn = false;
  platform.orders.onReport(({ Serial }) => {
    if (Serial > 0) reports.push(Serial);
  });

  const clientTimers = () => clock.timerCount() - server.timerCount();
  const session = () => platform.session.get();
  const watched = () => new Set([...windows].flatMap(({ symbols }) => symbols));

  function openWindow(): void {
    const from = random.int(0, UNIVERSE.length - 1);
    const symbols = UNIVERSE.slice(from, from + random.int(1, random.chance(0.1) ? 2_000 : 60));
    const release = platform.symbols.watch(symbols);
    const stop = platform.symbols.subscribe(symbols, 500, (changed) => void changeCounts.push(changed.size));
    const window: Window = {
      symbols,
      close() {
        windows.delete(window);
        stop();
        release();
      },
    };
    windows.add(window);
  }

  function ask(): void {
    const abort = new AbortController();
    unanswered++;
    void platform.symbols
      .lookup('ab', 5, abort.signal)
      .catch(() => null)
      .finally(() => {
        unanswered--;
      });
    if (random.chance(0.2)) abort.abort();
  }

  /** Signs in as a user does who finds the login screen. */
  function signInAgain(mayBeDemo: boolean): void {
    if (isSigningIn || session().phase === 'logged-in') return;
    isSigningIn = true;
    const isDemo = mayBeDemo && random.chance(0.3);
    void (isDemo ? platform.session.startDemo() : platform.session.login('ann', 'right')).finally(() => {
      isSigningIn = false;
    });
  }

  function act(): void {
    if (windows.size < 3 || (windows.size < 15 && random.chance(0.05))) openWindow();
    else if (random.chance(0.05)) random.pick([...windows] as [Window, ...Window[]]).close();
    if (random.chance(0.1)) ask();
    for (let tick = 0; tick < 5; tick++) server.tick(random.pick(UNIVERSE as [string, ...string[]]));
    if (session().phase !== 'logged-in') return signInAgain(true);
    if (random.chance(0.05) && !session().isDemo) platform.orders.send(ticket);
    if (random.chance(0.002))
      void platform.session.selectAccount(
        random.pick([...session().demoAccounts, ...session().liveAccounts] as [string, ...string[]]),
      );
    if (random.chance(0.02)) platform.settings.storeWorkspace(`{"w":${random.int(0, 1e9)}}`);
    if (random.chance(0.001)) void platform.session.logout();
  }

  async function makeTrouble(): Promise<void> {
    const sockets = (['trading', 'streaming', 'data'] as const).flatMap((name) => server.wires(name));
    const wire = sockets[random.int(0, Math.max(0, sockets.length - 1))];
    if (random.chance(0.01)) wire?.drop(random.pick([1001, 1006, 1011]));
    if (random.chance(0.005) && wire) wire.isFrozen = true;
    if (random.chance(0.004)) server.refreshToken();
    if (random.chance(0.0007)) server.endSession();
    if (random.chance(0.003) && session().isDemo) server.expireDemo();
    if (random.chance(0.002)) {
      if (random.chance(0.5)) for (const each of sockets) each.isFrozen = true;
      clock.sleep(random.int(21_000, 400_000));
      await settle();
      if (random.chance(0.5)) wake();
    }
    if (random.chance(0.01)) wake();
  }

  async function run(durationMs: number, step: () => void | Promise<void>): Promise<void> {
    // Counted awake: what the machine slept comes on top.
    for (let awakeMs = 0; awakeMs < durationMs; awakeMs += STEP_MS) {
      await step();
      clock.advance(STEP_MS);
      await settle();
    }
  }

  /** Expects that the user is signed in and that no trace of the failures is left. */
  function checkAtRest(): void {
    expect(server.faults).toEqual([]);
    expect(session()).toMatchObject({
      phase: 'logged-in',
      connections: { trading: { status: 'open' }, streaming: { status: 'open' }, data: { status: 'open' } },
    });
    for (const name of ['trading', 'streaming', 'data'] as const)
      expect(
        server.wires(name).filter(({ isFrozen }) => !isFrozen),
        name,
      ).toHaveLength(1);

    const known = [...watched()].filter((symbol) => !UNKNOWN.has(symbol));
    const subscribed =
      server.wires('streaming').find(({ isFrozen }) => !isFrozen)?.subscriptions ?? new Set();
    expect([...subscribed].sort()).toEqual(
      known.flatMap((symbol) => [`Quote/${symbol}`, `Trade/${symbol}`]).sort(),
    );
    expect(
      known.filter(
        (symbol) =>
          platform.symbols.get(symbol)?.state !== 'live' || platform.symbols.staleness(symbol).isStale,
      ),
    ).toEqual([]);
    expect(
      [...watched()].filter(
        (symbol) => UNKNOWN.has(symbol) && platform.symbols.get(symbol)?.state !== 'unknown',
      ),
    ).toEqual([]);
    expect(platform.feed.get().isStale).toBe(false);

    expect(unanswered).toBe(0);
    const { orders, log } = platform.orders.get();
    const mine = [...server.orders.values()].filter(({ account }) => account === session().account);
    // Serial 0 is what this client says itself, of an order that never arrived.
    expect(
      log
        .map(({ Serial }) => Serial)
        .filter((serial) => serial > 0)
        .sort((left, right) => left - right),
    ).toEqual(
      mine
        .flatMap(({ reports: each }) => each.map(({ Serial }) => Serial))
        .sort((left, right) => left - right),
    );
    for (const { order } of mine)
      expect(orders.get(order.OrderId)).toMatchObject({
        Status: order.Status,
        Fill: order.Fill,
        ClientId: order.ClientId,
      });
    // An order that never reached the server is reported as lost, and does not stay "Sent".
    const ids = new Set(mine.map(({ clientId }) => clientId));
    expect(
      [...orders.values()].filter(({ ClientId, Status }) => !ids.has(ClientId) && Status !== 'Rejected'),
    ).toEqual([]);
    expect(clientTimers()).toBeLessThanOrEqual(TIMERS_AT_REST + PINGS_OUT + 1);
  }

  /** Runs without failures until the client has recovered; a demo or a refused account is replaced by one of the user. */
  async function recover(): Promise<void> {
    server.setTrouble(false);
    await run(RECOVERY_MS, () => {
      if (session().phase !== 'logged-in') signInAgain(false);
    });
  }

  for (let passedMs = 0; passedMs < SOAK_MS; passedMs += TROUBLE_MS + RECOVERY_MS) {
    server.setTrouble(true);
    await run(TROUBLE_MS, () => {
      act();
      return makeTrouble();
    });
    await recover();
    checkAtRest();
  }
  expect(changeCounts.length).toBeGreaterThan(100);
  expect(new Set(reports).size).toBe(reports.length);

  // Nobody looks any more: nothing is kept.
  for (const window of [...windows]) window.close();
  await run(10_000, () => {});
  expect(server.wires('streaming').flatMap(({ subscriptions }) => [...subscriptions])).toEqual([]);
  expect(UNIVERSE.filter((symbol) => platform.symbols.get(symbol) !== undefined)).toEqual([]);
  expect(clientTimers()).toBeGreaterThanOrEqual(TIMERS_AT_REST);
  expect(clientTimers()).toBeLessThanOrEqual(TIMERS_AT_REST + PINGS_OUT);

  const leaving = platform.session.logout();
  await run(5_000, () => {});
  await leaving;
  expect([clientTimers(), platform.orders.get().orders.size, platform.orders.get().log.length]).toEqual([
    0, 0, 0,
  ]);
  expect(
    (['trading', 'streaming', 'data'] as const)
      .flatMap((name) => server.wires(name))
      .filter(({ isFrozen }) => !isFrozen),
  ).toEqual([]);
  platform.dispose();
  expect(server.faults).toEqual([]);
}

it.each(Array.from({ length: ROUNDS }, (_, round) => FIRST_SEED + round))(
  'thirty minutes on a bad line leave nothing behind and lose nothing (seed %i)',
  async (seed) => {
    await soak(seed);
  },
  120_000,
);

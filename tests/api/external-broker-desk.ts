import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { createPlatform, type Platform } from '../../src/client/index.ts';
import { createExternalLink, type ExternalLink } from '../../src/client/external-broker/index.ts';
import { systemClock, type HostClock } from '../../src/client/host-clock.ts';
import type { OrderTicket, TradingProblem, WireOrder } from '../../src/client/types.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { brokerPerson } from '../support/broker-person.ts';
import { freePort } from '../support/ports.ts';
import { startTestBroker, type TestBroker } from '../support/stand-in-broker.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { until } from '../support/until.ts';

export const DAY_MS = 86_400_000;
export const ticket: OrderTicket = {
  symbol: 'SPY',
  side: 'Buy',
  quantity: 10,
  type: 'Limit',
  price: 100.05,
  destination: 'EXTERNAL',
  route: 'AUTO',
};

// Set by `openWorld` and `beginTest`; who imports them sees them as they are then.
export let server: TestServer<ScriptedMarket>;
export let broker: TestBroker;
export let user: TestUser;
let count = 0;
export const desks: Desk[] = [];

/** The host's clock, whose long timers a test can let fall due. */
function skippableClock(): HostClock & {
  skip(ms: number): void;
  hurry(askedMs: number): void;
  delays(): number[];
} {
  const waiting = new Map<unknown, { atMs: number; askedMs: number; run: () => void }>();
  let skippedMs = 0;
  const nowMs = () => Date.now() + skippedMs;
  return {
    ...systemClock,
    setTimeout(callback, delayMs) {
      const handle = {};
      const run = () => {
        if (waiting.delete(handle)) callback();
      };
      const timer = setTimeout(run, delayMs);
      waiting.set(handle, {
        atMs: nowMs() + delayMs,
        askedMs: delayMs,
        run: () => (clearTimeout(timer), run()),
      });
      return handle;
    },
    clearTimeout: (handle) => void waiting.delete(handle),
    nowMs,
    skip(ms) {
      skippedMs += ms;
      for (const { atMs, run } of [...waiting.values()]) if (atMs <= nowMs()) run();
    },
    /** Lets timers of that length fall due now. */
    hurry(ms) {
      for (const { askedMs, run } of [...waiting.values()]) if (askedMs === ms) run();
    },
    delays: () => [...waiting.values()].map(({ askedMs }) => askedMs),
  };
}

export interface Desk {
  readonly platform: Platform;
  readonly link: ExternalLink;
  readonly clock: ReturnType<typeof skippableClock>;
  readonly problems: TradingProblem[];
  orders(): WireOrder[];
  reports(): string[];
}

/** A client that is signed in to its live account. */
export async function openDesk(): Promise<Desk> {
  const clock = skippableClock();
  let made: ExternalLink | undefined;
  const platform = createPlatform({
    baseUrl: server.url,
    clock,
    WebSocket,
    externalBroker: (host) => (made = createExternalLink(host)),
  });
  if (!made) throw new Error('The platform made no link.');
  const link = made;
  const problems: TradingProblem[] = [];
  platform.tradingApi.onProblem((problem) => problems.push(problem));
  const desk: Desk = {
    platform,
    link,
    clock,
    problems,
    orders: () => [...platform.orders.get().orders.values()],
    reports: () =>
      platform.orders
        .get()
        .log.map(({ ReportType }) => ReportType)
        .toReversed(),
  };
  desks.push(desk);
  if (!(await platform.session.login(user.userName, user.password)))
    throw new Error(platform.session.get().error ?? 'no sign-in');
  await until(() => expect(platform.tradingApi.get().isExternalAvailable).toBe(true));
  return desk;
}

/** A desk whose orders go to the broker, with the login done. */
export async function tradingDesk(): Promise<Desk> {
  await atBroker();
  const desk = await openDesk();
  expect(await desk.platform.tradingApi.choose('External')).toEqual({ ok: true });
  await until(() => expect(desk.platform.tradingApi.get()).toMatchObject({ login: 'LoggedIn', error: null }));
  return desk;
}

export async function atBroker(): Promise<void> {
  const person = await brokerPerson(server, user);
  await person.login();
  person.close();
}

export { until };
export const account = () => {
  const [first] = broker.book.accounts;
  if (!first) throw new Error('The broker has no account.');
  return first;
};
/** The only order of the desk once it is in a status. The look after a second comes at once. */
export const became = async (desk: Desk, Status: WireOrder['Status']) => {
  await until(() => {
    desk.clock.hurry(1000);
    expect(desk.orders()).toMatchObject([{ Status }]);
  });
  return desk.orders()[0];
};
/** Orders that our server has on record. */
export const records = async () =>
  (await server.storage.repositories.externalBroker.orders(user.userId, account().accountNumber, 0)).map(
    (text): unknown => JSON.parse(text),
  );
export const newest = () => broker.book.orders(account()).at(-1);

/** A server, and a stand-in of the broker beside it. */
export async function openWorld(): Promise<void> {
  const port = await freePort();
  broker = await startTestBroker(port);
  server = await startTestServer({
    config: { ports: { http: port, trading: 0, streaming: 0, data: 0 }, externalBroker: broker.config },
  });
}
export async function closeWorld(): Promise<void> {
  await server.end();
  await broker.close();
}
/** A user and an empty broker for each test. */
export async function beginTest(): Promise<void> {
  count += 1;
  broker.reset([String(70_000_000 + count * 10), String(70_000_001 + count * 10)]);
  user = await server.addUser(`trader${count}`);
  await server.storage.repositories.accounts.update(user.account, { isLive: true });
}
export function endTest(): void {
  for (const { platform } of desks.splice(0)) platform.dispose();
}

import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { createPlatform, type Platform } from '../../src/client/index.ts';
import { createSchwabLink, type ExternalLink } from '../../src/client/external-broker/index.ts';
import type { OrderTicket, TradingProblem, WireOrder } from '../../src/client/types.ts';
import type { NewStandInOrder } from '../../src/server/brokers/schwab/stand-in/order.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { brokerUser } from '../support/broker-user.ts';
import { skippableClock } from '../support/skippable-clock.ts';
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
export const clients: TestClient[] = [];

export interface TestClient {
  readonly platform: Platform;
  readonly link: ExternalLink;
  readonly clock: ReturnType<typeof skippableClock>;
  readonly problems: TradingProblem[];
  orders(): WireOrder[];
  reports(): string[];
}

/** A client that is signed in to its live account. */
export async function openClient(): Promise<TestClient> {
  const clock = skippableClock();
  let made: ExternalLink | undefined;
  const platform = createPlatform({
    baseUrl: server.url,
    clock,
    WebSocket,
    externalBroker: (host) => (made = createSchwabLink(host)),
  });
  if (!made) throw new Error('The platform made no link.');
  const link = made;
  const problems: TradingProblem[] = [];
  platform.tradingApi.onProblem((problem) => problems.push(problem));
  const client: TestClient = {
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
  clients.push(client);
  if (!(await platform.session.login(user.userName, user.password)))
    throw new Error(platform.session.get().error ?? 'no sign-in');
  await until(() => expect(platform.tradingApi.get().isExternalAvailable).toBe(true));
  return client;
}

/** A client whose orders go to the broker, with the login done. */
export async function tradingClient(): Promise<TestClient> {
  await logInAtBroker();
  const client = await openClient();
  expect(await client.platform.tradingApi.choose('External')).toEqual({ ok: true });
  await until(() =>
    expect(client.platform.tradingApi.get()).toMatchObject({ login: 'LoggedIn', error: null }),
  );
  return client;
}

export async function logInAtBroker(): Promise<void> {
  const caller = await brokerUser(server, user);
  await caller.login();
  caller.close();
}

export { until };
export const account = () => {
  const [first] = broker.book.accounts;
  if (!first) throw new Error('The broker has no account.');
  return first;
};
/** The only order of the client once it is in a status. The read after a second comes at once. */
export const became = async (client: TestClient, Status: WireOrder['Status']) => {
  await until(() => {
    client.clock.hurry(1000);
    expect(client.orders()).toMatchObject([{ Status }]);
  });
  return client.orders()[0];
};
/** Orders that our server has on record. */
export const records = async () =>
  (await server.storage.repositories.externalBroker.orders(user.userId, account().accountNumber, 0)).map(
    (text): unknown => JSON.parse(text),
  );
/** A limit order as a client of the broker states it. */
export const stockOrder = (
  symbol: string,
  instruction: string,
  quantity: number,
  change: Partial<NewStandInOrder> = {},
): NewStandInOrder => ({
  legs: [{ symbol, assetType: 'EQUITY', instruction, quantity }],
  strategy: 'NONE',
  orderType: 'LIMIT',
  duration: 'DAY',
  price: 100.05,
  stopPrice: undefined,
  route: 'AUTO',
  ...change,
});
/** The broker's newest order. */
export const newest = () => broker.book.orders(account()).at(-1);

/** A server, and a stand-in of the broker beside it. */
export async function openWorld(): Promise<void> {
  const port = await freePort();
  broker = await startTestBroker(port);
  server = await startTestServer({
    config: {
      ports: { http: port, trading: 0, streaming: 0, data: 0 },
      externalBroker: { kind: 'schwab', config: broker.config },
    },
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
  for (const { platform } of clients.splice(0)) platform.dispose();
}

import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { createPlatform, type Platform } from '../../src/client/index.ts';
import { createAlpacaLink } from '../../src/client/external-broker/index.ts';
import type { OrderTicket, TradingProblem, WireOrder } from '../../src/client/types.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { ALPACA_KEY, startTestAlpaca, type TestAlpaca } from '../support/stand-in-alpaca-broker.ts';
import { skippableClock } from '../support/skippable-clock.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { until } from '../support/until.ts';

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
export let broker: TestAlpaca;
export let user: TestUser;
let count = 0;
const platforms: Platform[] = [];

export interface AlpacaTestClient {
  readonly platform: Platform;
  readonly clock: ReturnType<typeof skippableClock>;
  readonly problems: TradingProblem[];
  orders(): WireOrder[];
  /** Statuses of the orders, by what each is: `Buy Limit Executed`. */
  rows(): string[];
  /** Fills in the trade log, oldest first: quantity, price, what is left. */
  fills(): (readonly [number, number, number])[];
}

/** A client that is signed in to its live account. */
export async function openClient(): Promise<AlpacaTestClient> {
  const clock = skippableClock();
  const platform = createPlatform({
    baseUrl: server.url,
    clock,
    WebSocket,
    externalBroker: createAlpacaLink,
  });
  platforms.push(platform);
  const problems: TradingProblem[] = [];
  platform.tradingApi.onProblem((problem) => problems.push(problem));
  if (!(await platform.session.login(user.userName, user.password)))
    throw new Error(platform.session.get().error ?? 'no sign-in');
  await until(() => expect(platform.tradingApi.get().isExternalAvailable).toBe(true));
  const orders = () => [...platform.orders.get().orders.values()];
  return {
    platform,
    clock,
    problems,
    orders,
    rows: () => orders().map(({ Side, Type, Status }) => [Side, Type, Status].join(' ')),
    fills: () =>
      platform.orders
        .get()
        .log.filter(({ ReportType }) => ReportType === 'OrderExecuted')
        .map(
          ({ LastFillQuantity, LastFillPrice, LeavesQuantity }) =>
            [LastFillQuantity, LastFillPrice, LeavesQuantity] as const,
        )
        .toReversed(),
  };
}

/** A client whose orders go to Alpaca, with the key connected and updates arriving. */
export async function tradingClient(): Promise<AlpacaTestClient> {
  const client = await openClient();
  expect(await client.platform.tradingApi.choose('External')).toEqual({ ok: true });
  if (client.platform.tradingApi.get().login !== 'LoggedIn') {
    const before = broker.listeners();
    expect(await client.platform.tradingApi.connect(testKey())).toEqual({ ok: true });
    await until(() =>
      expect(client.platform.tradingApi.get()).toMatchObject({ login: 'LoggedIn', error: null }),
    );
    await until(() => expect(broker.listeners()).toBeGreaterThan(before));
  }
  return client;
}

/** Sends an order and waits until Alpaca has accepted it. */
export async function send(client: AlpacaTestClient, change: Partial<OrderTicket> = {}): Promise<string> {
  const before = broker.book.orders().length;
  const sent = client.platform.orders.send({ ...ticket, ...change });
  if (!sent.ok) throw new Error(sent.message);
  await until(() => expect(broker.book.orders().length).toBeGreaterThan(before));
  await until(() =>
    expect(client.orders().find(({ ClientId }) => ClientId === sent.clientId)?.OrderId).not.toBe(
      sent.clientId,
    ),
  );
  return sent.clientId;
}

/** The order of a client id. */
export const shown = (client: AlpacaTestClient, clientId: string): WireOrder | undefined =>
  client.orders().find(({ ClientId }) => ClientId === clientId);

export { until };
/** A key of its own for each test: the limit of requests is counted by key. */
export const testKey = () => ({ ...ALPACA_KEY, id: `${ALPACA_KEY.id}${count}` });

/** A server whose external broker is Alpaca, and a stand-in of Alpaca beside it. */
export async function openWorld(): Promise<void> {
  broker = await startTestAlpaca();
  server = await startTestServer({
    config: {
      ports: { http: 0, trading: 0, streaming: 0, data: 0 },
      externalBroker: { kind: 'alpaca', config: broker.config },
    },
  });
}
export async function closeWorld(): Promise<void> {
  await server.end();
  await broker.close();
}
/** A user and an empty account at Alpaca for each test. */
export async function beginTest(): Promise<void> {
  count += 1;
  broker.reset(`PA3TEST${count}`);
  broker.quote('SPY', 100, 100.02);
  user = await server.addUser(`trader${count}`);
  await server.storage.repositories.accounts.update(user.account, { isLive: true });
}
export async function endTest(): Promise<void> {
  for (const platform of platforms.splice(0)) platform.dispose();
  await until(() => expect(broker.listeners()).toBe(0));
}

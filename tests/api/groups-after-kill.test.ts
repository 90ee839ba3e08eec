import { afterEach, beforeEach, expect, it } from 'vitest';
import { newYorkMinutes } from '../../src/domain/calendar/new-york-time.ts';
import type { Body } from '../../src/protocol/index.ts';
import { temporaryFolder, type TestUser } from '../support/server.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import { until } from '../support/until.ts';
import { orderOf, signInAsFirstUser, type WireClient } from './wire-client.ts';

type Client = WireClient<'trading'>;
type Group = Body<'orderGroups'>['Items'][number];

const MINUTE_MS = 60_000;
/** How long before the time of its condition an order is placed at least: the kill and the start lie in between. */
const LEAD_MS = 25_000;

let dataFolder: string;
let remove: () => Promise<void>;
let server: SpawnedServer | undefined;
beforeEach(async () => {
  ({ folder: dataFolder, remove } = await temporaryFolder());
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await remove();
});

/** A start of the server on the same data, its user's connection, and what that has received. */
async function start(known?: TestUser) {
  server = await spawnServer({ dataFolder });
  const { client, user } = await signInAsFirstUser(server, known);
  const greeting = client.seen.find((message) => message.name === 'connected');
  if (greeting?.name !== 'connected') throw new Error('The server did not greet.');
  const aheadMs = greeting.body.ExchangeTime - Date.now();
  const nowMs = (): number => Date.now() + aheadMs;
  const order = (change: Partial<Body<'orderSend'>>) =>
    orderOf(user, { Quantity: 10, Timestamp: Math.round(nowMs()), ...change });
  return { client, user, nowMs, order };
}
/** The newest state of each group, by the ClientId of its request. */
function groupOf({ seen }: Client, clientId: string): Group | undefined {
  return seen
    .flatMap((message) => (message.name === 'orderGroups' ? message.body.Items : []))
    .findLast(({ ClientId }) => ClientId === clientId);
}
const rolesOf = (group: Group | undefined) => group?.Orders.map(({ Role, Fill }) => [Role, Fill]);
/** Signed shares of a symbol. */
function heldOf({ seen }: Client, symbol: string): number {
  const position = seen
    .flatMap((message) => (message.name === 'positions' ? message.body.Items : []))
    .findLast((item) => item.Symbol === symbol);
  return position === undefined ? 0 : position.LongQty - position.ShortQty;
}
async function accepted(client: Client, body: Body<'orderGroupSend'>): Promise<void> {
  client.send('orderGroupSend', body);
  const { ErrorCode, Message } = await client.next(
    'orderGroupResult',
    ({ ClientId }) => ClientId === body.ClientId,
  );
  expect(ErrorCode, `${body.ClientId}: ${Message}`).toBe(0);
}
/** Buys at the market, and returns the price. */
async function buy(client: Client, order: Body<'orderSend'>): Promise<number> {
  client.send('orderSend', order);
  const { LastFillPrice } = await client.next(
    'executionReport',
    ({ ClientId, ReportType, LeavesQuantity }) =>
      ClientId === order.ClientId && ReportType === 'OrderExecuted' && LeavesQuantity === 0,
  );
  return LastFillPrice;
}
const cents = (price: number): number => Math.round(price * 100) / 100;

it(
  'an order that triggers another, a reversal and orders that wait come through a kill -9, each once',
  { timeout: 240_000 },
  async () => {
    const first = await start();
    const { client, user, order } = first;
    const Account = user.account;
    const price = await buy(client, order({}));
    await buy(client, order({ Symbol: 'AAPL' }));
    const entry = order({ Type: 'Limit', Price: cents(price * 0.97), TifType: 'GoodTillCancel' });
    await accepted(client, {
      Account,
      ClientId: 'oto',
      Kind: 'OneTriggersOther',
      Orders: [
        entry,
        order({ Type: 'Limit', Side: 'Sell', Price: cents(price * 1.05), TifType: 'GoodTillCancel' }),
      ],
    });
    const waiting = () => order({ Symbol: 'QQQ', Type: 'Market' });
    await accepted(client, {
      Account,
      ClientId: 'level',
      Kind: 'Conditional',
      Orders: [waiting()],
      Condition: { Basis: 'Last', Symbol: 'SPY', Direction: 'AtOrAbove', Price: cents(price * 1.2) },
    });
    const dueMs = Math.ceil((first.nowMs() + LEAD_MS) / MINUTE_MS) * MINUTE_MS;
    await accepted(client, {
      Account,
      ClientId: 'time',
      Kind: 'Conditional',
      Orders: [waiting()],
      Condition: { Basis: 'TimeOfDay', Minutes: newYorkMinutes(dueMs) },
    });
    // Whether the server has it before it dies is open; sent again it must be done once either way.
    const reversal = { Account, ClientId: 'reversal', Symbol: 'AAPL' };
    client.send('positionReverse', reversal);
    await server?.kill();
    client.close();

    const again = await start(user);
    const before = (clientId: string) => groupOf(again.client, clientId);
    expect(before('oto')).toMatchObject({
      Kind: 'OneTriggersOther',
      State: 'Working',
      Orders: [{ Role: 'First', Fill: 0, IsOpen: true }],
      Waiting: [{ Side: 'Sell', Price: cents(price * 1.05) }],
    });
    expect(before('level')).toMatchObject({ State: 'Working', Orders: [], Waiting: [{ Symbol: 'QQQ' }] });
    expect(again.nowMs(), 'the server was back before the time of the condition').toBeLessThan(dueMs);
    expect(before('time')).toMatchObject({ State: 'Working', Orders: [], Waiting: [{ Symbol: 'QQQ' }] });

    again.client.send('positionReverse', reversal);
    expect(await again.client.next('orderGroupResult')).toMatchObject({ ErrorCode: 0 });
    await until(() => expect(heldOf(again.client, 'AAPL')).toBe(-10));
    expect(rolesOf(groupOf(again.client, 'reversal'))).toEqual([
      ['First', 10],
      ['Next', 10],
    ]);

    // The entry of the first life fills in the second one, and what it triggers is sent.
    again.client.send('orderReplace', {
      ...entry,
      ClientId: 'raised',
      OriginalClientId: entry.ClientId,
      Price: cents(price * 1.01),
      Timestamp: Math.round(again.nowMs()),
    });
    await until(() =>
      expect(rolesOf(groupOf(again.client, 'oto'))).toEqual([
        ['First', 10],
        ['Next', 0],
      ]),
    );

    await expect
      .poll(() => rolesOf(groupOf(again.client, 'time')), { timeout: 2 * MINUTE_MS })
      .toEqual([['Conditional', 10]]);
    // The server's time of the order: this test only estimates that clock.
    const sentMs = again.client.seen.flatMap((message) =>
      message.name === 'executionReport' && message.body.Symbol === 'QQQ' ? [message.body.Timestamp] : [],
    );
    expect(sentMs.length).toBeGreaterThan(0);
    expect(Math.min(...sentMs)).toBeGreaterThanOrEqual(dueMs);
    expect(heldOf(again.client, 'QQQ')).toBe(10);
    expect(groupOf(again.client, 'level')).toMatchObject({ State: 'Working', Orders: [] });
    expect(heldOf(again.client, 'AAPL')).toBe(-10);
    again.client.close();
  },
);

import { hashPassword } from '../../src/server/identity/passwords.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPlatform, type OrderTicket, type Platform } from '../../src/client/index.ts';
import { ALL_PERMISSIONS, Permission } from '../../src/domain/permissions.ts';
import type { Body } from '../../src/protocol/index.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { openAccount, orderOf } from './wire-client.ts';
import { until } from '../support/until.ts';

let server: TestServer;
const tabs: Platform[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => {
  for (const platform of tabs.splice(0)) platform.dispose();
});
afterAll(() => server.end());

async function tab(user: TestUser): Promise<Platform> {
  const platform = createPlatform({ baseUrl: server.url });
  tabs.push(platform);
  expect(await platform.session.login(user.userName, user.password)).toBe(true);
  await until(() => expect(platform.orders.get().isLoaded).toBe(true));
  return platform;
}
const ticket: OrderTicket = {
  symbol: 'SPY',
  side: 'Buy',
  quantity: 10,
  type: 'Limit',
  price: 95,
  destination: 'SMART',
  route: 'AUTO',
};
const rows = ({ orders }: Platform) =>
  [...orders.get().orders.values()].map(({ Status, Description, ErrorCode }) => [
    Status,
    Description,
    ErrorCode,
  ]);
const logged = ({ orders }: Platform) =>
  orders.get().log.map(({ ReportType, Message, ErrorCode }) => [ReportType, Message, ErrorCode]);

describe('a rejected order', () => {
  it.each([
    [
      'a route that is not offered',
      'GatewayRejected',
      -52,
      'Unknown route',
      ALL_PERMISSIONS,
      { ...ticket, route: 'NOWHERE' },
    ],
    [
      'a user who may not trade stocks',
      'GatewayRejected',
      -3,
      'Trading not permitted',
      ALL_PERMISSIONS & ~Permission.Stocks,
      ticket,
    ],
    [
      'a symbol that is not listed',
      'OrderRejected',
      -49,
      'This symbol trading is restricted',
      ALL_PERMISSIONS,
      { ...ticket, symbol: 'NOPE' },
    ],
    [
      'more than the account can pay',
      'OrderRejected',
      -26,
      'Not enough cash',
      ALL_PERMISSIONS,
      { ...ticket, quantity: 100_000 },
    ],
  ] as const)(
    'shows message and code of a rejected order in its row and in the log: %s',
    async (_label, ReportType, code, message, permissionMask, order) => {
      const platform = await tab(await server.addUser(`refused${code}`, { permissionMask }));
      platform.orders.send(order);
      await until(() => expect(rows(platform)).toEqual([['Rejected', message, code]]));
      expect(logged(platform)).toEqual([[ReportType, message, code]]);
    },
  );

  it('shows message and code of a rejected order again after a reload, from the journal', async () => {
    const user = await server.addUser('reloaded');
    const platform = await tab(user);
    platform.orders.send({ ...ticket, quantity: 100_000 });
    await until(() => expect(rows(platform)).toEqual([['Rejected', 'Not enough cash', -26]]));
    const again = await tab(user);
    expect([rows(again), logged(again)]).toEqual([rows(platform), logged(platform)]);
  });

  it('shows message and code of a rejected replace in the row and the log of the open order', async () => {
    const platform = await tab(await server.addUser('changing'));
    platform.orders.send(ticket);
    await until(() => expect(rows(platform)).toEqual([['Confirmed', '', undefined]]));
    const [orderId = ''] = platform.orders.get().orders.keys();
    platform.orders.replace(orderId, { ...ticket, price: 94, quantity: 100_000 });
    await until(() => expect(rows(platform)).toEqual([['ReplaceRejected', 'Not enough cash', -26]]));
    expect(logged(platform)[0]).toEqual(['OrderCancelRejected', 'Not enough cash', -26]);
  });
});

describe('a flood of refused orders', () => {
  it('behind a message that takes its time is answered by name with words and a code, and the rest of it is served', async () => {
    const user = await server.addUser('impatient');
    // Other users of tests have passwords that are checked at once.
    await server.storage.repositories.users.update(user.userId, {
      passwordHash: await hashPassword(user.password),
    });
    const { client } = await openAccount(server.ports, user);
    const count = 1_100;
    const CHECKS = 4;
    // A password takes long to check on purpose; everything after it waits, longer than the server takes to read the flood.
    for (let Id = 1; Id <= CHECKS; Id += 1)
      client.send('changePassword', { Id, OldPassword: 'wrong', NewPassword: 'another-password' });
    for (let index = 0; index < count; index += 1)
      client.send('orderSend', orderOf(user, { ClientId: `waiting-${index}`, Quantity: 1, Symbol: 'NOPE' }));
    const named = () =>
      client.seen.flatMap((message) => (message.name === 'executionReport' ? [message.body] : []));
    const failed = () => client.seen.flatMap((message) => (message.name === 'failure' ? [message.body] : []));
    await expect.poll(() => named().length + failed().length).toBe(count);
    expect(failed().length).toBeGreaterThan(0);
    expect(failed()[0]).toEqual({
      Message: 'Too many messages at once; wait for answers first.',
      ErrorCode: -48,
      RequestT: 20,
      ClientId: expect.stringMatching(/^waiting-/) as string,
    }); // a name of the flood
    expect(new Set([...named(), ...failed()].map(({ ClientId }) => ClientId)).size).toBe(count);
    client.close();
  });

  it('beyond the order rate is answered one by one, and leaves no record in the journal and nothing in the export', async () => {
    const user = await server.addUser('flooding');
    await server.storage.repositories.risk.change(
      'limits',
      `account:${user.account}`,
      () => JSON.stringify({ orderRates: [{ count: 3, windowMs: 60_000 }], maxTradeShares: 50 }),
      1,
    );
    const { client, jwt } = await openAccount(server.ports, user);
    // The limits are in force when they show in a preview, which counts for nothing.
    await expect
      .poll(
        async () => {
          client.send('orderPreview', {
            Id: 1,
            Order: orderOf(user, { Type: 'Limit', Price: 95, Quantity: 51 }),
          });
          return (await client.next('orderPreviewResult')).ErrorCode;
        },
        { interval: 50 },
      )
      .toBe(-64);
    const answer = (clientId: string): Promise<Body<'executionReport'>> =>
      client.next('executionReport', (report) => report.ClientId === clientId);
    const kept = ['good', 'bad', 'worse'];
    client.send('orderSend', orderOf(user, { ClientId: 'good', Type: 'Limit', Price: 95, Quantity: 10 }));
    client.send('orderSend', orderOf(user, { ClientId: 'bad', Quantity: 51 }));
    client.send('orderReplace', {
      ...orderOf(user, { ClientId: 'worse', Type: 'Limit', Price: 94, Quantity: 51 }),
      OriginalClientId: 'good',
    });
    for (const clientId of kept) await answer(clientId);
    const lastSeq = await server.storage.journal.lastSeq();
    const count = 150;
    for (let index = 0; index < count; index += 1) {
      client.send(
        'orderSend',
        orderOf(user, {
          ClientId: `order-${index}`,
          Type: 'Limit',
          Price: 95,
          Quantity: index % 2 === 0 ? 10 : 51,
        }),
      );
      client.send('orderReplace', {
        ...orderOf(user, {
          ClientId: `replace-${index}`,
          Type: 'Limit',
          Price: 94,
          Quantity: 10,
          Timestamp: server.market.exchangeMs(),
        }),
        OriginalClientId: index % 2 === 0 ? 'good' : 'nothing',
      });
    }
    const codes = new Set<string>();
    for (let index = 0; index < count; index += 1) {
      for (const kind of ['order', 'replace']) {
        const { Serial, ReportType, ErrorCode } = await answer(`${kind}-${index}`);
        codes.add(`${kind} ${Serial} ${ReportType} ${ErrorCode}`);
      }
    }
    expect([...codes].sort()).toEqual([
      'order 0 GatewayRejected -48',
      'order 0 GatewayRejected -64',
      'replace 0 OrderCancelRejected -13',
      'replace 0 OrderCancelRejected -48',
    ]);
    expect(await server.storage.journal.lastSeq()).toBe(lastSeq);
    const exported = await (
      await fetch(`${server.url}/api/Orders/Export?account=${user.account}&format=csv`, {
        headers: { authorization: `Bearer ${jwt}` },
      })
    ).text();
    expect([exported.includes('worse'), exported.includes('order-'), exported.includes('replace-')]).toEqual([
      true,
      false,
      false,
    ]);
    client.close();
  });
});

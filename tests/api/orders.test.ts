import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { connect, openAccount, orderOf, signIn } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
let other: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  other = await server.addUser('other');
});
afterAll(() => server.end());

describe('an order', () => {
  it('is accepted, confirmed, executed, and moves position and balance', async () => {
    const user = await server.addUser('buyer');
    const { client } = await openAccount(server.ports, user);
    const order = orderOf(user, { Quantity: 100 });
    client.send('orderSend', order);
    const executed = await client.next('executionReport', (report) => report.ReportType === 'OrderExecuted');
    expect(executed).toMatchObject({
      ClientId: order.ClientId,
      Account: user.account,
      Symbol: 'SPY',
      LastFillQuantity: 100,
      LastFillPrice: 100.02,
      LeavesQuantity: 0,
    });
    const reports = client.seen
      .filter((message) => message.name === 'executionReport')
      .map((message) => message.body);
    expect(reports.map((report) => report.ReportType)).toEqual([
      'OrderAccepted',
      'OrderConfirmed',
      'OrderExecuted',
    ]);
    expect(reports.map((report) => report.Serial)).toEqual(
      [...reports.map((report) => report.Serial)].sort((left, right) => left - right),
    );
    expect((await client.next('positions', (body) => !body.IsSnapshot)).Items[0]).toMatchObject({
      Symbol: 'SPY',
      LongQty: 100,
    });
    expect((await client.next('balance', (body) => body.Cash < 100_000)).Cash).toBeLessThanOrEqual(
      100_000 - 10_002,
    );
    client.close();
  });

  it('with a ClientId used before makes no second order; the same reports come again, also on a new connection', async () => {
    const user = await server.addUser('repeater');
    const first = await openAccount(server.ports, user);
    const order = orderOf(user, { Quantity: 10 });
    first.client.send('orderSend', order);
    const { Serial, OrderId } = await first.client.next(
      'executionReport',
      (report) => report.ReportType === 'OrderExecuted',
    );
    first.client.close();
    const again = await openAccount(server.ports, user);
    again.client.send('orderSend', order);
    const repeated = await again.client.next(
      'executionReport',
      (report) => report.ReportType === 'OrderExecuted',
    );
    expect(repeated).toMatchObject({ Serial, OrderId });
    expect(server.brokerage.accountView(user.account, 0).orders).toHaveLength(1);
    again.client.close();
  });

  it('reports an order once to a connection that both sent it and subscribes to its account', async () => {
    const user = await server.addUser('once');
    const { client } = await openAccount(server.ports, user);
    client.send('orderSend', orderOf(user, { Quantity: 10 }));
    await client.next('executionReport', (report) => report.ReportType === 'OrderExecuted');
    client.send('heartbeat', { Sent: 1 });
    await client.next('heartbeatAck');
    const serials = client.seen
      .filter((message) => message.name === 'executionReport')
      .map((message) => message.body.Serial);
    expect(new Set(serials).size).toBe(serials.length);
    client.close();
  });

  it('that waits shows in the account on another connection and can be cancelled there', async () => {
    const user = await server.addUser('waiter');
    const sender = await openAccount(server.ports, user);
    sender.client.send('orderSend', orderOf(user, { Type: 'Limit', Price: 99.5 }));
    const { OrderId } = await sender.client.next(
      'executionReport',
      (report) => report.ReportType === 'OrderConfirmed',
    );
    const viewer = await signIn(server.ports, user);
    viewer.client.send('accountSelect', {
      Account: user.account,
      IncludeBalance: true,
      IncludePositions: true,
      IncludeTrades: true,
    });
    expect((await viewer.client.next('orders')).Items).toMatchObject([{ OrderId, Price: 99.5, Unfill: 100 }]);
    viewer.client.send('orderCancel', { Account: user.account, OrderId, ClientId: 'ord1' });
    expect(
      await viewer.client.next('executionReport', (report) => report.ReportType === 'OrderCanceled'),
    ).toMatchObject({ OrderId });
    expect(
      await sender.client.next('executionReport', (report) => report.ReportType === 'OrderCanceled'),
    ).toMatchObject({ OrderId });
    sender.client.close();
    viewer.client.close();
  });

  it('without a login, or before an account is chosen, fails with -23', async () => {
    const stranger = await connect('trading', server.ports);
    const order = orderOf(server.user);
    stranger.send('orderSend', order);
    expect(await stranger.next('failure')).toEqual({
      Message: 'Account not logged in',
      ErrorCode: -23,
      RequestT: 20,
      ClientId: order.ClientId,
    });
    stranger.send('orderCancel', { Account: server.user.account, OrderId: '1', ClientId: 'c' });
    expect(await stranger.next('failure')).toMatchObject({ ErrorCode: -23, RequestT: 21 });
    stranger.close();
    const { client } = await signIn(server.ports, server.user);
    client.send('orderSend', order);
    expect(await client.next('failure')).toMatchObject({ ErrorCode: -23 });
    client.close();
  });

  it("for another user's account, or in another user's name, fails with -36 and changes nothing", async () => {
    const lastSeq = await server.storage.journal.lastSeq();
    const { client } = await openAccount(server.ports, server.user);
    client.send('orderSend', orderOf(server.user, { Account: other.account }));
    expect(await client.next('failure')).toMatchObject({ Message: 'No account', ErrorCode: -36 });
    client.send('orderSend', orderOf(server.user, { UserId: other.userId }));
    expect(await client.next('failure')).toMatchObject({ ErrorCode: -36 });
    client.send('orderCancel', { Account: other.account, OrderId: '1', ClientId: 'c' });
    expect(await client.next('failure')).toMatchObject({ ErrorCode: -36, RequestT: 21 });
    expect(await server.storage.journal.lastSeq()).toBe(lastSeq);
    client.close();
  });

  it('on a route that is not offered fails with -52', async () => {
    const { client } = await openAccount(server.ports, server.user);
    client.send('orderSend', orderOf(server.user, { Route: 'MOON' }));
    expect(await client.next('failure')).toMatchObject({ Message: 'Unknown route', ErrorCode: -52 });
    client.close();
  });

  it('by a user without the stock permission fails with -3', async () => {
    const viewer = await server.addUser('viewer', { permissionMask: 16 });
    const { client } = await openAccount(server.ports, viewer);
    client.send('orderSend', orderOf(viewer));
    expect(await client.next('failure')).toMatchObject({ Message: 'Trading not permitted', ErrorCode: -3 });
    client.close();
  });

  it('of a burst gets its answer each, in the order they were sent', async () => {
    const user = await server.addUser('burst');
    const { client } = await openAccount(server.ports, user);
    const ids = Array.from({ length: 200 }, (_, index) => `b-${index}`);
    for (const ClientId of ids)
      client.send('orderSend', orderOf(user, { ClientId, Quantity: 1, Type: 'Limit', Price: 90 }));
    await client.next(
      'executionReport',
      (report) => report.ClientId === 'b-199' && report.ReportType === 'OrderConfirmed',
    );
    const accepted = client.seen
      .filter((message) => message.name === 'executionReport')
      .map((message) => message.body)
      .filter((report) => report.ReportType === 'OrderAccepted');
    expect(accepted.map((report) => report.ClientId)).toEqual(ids);
    client.close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../../src/protocol/index.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { openAccount, orderOf, type WireClient } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

let users = 0;
async function newTrader(): Promise<{ user: TestUser; client: WireClient<'trading'> }> {
  const user = await server.addUser(`trader${(users += 1)}`);
  return { user, client: (await openAccount(server.ports, user)).client };
}
type Order = Body<'orderSend'>;
const now = () => server.market.exchangeMs();
const limitOf = (user: TestUser, change: Partial<Order> = {}): Order =>
  orderOf(user, { Type: 'Limit', Price: 99.5, Timestamp: now(), ...change });
const ordersOf = (user: TestUser) => server.brokerage.accountView(user.account, 0).orders;
const seqOf = () => server.storage.journal.lastSeq();

describe('a replace on the wire', () => {
  it('takes new price, quantity and ClientId, and the order shows them on a new connection', async () => {
    const { user, client } = await newTrader();
    const order = limitOf(user);
    client.send('orderSend', order);
    const { OrderId } = await client.next(
      'executionReport',
      ({ ReportType }) => ReportType === 'OrderConfirmed',
    );
    client.send('orderReplace', {
      ...order,
      ClientId: 'new-id',
      OriginalClientId: order.ClientId,
      Price: 99.4,
      Quantity: 80,
      Type: 'StopLimit',
      StopPrice: 101,
      TifType: 'GoodTillCancel',
    });
    expect(
      await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderReplaced'),
    ).toMatchObject({
      OrderId,
      ClientId: 'new-id',
      OriginalClientId: order.ClientId,
      Price: 99.4,
      Quantity: 80,
      LeavesQuantity: 80,
      OrderType: 'StopLimit',
      StopPrice: 101,
    });
    client.close();
    const again = await openAccount(server.ports, user);
    expect(
      again.client.seen.flatMap((message) => (message.name === 'orders' ? message.body.Items : [])),
    ).toMatchObject([
      {
        OrderId,
        ClientId: 'new-id',
        OriginalClientId: order.ClientId,
        Price: 99.4,
        StopPrice: 101,
        StopType: 'Static',
        Status: 'ReplaceDone',
        TifType: 'GoodTillCancel',
      },
    ]);
    again.client.close();
  });

  it('that comes twice, or out of order, or late, changes nothing more', async () => {
    const { user, client } = await newTrader();
    const order = limitOf(user);
    client.send('orderSend', order);
    const { OrderId } = await client.next(
      'executionReport',
      ({ ReportType }) => ReportType === 'OrderConfirmed',
    );
    const second = { ...order, ClientId: 'c2', OriginalClientId: order.ClientId, Price: 99.4 };
    const third = { ...order, ClientId: 'c3', OriginalClientId: 'c2', Price: 99.3 };
    const refusalOf = (clientId: string) =>
      client.next(
        'executionReport',
        ({ ReportType, ClientId }) => ReportType === 'OrderCancelRejected' && ClientId === clientId,
      );
    // The third comes before the second.
    client.send('orderReplace', third);
    expect(await refusalOf('c3')).toMatchObject({
      ErrorCode: -13,
      CancelRejectReason: 'UnknownOrder',
      OriginalClientId: 'c2',
    });
    client.send('orderReplace', second);
    await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderReplaced');
    const seq = await seqOf();
    client.send('orderReplace', second);
    client.send('orderSend', order);
    await client.next(
      'executionReport',
      ({ ReportType, ClientId }) => ReportType === 'OrderReplaced' && ClientId === 'c2',
    );
    expect(await seqOf()).toBe(seq);
    client.send('orderReplace', { ...second, ClientId: 'c4', Price: 99.2 });
    expect(await refusalOf('c4')).toMatchObject({
      OrderId,
      ErrorCode: -19,
      CancelRejectReason: 'TooLateToCancel',
      OriginalClientId: 'c2',
    });
    client.send('orderReplace', {
      ...second,
      ClientId: 'c5',
      OriginalClientId: 'c2',
      Timestamp: now() - 120_000,
    });
    expect(await refusalOf('c5')).toMatchObject({ ErrorCode: -18 });
    expect(ordersOf(user)).toMatchObject([
      { clientId: 'c2', priceE4: 994_000, quantity: 100, status: 'ReplaceDone' },
    ]);
    client.close();
  });
});

describe('what makes no sense', () => {
  it.each<[string, Partial<Order>, number]>([
    ['a price of 1e308', { Price: 1e308 }, -1],
    ['a price of a billion', { Price: 1e9 }, -47],
    ['a price of five decimals', { Price: 99.00001 }, -47],
    ['half a cent', { Price: 99.005 }, -47],
    ['a price of nothing', { Price: 0 }, -47],
    ['a negative price', { Price: -99 }, -1],
    ['half a share', { Quantity: 0.5 }, -1],
    ['no share', { Quantity: 0 }, -1],
    ['more than a million shares', { Quantity: 1_000_001, Price: 0.01 }, -64],
    ['an unknown symbol', { Symbol: 'NOPE' }, -49],
    ['an index', { Symbol: '$SPX' }, -3],
    ['an unknown route', { Route: 'MOON' }, -52],
    ['an option in the message of a stock', { Symbol: 'SPY261218C00100000' }, -2],
    ['a trailing stop without an offset', { Type: 'Stop', StopType: 'Trailing', Price: 0 }, -2],
    ['an offset where none belongs', { OffsetType: 'Value', OffsetValue: 1 }, -2],
    ['a date where none belongs', { TifPeriod: 1 }, -2],
    ['a date that has passed', { TifType: 'GoodTillDate', TifPeriod: 1 }, -15],
    ['a good till date without a date', { TifType: 'GoodTillDate' }, -2],
    ['a stop that acts at once', { Type: 'Stop', StopPrice: 99, TifType: 'ImmediateOrCancel' }, -55],
    ['a fill or kill peg', { Type: 'Pegged', TifType: 'FillOrKill' }, -15],
    ['a least quantity above the quantity', { MinQuantity: 101 }, -16],
    ['a short that covers', { Side: 'Short', Source: 'Cover' }, -15],
    ['a sale of what is not held', { Side: 'Sell', Source: 'Close' }, -12],
  ])('%s is refused, and nothing is held', async (_label, change, code) => {
    const { user, client } = await newTrader();
    const before = server.brokerage.accountView(user.account, 0).balance;
    const order = limitOf(user, change);
    client.sendRaw(JSON.stringify({ T: 20, ...order }));
    const answer = await Promise.race([client.next('failure'), client.next('executionReport')]);
    expect(answer).toMatchObject({ ErrorCode: code, ClientId: order.ClientId });
    expect(server.brokerage.accountView(user.account, 0).balance).toEqual(before);
    expect(ordersOf(user).filter(({ completedMs }) => completedMs === null)).toEqual([]);
    client.close();
  });

  it.each([
    ['NaN', 'NaN'],
    ['an infinity', '1e999'],
    ['negative zero', '-0'],
    ['text', '"99"'],
    ['null', 'null'],
  ])('a price of %s is refused', async (_label, text) => {
    const { user, client } = await newTrader();
    client.sendRaw(JSON.stringify({ T: 20, ...limitOf(user, { Price: 12345 }) }).replace('12345', text));
    const { ErrorCode } = await Promise.race([client.next('failure'), client.next('executionReport')]);
    expect([-1, -2, -47]).toContain(ErrorCode);
    expect(ordersOf(user).filter(({ completedMs }) => completedMs === null)).toEqual([]);
    client.close();
  });
});

describe('a preview on the wire', () => {
  it('answers with its Id, and leaves no trace', async () => {
    const { user, client } = await newTrader();
    const seq = await seqOf();
    client.send('orderPreview', { Id: 7, Order: limitOf(user) });
    expect(await client.next('orderPreviewResult')).toMatchObject({
      Id: 7,
      ErrorCode: 0,
      Message: 'OK',
      BuyingPowerEffect: -9_950,
      BuyingPowerAfter: 190_050,
      PositionAfter: 100,
    });
    client.send('orderPreview', { Id: 8, Order: limitOf(user, { Quantity: 10_000 }) });
    expect(await client.next('orderPreviewResult', ({ Id }) => Id === 8)).toMatchObject({
      ErrorCode: -26,
      Message: 'Not enough cash',
    });
    expect(await seqOf()).toBe(seq);
    client.close();
  });
});

describe('options of the account', () => {
  it('come with the account, change, and stop trading at once', async () => {
    const { user, client } = await newTrader();
    const off = { Account: user.account, CancelOnDisconnect: false, IsHalted: false, HaltedBy: null };
    expect(client.seen.find(({ name }) => name === 'accountOptions')?.body).toEqual(off);
    client.send('orderSend', limitOf(user));
    await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderConfirmed');
    client.send('accountOptionsSet', { Account: user.account, IsHalted: true });
    expect(await client.next('accountOptions', ({ IsHalted }) => IsHalted)).toEqual({
      ...off,
      IsHalted: true,
      HaltedBy: 'Holder',
    });
    expect(
      await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderCanceled'),
    ).toMatchObject({ ErrorCode: -43 });
    client.send('orderSend', limitOf(user));
    expect(
      await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderRejected'),
    ).toMatchObject({ ErrorCode: -43, Message: 'Account is locked' });
    const updateCount = client.names().filter((name) => name === 'accountOptions').length;
    client.send('accountOptionsSet', { Account: user.account, IsHalted: true });
    await expect
      .poll(() => client.names().filter((name) => name === 'accountOptions').length)
      .toBe(updateCount + 1);
    client.close();
  });

  it('cancel on disconnect waits for the last connection of the account', async () => {
    const { user, client } = await newTrader();
    const { client: other } = await openAccount(server.ports, user);
    client.send('accountOptionsSet', { Account: user.account, CancelOnDisconnect: true });
    await client.next('accountOptions', ({ CancelOnDisconnect }) => CancelOnDisconnect);
    client.send('orderSend', limitOf(user));
    await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderConfirmed');
    client.close();
    await client.closed;
    // Who chooses the account again has not left it.
    other.send('accountSelect', {
      Account: user.account,
      IncludeBalance: false,
      IncludePositions: false,
      IncludeTrades: false,
    });
    await other.next('accountSelectResponse');
    other.send('heartbeat', { Sent: 1 });
    await other.next('heartbeatAck');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(ordersOf(user)).toMatchObject([{ status: 'Confirmed' }]);
    other.close();
    await expect.poll(() => ordersOf(user)[0]?.status).toBe('Cancelled');
  });
});

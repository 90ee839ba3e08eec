import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../../src/protocol/index.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { until } from '../support/until.ts';
import { openAccount, orderOf, type WireClient } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

type GroupBody = Body<'orderGroupSend'>;
type Client = WireClient<'trading'>;

let count = 0;
async function newTrader(): Promise<{ user: TestUser; client: Client }> {
  const user = await server.addUser(`grouper${(count += 1)}`);
  return { user, client: (await openAccount(server.ports, user)).client };
}
const limit = (user: TestUser, Price: number, change: Partial<Body<'orderSend'>> = {}) =>
  orderOf(user, { Type: 'Limit', Price, Timestamp: server.market.exchangeMs(), ...change });

/** A bracket that buys at the ask, with a target and a stop 1 % away. */
const bracketOf = (user: TestUser, change: Partial<GroupBody> = {}): GroupBody => ({
  Account: user.account,
  ClientId: `grp${(count += 1)}`,
  Kind: 'Bracket',
  Orders: [limit(user, 100.02)],
  Target: { Basis: 'Percent', Amount: 1, TifType: 'GoodTillCancel' },
  Stop: { Basis: 'Offset', Amount: 1, TifType: 'GoodTillCancel' },
  ...change,
});
const resultOf = (client: Client, clientId: string) =>
  client.next('orderGroupResult', ({ ClientId }) => ClientId === clientId);
/** Sends a request that must be accepted, and returns the GroupId. */
async function placed(client: Client, name: 'orderGroupSend', body: GroupBody): Promise<string> {
  client.send(name, body);
  const { ErrorCode, Message, GroupId } = await resultOf(client, body.ClientId);
  if (GroupId === undefined) throw new Error(`The group was refused: ${ErrorCode} ${Message}`);
  return GroupId;
}
const snapshotOf = ({ seen }: Client) =>
  seen.flatMap((message) =>
    message.name === 'orderGroups' && message.body.IsSnapshot ? message.body.Items : [],
  );
const viewOf = (user: TestUser) => server.brokerage.accountView(user.account, 0);
const openOrdersOf = (user: TestUser) =>
  viewOf(user).orders.filter(({ completedMs }) => completedMs === null);
const rolesOf = (group: Body<'orderGroups'>['Items'][number] | undefined) =>
  group?.Orders.map(({ Role, Quantity, Fill, IsOpen }) => [Role, Quantity, Fill, IsOpen]);

describe('an order group on the wire', () => {
  it('enters a bracket that closes in parts, and changes the price of a target of it', async () => {
    server.market.show('SPY', [{ exchange: 'ARCA', bid: [99.98, 1_000], ask: [100.02, 1_000] }]);
    const { user, client } = await newTrader();
    const { Target: _, ...body } = bracketOf(user);
    const Targets = [70, 30].map((Quantity, index) => ({
      Basis: 'Percent' as const,
      Amount: index + 1,
      TifType: 'Day' as const,
      Quantity,
    }));
    const GroupId = await placed(client, 'orderGroupSend', { ...body, Targets });
    const { Account } = body;
    client.send('orderGroupChange', {
      Account,
      ClientId: 'second',
      GroupId,
      Role: 'Target',
      Index: 1,
      Basis: 'Price',
      Amount: 105,
    });
    expect(await resultOf(client, 'second')).toMatchObject({ ErrorCode: 0, GroupId });
    client.close();
    const again = await openAccount(server.ports, user);
    expect(snapshotOf(again.client)[0]).toMatchObject({
      Targets: [Targets[0], { Basis: 'Price', Amount: 105, TifType: 'Day', Quantity: 30 }],
      Orders: [
        { Role: 'Entry', Quantity: 100 },
        { Role: 'Target', Index: 0, Quantity: 70 },
        { Role: 'Target', Index: 1, Quantity: 30 },
        { Role: 'Stop', Quantity: 100 },
      ],
    });
    again.client.close();
  });

  it('enters a bracket that trails and closes at a time, and lists when it does', async () => {
    const { user, client } = await newTrader();
    const Trail = {
      Start: { Basis: 'Percent', Amount: 2 },
      Distance: { Basis: 'Offset', Amount: 0.5 },
    } as const;
    const TimeExit = { Basis: 'Minutes', Minutes: 30 } as const;
    await placed(client, 'orderGroupSend', bracketOf(user, { Trail, TimeExit }));
    client.close();
    const again = await openAccount(server.ports, user);
    expect(snapshotOf(again.client)[0]).toMatchObject({
      Trail: { ...Trail, IsTrailing: false },
      TimeExit: { ...TimeExit, Timestamp: server.market.exchangeMs() + 30 * 60_000 },
    });
    again.client.close();
  });

  it('keeps an order that waits for a condition while its client is away, and sends it then', async () => {
    const { user, client } = await newTrader();
    const Condition = { Basis: 'Last', Symbol: 'QQQ', Direction: 'AtOrAbove', Price: 250.5 } as const;
    const body: GroupBody = {
      Account: user.account,
      ClientId: 'conditional',
      Kind: 'Conditional',
      Orders: [limit(user, 90, { TifType: 'GoodTillCancel' })],
      Condition,
    };
    const GroupId = await placed(client, 'orderGroupSend', body);
    client.send('orderGroupSend', { ...body, Condition: { ...Condition, Price: 300 } });
    expect(await resultOf(client, 'conditional')).toMatchObject({ ErrorCode: -2 });
    client.close();
    const again = await openAccount(server.ports, user);
    expect(snapshotOf(again.client)[0]).toMatchObject({
      GroupId,
      Kind: 'Conditional',
      State: 'Working',
      Condition,
      Orders: [],
      Waiting: [{ Symbol: 'SPY', Side: 'Buy', Type: 'Limit', Quantity: 100, Price: 90 }],
    });
    server.market.print('QQQ', 250.5, 10);
    const { Items } = await again.client.next('orderGroups', ({ IsSnapshot }) => !IsSnapshot);
    expect(Items[0]).toMatchObject({ GroupId, State: 'Triggered', Orders: [{ Role: 'Conditional' }] });
    expect(openOrdersOf(user)).toMatchObject([{ symbol: 'SPY', priceE4: 900_000 }]);
    again.client.close();
  });

  it('enters a bracket whose exits are pushed, and lists it on a new connection', async () => {
    const { user, client } = await newTrader();
    const GroupId = await placed(client, 'orderGroupSend', bracketOf(user));
    const pushed = await client.next('orderGroups', ({ IsSnapshot }) => !IsSnapshot);
    expect(pushed.Items[0]).toMatchObject({
      GroupId,
      Account: user.account,
      UserId: user.userId,
      Kind: 'Bracket',
      Symbol: 'SPY',
      State: 'Triggered',
      Target: { Basis: 'Percent', Amount: 1, TifType: 'GoodTillCancel' },
      Stop: { Basis: 'Offset', Amount: 1, TifType: 'GoodTillCancel' },
      Waiting: [],
    });
    client.close();
    const again = await openAccount(server.ports, user);
    const [group] = snapshotOf(again.client);
    expect(rolesOf(group)).toEqual([
      ['Entry', 100, 100, false],
      ['Target', 100, 0, true],
      ['Stop', 100, 0, true],
    ]);
    const orders = again.client.seen.flatMap((message) =>
      message.name === 'orders' ? message.body.Items : [],
    );
    // 101.0202 and 99.02: rounded to the price step in favour of the position.
    expect(
      orders.filter(({ Side }) => Side === 'Sell').map(({ Price, StopPrice }) => [Price, StopPrice]),
    ).toEqual([
      [101.03, 0],
      [0, 99.02],
    ]);
    again.client.close();
  });

  it('finishes on the server what a page sent that closed at once', async () => {
    const { user, client } = await newTrader();
    const body = bracketOf(user);
    client.send('orderGroupSend', body);
    client.socket.close();
    await client.closed;
    await until(() => expect(openOrdersOf(user)).toHaveLength(2));
    const again = await openAccount(server.ports, user);
    expect(snapshotOf(again.client)).toMatchObject([{ ClientId: body.ClientId, State: 'Triggered' }]);
    again.client.close();
  });

  it('makes one group of a repeated ClientId, and refuses another one under it', async () => {
    const { user, client } = await newTrader();
    const body = bracketOf(user);
    const GroupId = await placed(client, 'orderGroupSend', body);
    expect(await placed(client, 'orderGroupSend', body)).toBe(GroupId);
    expect(viewOf(user).groups).toHaveLength(1);
    client.send('orderGroupSend', { ...body, Kind: 'OneTriggersOther' });
    expect(await resultOf(client, body.ClientId)).toMatchObject({
      ErrorCode: -2,
      Message: 'Invalid order format. The ClientId belongs to another group of the account.',
    });
    client.close();
  });

  it('enters orders that cancel each other, and cancels them as a group', async () => {
    const { user, client } = await newTrader();
    const GroupId = await placed(client, 'orderGroupSend', {
      Account: user.account,
      ClientId: 'oco',
      Kind: 'OneCancelsOther',
      Orders: [limit(user, 99), orderOf(user, { Type: 'Stop', StopPrice: 101, StopType: 'Static' })],
    });
    expect(openOrdersOf(user)).toHaveLength(2);
    client.send('orderGroupCancel', { Account: user.account, ClientId: 'cancel', GroupId });
    expect(await resultOf(client, 'cancel')).toMatchObject({ ErrorCode: 0, GroupId });
    expect(openOrdersOf(user)).toEqual([]);
    client.send('orderGroupCancel', { Account: user.account, ClientId: 'again', GroupId });
    expect(await resultOf(client, 'again')).toMatchObject({ ErrorCode: -19, Message: 'Cancel too late' });
    client.close();
  });

  it('shows the order that waits for the first one to be filled', async () => {
    const { user, client } = await newTrader();
    await placed(client, 'orderGroupSend', {
      Account: user.account,
      ClientId: 'oto',
      Kind: 'OneTriggersOther',
      Orders: [limit(user, 99), limit(user, 103, { Side: 'Sell', Source: 'Close' })],
    });
    const { Items } = await client.next('orderGroups', ({ IsSnapshot }) => !IsSnapshot);
    expect(Items[0]?.Waiting).toEqual([
      { Symbol: 'SPY', Side: 'Sell', Type: 'Limit', Quantity: 100, Price: 103, StopPrice: 0 },
    ]);
    client.close();
  });

  it('changes what a bracket waits for, and refuses what it does not have', async () => {
    server.market.show('SPY', [{ exchange: 'ARCA', bid: [99.98, 1_000], ask: [100.02, 1_000] }]);
    const { user, client } = await newTrader();
    const GroupId = await placed(
      client,
      'orderGroupSend',
      bracketOf(user, {
        Trail: { Start: { Basis: 'Percent', Amount: 2 }, Distance: { Basis: 'Offset', Amount: 0.5 } },
      }),
    );
    const change = { Account: user.account, GroupId };
    client.send('orderGroupTermsChange', {
      ...change,
      ClientId: 'start',
      Trail: { Start: { Basis: 'Price', Amount: 104.5 } },
    });
    expect(await resultOf(client, 'start')).toMatchObject({ ErrorCode: 0, GroupId });
    const { Items } = await client.next(
      'orderGroups',
      ({ Items: [group] }) => group?.Trail?.Start.Amount === 104.5,
    );
    expect(Items[0]?.Trail).toEqual({
      Start: { Basis: 'Price', Amount: 104.5 },
      Distance: { Basis: 'Offset', Amount: 0.5 },
      IsTrailing: false,
    });
    client.send('orderGroupTermsChange', {
      ...change,
      ClientId: 'time',
      TimeExit: { Basis: 'Minutes', Minutes: 5 },
    });
    expect(await resultOf(client, 'time')).toMatchObject({
      ErrorCode: -94,
      Message: 'Invalid order group. The group has no time exit.',
    });
    client.close();
  });

  it('changes the price of an exit', async () => {
    const { user, client } = await newTrader();
    const GroupId = await placed(client, 'orderGroupSend', bracketOf(user));
    const change = { Account: user.account, GroupId, Role: 'Stop', Basis: 'Price' } as const;
    client.send('orderGroupChange', { ...change, ClientId: 'change', Amount: 99.5 });
    expect(await resultOf(client, 'change')).toMatchObject({ ErrorCode: 0, GroupId });
    expect(openOrdersOf(user).map(({ workingStopE4 }) => workingStopE4)).toContain(995_000);
    client.send('orderGroupChange', { ...change, ClientId: 'zero', Amount: 0 });
    expect(await resultOf(client, 'zero')).toEqual({
      Account: user.account,
      ClientId: 'zero',
      ErrorCode: -94,
      Message: 'Invalid order group. The stop has an amount above 0.',
    });
    client.close();
  });
});

describe('a request that ends what is open', () => {
  it('closes the position in a symbol also after its page has closed', async () => {
    const { user, client } = await newTrader();
    await placed(client, 'orderGroupSend', bracketOf(user));
    client.send('flatten', { Account: user.account, ClientId: 'flat', Symbol: 'SPY' });
    client.socket.close();
    await client.closed;
    await until(() =>
      expect(viewOf(user).groups.at(-1)).toMatchObject({ kind: 'Flatten', state: 'Completed' }),
    );
    expect(viewOf(user).positions.filter(({ longQuantity }) => longQuantity !== 0)).toEqual([]);
    const again = await openAccount(server.ports, user);
    expect(snapshotOf(again.client).map(({ Kind, State, ErrorCode }) => [Kind, State, ErrorCode])).toEqual([
      ['Bracket', 'Cancelled', -99],
      ['Flatten', 'Completed', undefined],
    ]);
    again.client.close();
  });

  it('cancels the orders and groups of one symbol, then of the account, once for a ClientId', async () => {
    const { user, client } = await newTrader();
    await placed(client, 'orderGroupSend', bracketOf(user));
    client.send('orderSend', limit(user, 90));
    client.send('orderSend', limit(user, 150, { Symbol: 'QQQ' }));
    await client.next(
      'executionReport',
      ({ Symbol, ReportType }) => Symbol === 'QQQ' && ReportType === 'OrderConfirmed',
    );
    const body = { Account: user.account, ClientId: 'all', Symbol: 'SPY' };
    client.send('orderCancelAll', body);
    const { GroupId } = await resultOf(client, 'all');
    expect(openOrdersOf(user).map(({ symbol }) => symbol)).toEqual(['QQQ']);
    client.send('orderCancelAll', { Account: user.account, ClientId: 'rest' });
    await resultOf(client, 'rest');
    expect(openOrdersOf(user)).toEqual([]);
    client.send('orderSend', limit(user, 91));
    await client.next(
      'executionReport',
      ({ Price, ReportType }) => Price === 91 && ReportType === 'OrderConfirmed',
    );
    client.send('orderCancelAll', body);
    expect(await resultOf(client, 'all')).toMatchObject({ ErrorCode: 0, GroupId });
    expect(openOrdersOf(user)).toHaveLength(1);
    client.close();
  });
});

describe('a bad request about groups', () => {
  it.each([
    ['no orders', { Orders: [] }],
    ['an unknown kind', { Kind: 'Flatten' }],
    ['a target without an amount', { Target: { Basis: 'Percent', TifType: 'Day' } }],
    ['an exit of another time in force', { Stop: { Basis: 'Offset', Amount: 1, TifType: 'FillOrKill' } }],
    ['an unknown field', { Extra: 1 }],
  ])('with %s is refused as no message', async (_title, change) => {
    const { user, client } = await newTrader();
    const { ClientId } = bracketOf(user);
    client.sendRaw(JSON.stringify({ T: 35, ...bracketOf(user), ClientId, ...change }));
    expect(await client.next('failure')).toMatchObject({ ErrorCode: -1, RequestT: 35, ClientId });
    client.close();
  });

  it.each([
    [
      'a target below the entry',
      -94,
      (user: TestUser) => ({ Target: { ...bracketOf(user).Target, Basis: 'Price', Amount: 99 } }),
    ],
    [
      'more than four decimals',
      -94,
      (user: TestUser) => ({ Stop: { ...bracketOf(user).Stop, Amount: 0.123456 } }),
    ],
    [
      'a risk check that refuses the entry',
      -26,
      (user: TestUser) => ({ Orders: [limit(user, 100.02, { Quantity: 90_000 })] }),
    ],
  ] as const)('with %s changes nothing and gets its code', async (_title, code, change) => {
    const { user, client } = await newTrader();
    const body = { ...bracketOf(user), ...change(user) } as GroupBody;
    client.send('orderGroupSend', body);
    const result = await resultOf(client, body.ClientId);
    expect([result.ErrorCode, result.GroupId]).toEqual([code, undefined]);
    expect([viewOf(user).groups, viewOf(user).orders]).toEqual([[], []]);
    client.close();
  });

  it('for an unknown group is refused with its code', async () => {
    const { user, client } = await newTrader();
    client.send('orderGroupCancel', { Account: user.account, ClientId: 'unknown', GroupId: 'G9999' });
    expect(await resultOf(client, 'unknown')).toMatchObject({
      ErrorCode: -95,
      Message: 'Unknown order group',
    });
    client.close();
  });
});

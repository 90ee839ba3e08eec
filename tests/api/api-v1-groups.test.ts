import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { callApi, createKey, type ApiAnswer } from './api-client.ts';
import { openAccount } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
let user: TestUser;
let key: string;
beforeAll(async () => {
  server = await startTestServer({ keyRequests: { perKey: 1e6, perUser: 1e6 } });
  user = await server.addUser('grouper');
  ({ key } = await createKey(server, user));
});
afterAll(() => server.end());

let lastKey = 0;
const newKey = (): string => `group-${(lastKey += 1)}`;
const order = (change: object = {}) => ({
  symbol: 'SPY',
  side: 'Buy',
  quantity: 10,
  type: 'Limit',
  price: '90.00',
  ...change,
});
const bracket = (change: object = {}) => ({
  account: user.account,
  kind: 'Bracket',
  orders: [order()],
  target: { basis: 'Percent', amount: '2', timeInForce: 'GoodTillCancel' },
  stop: { basis: 'Offset', amount: '1.50' },
  ...change,
});
const get = (path: string, token = key): Promise<ApiAnswer> => callApi(server, `/api/v1/${path}`, token);
const send = (body: object, id = newKey(), token = key): Promise<ApiAnswer> =>
  callApi(server, '/api/v1/groups', token, { body, headers: { 'idempotency-key': id } });
const cancel = (groupId: string, token = key): Promise<ApiAnswer> =>
  callApi(server, `/api/v1/groups/${groupId}`, token, { method: 'DELETE' });

describe('order groups through the API', () => {
  it('make a bracket whose exits follow the fill of the entry', async () => {
    const { status, body } = await send(bracket({ orders: [order({ type: 'Market', price: undefined })] }));
    expect([status, body.account]).toEqual([201, user.account]);
    const group = (await get(`groups/${body.groupId}`)).body;
    expect(group).toMatchObject({
      kind: 'Bracket',
      symbol: 'SPY',
      message: '',
      target: { basis: 'Percent', amount: '2.00', timeInForce: 'GoodTillCancel' },
      stop: { basis: 'Offset', amount: '1.50', timeInForce: 'Day' },
      completed: null,
    });
    const exits = group.orders.map(({ role, filled, isOpen }: Record<string, unknown>) => [
      role,
      filled,
      isOpen,
    ]);
    expect(exits).toEqual([
      ['Entry', 10, false],
      ['Target', 0, true],
      ['Stop', 0, true],
    ]);
    const target = (await get(`orders/${group.orders[1].orderId}`)).body;
    // The entry was filled at 100.02; 2 % above it is 102.0204, and a sale is not below that.
    expect(target).toMatchObject({ side: 'Sell', type: 'Limit', price: '102.03', quantity: 10 });
    expect((await cancel(body.groupId)).body).toEqual({ groupId: body.groupId, account: user.account });
    await expect.poll(async () => (await get(`groups/${body.groupId}`)).body.completed).not.toBeNull();
    expect((await cancel(body.groupId)).body.error).toMatchObject({ code: 'cancel_rejected' });
  });

  it('make orders that cancel each other', async () => {
    const { body } = await send({
      account: user.account,
      kind: 'OneCancelsOther',
      orders: [order({ price: '89.00' }), order({ price: '88.00' })],
    });
    const group = (await get(`groups/${body.groupId}`)).body;
    expect(group.orders.map(({ role, isOpen }: Record<string, unknown>) => [role, isOpen])).toEqual([
      ['Alternative', true],
      ['Alternative', true],
    ]);
    await callApi(server, `/api/v1/orders/${group.orders[0].orderId}`, key, { method: 'DELETE' });
    await cancel(body.groupId);
  });

  it('wait for a condition, close in parts, trail and close at a time, as on the ticket', async () => {
    const conditional = await send({
      account: user.account,
      kind: 'Conditional',
      orders: [order({ timeInForce: 'GoodTillCancel' })],
      condition: { basis: 'Last', symbol: 'QQQ', direction: 'AtOrAbove', price: '250.50' },
    });
    expect(conditional.status).toBe(201);
    expect((await get(`groups/${conditional.body.groupId}`)).body.waiting).toEqual([
      { symbol: 'SPY', side: 'Buy', type: 'Limit', quantity: 10, price: '90.00', stopPrice: null },
    ]);
    const parts = await send(
      bracket({
        target: undefined,
        targets: [
          { basis: 'Percent', amount: '1', quantity: 6 },
          { basis: 'Percent', amount: '3', quantity: 4 },
        ],
        trail: { start: { basis: 'Percent', amount: '1' }, distance: { basis: 'Offset', amount: '0.50' } },
        timeExit: { basis: 'Minutes', minutes: 30 },
      }),
    );
    expect([parts.status, parts.body]).toEqual([201, expect.anything()]);
    expect((await get(`groups/${parts.body.groupId}`)).body).toMatchObject({
      targets: [{ quantity: 6 }, { basis: 'Percent', amount: '3.00', quantity: 4 }],
      isBreakEven: false,
      isTrailing: false,
      timeExit: null,
    });
    const listed = (await get('groups')).body.items.map(({ groupId }: { groupId: string }) => groupId);
    expect(listed).toEqual(expect.arrayContaining([conditional.body.groupId, parts.body.groupId]));
    for (const { groupId } of [conditional.body, parts.body])
      expect((await cancel(groupId)).status).toBe(200);
  });

  it('are made once for each Idempotency-Key', async () => {
    const id = newKey();
    const first = await send(bracket(), id);
    const repeats = await Promise.all([send(bracket(), id), send(bracket(), id)]);
    for (const repeat of repeats) expect([repeat.status, repeat.body]).toEqual([201, first.body]);
    const other = await send(bracket({ stop: { basis: 'Offset', amount: '1.60' } }), id);
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict']);
    const long = await send(bracket(), 'x'.repeat(63));
    expect([long.status, long.body.error.message]).toEqual([
      400,
      expect.stringContaining('1 to 62 characters'),
    ]);
    await cancel(first.body.groupId);
  });

  it('appear in the open workstation of the user', async () => {
    const { client } = await openAccount(server.ports, user);
    const { body } = await send(bracket());
    const shown = await client.next('orderGroups', ({ Items }) =>
      Items.some(({ GroupId }) => GroupId === body.groupId),
    );
    expect(shown.Items[0]).toMatchObject({ Kind: 'Bracket', Symbol: 'SPY' });
    client.close();
    await cancel(body.groupId);
  });

  it('are rejected as a whole, with the text of the rule', async () => {
    const { orders } = server.brokerage.accountView(user.account, 0);
    const refused = await send(bracket({ target: undefined, stop: undefined }));
    expect([refused.status, refused.body.error]).toEqual([
      422,
      { code: 'order_rejected', message: expect.stringMatching(/\w/), orderErrorCode: -94 },
    ]);
    const large = await send(bracket({ orders: [order({ quantity: 1_000_000 })] }));
    expect([large.status, large.body.error.code]).toEqual([422, 'order_rejected']);
    expect(server.brokerage.accountView(user.account, 0).orders).toHaveLength(orders.length);
  });

  it.each([
    [{ kind: 'Pair' }, /^kind: must be OneCancelsOther, Bracket, OneTriggersOther or Conditional$/],
    [{ orders: [] }, /^orders: must be a list of 1 to 5 items$/],
    [{ orders: [{ symbol: 'SPY' }] }, /^orders\.0\.side: missing$/],
    [{ target: { basis: 'Percent', amount: 2 } }, /^target\.amount: must be a price in quotes/],
    [{ stop: { basis: 'Ticks', amount: '2' } }, /^stop\.basis: must be Price, Offset, Percent, Atr or Risk$/],
    [{ condition: { basis: 'Volume' } }, /^condition\.basis: must be Last, Bid, Ask or TimeOfDay$/],
  ])('are refused when %j is not as described', async (change, message) => {
    const { status, body } = await send(bracket(change));
    expect([status, body.error]).toEqual([
      400,
      { code: 'invalid_request', message: expect.stringMatching(message) },
    ]);
  });

  it('are for the accounts and the scope of the key alone', async () => {
    const { body } = await send(bracket());
    const intruder = await server.addUser('intruder');
    const { key: foreign } = await createKey(server, intruder);
    expect((await send(bracket(), newKey(), foreign)).body.error.code).toBe('unknown_account');
    expect((await get(`groups/${body.groupId}`, foreign)).body.error.code).toBe('unknown_group');
    expect((await get(`groups?account=${user.account}`, foreign)).body.error.code).toBe('unknown_account');
    expect((await cancel(body.groupId, foreign)).body.error.code).toBe('unknown_group');
    const { key: reading } = await createKey(server, user, { Scopes: ['read'] });
    expect((await send(bracket(), newKey(), reading)).body.error.code).toBe('missing_scope');
    expect((await cancel(body.groupId, reading)).body.error.code).toBe('missing_scope');
    expect((await get(`groups/${body.groupId}`)).body.completed).toBeNull();
    expect((await cancel('G99999999')).body.error.code).toBe('unknown_group');
  });
});

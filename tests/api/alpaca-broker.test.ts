import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALPACA_KEY } from '../support/stand-in-alpaca-broker.ts';
import { openAccount } from './wire-client.ts';
import {
  beginTest,
  broker,
  closeWorld,
  endTest,
  openClient,
  openWorld,
  send,
  server,
  shown,
  testKey,
  ticket,
  tradingClient,
  until,
  user,
} from './alpaca-broker-world.ts';

beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(beginTest);
afterEach(endTest);

describe('a key of Alpaca', () => {
  it('is refused with the reason when Alpaca does not accept it, and nothing is kept', async () => {
    const client = await openClient();
    await client.platform.tradingApi.choose('External');
    const outcome = await client.platform.tradingApi.connect({ id: 'WRONG', secret: 'x' });
    expect(outcome).toMatchObject({ ok: false });
    expect(outcome.ok ? '' : outcome.message).toContain('Alpaca does not accept this key');
    expect(await server.storage.repositories.externalBroker.login(user.userId)).toBeUndefined();
  });

  it('is kept sealed, never given back, and chosen by its account number', async () => {
    const client = await tradingClient();
    expect(client.platform.tradingApi.get()).toMatchObject({
      name: 'Alpaca',
      tradingAccount: broker.book.accountNumber,
      externalBroker: 'alpaca',
    });
    const stored = await server.storage.repositories.externalBroker.login(user.userId);
    expect(JSON.stringify(stored)).not.toContain(ALPACA_KEY.secret);
    const { jwt, client: socket } = await openAccount(server.ports, user);
    const state = await (
      await fetch(`${server.url}/api/ExternalBroker/State`, { headers: { authorization: `Bearer ${jwt}` } })
    ).text();
    expect(state).toContain('"IsLoggedIn":true');
    for (const part of Object.values(testKey())) expect(state).not.toContain(part);
    socket.close();
  });

  it('is forgotten by a logout', async () => {
    const client = await tradingClient();
    expect(await client.platform.tradingApi.logout()).toEqual({ ok: true });
    await until(() => expect(broker.listeners()).toBe(0));
    expect(await server.storage.repositories.externalBroker.login(user.userId)).toBeUndefined();
    expect(client.platform.orders.send(ticket)).toMatchObject({ ok: false });
  });
});

describe('the way to Alpaca', () => {
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const { jwt, client } = await openAccount(server.ports, user);
    client.close();
    return fetch(`${server.url}/api/ExternalBroker/alpaca${path}`, {
      method,
      headers: {
        authorization: `Bearer ${jwt}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };

  it('passes on what the product calls, and no other path or field', async () => {
    await tradingClient();
    expect((await call('GET', '/account')).status).toBe(200);
    const before = broker.calls.length;
    expect((await call('DELETE', '/positions')).status).toBe(404);
    expect((await call('GET', '/account/configurations')).status).toBe(404);
    expect((await call('GET', '/orders?status=all&symbols=SPY')).status).toBe(400);
    const answer = await call('POST', '/orders', { symbol: 'SPY', qty: '1', notional: '100' });
    expect([answer.status, broker.calls.length]).toEqual([400, before]);
  });

  it('is closed to users without a key', async () => {
    const answer = await call('GET', '/account');
    expect([answer.status, broker.calls.length]).toEqual([401, 0]);
  });
});

describe('orders at Alpaca', () => {
  it('fill in parts as the updates come, and positions of the product stay as they are', async () => {
    const client = await tradingClient();
    const id = await send(client);
    broker.book.switches.fillAtMost = 4;
    broker.book.step();
    await until(() => expect(shown(client, id)).toMatchObject({ Status: 'Confirmed' }));
    broker.book.step();
    await until(() =>
      expect(shown(client, id)).toMatchObject({ Status: 'PartiallyExecuted', Fill: 4, Unfill: 6 }),
    );
    broker.quote('SPY', 100.01, 100.03);
    broker.book.step();
    broker.book.step();
    await until(() => expect(shown(client, id)).toMatchObject({ Status: 'Executed', Fill: 10 }));
    expect(client.fills()).toEqual([
      [4, 100.02, 6],
      [4, 100.03, 2],
      [2, 100.03, 0],
    ]);
    expect(shown(client, id)?.AveragePrice).toBeCloseTo(100.026, 6);
    expect(server.brokerage.accountView(user.account, 0)).toMatchObject({ orders: [], positions: [] });
  });

  it.each([
    ['market', { type: 'Market', price: null }, { type: 'market', time_in_force: 'day' }],
    [
      'stop limit until cancelled',
      { type: 'StopLimit', price: 101.5, stopPrice: 101, tif: 'GoodTillCancel' },
      { type: 'stop_limit', limit_price: '101.5', stop_price: '101', time_in_force: 'gtc' },
    ],
    [
      'trailing stop',
      {
        type: 'Stop',
        price: null,
        stopType: 'Trailing',
        offsetType: 'Percent',
        offsetValue: 1.5,
        side: 'Buy',
      },
      { type: 'trailing_stop', trail_percent: '1.5' },
    ],
    ['limit on close', { type: 'LimitOnClose' }, { type: 'limit', time_in_force: 'cls' }],
    ['at the opening', { tif: 'AtOpening' }, { time_in_force: 'opg' }],
    ['in extended hours', { tif: 'GoodTillCrossing' }, { time_in_force: 'day', extended_hours: true }],
  ] as const)('are sent and read back: %s', async (_name, change, wire) => {
    const client = await tradingClient();
    const id = await send(client, change);
    broker.book.step();
    const order = broker.book.orders().at(-1);
    const { orderToJson } = await import('../../src/server/brokers/alpaca/stand-in/order.ts');
    expect(order && orderToJson(order)).toMatchObject(wire);
    await until(() =>
      expect(shown(client, id)).toMatchObject({ Status: expect.stringMatching(/Confirmed|Pending/) }),
    );
    const { price: _price, side: _side, ...terms } = { price: null, side: null, ...change };
    const names = {
      type: 'Type',
      tif: 'TifType',
      stopType: 'StopType',
      offsetType: 'OffsetType',
      offsetValue: 'OffsetValue',
      stopPrice: 'StopPrice',
    };
    for (const [name, field] of Object.entries(names))
      if (name in terms) expect(shown(client, id)).toMatchObject({ [field]: Reflect.get(terms, name) });
  });

  it('that Alpaca refuses show its message', async () => {
    const client = await tradingClient();
    const sent = client.platform.orders.send({ ...ticket, quantity: 100_000 });
    const id = sent.ok ? sent.clientId : '';
    await until(() =>
      expect(shown(client, id)).toMatchObject({
        Status: 'Rejected',
        Description: expect.stringContaining('insufficient buying power'),
      }),
    );
    expect(client.problems.flatMap(({ lines }) => lines)).toContain('insufficient buying power');
  });

  it('to sell more than is held do not become short sales', async () => {
    const client = await tradingClient();
    const sent = client.platform.orders.send({ ...ticket, side: 'Sell', price: 99 });
    await until(() =>
      expect(shown(client, sent.ok ? sent.clientId : '')).toMatchObject({
        Status: 'Rejected',
        Description: expect.stringContaining('insufficient qty available'),
      }),
    );
    expect(broker.book.orders()).toEqual([]);
  });

  it('are rejected here when Alpaca has no such terms', async () => {
    const client = await tradingClient();
    expect(client.platform.orders.send({ ...ticket, type: 'Pegged' })).toMatchObject({
      ok: false,
      message: 'Alpaca takes no orders of the type pegged.',
    });
    expect(client.platform.orders.send({ ...ticket, price: 100.055 })).toMatchObject({ ok: false });
    expect(broker.book.orders()).toEqual([]);
  });

  it('are cancelled, and a cancel that loses against a fill leaves the fill', async () => {
    const client = await tradingClient();
    const first = await send(client, { price: 99 });
    broker.book.step();
    await until(() => expect(shown(client, first)).toMatchObject({ Status: 'Confirmed' }));
    client.platform.orders.cancel(shown(client, first)?.OrderId ?? '');
    await until(() => expect(broker.book.orders()[0]?.status).toBe('pending_cancel'));
    broker.book.step();
    await until(() => expect(shown(client, first)).toMatchObject({ Status: 'Cancelled' }));

    const second = await send(client, { price: 99 });
    broker.book.step();
    await until(() => expect(shown(client, second)).toMatchObject({ Status: 'Confirmed' }));
    broker.book.switches.fillsBeforeCancel = true;
    client.platform.orders.cancel(shown(client, second)?.OrderId ?? '');
    await until(() => expect(broker.book.orders()[1]?.status).toBe('pending_cancel'));
    broker.book.step();
    await until(() => expect(shown(client, second)).toMatchObject({ Status: 'Executed', Fill: 10 }));
  });

  it('are replaced for the total less what is filled, because Alpaca does not count it', async () => {
    const client = await tradingClient();
    const id = await send(client);
    broker.book.switches.fillAtMost = 4;
    broker.book.step();
    broker.book.step();
    await until(() => expect(shown(client, id)).toMatchObject({ Fill: 4 }));
    const old = shown(client, id)?.OrderId ?? '';
    const replaced = client.platform.orders.replace(old, { ...ticket, price: 99.5 });
    await until(() => expect(broker.book.orders()).toHaveLength(2));
    expect(broker.book.orders()[1]).toMatchObject({ qty: 6, limitPrice: 99.5, replaces: old });
    broker.book.step();
    broker.book.step();
    await until(() =>
      expect(shown(client, replaced.ok ? replaced.clientId : '')).toMatchObject({
        Status: 'Confirmed',
        Quantity: 6,
        Price: 99.5,
      }),
    );
    expect(shown(client, id)).toMatchObject({ Status: 'Cancelled', Fill: 4 });
  });
});

describe('a request that is repeated', () => {
  it('under its client id makes one order', async () => {
    const client = await tradingClient();
    for (let times = 0; times < 2; times += 1) {
      expect(client.platform.orders.send(ticket, 'ord-repeat-1')).toMatchObject({ ok: true });
      await until(() => expect(shown(client, 'ord-repeat-1')?.OrderId).not.toBe('ord-repeat-1'));
    }
    broker.book.step();
    await until(() => expect(client.rows()).toEqual(['Buy Limit Confirmed']));
    expect(broker.calls.filter((call) => call === 'POST /v2/orders')).toHaveLength(2);
    expect(broker.book.orders()).toHaveLength(1);
  });

  it('finds the order that Alpaca took without an answer', async () => {
    const client = await tradingClient();
    // The order arrives, and its answer is lost: placed there first, then the call of the product fails.
    broker.book.place({
      symbol: 'SPY',
      qty: '10',
      side: 'buy',
      type: 'limit',
      time_in_force: 'day',
      limit_price: '100.05',
      client_order_id: 'ord-lost-1',
    });
    broker.faults.add('POST /v2/orders', 504, { message: 'gateway timeout' });
    client.platform.orders.send(ticket, 'ord-lost-1');
    await until(() => expect(shown(client, 'ord-lost-1')).toMatchObject({ Status: 'Pending' }));
    expect(broker.book.orders()).toHaveLength(1);
  });
});

describe('faults of Alpaca', () => {
  it('repeat updates without a second fill', async () => {
    const client = await tradingClient();
    broker.stream.repeats = true;
    const id = await send(client);
    broker.book.switches.fillAtMost = 5;
    for (let times = 0; times < 3; times += 1) broker.book.step();
    await until(() => expect(shown(client, id)).toMatchObject({ Status: 'Executed', Fill: 10 }));
    expect(client.fills()).toEqual([
      [5, 100.02, 5],
      [5, 100.02, 0],
    ]);
  });

  it('lose the stream in the middle of an order: what was missed is read once it is back', async () => {
    const client = await tradingClient();
    const id = await send(client);
    broker.book.switches.fillAtMost = 3;
    broker.book.step();
    broker.book.step();
    await until(() => expect(shown(client, id)).toMatchObject({ Fill: 3 }));
    broker.stream.refuses = true;
    broker.cutStreams();
    await until(() => expect(broker.listeners()).toBe(0));
    broker.book.step();
    broker.book.step();
    broker.stream.refuses = false;
    await until(() => expect(shown(client, id)).toMatchObject({ Status: 'PartiallyExecuted', Fill: 9 }));
    expect(client.fills()).toEqual([
      [3, 100.02, 7],
      [6, 100.02, 1],
    ]);
    broker.book.step();
    await until(() => expect(shown(client, id)).toMatchObject({ Status: 'Executed' }));
  }, 15_000);

  it('refuse an order for the rate of requests, and hold later ones back as long as Alpaca wants', async () => {
    const client = await tradingClient();
    broker.faults.add(
      'POST /v2/orders',
      429,
      { code: 42910000, message: 'rate limit exceeded' },
      { headers: { 'retry-after': '1' } },
    );
    const rejectedAs429 = (id: string) =>
      until(() =>
        expect(shown(client, id)).toMatchObject({
          Status: 'Rejected',
          Description: expect.stringContaining('Too many requests'),
        }),
      );
    client.platform.orders.send(ticket, 'ord-429-1');
    await rejectedAs429('ord-429-1');
    // Not passed on: nothing is sent later than its user expects.
    client.platform.orders.send(ticket, 'ord-429-2');
    await rejectedAs429('ord-429-2');
    expect(broker.calls.filter((call) => call === 'POST /v2/orders')).toHaveLength(1);
    expect(broker.book.orders()).toEqual([]);
  });

  it('never pass a page of HTML on', async () => {
    const client = await tradingClient();
    broker.faults.add('POST /v2/orders', 502, '<html>Bad gateway</html>');
    client.platform.orders.send(ticket, 'ord-html-1');
    await until(() =>
      expect(shown(client, 'ord-html-1')).toMatchObject({
        Status: 'Rejected',
        Description: expect.stringMatching(/^Server has a temporary problem responding[^<]*$/),
      }),
    );
  });
});

describe('after the client was closed', () => {
  it('an order that filled meanwhile is read, and its earlier fills are not counted again', async () => {
    const first = await tradingClient();
    const id = await send(first);
    broker.book.switches.fillAtMost = 4;
    broker.book.step();
    broker.book.step();
    await until(() => expect(shown(first, id)).toMatchObject({ Fill: 4 }));
    await until(async () =>
      expect(
        await server.storage.repositories.externalBroker.reports(user.userId, broker.book.accountNumber, 0),
      ).toHaveLength(3),
    );
    first.platform.dispose();
    await until(() => expect(broker.listeners()).toBe(0));
    broker.book.switches.fillAtMost = 10;
    broker.book.step();
    const second = await openClient();
    await until(() => expect(second.platform.tradingApi.get()).toMatchObject({ login: 'LoggedIn' }));
    await until(() => expect(shown(second, id)).toMatchObject({ Status: 'Executed', Fill: 10 }));
    expect(second.fills()).toEqual([
      [4, 100.02, 6],
      [6, 100.02, 0],
    ]);
  });
});

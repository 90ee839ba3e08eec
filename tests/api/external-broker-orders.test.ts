import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginTest,
  closeWorld,
  endTest,
  openWorld,
  account,
  became,
  broker,
  newest,
  records,
  stockOrder,
  server,
  ticket,
  tradingClient,
  until,
  user,
} from './external-broker-world.ts';

beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(beginTest);
afterEach(endTest);

describe('orders at the external broker', () => {
  it('are placed, read again after a second, and fill; nothing of it reaches the brokerage of the product', async () => {
    const client = await tradingClient();
    const lastSeq = await server.storage.journal.lastSeq();
    const sent = client.platform.orders.send(ticket);
    expect(sent).toMatchObject({ ok: true });
    expect(client.orders()).toMatchObject([
      {
        Status: 'Sent',
        Symbol: 'SPY',
        Quantity: 10,
        Fill: 0,
        Unfill: 10,
        Price: 100.05,
        Account: user.account,
      },
    ]);
    await until(() => expect(newest()).toBeDefined());
    await until(() => expect(client.clock.delays()).toContain(1000));
    broker.book.step();
    const placed = await became(client, 'Pending');
    expect(placed).toMatchObject({
      OrderId: String(newest()?.orderId),
      ClientId: sent.ok ? sent.clientId : '',
    });
    broker.book.step();
    client.clock.skip(60_000);
    expect(await became(client, 'Executed')).toMatchObject({
      Fill: 10,
      Unfill: 0,
      AveragePrice: 100.02,
      TimeCompleted: expect.any(Number),
    });
    expect(client.reports()).toEqual(['OrderAccepted', 'OrderExecuted']);
    expect(account().positions.get('SPY')?.quantity).toBe(10);
    expect(await server.storage.journal.lastSeq()).toBe(lastSeq);
    expect(server.brokerage.accountView(user.account, 0)).toMatchObject({ orders: [], positions: [] });
    await until(async () =>
      expect(await records()).toMatchObject([{ Symbol: 'USSPY', Status: 'Executed', Fill: 10 }]),
    );
  });

  it('fill in parts while the broker calls them working', async () => {
    const client = await tradingClient();
    broker.book.switches.fillAtMost = 4;
    client.platform.orders.send(ticket);
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    broker.book.step();
    expect(await became(client, 'PartiallyExecuted')).toMatchObject({ Fill: 4, Unfill: 6 });
    broker.book.step();
    broker.book.step();
    client.clock.skip(60_000);
    expect(await became(client, 'Executed')).toMatchObject({ Fill: 10 });
    expect(
      client.platform.orders
        .get()
        .log.filter(({ ReportType }) => ReportType === 'OrderExecuted')
        .map(({ LastFillQuantity, LeavesQuantity }) => [LastFillQuantity, LeavesQuantity]),
    ).toEqual([
      [2, 0],
      [4, 2],
      [4, 6],
    ]);
  });

  it('that the broker takes and then rejects show why', async () => {
    const client = await tradingClient();
    client.platform.orders.send({ ...ticket, quantity: 90_000 });
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    expect(await became(client, 'Rejected')).toMatchObject({
      Description: 'You do not have enough available cash/buying power for this order.',
    });
  });

  it('that the broker refuses open the dialog with text, message and list of errors', async () => {
    const client = await tradingClient();
    broker.faults.add('POST /orders', 400, {
      message: 'The order is not valid.',
      errors: ['price: too odd', { title: 'Limit', detail: 'too far away' }],
    });
    client.platform.orders.send(ticket);
    expect(await became(client, 'Rejected')).toMatchObject({
      Description: 'Bad request. The order is not valid. price: too odd. Limit: too far away',
      ErrorCode: -2,
    });
    expect(client.platform.orders.get().log).toMatchObject([
      {
        ReportType: 'GatewayRejected',
        Message: 'Bad request. The order is not valid. price: too odd. Limit: too far away',
        ErrorCode: -2,
      },
    ]);
    expect(client.problems).toMatchObject([{ title: 'Error processing order' }]);
    expect(client.problems.flatMap(({ lines }) => lines)).toEqual([
      'Bad request',
      'The order is not valid.',
      'price: too odd',
      'Limit: too far away',
    ]);
    expect(newest()).toBeUndefined();
  });

  it.each([
    [403, {}, 'You are forbidden from accessing trading service'],
    [404, {}, 'Resource is not found'],
    [500, '<html>Whitelabel Error Page</html>', 'Unexpected server error'],
    [503, '<html>Access Denied</html>', 'Server has a temporary problem responding'],
    [429, { message: 'slow down' }, 'Too many requests; wait a moment and try again'],
  ])('refused with %i say so', async (status, body, text) => {
    const client = await tradingClient();
    broker.faults.add('POST /orders', status, body);
    client.platform.orders.send(ticket);
    await became(client, 'Rejected');
    expect(client.problems[0]?.lines[0]).toBe(text);
  });

  it('that cannot be mapped are refused at once', async () => {
    const client = await tradingClient();
    expect(client.platform.orders.send({ ...ticket, symbol: '$SPX' })).toMatchObject({
      ok: false,
      errorCode: -3,
    });
    expect(client.platform.orders.send({ ...ticket, price: 0 })).toMatchObject({ ok: false, errorCode: -47 });
    expect(client.orders()).toEqual([]);
  });

  it.each([
    ['names no id', 'omitsLocation'],
    ['names an id of another account', 'namesWrongHash'],
  ] as const)('whose answer %s are found among those of the last minute', async (_case, name) => {
    const client = await tradingClient();
    broker.switches[name] = true;
    broker.book.enter(account(), stockOrder('SPY', 'BUY', 11));
    client.platform.orders.send(ticket);
    await until(() => expect(client.orders()[0]?.OrderId).toBe(String(newest()?.orderId)));
    expect(newest()?.quantity).toBe(10);
  });

  it('whose fate is unknown are looked for, and rejected with a warning when they are not there', async () => {
    const client = await tradingClient();
    broker.faults.add('POST /orders', 504, {});
    client.platform.orders.send(ticket);
    expect(await became(client, 'Rejected')).toMatchObject({
      Description: 'Server has a temporary problem responding',
    });
    expect(newest()).toBeUndefined();
  });

  it('are sent once more after a refused token, and once only', async () => {
    const client = await tradingClient();
    broker.tokens.endAccess();
    client.platform.orders.send(ticket);
    await until(() => expect(broker.book.orders(account())).toHaveLength(1));
    await until(() => expect(client.orders()[0]?.OrderId).toBe(String(newest()?.orderId)));
    expect(client.problems).toEqual([]);
    expect(client.platform.tradingApi.get().login).toBe('LoggedIn');
  });

  it('are cancelled, which the order itself shows', async () => {
    const client = await tradingClient();
    client.platform.orders.send({ ...ticket, price: 90 });
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    const { OrderId = '' } = (await became(client, 'Pending')) ?? {};
    expect(client.platform.orders.cancel(OrderId)).toMatchObject({ ok: true });
    expect(client.orders()).toMatchObject([{ Status: 'CancelSent' }]);
    await until(() => expect(newest()?.status).toBe('PENDING_CANCEL'));
    await became(client, 'PendingCancel');
    broker.book.step();
    client.clock.skip(60_000);
    expect(await became(client, 'Cancelled')).toMatchObject({ Fill: 0, Unfill: 10 });
    expect(client.reports()).toEqual(['OrderAccepted', 'OrderCancelPending', 'OrderCanceled']);
  });

  it('that fill before their cancel comes are executed', async () => {
    const client = await tradingClient();
    broker.book.switches.fillsBeforeCancel = true;
    client.platform.orders.send({ ...ticket, price: 90 });
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    const { OrderId = '' } = (await became(client, 'Pending')) ?? {};
    client.platform.orders.cancel(OrderId);
    await until(() => expect(newest()?.status).toBe('PENDING_CANCEL'));
    broker.book.step();
    await became(client, 'Executed');
  });

  it('whose cancel is refused stay open, and the dialog says why', async () => {
    const client = await tradingClient();
    client.platform.orders.send({ ...ticket, price: 90 });
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    const { OrderId = '' } = (await became(client, 'Pending')) ?? {};
    broker.faults.add('DELETE /orders', 500, { message: 'no' });
    client.platform.orders.cancel(OrderId);
    await until(() => expect(client.reports()).toContain('OrderCancelRejected'));
    expect(
      client.platform.orders.get().log.find(({ ReportType }) => ReportType === 'OrderCancelRejected'),
    ).toMatchObject({ Message: 'Unexpected server error. no', ErrorCode: -28 });
    expect(client.problems.flatMap(({ lines }) => lines)).toEqual(['Unexpected server error', 'no']);
    await became(client, 'Pending');
    expect(client.platform.orders.cancel('404')).toMatchObject({ ok: false, errorCode: -13 });
  });

  it('are replaced by new ones with new ids; the old ones are over', async () => {
    const client = await tradingClient();
    client.platform.orders.send({ ...ticket, price: 90 });
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    const { OrderId = '' } = (await became(client, 'Pending')) ?? {};
    expect(client.platform.orders.replace(OrderId, { ...ticket, quantity: 7, price: 91 })).toMatchObject({
      ok: true,
    });
    await until(() =>
      expect(
        client
          .orders()
          .map(({ OrderId: id, Status, Quantity, Price }) => [id === OrderId, Status, Quantity, Price]),
      ).toEqual([
        [true, 'Cancelled', 10, 90],
        [false, 'Confirmed', 7, 91],
      ]),
    );
    expect(client.reports()).toContain('OrderReplaced');
    await until(async () =>
      expect(await records()).toMatchObject([{ Status: 'ReplaceDone' }, { Status: 'Confirmed' }]),
    );
    expect(client.platform.orders.replace('404', ticket)).toMatchObject({ ok: false, errorCode: -13 });
  });

  it('that are replaced when partly filled come to the requested total, and to no more', async () => {
    const client = await tradingClient();
    broker.book.switches.fillAtMost = 4;
    client.platform.orders.send(ticket);
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    const { OrderId = '' } = (await became(client, 'Pending')) ?? {};
    // The client has not read this fill when the price is changed.
    broker.book.step();
    expect(client.platform.orders.replace(OrderId, { ...ticket, price: 100.1 })).toMatchObject({ ok: true });
    await until(() =>
      expect(
        broker.book.orders(account()).map(({ quantity, filled, price }) => [quantity, filled, price]),
      ).toEqual([
        [10, 4, 100.05],
        [6, 0, 100.1],
      ]),
    );
    for (let step = 0; step < 3; step += 1) broker.book.step();
    client.clock.skip(60_000);
    await until(() => {
      client.clock.hurry(1000);
      expect(client.orders().map(({ Status, Quantity, Fill }) => [Status, Quantity, Fill])).toEqual([
        ['Cancelled', 10, 4],
        ['Executed', 6, 6],
      ]);
    });
    expect(account().positions.get('SPY')?.quantity).toBe(10);
  });

  it('that fill once more just before they are replaced come to the total as well: the excess is cancelled and the rest sent again', async () => {
    const client = await tradingClient();
    broker.book.switches.fillAtMost = 4;
    client.platform.orders.send(ticket);
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    broker.book.step();
    const { OrderId = '' } = (await became(client, 'PartiallyExecuted')) ?? {};
    broker.book.switches.fillsBeforeReplace = 3;
    expect(client.platform.orders.replace(OrderId, { ...ticket, price: 100.1 })).toMatchObject({ ok: true });
    const atBroker = () =>
      broker.book
        .orders(account())
        .map(({ quantity, filled, price, status }) => [quantity, filled, price, status]);
    // The order for 6 was worked out before the 3: it goes, with nothing filled, before the one for 3 comes.
    await until(() =>
      expect(atBroker()).toEqual([
        [10, 7, 100.05, 'REPLACED'],
        [6, 0, 100.1, 'PENDING_CANCEL'],
      ]),
    );
    broker.book.step();
    await until(() => {
      client.clock.hurry(1000);
      expect(atBroker()).toEqual([
        [10, 7, 100.05, 'REPLACED'],
        [6, 0, 100.1, 'CANCELED'],
        [3, 0, 100.1, 'PENDING_ACTIVATION'],
      ]);
    });
    await until(() =>
      expect(client.problems).toEqual([
        {
          title: 'Order filled while it was changed',
          lines: [
            '3 more SPY were filled while the order was being changed.',
            'The new order of 6 was therefore cancelled, and one of 3 sent in its place, which makes the total that you requested.',
          ],
        },
      ]),
    );
    for (let step = 0; step < 3; step += 1) broker.book.step();
    client.clock.skip(60_000);
    await until(() => {
      client.clock.hurry(1000);
      expect(client.orders().map(({ Status, Quantity, Fill }) => [Status, Quantity, Fill])).toEqual([
        ['Cancelled', 10, 7],
        ['Cancelled', 6, 0],
        ['Executed', 3, 3],
      ]);
    });
    expect(account().positions.get('SPY')?.quantity).toBe(10);
  });

  it('buy to cover what is short at the broker, whatever the own account holds', async () => {
    account().positions.set('SPY', { quantity: -20, averagePrice: 90 });
    const client = await tradingClient();
    client.platform.orders.send(ticket);
    await until(() => expect(newest()?.legs[0]?.instruction).toBe('BUY_TO_COVER'));
  });

  it('that others enter show within a minute, in statuses of any name', async () => {
    const client = await tradingClient();
    broker.book.enter(
      account(),
      stockOrder('MSFT', 'SELL_SHORT', 3, { price: 400, duration: 'GOOD_TILL_CANCEL', route: 'INET' }),
    );
    broker.switches.statusName = 'AWAITING_THE_MOON';
    client.clock.skip(59_000);
    expect(client.orders()).toEqual([]);
    client.clock.skip(1_000);
    expect(await became(client, 'Pending')).toMatchObject({
      Symbol: 'MSFT',
      Side: 'Short',
      TifType: 'GoodTillCancel',
      Route: 'INET',
    });
    expect(client.reports()).toEqual(['OrderAccepted', 'NothingDone']);
    broker.switches.statusName = undefined;
    broker.switches.timeForm = 'zulu';
    broker.book.step();
    client.clock.skip(60_000);
    await until(() => expect(client.orders()[0]?.Status).toBe('Pending'));
  });

  it('are not read for as long as the broker requests', async () => {
    const client = await tradingClient();
    broker.faults.add('GET /orders', 429, { message: 'slow down' }, { headers: { 'retry-after': '300' } });
    client.clock.skip(60_000);
    await until(() =>
      expect(client.platform.tradingApi.get().error).toBe('Too many requests; wait a moment and try again'),
    );
    await until(() => expect(client.clock.delays()).toContain(300_000));
    client.clock.skip(300_000);
    await until(() => expect(client.platform.tradingApi.get().error).toBeNull());
  });

  it('which are at the broker can be cancelled there after the own service was chosen', async () => {
    const client = await tradingClient();
    client.platform.orders.send({ ...ticket, price: 90 });
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    const { OrderId = '' } = (await became(client, 'Pending')) ?? {};
    expect(await client.platform.tradingApi.choose('Own')).toEqual({ ok: true });
    expect(client.platform.orders.cancel(OrderId)).toMatchObject({ ok: true });
    await until(() => expect(newest()?.status).toBe('PENDING_CANCEL'));
    await became(client, 'PendingCancel');
  });
});

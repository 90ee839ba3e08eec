import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderTicket } from '../../src/client/types.ts';
import {
  account,
  became,
  beginTest,
  broker,
  closeWorld,
  endTest,
  newest,
  openWorld,
  records,
  tradingClient,
  until,
  type TestClient,
} from './external-broker-world.ts';

beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(beginTest);
afterEach(endTest);

const CALL_100 = 'SPY270115C00100000';
const CALL_105 = 'SPY270115C00105000';
const AT_BROKER_100 = 'SPY   270115C00100000';
const AT_BROKER_105 = 'SPY   270115C00105000';

/** Two units of a vertical: the market asks 2.20 - 0.90 = 1.30 for one share of a unit. */
const vertical: OrderTicket = {
  symbol: 'SPY',
  side: 'Buy',
  quantity: 2,
  type: 'Limit',
  price: 1.3,
  destination: 'SMART',
  route: 'AUTO',
  legs: [
    { symbol: CALL_100, side: 'Buy', ratio: 1 },
    { symbol: CALL_105, side: 'Sell', ratio: 1 },
  ],
};

/** Sends a ticket and waits until the broker works it. */
async function working(client: TestClient, ticket: OrderTicket = vertical): Promise<string> {
  const count = broker.book.orders(account()).length;
  expect(client.platform.orders.send(ticket)).toMatchObject({ ok: true });
  await until(() => expect(broker.book.orders(account())).toHaveLength(count + 1));
  broker.book.step();
  await until(() => {
    client.clock.hurry(1000);
    expect(client.orders().at(-1)?.Status).toBe('Pending');
  });
  return client.orders().at(-1)?.OrderId ?? '';
}

/** The next step at the broker, and the poll that finds it. */
async function nextStep(client: TestClient): Promise<void> {
  // A poll that is under way reads the broker before the step.
  await until(() => expect(client.clock.delays()).toContain(60_000));
  broker.book.step();
  client.clock.skip(60_000);
}

const executions = (client: TestClient) =>
  client.platform.orders
    .get()
    .log.filter(({ ReportType }) => ReportType === 'OrderExecuted')
    .toReversed();

describe('a multi-leg order at the external broker', () => {
  it('is one order with a net debit, and fills in whole units with what each leg traded', async () => {
    const client = await tradingClient();
    await working(client);
    expect(newest()).toMatchObject({
      strategy: 'VERTICAL',
      orderType: 'NET_DEBIT',
      price: 1.3,
      legs: [
        { symbol: AT_BROKER_100, instruction: 'BUY_TO_OPEN', quantity: 2 },
        { symbol: AT_BROKER_105, instruction: 'SELL_TO_OPEN', quantity: 2 },
      ],
    });
    broker.book.switches.fillAtMost = 1;
    await nextStep(client);
    expect(await became(client, 'PartiallyExecuted')).toMatchObject({ Fill: 1, Unfill: 1 });
    await nextStep(client);
    expect(await became(client, 'ExecutedMultileg')).toMatchObject({
      Symbol: 'SPY',
      Fill: 2,
      AveragePrice: 1.3,
      MultiLegType: 'Vertical',
      Legs: [
        { Symbol: CALL_100, Side: 'Buy', Ratio: 1 },
        { Symbol: CALL_105, Side: 'Sell', Ratio: 1 },
      ],
    });
    expect(executions(client)).toMatchObject([
      {
        LastFillQuantity: 1,
        LastFillPrice: 1.3,
        LeavesQuantity: 1,
        MultiLegType: 'Vertical',
        LegFills: [
          { Symbol: CALL_100, Side: 'Buy', Quantity: 1, Price: 2.2 },
          { Symbol: CALL_105, Side: 'Sell', Quantity: 1, Price: 0.9 },
        ],
      },
      { LastFillQuantity: 1, LeavesQuantity: 0 },
    ]);
    expect([...account().positions].map(([symbol, { quantity }]) => [symbol, quantity])).toEqual([
      [AT_BROKER_100, 2],
      [AT_BROKER_105, -2],
    ]);
    await until(async () =>
      expect(await records()).toMatchObject([
        { Symbol: 'USSPY', Status: 'ExecutedMultileg', Legs: [{ Symbol: `US${CALL_100}` }, {}] },
      ]),
    );
  });

  it('is closed for a net credit by the positions at the broker', async () => {
    account().positions.set(AT_BROKER_100, { quantity: 2, averagePrice: 2 });
    account().positions.set(AT_BROKER_105, { quantity: -2, averagePrice: 1 });
    const client = await tradingClient();
    const closing: OrderTicket = {
      ...vertical,
      side: 'Sell',
      price: 1.1,
      legs: [
        { symbol: CALL_100, side: 'Sell', ratio: 1 },
        { symbol: CALL_105, side: 'Buy', ratio: 1 },
      ],
    };
    await working(client, closing);
    expect(newest()).toMatchObject({
      orderType: 'NET_CREDIT',
      legs: [{ instruction: 'SELL_TO_CLOSE' }, { instruction: 'BUY_TO_CLOSE' }],
    });
    await nextStep(client);
    expect(await became(client, 'ExecutedMultileg')).toMatchObject({ Side: 'Sell', AveragePrice: 1.1 });
    expect([...account().positions.values()].map(({ quantity }) => quantity)).toEqual([0, 0]);
  });

  it('is cancelled as one', async () => {
    const client = await tradingClient();
    const orderId = await working(client, { ...vertical, price: 1 });
    expect(client.platform.orders.cancel(orderId)).toMatchObject({ ok: true });
    await until(() => expect(newest()?.status).toBe('PENDING_CANCEL'));
    await nextStep(client);
    expect(await became(client, 'Cancelled')).toMatchObject({ Fill: 0, Unfill: 2 });
    expect(account().positions.size).toBe(0);
  });

  it('is replaced as one, with its legs, for what is left of it', async () => {
    const client = await tradingClient();
    const orderId = await working(client);
    broker.book.switches.fillAtMost = 1;
    await nextStep(client);
    await became(client, 'PartiallyExecuted');
    expect(client.platform.orders.replace(orderId, { ...vertical, quantity: 4, price: 1.35 })).toMatchObject({
      ok: true,
    });
    await until(() => expect(newest()).toMatchObject({ quantity: 3, price: 1.35, strategy: 'VERTICAL' }));
    // What the first unit opened is added to, not closed.
    expect(newest()?.legs.map(({ instruction }) => instruction)).toEqual(['BUY_TO_OPEN', 'SELL_TO_OPEN']);
    await until(() => {
      client.clock.hurry(1000);
      expect(client.orders()).toMatchObject([
        { Status: 'Cancelled', Fill: 1 },
        { Status: 'Confirmed', Quantity: 3, MultiLegType: 'Vertical' },
      ]);
    });
  });

  it('that the broker rejects shows why', async () => {
    const client = await tradingClient();
    client.platform.orders.send({ ...vertical, quantity: 5000 });
    await until(() => expect(newest()).toBeDefined());
    broker.book.step();
    expect(await became(client, 'Rejected')).toMatchObject({
      Description: 'You do not have enough available cash/buying power for this order.',
      MultiLegType: 'Vertical',
    });
  });

  it('names a leg that has filled without the others, cannot be changed then, and counts the unit once it is whole', async () => {
    const client = await tradingClient();
    broker.book.switches.fillsLegsApart = true;
    const orderId = await working(client, { ...vertical, quantity: 1 });
    await nextStep(client);
    const alone = "Filled without the other legs: Buy 1 SPY Jan 15 '27 100 Call at 2.20";
    await until(() => expect(client.orders()).toMatchObject([{ Description: alone, Fill: 0 }]));
    expect(client.reports()).toEqual(['OrderAccepted', 'NothingDone']);
    client.platform.orders.replace(orderId, { ...vertical, quantity: 1, price: 1.4 });
    await until(() => expect(client.reports()).toContain('GatewayRejected'));
    expect(broker.book.orders(account())).toHaveLength(1);
    await nextStep(client);
    await until(() =>
      expect(client.orders()).toContainEqual(
        expect.objectContaining({
          OrderId: orderId,
          Status: 'ExecutedMultileg',
          Description: '',
          AveragePrice: 1.3,
        }),
      ),
    );
    expect(client.problems).toEqual([]);
  });

  it('that ends with a leg filled without the others opens a dialog', async () => {
    const client = await tradingClient();
    broker.book.switches.fillsLegsApart = true;
    const orderId = await working(client, { ...vertical, quantity: 1 });
    await nextStep(client);
    await until(() => expect(client.orders()[0]?.Description).toContain('Filled without'));
    client.platform.orders.cancel(orderId);
    await until(() => expect(newest()?.status).toBe('PENDING_CANCEL'));
    await nextStep(client);
    await became(client, 'Cancelled');
    expect(client.problems).toMatchObject([
      {
        title: 'Order ended with a leg filled without the others',
        lines: [{}, {}, {}].map(() => expect.any(String)),
      },
    ]);
    expect(client.problems[0]?.lines[1]).toBe(
      "Filled without the other legs: Buy 1 SPY Jan 15 '27 100 Call at 2.20.",
    );
  });

  it('is read back with its legs after a reload, and each unit is reported once', async () => {
    const first = await tradingClient();
    await working(first);
    broker.book.switches.fillAtMost = 1;
    await nextStep(first);
    await became(first, 'PartiallyExecuted');
    await until(async () => expect(await records()).toMatchObject([{ Fill: 1 }]));
    first.platform.dispose();
    broker.book.step();
    const second = await tradingClient();
    expect(await became(second, 'ExecutedMultileg')).toMatchObject({
      Fill: 2,
      MultiLegType: 'Vertical',
      Legs: [{ Symbol: CALL_100 }, { Symbol: CALL_105 }],
    });
    expect(
      executions(second).map(({ LeavesQuantity, LegFills }) => [LeavesQuantity, LegFills?.length]),
    ).toEqual([
      [1, 2],
      [0, 2],
    ]);
  });

  it.each([
    [
      'another time in force',
      { tif: 'ImmediateOrCancel' },
      'The external broker takes multi-leg orders for the day only.',
    ],
    [
      'a stop',
      { type: 'Stop', stopPrice: 1 },
      'The external broker takes multi-leg orders as limit or market orders only.',
    ],
    ['one leg', { legs: vertical.legs?.slice(0, 1) ?? [] }, 'A multi-leg order has at least two legs.'],
    [
      'shares that are not held',
      {
        legs: [
          { symbol: CALL_100, side: 'Buy', ratio: 1 },
          { symbol: 'SPY', side: 'Sell', ratio: 1 },
        ],
      },
      'The order sells 200 shares of SPY, and the account at the broker holds 0. A leg cannot sell short.',
    ],
  ] as const)('with %s is rejected before it is sent', async (_case, change, message) => {
    const client = await tradingClient();
    expect(client.platform.orders.send({ ...vertical, ...change })).toMatchObject({ ok: false, message });
    expect(client.orders()).toEqual([]);
  });
});

import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newYorkDate } from '../../src/domain/calendar/us-equity.ts';
import { OrderError } from '../../src/domain/orders/errors.ts';
import { executionsHttp } from '../../src/protocol/http-executions.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { openAccount, orderOf } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
let trader: TestUser;
let jwt: string;
let today: string;

beforeAll(async () => {
  server = await startTestServer();
  trader = await server.addUser('executed');
  const { jwt: token, client } = await openAccount(server.ports, trader);
  jwt = token;
  client.send('orderSend', orderOf(trader, { ClientId: 'market-1', Quantity: 100 }));
  await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
  client.send('orderSend', orderOf(trader, { ClientId: 'limit-1', Type: 'Limit', Price: 99, Quantity: 10 }));
  await client.next(
    'executionReport',
    ({ ClientId, ReportType }) => ClientId === 'limit-1' && ReportType === 'OrderConfirmed',
  );
  client.send('orderSend', orderOf(trader, { ClientId: 'refused-1', Symbol: 'NOPE' }));
  await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderRejected');
  client.close();
  today = newYorkDate(server.market.exchangeMs());
});
afterAll(() => server.end());

const request = (query: Record<string, string>): Promise<Response> =>
  fetch(`${server.url}${executionsHttp.executions.path}?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${jwt}` },
  });
const read = async (query: Record<string, string> = {}) => {
  const response = await request({ account: trader.account, date: today, ...query });
  expect(response.status).toBe(200);
  return v.parse(executionsHttp.executions.response, await response.json());
};

describe('the executions of a day', () => {
  it.each(['2026-02-31', '2026-13-01', '2026-2-1', 'today', ''])(
    'refuse a day that is none: %s',
    async (date) => {
      expect((await request({ account: trader.account, date })).status).toBe(400);
    },
  );

  it('have the quote of their arrival and of each fill, and leave out rejected orders', async () => {
    const { Orders, HasMore, Account } = await read();
    expect([Account, HasMore]).toEqual([trader.account, false]);
    const [market, limit, ...others] = Orders;
    expect(others).toEqual([]);
    const quote = server.market.quote('SPY');
    const shown = {
      B: (quote?.bidE4 ?? 0) / 10_000,
      BS: quote?.bidSize,
      A: (quote?.askE4 ?? 0) / 10_000,
      AS: quote?.askSize,
    };
    expect(market).toMatchObject({ Symbol: 'SPY', Type: 'Market', Arrival: shown, IsMarketable: true });
    expect(market?.Fills).toMatchObject([{ Quantity: 100, Price: shown.A, Liquidity: 'R', Quote: shown }]);
    expect(limit).toMatchObject({ Price: 99, Quantity: 10, IsMarketable: false, Fills: [] });
  });

  it('continue behind an order', async () => {
    const { Orders } = await read();
    const rest = await read({ after: Orders[0]?.OrderId ?? '' });
    expect(rest.Orders).toEqual(Orders.slice(1));
  });

  it('are none on a day without orders', async () => {
    expect(await read({ date: '2020-01-02' })).toMatchObject({ Orders: [], HasMore: false });
  });

  it.each([
    ['a day that is none', { date: '2026-13-40' }],
    ['an OrderId that is none', { after: 'x' }],
    ['a field that does not exist', { group: 'symbol' }],
  ])('are refused for %s', async (_case, query) => {
    const response = await request({ account: trader.account, date: today, ...query });
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('Error');
  });
});

const call = (path: string, body?: object): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe('the timeline of an order', () => {
  const timelineOf = async (orderId: string) => {
    const response = await call(`/api/Orders/Timeline?account=${trader.account}&orderId=${orderId}`);
    expect(response.status).toBe(200);
    return v.parse(executionsHttp.orderTimeline.response, await response.json());
  };

  it('says why a limit order rests, and what its checks compared', async () => {
    const { Orders } = await read();
    const { Resting, Times, Explanation, Quotes } = await timelineOf(Orders[1]?.OrderId ?? '');
    expect(Resting?.Reason).toMatch(/^Limit 99\.00 is \d+\.\d\d below the ask \d+\.\d\d$/);
    expect(Resting?.Queue).toMatchObject({ Traded: 0 });
    expect(Times?.PublishedMicros).toBeGreaterThanOrEqual(Times?.DecidedMicros ?? Number.NaN);
    expect(Quotes).toHaveLength(1);
    const power = Explanation?.Checks.find(({ Check }) => Check === 'buying-power');
    expect(power).toMatchObject({ ErrorCode: 0, Figure: { Unit: 'Money', Bound: 'AtMost', Value: 990 } });
  });

  it('has the market of each fill, and no reason once the order is filled', async () => {
    const { Orders } = await read();
    const { Resting, Quotes } = await timelineOf(Orders[0]?.OrderId ?? '');
    expect(Resting).toBeNull();
    expect(Quotes.length).toBeGreaterThanOrEqual(2);
  });

  it('is that of no order for an unknown OrderId', async () => {
    const response = await call(`/api/Orders/Timeline?account=${trader.account}&orderId=999999`);
    expect([response.status, await response.json()]).toEqual([
      404,
      { Error: `Account ${trader.account} has no order 999999.` },
    ]);
  });
});

describe('an order that is explained before it is sent', () => {
  const explain = async (change: Parameters<typeof orderOf>[1], more: object = {}) => {
    const response = await call('/api/Orders/Explain', { Order: { ...orderOf(trader, change), ...more } });
    expect(response.status).toBe(200);
    return v.parse(executionsHttp.orderExplain.response, await response.json());
  };

  it('is accepted with the figures of its checks, and is not sent', async () => {
    const before = await read();
    const { ErrorCode, Checks } = await explain({ ClientId: 'why-1', Quantity: 10 });
    expect(ErrorCode).toBe(0);
    expect(Checks.every((check) => check.ErrorCode === 0)).toBe(true);
    expect(Checks.length).toBeGreaterThan(80);
    expect((await read()).Orders).toHaveLength(before.Orders.length);
  });

  it('is refused with a quantity and a price that pass', async () => {
    const order = { Type: 'Limit', Price: 99, Quantity: 900_000 } as const;
    const { ErrorCode, Remedy } = await explain({ ClientId: 'why-2', ...order });
    expect(ErrorCode).toBeLessThan(0);
    expect(Remedy.Quantity).toBeGreaterThan(0);
    const smaller = await explain({ ClientId: 'why-3', ...order, Quantity: Remedy.Quantity ?? 0 });
    expect(smaller.ErrorCode).toBe(0);
    const larger = await explain({ ClientId: 'why-4', ...order, Quantity: (Remedy.Quantity ?? 0) + 1 });
    expect(larger.ErrorCode).toBeLessThan(0);
  });

  it('is judged as a replacement of the order that it names', async () => {
    const order = { ClientId: 'why-5', Type: 'Limit', Price: 99 } as const;
    const larger = await explain({ ...order, Quantity: 20 }, { OriginalClientId: 'limit-1' });
    expect(larger.ErrorCode).toBe(0);
    expect(larger.Checks.map(({ Check }) => Check)).toContain('replace-quantity');
    const unknown = await explain({ ...order, Quantity: 20 }, { OriginalClientId: 'no-such-order' });
    expect(unknown.ErrorCode).toBe(OrderError.UnknownOrder);
    expect(unknown.Checks.find(({ Check }) => Check === 'order-known')?.ErrorCode).toBe(
      OrderError.UnknownOrder,
    );
  });
});

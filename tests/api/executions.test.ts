import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newYorkDate } from '../../src/domain/calendar/us-equity.ts';
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

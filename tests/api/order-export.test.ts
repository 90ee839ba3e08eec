import Papa from 'papaparse';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newYorkDate } from '../../src/domain/calendar/us-equity.ts';
import { orderExportBody } from '../../src/protocol/index.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { openAccount, orderOf } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
let trader: TestUser;
let jwt: string;
let today: string;

beforeAll(async () => {
  server = await startTestServer();
  trader = await server.addUser('teller');
  const opened = await openAccount(server.ports, trader);
  jwt = opened.jwt;
  const { client } = opened;
  const done = (clientId: string, reportType: string) =>
    client.next(
      'executionReport',
      (report) => report.ClientId === clientId && report.ReportType === reportType,
    );
  client.send('orderSend', orderOf(trader, { ClientId: 'filled-1', Quantity: 100 }));
  await done('filled-1', 'OrderExecuted');
  client.send(
    'orderSend',
    orderOf(trader, { ClientId: '=HYPERLINK("x")', Quantity: 10, Type: 'Limit', Price: 99 }),
  );
  const { OrderId } = await done('=HYPERLINK("x")', 'OrderConfirmed');
  client.send('orderCancel', { Account: trader.account, OrderId, ClientId: 'cancel-1' });
  await client.next('executionReport', (report) => report.ReportType === 'OrderCanceled');
  client.send('orderSend', orderOf(trader, { ClientId: 'refused-1', Symbol: 'NOPE', Quantity: 1 }));
  await done('refused-1', 'OrderRejected');
  client.send('orderReplace', {
    ...orderOf(trader, { ClientId: 'replace-1', Type: 'Limit', Price: 98, Quantity: 10 }),
    OriginalClientId: 'no-such-order',
  });
  await client.next('executionReport', (report) => report.OrderId === 'no-such-order');
  client.close();
  today = newYorkDate(server.market.exchangeMs());
});
afterAll(() => server.end());

function ask(query: Record<string, string>, token = jwt): Promise<Response> {
  return fetch(`${server.url}/api/Orders/Export?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}
const askJson = async (query: Record<string, string> = {}) =>
  v.parse(orderExportBody, await (await ask({ account: trader.account, format: 'json', ...query })).json());

describe('the export of orders', () => {
  it('exports the life of every order, report by report, with its fees', async () => {
    const { Orders, OtherReports, Account } = await askJson();
    expect(Account).toBe(trader.account);
    expect(
      Orders.map((order) => [
        order.ClientId,
        order.Status,
        order.Reports.map(({ ReportType }) => ReportType),
      ]),
    ).toEqual([
      ['filled-1', 'Executed', ['OrderAccepted', 'OrderConfirmed', 'OrderExecuted']],
      [
        '=HYPERLINK("x")',
        'Cancelled',
        expect.arrayContaining(['OrderAccepted', 'OrderConfirmed', 'OrderCanceled']),
      ],
      ['refused-1', 'Rejected', ['OrderRejected']],
    ]);
    const executed = Orders[0]?.Reports.at(-1);
    expect(executed).toMatchObject({
      LastFillQuantity: 100,
      LastFillPrice: 100.02,
      FeeParts: { LiquidityFee: 0.3, NsccFee: 0.02, OtherFee: 0.0035 },
      Fees: 0.3235,
    });
    const serials = Orders.flatMap(({ Reports }) => Reports.map(({ Serial }) => Serial));
    expect(new Set(serials).size).toBe(serials.length);
    for (const { Reports } of Orders)
      expect(Reports.map(({ Serial }) => Serial)).toEqual(
        Reports.map(({ Serial }) => Serial).toSorted((left, right) => left - right),
      );
    expect(OtherReports).toMatchObject([
      { OrderId: 'no-such-order', ReportType: 'OrderCancelRejected', ErrorCode: -13 },
    ]);
  });

  it('says in plain words what happened and what a code means', async () => {
    const { Orders, OtherReports } = await askJson();
    expect(Orders[0]?.Reports.at(-1)?.Words).toBe(
      '100 traded at 100.02 on NSDQ, taking what was shown. The order is complete.',
    );
    expect(Orders[2]?.Reports[0]?.Words).toMatch(
      /^The order was refused and never worked\. Code -\d+, .+: .+\.$/,
    );
    expect(OtherReports[0]?.Words).toContain(
      'Code -13, Unknown order Id: The account has no order with this id',
    );
  });

  it('exports CSV by default: one line per report, and no cell that a spreadsheet would run', async () => {
    const response = await ask({ account: trader.account });
    expect(response.headers.get('content-type')).toContain('text/csv');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="orders-${trader.account}.csv"`,
    );
    const { data, meta, errors } = Papa.parse<Record<string, string>>(await response.text(), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(meta.fields?.slice(0, 6)).toEqual([
      'OrderId',
      'OrderStatus',
      'Serial',
      'Time',
      'ReportType',
      'Words',
    ]);
    const json = await askJson();
    expect(data.map(({ Serial }) => Number(Serial))).toEqual(
      [...json.Orders.flatMap(({ Reports }) => Reports), ...json.OtherReports].map(({ Serial }) => Serial),
    );
    expect(data.filter(({ ClientId }) => ClientId === `'=HYPERLINK("x")`).length).toBeGreaterThan(2);
    for (const line of data)
      for (const [column, cell] of Object.entries(line))
        if (!/^-?[\d.]+$/.test(cell)) expect(cell, column).not.toMatch(/^[=+\-@]/);
    expect(data.find(({ ReportType }) => ReportType === 'OrderExecuted')).toMatchObject({
      OrderStatus: 'Executed',
      LastFillPrice: '100.02',
      LiquidityFee: '0.3',
      Fees: '0.3235',
      Liquidity: 'R',
      Time: new Date(server.market.exchangeMs()).toISOString(),
    });
  });

  it('exports only the requested days', async () => {
    expect((await askJson({ from: today, to: today })).Orders).toHaveLength(3);
    const outside: Record<string, string>[] = [{ to: '2026-03-01' }, { from: '2026-03-03' }];
    for (const query of outside) expect(await askJson(query)).toMatchObject({ Orders: [], OtherReports: [] });
  });

  it.each([
    ['a foreign account', 404, { account: 'DEMO-1001' }],
    ['an unknown account', 404, { account: 'DEMO-0' }],
    ['no account', 400, {}],
    ['another format', 400, { account: 'x', format: 'xml' }],
    ['a day that is none', 400, { account: 'x', from: '2026-02-31x' }],
    ['a day that the calendar lacks', 400, { account: 'x', from: '2026-13-01' }],
    ['days the wrong way round', 400, { to: '2026-03-01', from: '2026-03-02' }],
    ['something else', 400, { account: 'x', all: '1' }],
  ])('refuses %s', async (_, status, query) => {
    const response = await ask(
      'from' in query && 'to' in query ? { ...query, account: trader.account } : query,
    );
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ Error: expect.any(String) });
  });

  it('refuses who is not signed in', async () => {
    expect((await ask({ account: trader.account }, 'x.y.z')).status).toBe(401);
  });
});

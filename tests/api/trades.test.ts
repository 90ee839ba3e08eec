import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newYorkDate } from '../../src/domain/calendar/us-equity.ts';
import { tradesHttp } from '../../src/protocol/http-trades.ts';
import type { Body } from '../../src/protocol/index.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { openAccount, orderOf, type WireClient } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
let trader: TestUser;
let client: WireClient<'trading'>;
let jwt: string;
let sent = 0;

beforeAll(async () => {
  server = await startTestServer();
  trader = await server.addUser('trips');
  ({ jwt, client } = await openAccount(server.ports, trader));
});
afterAll(async () => {
  client.close();
  await server.end();
});

/** Sends a market order and resolves with its execution. */
async function fill(change: Partial<Body<'orderSend'>>): Promise<Body<'executionReport'>> {
  const ClientId = `trip-${(sent += 1)}`;
  client.send('orderSend', orderOf(trader, { ClientId, ...change }));
  return client.next(
    'executionReport',
    (report) => report.ClientId === ClientId && report.ReportType === 'OrderExecuted',
  );
}

function post(path: string, body: unknown = null): Promise<Response> {
  return fetch(`${server.url}/api/Trades/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
async function read<Name extends 'roundTrips' | 'roundTripFills' | 'realisedGains' | 'openLots'>(
  name: Name,
  query = '',
): Promise<v.InferOutput<(typeof tradesHttp)[Name]['response']>> {
  const path = tradesHttp[name].path.replace('/api/Trades/', '').replace('{account}', trader.account);
  // The parsed body is that of the route: the compiler does not follow the name into the table.
  return v.parse(tradesHttp[name].response, await (await post(path + query)).json()) as never;
}

it('round trips, lots and realised gains follow the orders of an account', async () => {
  const [first, second] = [await fill({ Quantity: 100 }), await fill({ Quantity: 50 })];
  const { Items: open } = await read('openLots');
  expect(open.map(({ Symbol, Side, Quantity, Lot }) => [Symbol, Side, Quantity, Number(Lot)])).toEqual([
    ['SPY', 'Long', 100, first.Serial],
    ['SPY', 'Long', 50, second.Serial],
  ]);
  expect((await post(`LotMethod/${trader.account}`, { Method: 'LIFO' })).status).toBe(200);
  const sale = await fill({ Quantity: 60, Side: 'Sell', Source: 'Close' });
  expect((await read('openLots')).Items.map(({ Quantity }) => Quantity)).toEqual([90]);

  const choice = { OrderId: sale.OrderId, Symbol: 'SPY', Lots: [{ Lot: open[0]?.Lot, Quantity: 60 }] };
  expect((await post(`ChooseLots/${trader.account}`, choice)).status).toBe(200);
  expect((await read('openLots')).Items.map(({ Quantity }) => Quantity)).toEqual([40, 50]);
  const refused = await post(`ChooseLots/${trader.account}`, {
    ...choice,
    Lots: [{ Lot: '1', Quantity: 60 }],
  });
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { Error: `Order ${sale.OrderId} could not close 60 of lot 1.` },
  ]);

  await fill({ Quantity: 90, Side: 'Sell', Source: 'Close' });
  const today = newYorkDate(server.market.exchangeMs());
  const {
    Items: lines,
    ShortTerm,
    LongTerm,
    Reconciliation,
  } = await read('realisedGains', `?from=${today}&to=${today}`);
  expect(lines.map(({ Quantity, IsChosen, Acquired, Sold }) => [Quantity, IsChosen, Acquired, Sold])).toEqual(
    [
      [60, true, today, today],
      [50, false, today, today],
      [40, false, today, today],
    ],
  );
  expect(ShortTerm.Gain).toBeCloseTo(
    lines.reduce((sum, { Gain }) => sum + Gain, 0),
    8,
  );
  expect(LongTerm.Lines).toBe(0);
  expect(Reconciliation.ClosedPl).toBe(Reconciliation.PositionsClosedPl);
  expect(Reconciliation.MethodDifference).toBe(0);

  const { Items: trips, Next } = await read('roundTrips');
  expect(Next).toBeNull();
  expect(trips).toMatchObject([
    { Symbol: 'SPY', Side: 'Long', Quantity: 150, ExitQuantity: 150, Risk: null },
  ]);
  expect(trips[0]?.Net).toBeCloseTo(ShortTerm.Gain, 8);
  const { Fills } = await read('roundTripFills', `?trip=${trips[0]?.Id}`);
  expect(Fills.map(({ Quantity }) => Quantity)).toEqual([100, 50, -60, -90]);
  expect((await read('realisedGains', '?to=1999-12-31')).Items).toEqual([]);
  expect((await post(`Realised/${trader.account}?from=2026-02-02&to=2026-02-01`)).status).toBe(400);
});

it('states the lots that an open order would close, before and after some are chosen', async () => {
  const [, second] = [await fill({ Quantity: 100 }), await fill({ Quantity: 50 })];
  expect((await post(`LotMethod/${trader.account}`, { Method: 'FIFO' })).status).toBe(200);
  const ClientId = `trip-${(sent += 1)}`;
  const sale = { Side: 'Sell', Source: 'Close', Type: 'Limit', Price: 150, Quantity: 60 } as const;
  client.send('orderSend', orderOf(trader, { ClientId, ...sale }));
  const { OrderId } = await client.next('executionReport', (report) => report.ClientId === ClientId);
  const lots = async (order = OrderId) => {
    const answer = await post(`OrderLots/${trader.account}?order=${order}&symbol=SPY`);
    return answer.status === 200
      ? v.parse(tradesHttp.orderLots.response, await answer.json())
      : answer.status;
  };
  expect(await lots()).toMatchObject({
    Method: 'FIFO',
    Closing: 60,
    Left: 60,
    IsChosen: false,
    Lots: [
      { Side: 'Long', Open: 100, Taken: 0, Planned: 60 },
      { Lot: String(second.Serial), Open: 50, Taken: 0, Planned: 0 },
    ],
  });
  const Lots = [{ Lot: String(second.Serial), Quantity: 45 }];
  expect((await post(`ChooseLots/${trader.account}`, { OrderId, Symbol: 'SPY', Lots })).status).toBe(200);
  expect(await lots()).toMatchObject({
    IsChosen: true,
    Lots: [
      { Planned: 15, Chosen: 0 },
      { Planned: 45, Chosen: 45 },
    ],
  });
  expect(await lots(second.OrderId)).toBe(404);

  const { Items: trips } = await read('roundTrips');
  const ids = trips.map(({ Id }) => Id);
  const answer = await post(`FillsOfTrips/${trader.account}`, { Trips: [...ids, 'SPY:999999'] });
  const { Trips } = v.parse(tradesHttp.fillsOfTrips.response, await answer.json());
  expect(Trips.map(({ Id }) => Id).toSorted()).toEqual(ids.toSorted());
  for (const { Id, Fills } of Trips)
    expect(Fills).toEqual((await read('roundTripFills', `?trip=${Id}`)).Fills);
  expect((await post(`FillsOfTrips/${trader.account}`, { Trips: [] })).status).toBe(400);
});

it('keeps pictures of charts, and refuses what is no picture', async () => {
  const Png = 'iVBORw0KGgoAAAANSUhEUg==';
  const added = v.parse(tradesHttp.snapshotAdd.response, await (await post('Snapshots/Add', { Png })).json());
  expect(await (await post(`Snapshots/${added.Id}`)).json()).toEqual({ Png });
  for (const wrong of ['PHN2Zz4=', `${Png}\u0000`, `iVBORw0KGgo${'A'.repeat(600_000)}`])
    expect((await post('Snapshots/Add', { Png: wrong })).status).toBe(400);
});

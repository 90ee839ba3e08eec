import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { morningEpoch } from '../support/morning-epoch.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { quotedCalls } from './quoted-calls.ts';
import { openAccount, orderOf } from './wire-client.ts';

let server: TestServer<MarketData>;
beforeAll(async () => {
  server = await startTestServer<MarketData>({
    market: createSimulatedMarket({ epoch: morningEpoch(), seed: 7, nowMs: Date.now }),
  });
});
afterAll(() => server.end());

type Client = Awaited<ReturnType<typeof openAccount>>['client'];
const finalReport = (client: Client, clientId: string) =>
  client.next(
    'executionReport',
    ({ ClientId, ReportType }) =>
      ClientId === clientId && ReportType !== 'OrderAccepted' && ReportType !== 'OrderConfirmed',
  );

it(
  'a vertical of the chain is previewed, bought as one order, and sold again as one',
  { timeout: 60_000 },
  async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    const { lower, upper } = await quotedCalls(server, jwt);
    const legs = [
      { Symbol: lower.Symbol, Side: 'Buy', Ratio: 1 },
      { Symbol: upper.Symbol, Side: 'Sell', Ratio: 1 },
    ] as const;
    const order = orderOf(server.user, {
      Symbol: 'SPY',
      Legs: [...legs],
      Quantity: 2,
      Type: 'Limit',
      Price: Math.ceil((lower.Ask - upper.Bid) * 110) / 100,
      TifType: 'Day',
      Timestamp: server.market.exchangeMs(),
    });
    client.send('orderPreview', { Id: 4, Order: order });
    const preview = await client.next('orderPreviewResult');
    expect(preview).toMatchObject({ ErrorCode: 0, PositionAfter: 2 });
    expect(preview.Cost).toBeCloseTo((order.Price ?? 0) * 200 + preview.Fees, 4);
    expect(preview.BuyingPowerEffect).toBeLessThan(0);
    client.send('optionOrderSend', order);
    const filled = await finalReport(client, order.ClientId);
    expect(filled).toMatchObject({
      ReportType: 'OrderExecuted',
      Symbol: 'SPY',
      MultiLegType: 'Vertical',
      Legs: legs,
      LastFillQuantity: 2,
      LeavesQuantity: 0,
      LegFills: [
        { Symbol: lower.Symbol, Side: 'Buy', Quantity: 2 },
        { Symbol: upper.Symbol, Side: 'Sell', Quantity: 2 },
      ],
    });
    expect(filled.LastFillPrice).toBeLessThanOrEqual(order.Price ?? 0);
    const held = new Map<string, number>();
    while (held.size < 2) {
      const { Items } = await client.next('positions', ({ IsSnapshot }) => !IsSnapshot);
      for (const { Symbol, LongQty, ShortQty } of Items) held.set(Symbol, LongQty - ShortQty);
    }
    expect(Object.fromEntries(held)).toEqual({ [lower.Symbol]: 2, [upper.Symbol]: -2 });
    const back = orderOf(server.user, {
      Symbol: 'SPY',
      Legs: legs.map(({ Symbol, Side }) => ({ Symbol, Side: Side === 'Buy' ? 'Sell' : 'Buy', Ratio: 1 })),
      Side: 'Sell',
      Quantity: 2,
      Type: 'Market',
      TifType: 'Day',
      Timestamp: server.market.exchangeMs(),
    });
    client.send('optionOrderSend', back);
    expect(await finalReport(client, back.ClientId)).toMatchObject({
      ReportType: 'OrderExecuted',
      LeavesQuantity: 0,
    });
    client.send('accountDataRequest', {
      Account: order.Account,
      UserId: order.UserId,
      LoadTradeLogForNBusinessDays: 1,
      LoadPositions: false,
    });
    const orders = await client.next('orders', ({ Items }) => Items.some(({ Legs }) => Legs !== undefined));
    expect(orders.Items.filter(({ Legs }) => Legs !== undefined).map(({ Status }) => Status)).toEqual([
      'ExecutedMultileg',
      'ExecutedMultileg',
    ]);
    client.close();
  },
);

it('rejects legs that make no order, and legs in the message of stock orders, with a reason', async () => {
  const { client } = await openAccount(server.ports, server.user);
  const legs = [
    { Symbol: 'SPY', Side: 'Buy', Ratio: 1 },
    { Symbol: 'AAPL', Side: 'Sell', Ratio: 1 },
  ] as const;
  const order = orderOf(server.user, {
    Symbol: 'SPY',
    Legs: [...legs],
    Quantity: 1,
    Type: 'Limit',
    Price: 1,
  });
  client.send('optionOrderSend', order);
  expect(await finalReport(client, order.ClientId)).toMatchObject({
    ReportType: 'OrderRejected',
    ErrorCode: -2,
    Detail: 'AAPL is neither SPY nor an option on it.',
  });
  const other = orderOf(server.user, {
    Symbol: 'SPY',
    Legs: [...legs],
    Quantity: 1,
    Type: 'Limit',
    Price: 1,
  });
  client.send('orderSend', other);
  expect(await client.next('failure', ({ ClientId }) => ClientId === other.ClientId)).toBeDefined();
  client.close();
});

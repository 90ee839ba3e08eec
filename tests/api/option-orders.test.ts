import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, openAccount, orderOf } from './wire-client.ts';

let server: TestServer<MarketData>;
beforeAll(async () => {
  server = await startTestServer<MarketData>({ market: createSimulatedMarket({ seed: 7, nowMs: Date.now }) });
});
afterAll(() => server.end());

it('an option of the chain is previewed, bought on its own quote, and sold again', { timeout: 60_000 }, async () => {
  const { client, jwt } = await openAccount(server.ports, server.user);
  const data = await authenticated('data', server.ports, jwt);
  data.send('symbolsInfo', { Id: 1, Symbols: ['SPY'] });
  const spot = (await data.next('symbolsInfoAnswer')).Items?.[0]?.Prices.Last ?? 0;
  data.send('optionExpirations', { Id: 2, Symbol: 'SPY' });
  const expiration = (await data.next('optionExpirationsAnswer')).Items?.find(({ Expiration }) => Expiration * 1000 > server.market.exchangeMs() + 5 * 86_400_000)?.Expiration ?? 0;
  data.send('optionChainSnapshot', { Id: 3, UnderlyingSymbol: 'SPY', ApplyConditions: true, ExpirationFrom: expiration, ExpirationTo: expiration, NearestNumber: 3 });
  const chain = (await data.next('optionChainSnapshotAnswer')).Items ?? [];
  const call = chain.filter(({ Type, Ask, Strike }) => Type === 'Call' && Ask > 0 && Strike <= spot).at(-1);
  if (!call) throw new Error(`The chain of SPY at ${spot} has no call with an ask: ${JSON.stringify(chain)}`);
  const order = orderOf(server.user, { Symbol: call.Symbol, Quantity: 1, Type: 'Limit', Price: Math.ceil(call.Ask * 102) / 100, TifType: 'Day', Timestamp: server.market.exchangeMs() });
  client.send('orderPreview', { Id: 4, Order: order });
  const preview = await client.next('orderPreviewResult');
  expect(preview).toMatchObject({ ErrorCode: 0, PositionAfter: 1 });
  expect(preview.Cost).toBeCloseTo((order.Price ?? 0) * 100 + preview.Fees, 4);
  client.send('optionOrderSend', order);
  const filled = await client.next('executionReport', ({ ReportType, ErrorCode }) => ReportType === 'OrderExecuted' || ErrorCode !== 0);
  expect(filled).toMatchObject({ ReportType: 'OrderExecuted', LastFillQuantity: 1, LeavesQuantity: 0, Liquidity: 'R' });
  expect(filled.LastFillPrice).toBeLessThanOrEqual(order.Price ?? 0);
  expect((await client.next('positions', ({ IsSnapshot }) => !IsSnapshot)).Items[0]).toMatchObject({ Symbol: call.Symbol, IsStock: false, LongQty: 1, FifoCost: Math.round(filled.LastFillPrice * 10_000) / 100 });
  client.send('optionOrderSend', orderOf(server.user, { Symbol: call.Symbol, Quantity: 1, Side: 'Sell', Source: 'Close', Timestamp: server.market.exchangeMs() }));
  expect(await client.next('executionReport', ({ Side, ReportType }) => Side === 'Sell' && ReportType !== 'OrderAccepted' && ReportType !== 'OrderConfirmed')).toMatchObject({ ReportType: 'OrderExecuted', Symbol: call.Symbol });
  client.close();
  data.close();
});

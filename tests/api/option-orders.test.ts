import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlatform } from '../../src/client/index.ts';
import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { morningEpoch } from '../support/morning-epoch.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, openAccount, orderOf } from './wire-client.ts';
import { until } from '../support/until.ts';

let server: TestServer<MarketData>;
beforeAll(async () => {
  server = await startTestServer<MarketData>({
    market: createSimulatedMarket({ epoch: morningEpoch(), seed: 7, nowMs: Date.now }),
  });
});
afterAll(() => server.end());

it(
  'an option of the chain is previewed, bought on its own quote, and sold again',
  { timeout: 60_000 },
  async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    const data = await authenticated('data', server.ports, jwt);
    data.send('symbolsInfo', { Id: 1, Symbols: ['SPY'] });
    const spot = (await data.next('symbolsInfoAnswer')).Items?.[0]?.Prices.Last ?? 0;
    data.send('optionExpirations', { Id: 2, Symbol: 'SPY' });
    const expiration =
      (await data.next('optionExpirationsAnswer')).Items?.find(
        ({ Expiration }) => Expiration * 1000 > server.market.exchangeMs() + 5 * 86_400_000,
      )?.Expiration ?? 0;
    data.send('optionChainSnapshot', {
      Id: 3,
      UnderlyingSymbol: 'SPY',
      ApplyConditions: true,
      ExpirationFrom: expiration,
      ExpirationTo: expiration,
      NearestNumber: 3,
    });
    const chain = (await data.next('optionChainSnapshotAnswer')).Items ?? [];
    const call = chain.filter(({ Type, Ask, Strike }) => Type === 'Call' && Ask > 0 && Strike <= spot).at(-1);
    if (!call)
      throw new Error(`The chain of SPY at ${spot} has no call with an ask: ${JSON.stringify(chain)}`);
    const order = orderOf(server.user, {
      Symbol: call.Symbol,
      Quantity: 1,
      Type: 'Limit',
      Price: Math.ceil(call.Ask * 102) / 100,
      TifType: 'Day',
      Timestamp: server.market.exchangeMs(),
    });
    client.send('orderPreview', { Id: 4, Order: order });
    const preview = await client.next('orderPreviewResult');
    expect(preview).toMatchObject({ ErrorCode: 0, PositionAfter: 1 });
    expect(preview.Cost).toBeCloseTo((order.Price ?? 0) * 100 + preview.Fees, 4);
    client.send('optionOrderSend', order);
    const filled = await client.next(
      'executionReport',
      ({ ReportType, ErrorCode }) => ReportType === 'OrderExecuted' || ErrorCode !== 0,
    );
    expect(filled).toMatchObject({
      ReportType: 'OrderExecuted',
      LastFillQuantity: 1,
      LeavesQuantity: 0,
      Liquidity: 'R',
    });
    expect(filled.LastFillPrice).toBeLessThanOrEqual(order.Price ?? 0);
    expect((await client.next('positions', ({ IsSnapshot }) => !IsSnapshot)).Items[0]).toMatchObject({
      Symbol: call.Symbol,
      IsStock: false,
      LongQty: 1,
      FifoCost: Math.round(filled.LastFillPrice * 10_000) / 100,
    });
    client.send(
      'optionOrderSend',
      orderOf(server.user, {
        Symbol: call.Symbol,
        Quantity: 1,
        Side: 'Sell',
        Source: 'Close',
        Timestamp: server.market.exchangeMs(),
      }),
    );
    expect(
      await client.next(
        'executionReport',
        ({ Side, ReportType }) =>
          Side === 'Sell' && ReportType !== 'OrderAccepted' && ReportType !== 'OrderConfirmed',
      ),
    ).toMatchObject({ ReportType: 'OrderExecuted', Symbol: call.Symbol });
    client.close();
    data.close();
  },
);

it(
  'publishes the settlement of an option at once, and has it in the log of a later sign-in and in the export',
  { timeout: 60_000 },
  async () => {
    const OPTION = 'SPY260306C00100000';
    const market = new ScriptedMarket(['SPY', OPTION]);
    market.show('SPY', [{ exchange: 'NSDQ', bid: [100, 500], ask: [100.02, 400] }]);
    market.print('SPY', 100.01, 100);
    market.show(OPTION, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    const expiryServer = await startTestServer<ScriptedMarket>({ market });
    const later = createPlatform({ baseUrl: expiryServer.url });
    try {
      const { client, jwt } = await openAccount(expiryServer.ports, expiryServer.user);
      client.send(
        'optionOrderSend',
        orderOf(expiryServer.user, { Symbol: OPTION, Quantity: 2, Timestamp: market.exchangeMs() }),
      );
      await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
      const closeMs = Date.UTC(2026, 2, 6, 21, 0);
      market.beginSession({ date: '2026-03-06', openMs: Date.UTC(2026, 2, 6, 14, 30), closeMs });
      market.nowMs = closeMs;
      market.turn('post');
      market.auction('closing', 'SPY', 105, 1_000);
      const settlements = await client.next('settlements');
      expect(settlements).toMatchObject({
        Account: expiryServer.user.account,
        IsSnapshot: false,
        HasMore: false,
        Items: [
          {
            SettlementType: 'Exercised',
            Symbol: OPTION,
            Underlying: 'SPY',
            Contracts: -2,
            Shares: 200,
            Strike: 100,
            Cash: -20_000,
            Timestamp: closeMs,
          },
        ],
      });
      expect(
        await client.next('positions', ({ Items }) => Items[0]?.Symbol === OPTION && Items[0].LongQty === 0),
      ).toMatchObject({ IsSnapshot: false });
      const exported = await fetch(
        `${expiryServer.url}/api/Orders/Export?${new URLSearchParams({ account: expiryServer.user.account, format: 'json' })}`,
        { headers: { authorization: `Bearer ${jwt}` } },
      );
      expect(await exported.json()).toMatchObject({
        Settlements: [
          {
            ...settlements.Items[0],
            Words: 'Exercised 2 contracts at 100.00: bought 200 SPY for 20,000.00, SPY closed at 105.00.',
          },
        ],
      });
      client.close();
      expect(await later.session.login(expiryServer.user.userName, expiryServer.user.password)).toBe(true);
      await until(() => expect(later.orders.get().isLoaded).toBe(true));
      expect(later.orders.get().settlements).toEqual(settlements.Items);
    } finally {
      later.dispose();
      await expiryServer.end();
    }
  },
);

it(
  'exercises part of a long call at the request of its holder, once for a ClientId',
  { timeout: 60_000 },
  async () => {
    const OPTION = 'SPY260306C00100000';
    const market = new ScriptedMarket(['SPY', OPTION]);
    market.show('SPY', [{ exchange: 'NSDQ', bid: [100, 500], ask: [100.02, 400] }]);
    market.print('SPY', 100.01, 100);
    market.show(OPTION, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    const exerciseServer = await startTestServer<ScriptedMarket>({ market });
    try {
      const { client } = await openAccount(exerciseServer.ports, exerciseServer.user);
      client.send(
        'optionOrderSend',
        orderOf(exerciseServer.user, { Symbol: OPTION, Quantity: 2, Timestamp: market.exchangeMs() }),
      );
      await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
      const request = {
        Account: exerciseServer.user.account,
        ClientId: 'exe-1',
        Symbol: OPTION,
        Contracts: 1,
      };
      client.send('optionExercise', request);
      const settlements = await client.next('settlements');
      expect(settlements.Items).toMatchObject([
        { SettlementType: 'Exercised', Contracts: -1, Shares: 100, Cash: -10_000, ClientId: 'exe-1' },
      ]);
      const result = await client.next('optionExerciseResult');
      expect(result).toEqual({
        Account: exerciseServer.user.account,
        ClientId: 'exe-1',
        ErrorCode: 0,
        Message: 'OK',
        Settlement: settlements.Items[0],
      });
      client.send('optionExercise', request);
      expect(await client.next('optionExerciseResult')).toEqual(result);
      client.send('optionExercise', { ...request, ClientId: 'exe-2', Contracts: 2 });
      expect(await client.next('optionExerciseResult')).toMatchObject({
        ErrorCode: -91,
        Message: 'Not enough contracts to exercise. The account holds 1.',
      });
      client.send('optionExercise', { ...request, ClientId: 'exe-3', Contracts: 0 });
      expect(await client.next('failure')).toMatchObject({ ErrorCode: -1, ClientId: 'exe-3', RequestT: 34 });
      client.close();
    } finally {
      await exerciseServer.end();
    }
  },
);

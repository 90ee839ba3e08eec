import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DailyFigures } from '../../src/server/market/history/daily-figures.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { morningEpoch } from '../support/morning-epoch.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, openAccount, orderOf } from './wire-client.ts';

/** The whole server on the market that people get; the client checks every frame against the catalogue. */
let server: TestServer<MarketData>;
let jwt: string;
beforeAll(async () => {
  server = await startTestServer<MarketData>({
    market: createSimulatedMarket({ epoch: morningEpoch(), seed: 7, nowMs: () => Date.now() }),
    config: { figures: 'ahead' },
  });
  ({ jwt } = await openAccount(server.ports, server.user));
});
afterAll(() => server.end());

describe('the simulated market over the wire', () => {
  it('is in session, and streams live quotes and trades', async () => {
    const client = await authenticated('streaming', server.ports, jwt);
    client.send('subscribe', { Account: server.user.account, Symbol: 'SPY', Type: 'Quote' });
    client.send('subscribe', { Account: server.user.account, Symbol: 'SPY', Type: 'Trade' });
    const first = await client.next('quote');
    expect(first.B).toBeGreaterThan(0);
    expect(first.A).toBeGreaterThan(first.B);
    await client.next('trade');
    await client.next('quote', (quote) => quote.TS > first.TS);
    client.close();
  });

  it('answers symbol info, lookup, candles, prints and exchange quotes', async () => {
    const client = await authenticated('data', server.ports, jwt);
    const now = server.market.exchangeMs();
    client.send('symbolsInfo', { Id: 1, Symbols: ['SPY', 'NOT-THERE'] });
    client.send('lookup', { Id: 2, Query: 'S', MaxResults: 20 });
    client.send('chartCandles', {
      Id: 3,
      Symbol: 'SPY',
      CandleType: 'Day',
      From: now - 60 * 86_400_000,
      To: now,
      ExcludePrePostMarket: true,
    });
    client.send('chartCandles', {
      Id: 4,
      Symbol: 'SPY',
      CandleType: 'FiveMinutes',
      From: now - 5 * 86_400_000,
      To: now,
      ExcludePrePostMarket: true,
    });
    client.send('timeAndSale', { Id: 5, Symbol: 'SPY' });
    client.send('bbo', { Id: 6, Symbol: 'SPY' });
    expect((await client.next('symbolsInfoAnswer')).Items).toHaveLength(1);
    expect((await client.next('lookupAnswer')).Items).toHaveLength(20);
    expect((await client.next('chartCandlesAnswer', (body) => body.Id === 3)).Items.length).toBeGreaterThan(
      30,
    );
    expect((await client.next('chartCandlesAnswer', (body) => body.Id === 4)).Items.length).toBeGreaterThan(
      50,
    );
    expect((await client.next('timeAndSaleAnswer')).Result).toBe('Ok');
    expect((await client.next('bboAnswer')).Items.length).toBeGreaterThan(0);
    client.close();
  });

  it('executes a market order', async () => {
    const user = await server.addUser('sim');
    const { client } = await openAccount(server.ports, user);
    client.send('orderSend', orderOf(user, { Quantity: 10 }));
    const executed = await client.next('executionReport', (report) => report.ReportType === 'OrderExecuted');
    expect(executed.LastFillPrice).toBeGreaterThan(0);
    client.close();
  });

  it('keeps an order for the next opening', async () => {
    const user = await server.addUser('opening');
    const { client } = await openAccount(server.ports, user);
    client.send('orderSend', orderOf(user, { TifType: 'AtOpening' }));
    expect(
      await client.next('executionReport', (report) => report.ReportType !== 'OrderAccepted'),
    ).toMatchObject({ ReportType: 'OrderConfirmed', TimeInForce: 'AtOpening' });
    client.close();
  });
});

describe('a server that computes figures on request', () => {
  it('computes no others in the background, and answers figures and screens', async () => {
    const start = vi.spyOn(DailyFigures.prototype, 'start');
    const market = createSimulatedMarket({
      epoch: morningEpoch(),
      seed: 7,
      nowMs: () => Date.now(),
      preparesAhead: false,
    });
    market.symbols = () => ['AAPL', 'SPY'];
    const requested = await startTestServer<MarketData>({ market, config: { figures: 'requested' } });
    try {
      expect(start).not.toHaveBeenCalled();
      const { jwt } = await openAccount(requested.ports, requested.user);
      const client = await authenticated('data', requested.ports, jwt);
      client.send('historicalPrices', { Id: 1, Symbols: ['SPY'] });
      const { Items } = await client.next('historicalPricesAnswer');
      expect(Items).toMatchObject([{ Symbol: 'SPY', High1M: expect.any(Number) }]);
      client.send('filteredStocks', {
        Id: 2,
        Filters: [
          { Field: 'Company', Compare: 'Contains', CompareWith: 'Apple' },
          { Field: 'OffHigh1MP', Compare: 'GreaterThan', CompareWith: -1 },
        ],
      });
      expect((await client.next('filteredStocksAnswer')).Items).toEqual([{ Symbol: 'USAAPL' }]);
      client.close();
    } finally {
      start.mockRestore();
      await requested.end();
    }
  });
});

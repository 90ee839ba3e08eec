import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../../src/client/index.ts';
import type { Body } from '../../src/protocol/index.ts';
import { SCREEN_FIELDS } from '../../src/domain/screener/index.ts';
import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import type { Bar, CandleType } from '../../src/server/market/market-data.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** Thirty days of one price a symbol, before the session. */
class MarketWithDays extends ScriptedMarket {
  override async bars(symbol: string, candle: CandleType, fromMs: number, toMs: number): Promise<Bar[]> {
    if (candle !== 'Day') return super.bars(symbol, candle, fromMs, toMs);
    return Array.from({ length: 30 }, (_, index) => ({
      timeMs: Date.UTC(2026, 0, 5 + index, 5),
      openE4: 500_000,
      highE4: 510_000,
      lowE4: 490_000,
      closeE4: 500_000 + index * 1_000,
      volume: 1_000,
    })).filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
  }
}

let server: TestServer<MarketWithDays>;
let platform: Platform;

beforeAll(async () => {
  const market = new MarketWithDays(['SPY', 'QQQ', 'MSFT']);
  market.show('SPY', [
    { exchange: 'NSDQ', bid: [100, 500], ask: [100.02, 400] },
    { exchange: 'ARCA', bid: [99.99, 100], ask: [100.03, 100] },
  ]);
  market.print('SPY', 60, 100);
  market.print('QQQ', 40, 100);
  server = await startTestServer({ market });
  platform = createPlatform({ baseUrl: server.url });
  expect(await platform.session.login(server.user.userName, server.user.password)).toBe(true);
});
afterAll(async () => {
  platform.dispose();
  await server.end();
});

describe('what the client knows of the system', () => {
  it('are the work days and, requested once, the fields of the screener', async () => {
    const { calendar } = platform.session.get();
    expect(calendar.length).toBeGreaterThan(5);
    expect(calendar.every(({ Start, End }) => Start < End)).toBe(true);
    expect(await platform.symbols.stockFields()).toEqual(SCREEN_FIELDS);
  });
});

describe('data requests of the client', () => {
  it('screen for symbols, without the market in front', async () => {
    expect(
      await platform.symbols.filteredStocks([{ Field: 'Last', Compare: 'GreaterThan', CompareWith: 50 }]),
    ).toEqual(['SPY']);
  });

  it('fail with the message of the server', async () => {
    await expect(
      platform.symbols.filteredStocks([{ Field: 'Nope', Compare: 'LessThan', CompareWith: 1 }]),
    ).rejects.toThrow('There is no field "Nope" to filter by.');
    await expect(platform.symbols.closingPrices({ symbol: 'NOPE', fromMs: 0, toMs: 1 })).rejects.toThrow(
      'Symbol not found',
    );
  });

  it('bring the daily history into the records of those who show it', async () => {
    const ends = [platform.symbols.watch(['SPY', 'QQQ']), platform.symbols.watchHistorical(['SPY'])];
    await until(() => expect(platform.symbols.get('SPY')?.historical?.SMA10).toBeCloseTo(52.45, 3));
    expect(platform.symbols.get('QQQ')?.historical).toBeNull();
    for (const end of ends) end();
  });

  it('bring closes', async () => {
    const closes = await platform.symbols.closingPrices({
      symbol: 'SPY',
      fromMs: Date.UTC(2026, 0, 5),
      toMs: Date.UTC(2026, 0, 8),
    });
    expect(closes.map(({ C }) => C)).toEqual([50, 50.1, 50.2]);
  });

  it("keep the exchanges' quotes flowing", async () => {
    const received: Body<'bboAnswer'>['Items'][] = [];
    const end = platform.symbols.watchBbo('SPY', (items) => received.push(items));
    await until(() =>
      expect(received.at(-1)).toEqual([
        { Exchange: 'NSDQ', Bid: 100, BidSize: 500, Ask: 100.02, AskSize: 400 },
        { Exchange: 'ARCA', Bid: 99.99, BidSize: 100, Ask: 100.03, AskSize: 100 },
      ]),
    );
    server.market.show('SPY', [{ exchange: 'ARCA', bid: [100.01, 700], ask: [100.03, 100] }]);
    await until(() =>
      expect(received.at(-1)).toEqual([
        { Exchange: 'ARCA', Bid: 100.01, BidSize: 700, Ask: 100.03, AskSize: 100 },
      ]),
    );
    end();
    await until(() => expect(server.market.watcherCount('SPY')).toBe(0));
  });
});

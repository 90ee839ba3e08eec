import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import type { Bar, CandleType, ReadyPart } from '../../src/server/market/market-data.ts';
import { MarketUnavailableError } from '../../src/server/market/market-unavailable.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, openAccount, type WireClient } from './wire-client.ts';

/** The scripted market with 2,500 minute bars up to the evening of its day, and a question that is never answered. */
class MarketWithBars extends ScriptedMarket {
  /** `LATE` has no price before it was made ready, and no print before its prints were. */
  async ready(symbols: readonly string[], part: ReadyPart): Promise<void> {
    if (!symbols.includes('LATE')) return;
    if (part === 'prices') this.show('LATE', [{ exchange: 'NSDQ', bid: [50, 100], ask: [50.02, 100] }]);
    else this.print('LATE', 50.01, 300);
  }

  override async bars(symbol: string, _candle: CandleType, fromMs: number, toMs: number): Promise<Bar[]> {
    if (symbol === 'SLOW') return new Promise(() => {});
    if (symbol === 'BROKEN') throw new Error('the tape tore');
    if (symbol === 'AWAY') throw new MarketUnavailableError('The vendor does not answer; try again.');
    const firstMs = Date.UTC(2026, 2, 1, 5, 0);
    return Array.from({ length: 2500 }, (_, index) => ({
      timeMs: firstMs + index * 60_000,
      openE4: 10_000,
      highE4: 10_002,
      lowE4: 9_999,
      closeE4: 10_001,
      volume: index,
    })).filter((bar) => bar.timeMs >= fromMs && bar.timeMs < toMs);
  }
}

let server: TestServer<MarketWithBars>;
let client: WireClient<'data'>;
beforeAll(async () => {
  const market = new MarketWithBars([
    'SPY',
    'QQQ',
    'SLOW',
    'BROKEN',
    'AWAY',
    'LATE',
    ...Array.from({ length: 1500 }, (_, index) => `S${index}`),
  ]);
  market.show('SPY', [
    { exchange: 'NSDQ', bid: [100, 500], ask: [100.02, 400] },
    { exchange: 'ARCA', bid: [99.99, 100], ask: [100.03, 100] },
  ]);
  market.print('SPY', 100.01, 100);
  market.print('SPY', 100.02, 50);
  server = await startTestServer({ market });
  const { jwt } = await openAccount(server.ports, server.user);
  client = await authenticated('data', server.ports, jwt);
});
afterAll(() => server.end());

let lastId = 0;
const id = (): number => (lastId += 1);
const day = { From: Date.UTC(2026, 2, 1), To: Date.UTC(2026, 2, 4) };

describe('a question', () => {
  it('for symbol info leaves unknown symbols out', async () => {
    const Id = id();
    client.send('symbolsInfo', { Id, Symbols: ['SPY', 'NOPE', 'SPY'] });
    const answer = await client.next('symbolsInfoAnswer', (body) => body.Id === Id);
    expect(answer).toMatchObject({ Result: 'Ok', HasMore: false });
    expect(answer.Items.map((item) => item.Symbol)).toEqual(['SPY']);
    expect(answer.Items[0]?.Prices).toMatchObject({
      Last: 100.02,
      Bid: 100,
      Ask: 100.02,
      Volume: 150,
      PreviousClose: 100,
    });
  });

  it('with a long answer gets it in chunks of at most a thousand', async () => {
    const Id = id();
    client.send('symbolsInfo', { Id, Symbols: Array.from({ length: 1500 }, (_, index) => `S${index}`) });
    const first = await client.next('symbolsInfoAnswer', (body) => body.Id === Id);
    const second = await client.next('symbolsInfoAnswer', (body) => body.Id === Id);
    expect([first.Items.length, first.HasMore, second.Items.length, second.HasMore]).toEqual([
      1000,
      true,
      500,
      false,
    ]);
  });

  it('for candles answers ascending, all of the range', async () => {
    const Id = id();
    client.send('chartCandles', {
      Id,
      Symbol: 'SPY',
      CandleType: 'OneMinute',
      ...day,
      ExcludePrePostMarket: false,
    });
    const times: number[] = [];
    for (let more = true; more;) {
      const chunk = await client.next('chartCandlesAnswer', (body) => body.Id === Id);
      times.push(...chunk.Items.map((item) => item.TS));
      more = chunk.HasMore;
    }
    expect(times).toHaveLength(2500);
    expect(times).toEqual([...times].sort((left, right) => left - right));
  });

  it('for candles of the regular session leaves out what lies before and after it', async () => {
    const Id = id();
    client.send('chartCandles', {
      Id,
      Symbol: 'SPY',
      CandleType: 'OneMinute',
      From: Date.UTC(2026, 2, 2),
      To: Date.UTC(2026, 2, 3),
      ExcludePrePostMarket: true,
    });
    const { Items } = await client.next('chartCandlesAnswer', (body) => body.Id === Id);
    expect(Items).toHaveLength(390);
    expect(Items[0]?.TS).toBe(Date.UTC(2026, 2, 2, 14, 30));
    expect(Items.at(-1)?.TS).toBe(Date.UTC(2026, 2, 2, 20, 59));
  });

  it.each(['timeAndSale', 'bbo'] as const)('for %s of an unknown symbol says so', async (name) => {
    const Id = id();
    client.send(name, { Id, Symbol: 'NOPE' });
    expect(await client.next(`${name}Answer`, (body) => body.Id === Id)).toMatchObject({
      Result: 'Error',
      Error: 'Symbol not found',
      Items: [],
    });
  });

  it('for a range too large to serve is refused with the reason', async () => {
    const Id = id();
    client.send('chartCandles', {
      Id,
      Symbol: 'SPY',
      CandleType: 'OneMinute',
      From: 0,
      To: day.To,
      ExcludePrePostMarket: true,
    });
    expect(await client.next('chartCandlesAnswer', (body) => body.Id === Id)).toMatchObject({
      Result: 'Error',
      Items: [],
    });
  });

  it('for prints and exchange quotes is answered newest and best first', async () => {
    const [prints, quotes] = [id(), id()];
    client.send('timeAndSale', { Id: prints, Symbol: 'SPY' });
    client.send('bbo', { Id: quotes, Symbol: 'SPY' });
    expect(
      (await client.next('timeAndSaleAnswer', (body) => body.Id === prints)).Items.map((item) => item.V),
    ).toEqual([50, 100]);
    const { Items } = await client.next('bboAnswer', (body) => body.Id === quotes);
    expect(Items.map(({ Exchange }) => Exchange)).toEqual(['NSDQ', 'ARCA']);
    for (const entry of Items)
      expect(entry).toMatchObject({
        Bid: expect.any(Number),
        BidSize: expect.any(Number),
        Ask: expect.any(Number),
        AskSize: expect.any(Number),
      });
  });

  it('looks symbols up', async () => {
    const Id = id();
    client.send('lookup', { Id, Query: 'sp', MaxResults: 5 });
    expect((await client.next('lookupAnswer', (body) => body.Id === Id)).Items).toEqual([
      { Symbol: 'SPY', Info: 'SPY Inc.', Exchange: 'NYSE' },
    ]);
  });

  it('that the market fails on is answered with an error, and others are still served', async () => {
    const Id = id();
    client.send('chartCandles', {
      Id,
      Symbol: 'BROKEN',
      CandleType: 'OneMinute',
      ...day,
      ExcludePrePostMarket: true,
    });
    expect(await client.next('chartCandlesAnswer', (body) => body.Id === Id)).toMatchObject({
      Result: 'Error',
      Items: [],
    });
  });

  it('for a chart whose source is away is answered with the text of the market', async () => {
    const Id = id();
    client.send('chartCandles', {
      Id,
      Symbol: 'AWAY',
      CandleType: 'Day',
      ...day,
      ExcludePrePostMarket: true,
    });
    expect(await client.next('chartCandlesAnswer', (body) => body.Id === Id)).toMatchObject({
      Result: 'Error',
      Error: 'The vendor does not answer; try again.',
    });
  });

  it('waits until the market has made prices and prints ready', async () => {
    const [prices, prints] = [id(), id()];
    client.send('symbolsInfo', { Id: prices, Symbols: ['LATE'] });
    const info = await client.next('symbolsInfoAnswer', (body) => body.Id === prices);
    expect(info.Items[0]?.Prices).toMatchObject({ Bid: 50, Ask: 50.02 });
    client.send('timeAndSale', { Id: prints, Symbol: 'LATE' });
    const tape = await client.next('timeAndSaleAnswer', (body) => body.Id === prints);
    expect(tape.Items).toMatchObject([{ P: 50.01, V: 300 }]);
  });

  it('can be given up; its Id is then free again', async () => {
    const Id = id();
    client.send('chartCandles', {
      Id,
      Symbol: 'SLOW',
      CandleType: 'OneMinute',
      ...day,
      ExcludePrePostMarket: true,
    });
    client.send('bbo', { Id, Symbol: 'SPY' });
    expect((await client.next('dataError')).Id).toBe(Id);
    client.send('cancelRequest', { Id });
    client.send('bbo', { Id, Symbol: 'SPY' });
    expect((await client.next('bboAnswer', (body) => body.Id === Id)).Result).toBe('Ok');
  });
});

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HISTORICAL_FIGURES } from '../../src/domain/bars/historical-figures.ts';
import { plainFigures, type PlainDay } from '../../src/domain/bars/testing/plain-figures.ts';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';
import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import type { Bar, CandleType, SessionDay } from '../../src/server/market/market-data.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, openAccount, type WireClient } from './wire-client.ts';

const FIXTURES = new URL('../fixtures/daily-history/', import.meta.url);
/** A session in the middle of the recorded years. */
const SESSION: SessionDay = {
  date: '2017-06-15',
  openMs: Date.UTC(2017, 5, 15, 13, 30),
  closeMs: Date.UTC(2017, 5, 15, 20, 0),
};

function load(symbol: string): PlainDay[] {
  const [, ...lines] = gunzipSync(readFileSync(new URL(`${symbol}.csv.gz`, FIXTURES)))
    .toString('utf8')
    .trim()
    .split('\n');
  return lines
    .map((line) => {
      const [date = '', open, high, low, close, volume] = line.split(',');
      return {
        date,
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
        volume: Number(volume),
      };
    })
    .filter(({ open, high, low, close }) => open > 0 && high > 0 && low > 0 && close > 0);
}
const RECORDED: ReadonlyMap<string, readonly PlainDay[]> = new Map(
  ['AAPL', 'KO'].map((symbol) => [symbol, load(symbol)]),
);
const e4 = (dollars: number): number => Math.round(dollars * 10_000);

/** A market with the recorded daily bars, its day in progress included. */
class RecordedMarket extends ScriptedMarket {
  override async bars(symbol: string, _candle: CandleType, fromMs: number, toMs: number): Promise<Bar[]> {
    return (RECORDED.get(symbol) ?? [])
      .map((day) => ({
        timeMs: newYorkMs(day.date, 0),
        openE4: e4(day.open),
        highE4: e4(day.high),
        lowE4: e4(day.low),
        closeE4: e4(day.close),
        volume: day.volume,
      }))
      .filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs && timeMs <= newYorkMs(this.session.date, 0));
  }
}

let server: TestServer<RecordedMarket>;
let client: WireClient<'data'>;
beforeAll(async () => {
  server = await startTestServer({ market: new RecordedMarket(['AAPL', 'KO', 'NEW'], SESSION) });
  const { jwt } = await openAccount(server.ports, server.user);
  client = await authenticated('data', server.ports, jwt);
});
afterAll(() => server.end());

let lastId = 0;
const id = (): number => (lastId += 1);

describe('historical prices', () => {
  it('are the figures of the recorded days before the session; unknown symbols are left out', async () => {
    const Id = id();
    client.send('historicalPrices', { Id, Symbols: ['KO', 'NOPE', 'AAPL', 'KO'] });
    const answer = await client.next('historicalPricesAnswer', (body) => body.Id === Id);
    expect([answer.Result, answer.HasMore, answer.Items.map(({ Symbol }) => Symbol)]).toEqual([
      'Ok',
      false,
      ['KO', 'AAPL'],
    ]);
    for (const item of answer.Items) {
      const expected = plainFigures(
        (RECORDED.get(item.Symbol) ?? []).filter(({ date }) => date < SESSION.date),
      );
      for (const figure of HISTORICAL_FIGURES) {
        const value = expected[figure];
        expect([item.Symbol, figure, item[figure]]).toEqual([
          item.Symbol,
          figure,
          value === null ? null : expect.closeTo(value, 3),
        ]);
      }
      expect([item.Price2Y === null, item.Price5Y, item.High10Y]).toEqual([false, null, null]);
    }
  });

  it('of a symbol without any history are all unknown', async () => {
    const Id = id();
    client.send('historicalPrices', { Id, Symbols: ['NEW'] });
    const { Items } = await client.next('historicalPricesAnswer', (body) => body.Id === Id);
    expect(HISTORICAL_FIGURES.map((figure) => Items[0]?.[figure])).toEqual(
      HISTORICAL_FIGURES.map(() => null),
    );
  });

  it('rejects a request for historical prices of more than 2,000 symbols', async () => {
    client.send('historicalPrices', {
      Id: id(),
      Symbols: Array.from({ length: 2_001 }, (_, index) => `S${index}`),
    });
    expect((await client.next('dataError')).RequestT).toBe(409);
  });

  it('bring the average volume and range into symbol info as soon as they are worked out', async () => {
    const Id = id();
    client.send('symbolsInfo', { Id, Symbols: ['AAPL'] });
    const { Items } = await client.next('symbolsInfoAnswer', (body) => body.Id === Id);
    const expected = plainFigures((RECORDED.get('AAPL') ?? []).filter(({ date }) => date < SESSION.date));
    expect([Items[0]?.Fundamentals.ADV, Items[0]?.Fundamentals.ADTR]).toEqual([
      expected.ADV,
      expect.closeTo(expected.ADTR ?? 0, 3),
    ]);
  });
});

describe('closing prices', () => {
  const ask = async (Symbol: string, From: number, To: number) => {
    const Id = id();
    client.send('closingPrices', { Id, Symbol, From, To });
    return client.next('closingPricesAnswer', (body) => body.Id === Id);
  };

  it('are the closes of the range, ascending, From inclusive, To exclusive', async () => {
    const { Items } = await ask('AAPL', newYorkMs('2017-05-01', 0), newYorkMs('2017-06-01', 0));
    expect(Items).toEqual(
      (RECORDED.get('AAPL') ?? [])
        .filter(({ date }) => date >= '2017-05-01' && date < '2017-06-01')
        .map(({ date, close }) => ({ TS: newYorkMs(date, 0), C: close })),
    );
    expect(Items.length).toBeGreaterThan(15);
  });

  it('leave out the day in progress: it has not closed', async () => {
    const { Items } = await ask('AAPL', newYorkMs('2017-06-13', 0), SESSION.closeMs);
    expect(Items.map(({ TS }) => TS)).toEqual([newYorkMs('2017-06-13', 0), newYorkMs('2017-06-14', 0)]);
  });

  it('of an unknown symbol, or of a range without end, are refused with a reason', async () => {
    expect(await ask('NOPE', 0, 1)).toMatchObject({ Result: 'Error', Error: 'Symbol not found', Items: [] });
    expect(await ask('AAPL', 0, 8e14)).toMatchObject({
      Result: 'Error',
      Error: 'The range is too long for closing prices; request at most 50 years at a time.',
    });
  });

  it('of an empty range are none', async () => {
    expect(await ask('AAPL', 5, 5)).toMatchObject({ Result: 'Ok', Items: [] });
  });
});

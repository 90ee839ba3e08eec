import { afterEach, beforeEach, expect, test } from 'vitest';
import { aggregateBars } from '../../../domain/bars/aggregate.ts';
import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { newYorkMs, sessionOn } from '../../../domain/calendar/us-equity.ts';
import type { ReplayMarket, ReplayOptions } from './replay-market.ts';
import { Replays, watchAll } from './testing/replays.ts';

const OPEN_MS = sessionOn('2019-02-11')?.openMs ?? 0;
const SESSION_MS = 390 * MINUTE_MS;

const replays = new Replays();
const open = (changes?: Partial<ReplayOptions>): ReplayMarket => replays.open(changes);
const pass = (ms: number, stepMs?: number): void => replays.pass(ms, stepMs);

beforeEach(() => replays.begin());
afterEach(() => replays.end());

test('a day with only a daily bar is played as minutes that add up to it', async () => {
  const market = open({ startDate: '2019-02-07' });
  expect(market.sessionDay().date).toBe('2019-02-07');
  replays.hostMs += SESSION_MS + 1_000;
  expect(market.sessionDay().date).toBe('2019-02-08');
  const minutes = await market.bars(
    'AAPL',
    'OneMinute',
    newYorkMs('2019-02-07', 0),
    newYorkMs('2019-02-08', 0),
  );
  const [day] = await market.bars('AAPL', 'Day', newYorkMs('2019-02-07', 0), newYorkMs('2019-02-08', 0));
  expect(minutes).toHaveLength(390);
  expect(aggregateBars(minutes, 'day')).toEqual([day]);
  expect(day).toMatchObject({ openE4: 1_723_000, closeE4: 1_710_200, volume: 29_294_358 });
});

test('recorded trades and quotes are played as they were, suspicious prints and other hours left out', async () => {
  const folder = replays.temporaryFolder({
    'ticks/IBM_2013-10-07_trades.csv':
      'Timestamp,Price,Size,Exchange,SaleCondition,Suspicious\n' +
      '2013-10-07T08:00:00.000-04:00,180,100,P,1,0\n2013-10-07T09:30:00.500-04:00,181.5,300,N,1,0\n2013-10-07T09:30:01.000-04:00,250,100,D,1,1\n2013-10-07T09:31:10.250-04:00,181.4,200,Q,1,0\n',
    'ticks/IBM_2013-10-07_nbbo.csv':
      'Timestamp,BidExchange,Bid,BidSize,Ask,AskSize,AskExchange\n' +
      '2013-10-07T09:29:59.000-04:00,P,181.4,200,181.5,300,N\n2013-10-07T09:31:10.250-04:00,Z,181.4,900,181.45,100,K\n',
  });
  const market = open({ folder });
  await market.start();
  expect(market.quote('IBM')).toMatchObject({ bidE4: 1_814_000, askE4: 1_815_000, askExchange: 'NYSE' });
  const { trades, quotes } = watchAll(market, 'IBM');
  pass(2 * MINUTE_MS);
  const from = Date.parse('2013-10-07T09:30:00.500-04:00');
  expect(trades).toEqual([
    { symbol: 'IBM', priceE4: 1_815_000, size: 300, totalVolume: 300, exchange: 'NYSE', timeMs: from },
    {
      symbol: 'IBM',
      priceE4: 1_814_000,
      size: 200,
      totalVolume: 500,
      exchange: 'NASDAQ',
      timeMs: from + 69_750,
    },
  ]);
  expect(quotes).toEqual([
    {
      symbol: 'IBM',
      bidE4: 1_814_000,
      bidSize: 900,
      bidExchange: 'BATS',
      askE4: 1_814_500,
      askSize: 100,
      askExchange: 'EDGX',
      timeMs: from + 69_750,
    },
  ]);
  expect(market.snapshot('IBM')).toMatchObject({ tick: -1, volume: 500, lastSize: 200 });
});

test('minute quotes drive the quotes of a symbol that has them', () => {
  const folder = replays.temporaryFolder({
    'minute/IBM.csv':
      'Timestamp,Open,High,Low,Close,Volume\n2013-10-07T09:30:00-04:00,181.5,181.6,181.4,181.5,3000\n',
    'minute-quotes/IBM_2013-10-04_2013-10-11.csv':
      'Timestamp,BidOpen,BidHigh,BidLow,BidClose,BidSize,AskOpen,AskHigh,AskLow,AskClose,AskSize\n' +
      '2013-10-07T09:30:00-04:00,181.4,181.5,181.3,181.45,200,181.6,181.7,181.5,181.55,400\n',
  });
  const market = open({ folder });
  const bids = [0, 20, 20, 15].map((seconds) => {
    replays.hostMs += seconds * 1_000;
    return market.quote('IBM')?.bidE4;
  });
  expect(bids).toEqual([1_814_000, 1_813_000, 1_815_000, 1_814_500]);
});

test('split-adjusted daily bars follow the scale of the minutes that are played', async () => {
  const folder = replays.temporaryFolder({
    'daily/AAPL.csv':
      'Date,Open,High,Low,Close,Volume\n2014-06-05,92,93,91,92,700\n2014-06-06,92,93,91,92.2,700\n2014-06-09,92,94,91,93.7,900\n',
    'minute/AAPL.csv':
      'Timestamp,Open,High,Low,Close,Volume\n2014-06-06T15:59:00-04:00,646,646,645,645.4,100\n2014-06-09T09:30:00-04:00,92.7,93.8,92,93.7,900\n',
  });
  const market = open({ folder });
  expect(market.snapshot('AAPL')).toMatchObject({ previousCloseE4: 6_440_000, previousVolume: 100 });
  expect(market.reportLines.filter((line) => line.includes('a split?'))).toHaveLength(1);
  replays.hostMs += SESSION_MS + MINUTE_MS;
  expect(market.snapshot('AAPL')).toMatchObject({ previousCloseE4: 922_000, lastE4: 937_000 });
});

test('takes the sessions after the same date a year before as the 52 weeks, and says from when they are known', () => {
  const header = 'Date,Open,High,Low,Close,Volume';
  const folder = replays.temporaryFolder({
    'daily/OLD.csv': `${header}\n2018-02-12,90,300,1,90,100\n2018-02-13,90,200,50,90,100\n2019-02-12,90,95,85,90,100\n2019-02-13,90,95,85,90,100\n`,
    'daily/NEW.csv': `${header}\n2018-06-01,10,12,9,10,100\n2019-02-12,10,11,9.5,10,100\n2019-02-13,10,11,9.5,10,100\n`,
    'daily/FIRST.csv': `${header}\n2019-02-13,10,11,9.5,10,100\n`,
  });
  const market = open({ folder, startDate: '2019-02-12' });
  // 2018-02-12 is the same date a year before: its extremes are out.
  expect(market.snapshot('OLD')).toMatchObject({ pastYearHighE4: 2_000_000, pastYearLowE4: 500_000 });
  expect(market.snapshot('OLD')?.yearSinceMs).toBeUndefined();
  expect(market.snapshot('NEW')?.yearSinceMs).toBe(newYorkMs('2018-06-01', 0));
  expect(market.snapshot('FIRST')?.yearSinceMs).toBe(newYorkMs('2019-02-12', 0));
});

test('ranks the symbols that trade in the session by the money traded, and leaves out indices', async () => {
  const market = open();
  const ranked = await market.byTurnover(50);
  expect(ranked.length).toBeGreaterThan(1);
  const valueOf = async (symbol: string): Promise<number> => {
    const bars = await market.bars(symbol, 'Day', OPEN_MS - 40 * 86_400_000, OPEN_MS - 86_400_000);
    return bars.slice(-20).reduce((sum, bar) => sum + bar.closeE4 * bar.volume, 0);
  };
  const values = await Promise.all(ranked.map(valueOf));
  expect(values).toEqual([...values].sort((a, b) => b - a));
  expect(ranked.filter((symbol) => market.snapshot(symbol)?.previousVolume === 0)).toEqual([]);
  expect(await market.byTurnover(1)).toEqual(ranked.slice(0, 1));
});

import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aggregateBars } from '../../../domain/bars/aggregate.ts';
import { barsOfTrades } from '../../../domain/bars/live-bar.ts';
import { newYorkMs, sessionOn } from '../../../domain/calendar/us-equity.ts';
import { toE4 } from '../../../domain/money/price.ts';
import type { Bar, Quote, Trade } from '../market-data.ts';
import { createReplayMarket } from './replay-market.ts';
import type { ReplayMarket, ReplayOptions } from './replay-market.ts';

const FIXTURE = fileURLToPath(new URL('../../../../tests/fixtures/replay', import.meta.url));
const OPEN_MS = sessionOn('2019-02-11')?.openMs ?? 0;
const NEXT_OPEN_MS = sessionOn('2019-02-12')?.openMs ?? 0;
const SESSION_MS = 390 * MINUTE_MS;

let hostMs = 0;
const cleanUp: (() => void)[] = [];
const started: ReplayMarket[] = [];

beforeEach(() => {
  hostMs = 1_000;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const market of started.splice(0)) await market.stop();
  for (const undo of cleanUp.splice(0)) undo();
});

function open(changes: Partial<ReplayOptions> = {}): ReplayMarket {
  const market = createReplayMarket({
    folder: FIXTURE,
    speed: 1,
    nowMs: () => hostMs,
    seed: 7,
    log: () => undefined,
    ...changes,
  });
  started.push(market);
  return market;
}

/** Lets host time pass in small steps with the pump running. */
function pass(ms: number, stepMs = 1_000): void {
  for (let passed = 0; passed < ms; passed += stepMs) {
    hostMs += Math.min(stepMs, ms - passed);
    vi.advanceTimersByTime(20);
  }
}

function recordedMinutes(symbol: string, date: string): Bar[] {
  const text = gunzipSync(readFileSync(join(FIXTURE, 'minute', `${symbol}.csv.gz`))).toString('utf8');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .filter((line) => line.startsWith(date))
    .map((line): Bar => {
      const [time = '', open = '', high = '', low = '', close = '', volume = ''] = line.split(',');
      return {
        timeMs: Date.parse(time),
        openE4: toE4(Number(open)),
        highE4: toE4(Number(high)),
        lowE4: toE4(Number(low)),
        closeE4: toE4(Number(close)),
        volume: Number(volume),
      };
    });
}

function watchAll(
  market: ReplayMarket,
  symbol: string,
): { trades: Trade[]; quotes: Quote[]; stop: () => void } {
  const trades: Trade[] = [];
  const quotes: Quote[] = [];
  const stop = market.watch(symbol, {
    onTrade: (trade) => trades.push(trade),
    onQuote: (quote) => quotes.push(quote),
  });
  return { trades, quotes, stop: stop ?? (() => undefined) };
}

test('starts at the open of the first recorded day and runs at the chosen speed', () => {
  const market = open({ speed: 100 });
  expect(market.exchangeMs()).toBe(OPEN_MS);
  expect(market.isOpen()).toBe(true);
  hostMs += 1_500;
  expect(market.exchangeMs()).toBe(OPEN_MS + 150_000);
  market.replay.setSpeed(0);
  hostMs += 9_000;
  expect(market.exchangeMs()).toBe(OPEN_MS + 150_000);
  market.replay.setSpeed(1);
  hostMs += 10;
  expect(market.exchangeMs()).toBe(OPEN_MS + 150_010);
  for (const speed of [-1, 0.5, 101, Number.NaN])
    expect(() => market.replay.setSpeed(speed)).toThrow('Replay speed must be');
});

test('never goes back when the host clock does', () => {
  const market = open();
  hostMs += 5_000;
  const before = market.exchangeMs();
  hostMs -= 3_000;
  expect(market.exchangeMs()).toBe(before);
  hostMs += 100;
  expect(market.exchangeMs()).toBe(before + 100);
});

test('leaps from a close to the next recorded open and stays closed after the last', () => {
  const market = open();
  hostMs += SESSION_MS + 5_000;
  expect(market.exchangeMs()).toBe(NEXT_OPEN_MS + 5_000);
  expect(market.sessionDay().date).toBe('2019-02-12');
  hostMs += SESSION_MS;
  expect(market.exchangeMs()).toBe(NEXT_OPEN_MS + SESSION_MS);
  expect(market.isOpen()).toBe(false);
  hostMs += 99 * SESSION_MS;
  expect(market.exchangeMs()).toBe(NEXT_OPEN_MS + SESSION_MS);
  expect(market.snapshot('AAPL')?.volume).toBeGreaterThan(0);
});

test('shows those who listen to the day its last millisecond until the close has been told, and takes back nothing that was seen before', async () => {
  const market = open();
  await market.start();
  pass(SESSION_MS - 1_000, MINUTE_MS);
  const stop = market.onSession({});
  hostMs += 3_000;
  expect([market.exchangeMs(), market.sessionDay().date, market.phase()]).toEqual([
    OPEN_MS + SESSION_MS - 1,
    '2019-02-11',
    'open',
  ]);
  expect(market.timeAndSales('AAPL', 1)[0]?.timeMs).toBeLessThan(OPEN_MS + SESSION_MS);
  vi.advanceTimersByTime(20);
  expect([market.exchangeMs(), market.sessionDay().date]).toEqual([NEXT_OPEN_MS + 2_000, '2019-02-12']);
  hostMs += SESSION_MS;
  expect([market.exchangeMs(), market.isOpen(), market.phase()]).toEqual([
    NEXT_OPEN_MS + SESSION_MS - 1,
    true,
    'open',
  ]);
  stop();
  expect([market.exchangeMs(), market.isOpen(), market.phase()]).toEqual([
    NEXT_OPEN_MS + SESSION_MS,
    false,
    'closed',
  ]);
  market.onSession({});
  expect([market.exchangeMs(), market.isOpen()]).toEqual([NEXT_OPEN_MS + SESSION_MS, false]);
});

test('tells the phases and the official prints of the days in order, and the end of the last day at its close', async () => {
  const market = open();
  await market.start();
  const told: string[] = [];
  let atMs = 0;
  const stop = market.onSession({
    onPhase(phase, timeMs) {
      expect(timeMs).toBeGreaterThanOrEqual(atMs);
      expect(timeMs).toBeLessThanOrEqual(market.exchangeMs());
      atMs = timeMs;
      told.push(`${phase} ${new Date(timeMs).toISOString()}`);
    },
    onAuctionPrint: (kind, trade) => told.push(`${kind} ${trade.symbol} ${trade.priceE4}`),
  });
  const { trades } = watchAll(market, 'AAPL');
  expect(market.phase()).toBe('open');
  pass(2 * SESSION_MS + 5_000, 61_000);
  const [first, second] = ['2019-02-11', '2019-02-12'].map((date) => recordedMinutes('AAPL', date));
  expect(told).toEqual([
    `opening AAPL ${first?.[0]?.openE4}`,
    `closing AAPL ${first?.at(-1)?.closeE4}`,
    'post 2019-02-11T21:00:00.000Z',
    'closed 2019-02-12T01:00:00.000Z',
    'pre 2019-02-12T09:00:00.000Z',
    'open 2019-02-12T14:30:00.000Z',
    `opening AAPL ${second?.[0]?.openE4}`,
    `closing AAPL ${second?.at(-1)?.closeE4}`,
    'post 2019-02-12T21:00:00.000Z',
    'closed 2019-02-12T21:00:00.000Z',
  ]);
  expect(trades.at(-1)?.priceE4).toBe(second?.at(-1)?.closeE4);
  expect([market.phase(), market.isHalted('AAPL'), market.symbols()]).toEqual([
    'closed',
    false,
    ['AAPL', 'BAC', 'MSFT', 'SPY', 'VIX'],
  ]);
  stop();
  pass(SESSION_MS, SESSION_MS);
  expect(told).toHaveLength(10);
});

test('a watched session rebuilds the recorded minute bars exactly', async () => {
  const market = open();
  await market.start();
  const { trades } = watchAll(market, 'AAPL');
  pass(SESSION_MS, 7_777);
  pass(1_000);
  const ofFirstDay = trades.filter(({ timeMs }) => timeMs < OPEN_MS + SESSION_MS);
  expect(barsOfTrades(ofFirstDay, { minutes: 1 })).toEqual(recordedMinutes('AAPL', '2019-02-11'));
  expect(
    ofFirstDay.every(({ size, timeMs }, index) => size > 0 && timeMs >= (ofFirstDay[index - 1]?.timeMs ?? 0)),
  ).toBe(true);
  let total = 0;
  for (const { size, totalVolume } of ofFirstDay) expect(totalVolume).toBe((total += size));
});

test('a watcher is told the same whatever the pace of the pump, and a question agrees with it at any moment', async () => {
  const slow = open();
  const fast = open({ speed: 100 });
  await slow.start();
  await fast.start();
  const told = watchAll(slow, 'MSFT');
  const toldFast = watchAll(fast, 'MSFT');
  // The same 30 minutes of exchange time: step by step for one, in a few leaps for the other.
  pass(18_000, 700);
  slow.replay.setSpeed(1);
  const reached = fast.exchangeMs();
  hostMs += reached - slow.exchangeMs();
  fast.replay.setSpeed(0);
  vi.advanceTimersByTime(40);
  const upTo = (events: readonly { timeMs: number }[]): unknown[] =>
    events.filter(({ timeMs }) => timeMs <= reached);
  expect(upTo(told.trades)).toEqual(upTo(toldFast.trades));
  expect(upTo(told.quotes)).toEqual(upTo(toldFast.quotes));
  expect(told.trades.length).toBeGreaterThan(500);
  const last = told.trades.at(-1);
  const quote = told.quotes.at(-1);
  expect(slow.snapshot('MSFT')).toMatchObject({
    lastE4: last?.priceE4,
    volume: last?.totalVolume,
    bidE4: quote?.bidE4,
    askE4: quote?.askE4,
  });
  expect(slow.quote('MSFT')).toEqual(quote);
  expect(slow.timeAndSales('MSFT', 300)).toEqual(told.trades.slice(-300).reverse());
});

test('nothing later than the clock is ever returned, at any moment of any symbol', async () => {
  const market = open();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 40 * MINUTE_MS }),
      fc.constantFrom('AAPL', 'SPY', 'BAC', 'VIX'),
      async (stepMs, symbol) => {
        hostMs += stepMs;
        const nowMs = market.exchangeMs();
        for (const candle of ['OneMinute', 'FiveMinutes', 'ThirtyMinutes', 'Day'] as const) {
          const bars = await market.bars(symbol, candle, 0, Number.MAX_SAFE_INTEGER);
          expect(
            bars.every(({ timeMs }, index) => timeMs <= nowMs && timeMs > (bars[index - 1]?.timeMs ?? 0)),
          ).toBe(true);
        }
        expect(market.timeAndSales(symbol, 50).every(({ timeMs }) => timeMs <= nowMs)).toBe(true);
        expect(market.quote(symbol)?.timeMs).toBeLessThanOrEqual(nowMs);
        const snapshot = market.snapshot(symbol);
        const today = (
          await market.bars(symbol, 'Day', newYorkMs(market.sessionDay().date, 0), nowMs + 1)
        ).at(0);
        expect(today?.volume ?? 0).toBe(snapshot?.volume);
        if (today !== undefined)
          expect(snapshot).toMatchObject({
            openE4: today.openE4,
            highE4: today.highE4,
            lowE4: today.lowE4,
            lastE4: today.closeE4,
          });
      },
    ),
    { numRuns: 60 },
  );
});

test('the last price is that of the snapshot at any moment, and holds until the time that it states', () => {
  const market = open();
  const told = (symbol: string) => {
    const { lastE4, previousCloseE4 } = market.snapshot(symbol) ?? {};
    return { lastE4, previousCloseE4 };
  };
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20 * MINUTE_MS }),
      fc.constantFrom('AAPL', 'SPY', 'BAC', '$VIX', 'NOSUCH'),
      (stepMs, symbol) => {
        hostMs += stepMs;
        const price = market.lastPrice(symbol);
        expect(price?.lastE4).toBe(market.snapshot(symbol)?.lastE4);
        if (price === undefined) return;
        const heldMs = price.untilMs - market.exchangeMs();
        expect(heldMs).toBeLessThanOrEqual(MINUTE_MS);
        if (heldMs > 1) hostMs += heldMs - 1;
        expect({ lastE4: price.lastE4, previousCloseE4: price.previousCloseE4 }).toEqual(told(symbol));
      },
    ),
    { numRuns: 200 },
  );
});

test('bars of longer periods are the minutes so far, aggregated from the open', async () => {
  const market = open();
  hostMs += SESSION_MS + 47 * MINUTE_MS + 31_000;
  const nowMs = market.exchangeMs();
  const minutes = await market.bars('AAPL', 'OneMinute', 0, nowMs + 1);
  expect(minutes.slice(-48, -1)).toEqual(recordedMinutes('AAPL', '2019-02-12').slice(0, 47));
  const five = await market.bars('AAPL', 'FiveMinutes', OPEN_MS, nowMs + 1);
  expect(five).toEqual(
    aggregateBars(
      minutes.filter(({ timeMs }) => timeMs >= OPEN_MS),
      { minutes: 5 },
    ),
  );
  const days = await market.bars('AAPL', 'Day', newYorkMs('2019-02-08', 0), nowMs + 1);
  expect(days.map(({ timeMs }) => timeMs)).toEqual(
    ['2019-02-08', '2019-02-11', '2019-02-12'].map((date) => newYorkMs(date, 0)),
  );
  expect(days[0]?.closeE4).toBe(1_705_200);
  expect(days[1]).toEqual(aggregateBars(recordedMinutes('AAPL', '2019-02-11'), 'day')[0]);
  expect(
    await market.bars('AAPL', 'FiveMinutes', NEXT_OPEN_MS + 5 * MINUTE_MS, NEXT_OPEN_MS + 10 * MINUTE_MS),
  ).toHaveLength(1);
  expect(await market.bars('AAPL', 'Day', nowMs, 0)).toEqual([]);
});

test('the snapshot continues from the last recorded day', () => {
  const market = open();
  expect(market.snapshot('AAPL')).toMatchObject({ previousCloseE4: 1_705_200, previousVolume: 21_489_935 });
  hostMs += SESSION_MS + 1_000;
  const lastMinute = recordedMinutes('AAPL', '2019-02-11').at(-1);
  expect(market.snapshot('AAPL')?.previousCloseE4).toBe(lastMinute?.closeE4);
  const { yearHighE4 = 0, yearLowE4 = 0, vwapE4 = 0, highE4 = 0, lowE4 = 0 } = market.snapshot('AAPL') ?? {};
  expect(yearHighE4).toBeGreaterThan(highE4);
  expect(yearLowE4).toBeLessThan(lowE4);
  expect(vwapE4 >= lowE4 && vwapE4 <= highE4).toBe(true);
});

test('quotes stand around the last trade and the depth agrees with them', () => {
  const market = open();
  for (let minute = 13; minute < 390; minute += 13) {
    hostMs += 13 * MINUTE_MS;
    const quote = market.quote('SPY');
    const last = market.timeAndSales('SPY', 1)[0];
    if (quote === undefined || last === undefined) throw new Error('SPY trades every minute');
    expect(quote.bidE4 <= last.priceE4 && quote.askE4 >= last.priceE4).toBe(true);
    expect((quote.askE4 - quote.bidE4) / last.priceE4).toBeLessThan(0.001);
    const depth = market.depth('SPY');
    expect(Math.max(...depth.map(({ bidE4 }) => bidE4))).toBe(quote.bidE4);
    expect(Math.min(...depth.map(({ askE4 }) => askE4).filter((askE4) => askE4 > 0))).toBe(quote.askE4);
  }
});

test('an index moves without trades and offers nothing to trade against', async () => {
  const market = open();
  await market.start();
  const { trades, quotes } = watchAll(market, 'VIX');
  pass(10 * MINUTE_MS, 5_000);
  expect(trades).toEqual([]);
  expect(quotes.length).toBeGreaterThan(9);
  expect(
    quotes.every(({ bidSize, askSize, bidE4, askE4 }) => bidSize === 0 && askSize === 0 && bidE4 === askE4),
  ).toBe(true);
  expect(market.snapshot('VIX')).toMatchObject({ lastE4: quotes.at(-1)?.bidE4, volume: 0 });
  expect(market.depth('VIX')).toEqual([]);
  expect(market.timeAndSales('VIX', 5)).toEqual([]);
});

test('only watchers are told, each until it stops; unknown symbols have no answers', async () => {
  const market = open();
  await market.start();
  const first = watchAll(market, 'aapl');
  const second = watchAll(market, 'AAPL');
  pass(MINUTE_MS);
  expect(second.trades).toEqual(first.trades);
  const heard = first.trades.length;
  first.stop();
  first.stop();
  pass(MINUTE_MS);
  expect(first.trades).toHaveLength(heard);
  expect(second.trades.length).toBeGreaterThan(heard);
  expect(market.watch('NOPE', {})).toBeUndefined();
  expect([market.snapshot('NOPE'), market.quote('NOPE'), market.instrument('NOPE')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await market.bars('NOPE', 'Day', 0, Number.MAX_SAFE_INTEGER)).toEqual([]);
});

test('the same seed plays the same market and another seed another', async () => {
  const [one, same, other] = [open(), open(), open({ seed: 8 })];
  hostMs += 20 * MINUTE_MS;
  expect(same.timeAndSales('BAC', 50)).toEqual(one.timeAndSales('BAC', 50));
  expect(same.depth('BAC')).toEqual(one.depth('BAC'));
  expect(other.timeAndSales('BAC', 50)).not.toEqual(one.timeAndSales('BAC', 50));
});

test('a day with only a daily bar is played as minutes that add up to it', async () => {
  const market = open({ startDate: '2019-02-07' });
  expect(market.sessionDay().date).toBe('2019-02-07');
  hostMs += SESSION_MS + 1_000;
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

function temporaryFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  cleanUp.push(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test('recorded trades and quotes are played as they were, suspicious prints and other hours left out', async () => {
  const folder = temporaryFolder({
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
  const folder = temporaryFolder({
    'minute/IBM.csv':
      'Timestamp,Open,High,Low,Close,Volume\n2013-10-07T09:30:00-04:00,181.5,181.6,181.4,181.5,3000\n',
    'minute-quotes/IBM_2013-10-04_2013-10-11.csv':
      'Timestamp,BidOpen,BidHigh,BidLow,BidClose,BidSize,AskOpen,AskHigh,AskLow,AskClose,AskSize\n' +
      '2013-10-07T09:30:00-04:00,181.4,181.5,181.3,181.45,200,181.6,181.7,181.5,181.55,400\n',
  });
  const market = open({ folder });
  const bids = [0, 20, 20, 15].map((seconds) => {
    hostMs += seconds * 1_000;
    return market.quote('IBM')?.bidE4;
  });
  expect(bids).toEqual([1_814_000, 1_813_000, 1_815_000, 1_814_500]);
});

test('split-adjusted daily bars follow the scale of the minutes that are played', async () => {
  const folder = temporaryFolder({
    'daily/AAPL.csv':
      'Date,Open,High,Low,Close,Volume\n2014-06-05,92,93,91,92,700\n2014-06-06,92,93,91,92.2,700\n2014-06-09,92,94,91,93.7,900\n',
    'minute/AAPL.csv':
      'Timestamp,Open,High,Low,Close,Volume\n2014-06-06T15:59:00-04:00,646,646,645,645.4,100\n2014-06-09T09:30:00-04:00,92.7,93.8,92,93.7,900\n',
  });
  const market = open({ folder });
  expect(market.snapshot('AAPL')).toMatchObject({ previousCloseE4: 6_440_000, previousVolume: 100 });
  expect(market.reportLines.filter((line) => line.includes('a split?'))).toHaveLength(1);
  hostMs += SESSION_MS + MINUTE_MS;
  expect(market.snapshot('AAPL')).toMatchObject({ previousCloseE4: 922_000, lastE4: 937_000 });
});

test('takes the sessions after the same date a year before as the 52 weeks, and says from when they are known', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-year-'));
  cleanUp.push(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'daily'));
  const header = 'Date,Open,High,Low,Close,Volume';
  writeFileSync(
    join(folder, 'daily/OLD.csv'),
    `${header}\n2018-02-12,90,300,1,90,100\n2018-02-13,90,200,50,90,100\n2019-02-12,90,95,85,90,100\n2019-02-13,90,95,85,90,100\n`,
  );
  writeFileSync(
    join(folder, 'daily/NEW.csv'),
    `${header}\n2018-06-01,10,12,9,10,100\n2019-02-12,10,11,9.5,10,100\n2019-02-13,10,11,9.5,10,100\n`,
  );
  writeFileSync(join(folder, 'daily/FIRST.csv'), `${header}\n2019-02-13,10,11,9.5,10,100\n`);
  const market = open({ folder, startDate: '2019-02-12' });
  // 2018-02-12 is the same date a year before: its extremes are out.
  expect(market.snapshot('OLD')).toMatchObject({ pastYearHighE4: 2_000_000, pastYearLowE4: 500_000 });
  expect(market.snapshot('OLD')?.yearSinceMs).toBeUndefined();
  expect(market.snapshot('NEW')?.yearSinceMs).toBe(newYorkMs('2018-06-01', 0));
  expect(market.snapshot('FIRST')?.yearSinceMs).toBe(newYorkMs('2019-02-12', 0));
});

test('ranks the symbols that trade in the session by the money traded, and leaves out indices', async () => {
  const market = open();
  const ranked = await market.mostTraded(50);
  expect(ranked.length).toBeGreaterThan(1);
  const valueOf = async (symbol: string): Promise<number> => {
    const bars = await market.bars(symbol, 'Day', OPEN_MS - 40 * 86_400_000, OPEN_MS - 86_400_000);
    return bars.slice(-20).reduce((sum, bar) => sum + bar.closeE4 * bar.volume, 0);
  };
  const values = await Promise.all(ranked.map(valueOf));
  expect(values).toEqual([...values].sort((a, b) => b - a));
  expect(ranked.filter((symbol) => market.snapshot(symbol)?.previousVolume === 0)).toEqual([]);
  expect(await market.mostTraded(1)).toEqual(ranked.slice(0, 1));
});

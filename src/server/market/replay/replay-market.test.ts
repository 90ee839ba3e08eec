import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aggregateBars } from '../../../domain/bars/aggregate.ts';
import { barsOfTrades } from '../../../domain/bars/live-bar.ts';
import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { newYorkMs, sessionOn } from '../../../domain/calendar/us-equity.ts';
import { toPriceE4 } from '../../../domain/money/price.ts';
import type { Bar } from '../market-data.ts';
import type { ReplayMarket, ReplayOptions } from './replay-market.ts';
import { FIXTURE, Replays, watchAll } from './testing/replays.ts';

const OPEN_MS = sessionOn('2019-02-11')?.openMs ?? 0;
const NEXT_OPEN_MS = sessionOn('2019-02-12')?.openMs ?? 0;
const SESSION_MS = 390 * MINUTE_MS;

const replays = new Replays();
const open = (changes?: Partial<ReplayOptions>): ReplayMarket => replays.open(changes);
const pass = (ms: number, stepMs?: number): void => replays.pass(ms, stepMs);

beforeEach(() => replays.begin());
afterEach(() => replays.end());

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
        openE4: toPriceE4(Number(open)),
        highE4: toPriceE4(Number(high)),
        lowE4: toPriceE4(Number(low)),
        closeE4: toPriceE4(Number(close)),
        volume: Number(volume),
      };
    });
}

test('starts at the open of the first recorded day and runs at the chosen speed', () => {
  const market = open({ speed: 100 });
  expect(market.exchangeMs()).toBe(OPEN_MS);
  expect(market.isOpen()).toBe(true);
  replays.hostMs += 1_500;
  expect(market.exchangeMs()).toBe(OPEN_MS + 150_000);
  market.replay.setSpeed(0);
  replays.hostMs += 9_000;
  expect(market.exchangeMs()).toBe(OPEN_MS + 150_000);
  market.replay.setSpeed(1);
  replays.hostMs += 10;
  expect(market.exchangeMs()).toBe(OPEN_MS + 150_010);
  for (const speed of [-1, 0.5, 101, Number.NaN])
    expect(() => market.replay.setSpeed(speed)).toThrow('Replay speed must be');
});

test('never goes back when the host clock does', () => {
  const market = open();
  replays.hostMs += 5_000;
  const before = market.exchangeMs();
  replays.hostMs -= 3_000;
  expect(market.exchangeMs()).toBe(before);
  replays.hostMs += 100;
  expect(market.exchangeMs()).toBe(before + 100);
});

test('leaps from a close to the next recorded open and stays closed after the last', () => {
  const market = open();
  replays.hostMs += SESSION_MS + 5_000;
  expect(market.exchangeMs()).toBe(NEXT_OPEN_MS + 5_000);
  expect(market.sessionDay().date).toBe('2019-02-12');
  replays.hostMs += SESSION_MS;
  expect(market.exchangeMs()).toBe(NEXT_OPEN_MS + SESSION_MS);
  expect(market.isOpen()).toBe(false);
  replays.hostMs += 99 * SESSION_MS;
  expect(market.exchangeMs()).toBe(NEXT_OPEN_MS + SESSION_MS);
  expect(market.snapshot('AAPL')?.volume).toBeGreaterThan(0);
});

test('stays at the last millisecond of the day for session listeners until the close is published, and never hides what was visible before', async () => {
  const market = open();
  await market.start();
  pass(SESSION_MS - 1_000, MINUTE_MS);
  const stop = market.onSession({});
  replays.hostMs += 3_000;
  expect([market.exchangeMs(), market.sessionDay().date, market.phase()]).toEqual([
    OPEN_MS + SESSION_MS - 1,
    '2019-02-11',
    'open',
  ]);
  expect(market.timeAndSales('AAPL', 1)[0]?.timeMs).toBeLessThan(OPEN_MS + SESSION_MS);
  vi.advanceTimersByTime(20);
  expect([market.exchangeMs(), market.sessionDay().date]).toEqual([NEXT_OPEN_MS + 2_000, '2019-02-12']);
  replays.hostMs += SESSION_MS;
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

test('publishes the phases and the official prints of the days in order, and the end of the last day at its close', async () => {
  const market = open();
  await market.start();
  const published: string[] = [];
  let atMs = 0;
  const stop = market.onSession({
    onPhase(phase, timeMs) {
      expect(timeMs).toBeGreaterThanOrEqual(atMs);
      expect(timeMs).toBeLessThanOrEqual(market.exchangeMs());
      atMs = timeMs;
      published.push(`${phase} ${new Date(timeMs).toISOString()}`);
    },
    onAuctionPrint: (kind, trade) => published.push(`${kind} ${trade.symbol} ${trade.priceE4}`),
  });
  const { trades } = watchAll(market, 'AAPL');
  expect(market.phase()).toBe('open');
  pass(2 * SESSION_MS + 5_000, 61_000);
  const [first, second] = ['2019-02-11', '2019-02-12'].map((date) => recordedMinutes('AAPL', date));
  expect(published).toEqual([
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
  expect(published).toHaveLength(10);
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

test('a watcher gets the same events at any speed and interval, and a query agrees with them at any moment', async () => {
  const slow = open();
  const fast = open({ speed: 100 });
  await slow.start();
  await fast.start();
  const slowEvents = watchAll(slow, 'MSFT');
  const fastEvents = watchAll(fast, 'MSFT');
  // The same 30 minutes of exchange time: step by step for one, in a few leaps for the other.
  pass(18_000, 700);
  slow.replay.setSpeed(1);
  const reached = fast.exchangeMs();
  replays.hostMs += reached - slow.exchangeMs();
  fast.replay.setSpeed(0);
  vi.advanceTimersByTime(40);
  const upTo = (events: readonly { timeMs: number }[]): unknown[] =>
    events.filter(({ timeMs }) => timeMs <= reached);
  expect(upTo(slowEvents.trades)).toEqual(upTo(fastEvents.trades));
  expect(upTo(slowEvents.quotes)).toEqual(upTo(fastEvents.quotes));
  expect(slowEvents.trades.length).toBeGreaterThan(500);
  const last = slowEvents.trades.at(-1);
  const quote = slowEvents.quotes.at(-1);
  expect(slow.snapshot('MSFT')).toMatchObject({
    lastE4: last?.priceE4,
    volume: last?.totalVolume,
    bidE4: quote?.bidE4,
    askE4: quote?.askE4,
  });
  expect(slow.quote('MSFT')).toEqual(quote);
  expect(slow.timeAndSales('MSFT', 300)).toEqual(slowEvents.trades.slice(-300).reverse());
});

test('nothing later than the clock is ever returned, at any moment of any symbol', async () => {
  const market = open();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 40 * MINUTE_MS }),
      fc.constantFrom('AAPL', 'SPY', 'BAC', 'VIX'),
      async (stepMs, symbol) => {
        replays.hostMs += stepMs;
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
  const snapshotPrices = (symbol: string) => {
    const { lastE4, previousCloseE4 } = market.snapshot(symbol) ?? {};
    return { lastE4, previousCloseE4 };
  };
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20 * MINUTE_MS }),
      fc.constantFrom('AAPL', 'SPY', 'BAC', '$VIX', 'NOSUCH'),
      (stepMs, symbol) => {
        replays.hostMs += stepMs;
        const price = market.lastPrice(symbol);
        expect(price?.lastE4).toBe(market.snapshot(symbol)?.lastE4);
        if (price === undefined) return;
        const heldMs = price.untilMs - market.exchangeMs();
        expect(heldMs).toBeLessThanOrEqual(MINUTE_MS);
        if (heldMs > 1) replays.hostMs += heldMs - 1;
        expect({ lastE4: price.lastE4, previousCloseE4: price.previousCloseE4 }).toEqual(
          snapshotPrices(symbol),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test('bars of longer periods are the minutes so far, aggregated from the open', async () => {
  const market = open();
  replays.hostMs += SESSION_MS + 47 * MINUTE_MS + 31_000;
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
  replays.hostMs += SESSION_MS + 1_000;
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
    replays.hostMs += 13 * MINUTE_MS;
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

test('only watchers get events, each until it stops; unknown symbols return nothing', async () => {
  const market = open();
  await market.start();
  const first = watchAll(market, 'aapl');
  const second = watchAll(market, 'AAPL');
  pass(MINUTE_MS);
  expect(second.trades).toEqual(first.trades);
  const received = first.trades.length;
  first.stop();
  first.stop();
  pass(MINUTE_MS);
  expect(first.trades).toHaveLength(received);
  expect(second.trades.length).toBeGreaterThan(received);
  expect(market.watch('NOPE', {})).toBeUndefined();
  expect([market.snapshot('NOPE'), market.quote('NOPE'), market.instrument('NOPE')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await market.bars('NOPE', 'Day', 0, Number.MAX_SAFE_INTEGER)).toEqual([]);
});

test('the same seed plays the same market and another seed another', async () => {
  const [first, same, other] = [open(), open(), open({ seed: 8 })];
  replays.hostMs += 20 * MINUTE_MS;
  expect(same.timeAndSales('BAC', 50)).toEqual(first.timeAndSales('BAC', 50));
  expect(same.depth('BAC')).toEqual(first.depth('BAC'));
  expect(other.timeAndSales('BAC', 50)).not.toEqual(first.timeAndSales('BAC', 50));
});

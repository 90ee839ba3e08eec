import { beforeEach, describe, expect, it } from 'vitest';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import type { BarStore } from '../model/bar-store.ts';
import type { WireBar } from '../model/clean-bars.ts';
import { ChartFeed, type BarSource, type FeedStatus } from './chart-feed.ts';
import type { Print } from './live-series.ts';
import { defaultRange, type ChartRange } from './time-frames.ts';

type Request = Parameters<BarSource['candles']>[0] & {
  readonly signal: AbortSignal | undefined;
  answer(bars: readonly WireBar[]): Promise<void>;
  fail(message: string): Promise<void>;
};

const todayMs = newYorkMs('2024-03-14', 700);
let nowMs = todayMs;
const turn = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
const daily = (from: string, days: number): WireBar[] =>
  Array.from({ length: days }, (_, i) => ({
    TS: newYorkMs(from, 0) + i * 86_400_000,
    O: 10,
    H: 12,
    L: 9,
    C: 11,
    V: 100,
  }));
const minutes = (date: string, from: number, count: number, step = 5): WireBar[] =>
  Array.from({ length: count }, (_, i) => ({
    TS: newYorkMs(date, from + i * step),
    O: 10,
    H: 12,
    L: 9,
    C: 11,
    V: 100,
  }));

let requests: Request[];
let statuses: FeedStatus[];
let watched: string[];
let publishPrint: ((print: Print) => void) | null;
let shown: BarStore | null;
let displayFroms: number[];
let revisions: number[];
let ticks: string[];
let feed: ChartFeed;

beforeEach(() => {
  nowMs = todayMs;
  requests = [];
  statuses = [];
  watched = [];
  revisions = [];
  ticks = [];
  publishPrint = null;
  shown = null;
  displayFroms = [];
  const source: BarSource = {
    candles: (request, signal) =>
      new Promise((resolve, reject) => {
        requests.push({
          ...request,
          signal,
          answer: async (bars) => {
            resolve(bars);
            await turn();
          },
          fail: async (message) => {
            reject(new Error(message));
            await turn();
          },
        });
      }),
    onTrade(_symbol, listener) {
      publishPrint = listener;
      return () => {
        publishPrint = null;
      };
    },
    watch(symbols) {
      watched.push(...symbols);
      return () => {
        watched = watched.filter((symbol) => !symbols.includes(symbol));
      };
    },
  };
  feed = new ChartFeed(source, () => nowMs, {
    onStatus: (status) => statuses.push(status),
    onBars(bars, displayFromMs) {
      shown = bars;
      displayFroms.push(displayFromMs);
    },
    onRevised(bars, added) {
      shown = bars;
      revisions.push(added);
    },
    onTick: (kind) => ticks.push(kind),
  });
  feed.setActive(true);
});

const request = (index = requests.length - 1): Request => {
  const found = requests[index];
  if (found === undefined) throw new Error(`no request ${index}`);
  return found;
};

describe('loading', () => {
  it('requests candles with the warm-up before the range, and shows the answer', async () => {
    feed.show('SPY', defaultRange('Intraday1'));
    expect(request()).toMatchObject({
      symbol: 'SPY',
      candleType: 'FiveMinutes',
      fromMs: newYorkMs('2024-03-08', 0),
      toMs: newYorkMs('2024-03-15', 0) - 1000,
    });
    await request().answer(minutes('2024-03-14', 570, 10));
    expect(statuses.map(({ kind }) => kind)).toEqual(['loading', 'ready']);
    expect(shown?.length).toBe(10);
  });

  it('a new load gives up the one in flight, whose answer is not shown', async () => {
    feed.show('SPY', defaultRange('Intraday1'));
    feed.show('AAPL', defaultRange('Intraday1'));
    expect(request(0).signal?.aborted).toBe(true);
    await request(0).answer(minutes('2024-03-14', 570, 3));
    expect(shown).toBeNull();
    await request(1).answer(minutes('2024-03-14', 570, 7));
    expect(shown?.length).toBe(7);
  });

  it('a Timeout fails with its own words, an Error with its text, and both can be tried again', async () => {
    feed.show('SPY', defaultRange('Intraday1'));
    await request().fail('Timeout has occured loading data');
    expect(feed.status()).toEqual({ kind: 'failed', message: 'Timeout occured loading data' });
    feed.reload();
    await request().fail('Symbol not found');
    expect(feed.status()).toEqual({ kind: 'failed', message: 'Symbol not found' });
    feed.reload();
    await request().answer(minutes('2024-03-14', 570, 2));
    expect(feed.status().kind).toBe('ready');
    expect(requests).toHaveLength(3);
  });

  it('builds a shorter frame from loaded candles, without a request', async () => {
    feed.show('SPY', defaultRange('Year2'));
    await request().answer(daily('2020-01-06', 1500));
    feed.show('SPY', defaultRange('Month6'));
    expect(requests).toHaveLength(1);
    feed.show('SPY', { ...defaultRange('Year5') });
    expect(requests).toHaveLength(2);
  });

  it('requests the bars as they traded again for another choice of prices, earlier and newest ones too', async () => {
    feed.show('SPY', defaultRange('Month6'));
    await request().answer(daily('2023-09-01', 100));
    expect(request().isUnadjusted).toBeUndefined();
    feed.show('SPY', defaultRange('Month6'), true);
    expect(requests).toHaveLength(2);
    await request().answer(daily('2023-09-01', 100));
    feed.extendLeft();
    await request().answer([]);
    feed.refreshTail();
    await request().answer([]);
    expect(requests.map(({ isUnadjusted }) => isUnadjusted)).toEqual([undefined, true, true, true]);
  });

  it('no symbol is idle and asks nothing', () => {
    feed.show('', defaultRange('Month6'));
    expect([feed.status().kind, requests.length]).toEqual(['idle', 0]);
  });
});

describe('live prints', () => {
  const load = async (range: ChartRange = defaultRange('Intraday1')) => {
    feed.show('SPY', range);
    await request().answer(minutes('2024-03-14', 570, 26));
  };

  it('go into the bars, also those that came while the history was on its way', async () => {
    feed.show('SPY', defaultRange('Intraday1'));
    publishPrint?.({ P: 13, V: 5, TV: 2605, TS: nowMs });
    await request().answer(minutes('2024-03-14', 570, 26));
    expect(shown?.high[26]).toBe(13);
    publishPrint?.({ P: 14, V: 5, TV: 2610, TS: nowMs });
    expect([shown?.length, shown?.close[26], shown?.volume[26], ticks]).toEqual([27, 14, 10, ['changed']]);
  });

  it('of a past range change nothing', async () => {
    await load({
      TimeFrame: 'Custom',
      BarSize: 'Minute5',
      CustomFromDate: '2024-03-11',
      CustomToDate: '2024-03-13',
    });
    publishPrint?.({ P: 99, V: 5, TV: 9999, TS: nowMs });
    expect(ticks).toEqual([]);
  });

  it('stop while the window is hidden, and request the newest bars when it is shown again', async () => {
    await load();
    feed.setActive(false);
    expect([publishPrint, watched]).toEqual([null, []]);
    feed.setActive(true);
    expect(watched).toEqual(['SPY']);
    expect(request()).toMatchObject({ candleType: 'FiveMinutes', fromMs: newYorkMs('2024-03-14', 0) });
    await request().answer(minutes('2024-03-14', 570, 30));
    expect([shown?.length, revisions]).toEqual([30, [0]]);
  });

  it('request the newest bars after missed ones, and lose no print that arrives meanwhile', async () => {
    await load();
    publishPrint?.({ P: 13, V: 5, TV: 4000, TS: newYorkMs('2024-03-14', 720) });
    expect(requests).toHaveLength(2);
    publishPrint?.({ P: 15, V: 7, TV: 4007, TS: newYorkMs('2024-03-14', 721) });
    await request().answer([
      ...minutes('2024-03-14', 570, 30),
      { TS: newYorkMs('2024-03-14', 720), O: 13, H: 13, L: 13, C: 13, V: 1000 },
    ]);
    expect([shown?.length, shown?.close[30], shown?.volume[30]]).toEqual([31, 15, 1007]);
  });
});

describe('a new exchange day', () => {
  const nextDay = () => {
    nowMs = newYorkMs('2024-03-15', 570);
  };

  it('moves a range that ends today on to it, once', async () => {
    feed.show('SPY', defaultRange('Intraday1'));
    await request().answer(minutes('2024-03-14', 570, 10));
    feed.followDay();
    expect(requests).toHaveLength(1);
    nextDay();
    feed.followDay();
    feed.followDay();
    expect(requests).toHaveLength(2);
    expect(request()).toMatchObject({
      symbol: 'SPY',
      fromMs: newYorkMs('2024-03-11', 0),
      toMs: newYorkMs('2024-03-16', 0) - 1000,
    });
    await request().answer(minutes('2024-03-14', 570, 78));
    publishPrint?.({ P: 14, V: 5, TV: 5, TS: newYorkMs('2024-03-15', 570) });
    expect([feed.status().kind, ticks]).toEqual(['ready', ['added']]);
  });

  it('whose session has not begun leaves one day on the session before, and moves on at the open', async () => {
    nowMs = newYorkMs('2024-03-15', 480);
    feed.show('SPY', defaultRange('Intraday1'));
    await request().answer(minutes('2024-03-14', 570, 78));
    expect([displayFroms.at(-1), requests.length]).toEqual([newYorkMs('2024-03-14', 0), 1]);
    nowMs = newYorkMs('2024-03-15', 570);
    feed.followDay();
    feed.followDay();
    expect([displayFroms.at(-1), requests.length]).toEqual([newYorkMs('2024-03-15', 0), 1]);
  });

  it('that began while the window was away is caught up with when it is back', async () => {
    feed.show('SPY', defaultRange('Month6'));
    await request().answer(daily('2023-01-02', 400));
    feed.setActive(false);
    nextDay();
    feed.setActive(true);
    expect([requests.length, feed.status().kind]).toEqual([2, 'loading']);
    expect(request()).toMatchObject({ toMs: newYorkMs('2024-03-16', 0) - 1000 });
  });

  it('leaves a custom range as it is, and its prints are those of the range', async () => {
    feed.show('SPY', {
      TimeFrame: 'Custom',
      BarSize: 'Minute5',
      CustomFromDate: '2024-03-11',
      CustomToDate: '2024-03-14',
    });
    await request().answer(minutes('2024-03-14', 570, 26));
    publishPrint?.({ P: 13, V: 5, TV: 2605, TS: nowMs });
    nextDay();
    feed.followDay();
    publishPrint?.({ P: 99, V: 5, TV: 5, TS: newYorkMs('2024-03-15', 570) });
    expect([requests.length, ticks, shown?.length]).toEqual([1, ['added'], 27]);
  });

  it('is nothing to a chart without a symbol', () => {
    feed.show('', defaultRange('Intraday1'));
    nextDay();
    feed.followDay();
    expect([requests.length, feed.status().kind]).toEqual([0, 'idle']);
  });
});

describe('extending to the left', () => {
  it('puts earlier bars in front once, and stops where there are no more', async () => {
    feed.show('SPY', defaultRange('Month6'));
    await request().answer(daily('2023-01-02', 400));
    const firstMs = shown?.timeMs[0] ?? 0;
    feed.extendLeft();
    feed.extendLeft();
    expect(requests).toHaveLength(2);
    await request().answer([...daily('2022-12-01', 32), ...daily('2023-01-02', 3)]);
    expect([shown?.length, shown?.timeMs[32], revisions]).toEqual([432, firstMs, [32]]);
    feed.extendLeft();
    await request().answer([]);
    feed.extendLeft();
    expect(requests).toHaveLength(3);
  });

  it('that fails leaves what is there, and may be tried again', async () => {
    feed.show('SPY', defaultRange('Month6'));
    await request().answer(daily('2023-01-02', 400));
    feed.extendLeft();
    await request().fail('Timeout has occured loading data');
    expect([feed.status().kind, shown?.length]).toEqual(['ready', 400]);
    feed.extendLeft();
    expect(requests).toHaveLength(3);
  });
});

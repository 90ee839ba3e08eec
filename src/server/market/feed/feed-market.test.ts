import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../../../tests/support/until.ts';
import { DAY_MS, MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { newYorkMs, sessionOn } from '../../../domain/calendar/us-equity.ts';
import { fromE4, toPriceE4 } from '../../../domain/money/price.ts';
import type { MarketData, Quote, Trade } from '../market-data.ts';
import { MarketUnavailableError } from '../market-unavailable.ts';
import { openFeedMarket } from './feed-market.ts';
import { startStandInFeed, type StandInFeed } from './stand-in/stand-in.ts';

/** A Wednesday at noon in New York: the session is two and a half hours old. */
const NOW_MS = Date.UTC(2026, 4, 6, 16);
const DATE = '2026-05-06';

let feed: StandInFeed;
let market: MarketData;
const host = { ms: NOW_MS };
const notes: string[] = [];

const openMarket = (wallMs = Date.now, pingMs = 1_000): Promise<MarketData> =>
  openFeedMarket({
    url: feed.url,
    host: 'the stand-in',
    nowMs: () => host.ms,
    wallMs,
    note: (line) => notes.push(line),
    ...{ retryMs: 5, maxRetryMs: 40, pingMs },
  });

beforeEach(async () => {
  host.ms = NOW_MS;
  notes.length = 0;
  feed = await startStandInFeed(NOW_MS);
  market = await openMarket();
  await market.start();
});
afterEach(async () => {
  await market.stop();
  await feed.close();
});

/** Watches a symbol and waits for its state. The quote of that state is left out. */
async function watch(symbol: string) {
  const trades: Trade[] = [];
  const quotes: Quote[] = [];
  const stop = market.watch(symbol, {
    onTrade: (trade) => trades.push(trade),
    onQuote: (quote) => quotes.push(quote),
  });
  await until(() => expect(quotes).toHaveLength(1));
  quotes.length = 0;
  return { trades, quotes, stop };
}

/** Waits until all frames that were sent so far have been read. */
async function settled(watched: Awaited<ReturnType<typeof watch>>): Promise<void> {
  const count = watched.quotes.length;
  const last = feed.world.last('AAPL');
  host.ms += 1;
  feed.quote('AAPL', last - 1, last + 1, host.ms);
  await until(() => expect(watched.quotes.length).toBeGreaterThan(count));
  watched.quotes.pop();
}

const volume = (): number => market.snapshot('AAPL')?.volume ?? -1;
const lastOf = (symbol: string): number => fromE4(market.lastPrice(symbol)?.lastE4 ?? 0);

describe('prices of a feed', () => {
  it('begin with the state of the symbol, and follow its trades and quotes in whole 1/10,000 dollar', async () => {
    const watched = await watch('AAPL');
    expect(market.snapshot('AAPL')).toMatchObject({
      volume: 150_100,
      lastE4: toPriceE4(feed.world.last('AAPL')),
    });
    expect(watched.trades).toEqual([]);
    feed.trade('AAPL', 191.2501, 100, NOW_MS);
    feed.send({
      t: 'trade',
      symbol: 'AAPL',
      id: 'x',
      price: 191.26,
      size: 50,
      time: NOW_MS,
      exchange: 'NYSE',
    });
    await until(() => expect(watched.trades).toHaveLength(2));
    expect(watched.trades).toMatchObject([
      { priceE4: 1_912_501, size: 100, totalVolume: 150_200, exchange: 'IEX', timeMs: NOW_MS },
      { priceE4: 1_912_600, size: 50, totalVolume: 150_250, exchange: 'NYSE' },
    ]);
    expect(market.timeAndSales('AAPL', 2)).toEqual(watched.trades.toReversed());
    expect(market.snapshot('AAPL')).toMatchObject({ lastE4: 1_912_600, highE4: 1_912_600, tick: 1 });
  });

  it('count a repeated trade once, and a late trade for the volume but not as the last price', async () => {
    const watched = await watch('AAPL');
    const trade = feed.trade('AAPL', 191, 100, NOW_MS);
    feed.send({ t: 'trade', symbol: 'AAPL', ...trade });
    feed.send({ t: 'trade', symbol: 'AAPL', id: 900, price: '150.00', size: 30, time: NOW_MS - MINUTE_MS });
    await settled(watched);
    expect(watched.trades).toHaveLength(1);
    expect([volume(), lastOf('AAPL')]).toEqual([150_230, 191]);
    expect(market.snapshot('AAPL')?.lowE4).toBe(1_500_000);
  });

  it('keep the quote before a crossed or a late quote', async () => {
    const watched = await watch('AAPL');
    feed.quote('AAPL', 180.1, 180.2, NOW_MS);
    feed.quote('AAPL', 180.3, 180.2, NOW_MS);
    feed.quote('AAPL', 170.1, 170.2, NOW_MS - MINUTE_MS);
    await settled(watched);
    expect(watched.quotes).toMatchObject([{ bidE4: 1_801_000, askE4: 1_802_000 }]);
  });

  it('are never later than the present', async () => {
    const watched = await watch('AAPL');
    feed.trade('AAPL', 191, 100, NOW_MS + DAY_MS);
    await until(() => expect(watched.trades).toHaveLength(1));
    expect(watched.trades[0]?.timeMs).toBe(NOW_MS);
  });

  it('leave out symbols that are unknown or not subscribed, and messages that break the protocol', async () => {
    const watched = await watch('AAPL');
    feed.send({ t: 'trade', symbol: 'NOSUCH', id: 1, price: 1, size: 1, time: NOW_MS });
    feed.send({ t: 'trade', symbol: 'MSFT', id: 1, price: 1, size: 1, time: NOW_MS });
    feed.send({ t: 'trade', symbol: 'AAPL', id: 1, price: -1, size: 1, time: NOW_MS });
    feed.send({ t: 'trade', symbol: 'AAPL', id: 2, price: '1e3', size: 1, time: NOW_MS });
    feed.send({ t: 'trade', symbol: 'AAPL', id: 3, price: '190.00', size: 1.5, time: NOW_MS });
    feed.send({ t: 'news', text: 'of a later version' });
    feed.send({ t: 'bars', id: 77, bars: [] });
    await settled(watched);
    expect([watched.trades, volume()]).toEqual([[], 150_100]);
    expect(lastOf('MSFT')).toBe(0);
    expect(market.snapshot('NOSUCH')).toBeUndefined();
    expect(notes).toEqual([
      'The feed at the stand-in sent a wrong message trade (price: it must be 0 or more).',
    ]);
  });

  it('are ready for symbols that are not watched, and stay subscribed for a while', async () => {
    await market.ready?.(['SPY', 'NOSUCH'], 'prices');
    expect(lastOf('SPY')).toBe(feed.world.last('SPY'));
    expect(feed.subscribed()).toEqual(['SPY']);
    feed.trade('SPY', 501, 100, NOW_MS);
    await until(() => expect(lastOf('SPY')).toBe(501));
  });

  it('end their subscription when they are no longer read, and begin again with a new state', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    let wallMs = 1_000_000;
    const other = await openMarket(() => wallMs, DAY_MS);
    try {
      await other.start();
      await other.ready?.(['SPY'], 'prices');
      wallMs += 20_000;
      vi.advanceTimersByTime(5_000);
      expect(feed.subscribed()).toEqual(['SPY']);
      wallMs += 20_000;
      vi.advanceTimersByTime(5_000);
      await until(() => expect(feed.subscribed()).toEqual([]));
      feed.trade('SPY', 501, 100, NOW_MS);
      const trades: Trade[] = [];
      other.watch('SPY', { onTrade: (trade) => trades.push(trade) });
      await other.ready?.(['SPY'], 'prices');
      // It took place before the symbol was watched.
      expect([fromE4(other.lastPrice('SPY')?.lastE4 ?? 0), trades]).toEqual([501, []]);
    } finally {
      vi.useRealTimers();
      await other.stop();
    }
  });

  it('become those of the day before when a session opens, with the first trade as opening print', async () => {
    host.ms = newYorkMs('2026-05-07', 9 * 60 + 29);
    const watched = await watch('AAPL');
    const events: string[] = [];
    market.onSession({
      onPhase: (phase) => events.push(phase),
      onAuctionPrint: (kind, { priceE4 }) => events.push(`${kind} ${priceE4}`),
    });
    const closeE4 = market.snapshot('AAPL')?.lastE4;
    host.ms = sessionOn('2026-05-07')?.openMs ?? 0;
    feed.trade('AAPL', 193, 100, host.ms);
    await until(() => expect(watched.trades).toHaveLength(1));
    expect(events).toEqual(['open', 'opening 1930000']);
    expect(market.snapshot('AAPL')).toMatchObject({
      previousCloseE4: closeE4,
      openE4: 1_930_000,
      volume: 100,
    });
  });
});

describe('a feed that is lost', () => {
  it.each([
    ['by a cut', () => feed.cut(), 'has ended the connection'],
    [
      'by a page of HTML',
      () => feed.send('<html>Bad gateway</html>'),
      'sent a frame that is no message in JSON',
    ],
  ])(
    'is connected again %s, with its subscriptions and the trades that were missed, each once',
    async (_, cause, reason) => {
      const watched = await watch('AAPL');
      feed.trade('AAPL', 191, 100, NOW_MS);
      await until(() => expect(watched.trades).toHaveLength(1));
      feed.switches.refuses = true;
      cause();
      await until(() =>
        expect(notes).toEqual([`The feed at the stand-in ${reason}; the connection is tried again.`]),
      );
      await until(() => expect(feed.subscribed()).toEqual([]));
      const aliveMs = market.flowedAtMs?.();
      host.ms += 1_000;
      feed.trade('AAPL', 192, 100, host.ms);
      expect([lastOf('AAPL'), market.flowedAtMs?.()]).toEqual([191, aliveMs]);
      feed.switches.refuses = false;
      await until(() => expect(watched.trades).toHaveLength(2));
      expect(watched.trades[1]).toMatchObject({ priceE4: 1_920_000, totalVolume: 150_300 });
      feed.trade('AAPL', 193, 100, host.ms);
      await until(() =>
        expect(watched.trades.map(({ totalVolume }) => totalVolume)).toEqual([150_200, 150_300, 150_400]),
      );
      expect(notes).toContain('The feed at the stand-in is connected again.');
    },
  );

  it('is connected again when it hangs', async () => {
    const other = await openMarket(Date.now, 20);
    try {
      feed.freeze();
      await until(() =>
        expect(notes).toContain('The feed at the stand-in does not answer; the connection is tried again.'),
      );
      await until(() => expect(notes).toContain('The feed at the stand-in is connected again.'));
    } finally {
      await other.stop();
    }
  });

  it('is not taken for lost after the server itself stood still', async () => {
    let wallMs = 1_000_000;
    const other = await openMarket(() => wallMs, 100);
    try {
      wallMs += 60_000;
      await until(() => expect(other.flowedAtMs?.()).toBe(wallMs));
      expect(notes).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('shows what was missed for long as figures and prints, not as events', async () => {
    const watched = await watch('AAPL');
    feed.switches.refuses = true;
    feed.cut();
    await until(() => expect(notes).toHaveLength(1));
    feed.trade('AAPL', 192, 100, NOW_MS + 1_000);
    host.ms += 20 * MINUTE_MS;
    feed.switches.refuses = false;
    await until(() => expect(lastOf('AAPL')).toBe(192));
    expect([watched.trades, volume()]).toEqual([[], 150_200]);
    expect(market.timeAndSales('AAPL', 1)).toMatchObject([{ priceE4: 1_920_000 }]);
  });
});

describe('bars of a feed', () => {
  const today = (): ReturnType<MarketData['bars']> =>
    market.bars('aapl', 'OneMinute', sessionOn(DATE)?.openMs ?? 0, NOW_MS + DAY_MS);

  it('are answered up to the present, and not requested for an unknown symbol or an empty range', async () => {
    expect(await today()).toHaveLength(150);
    expect(await market.bars('NOSUCH', 'Day', 0, NOW_MS)).toEqual([]);
    expect(await market.bars('AAPL', 'Day', NOW_MS, NOW_MS)).toEqual([]);
    expect(feed.barRequests()).toBe(1);
  });

  it('fail when the feed is lost in the middle, and are answered after it is connected again', async () => {
    feed.switches.bars = 'cut';
    await expect(today()).rejects.toThrow(
      'The feed at the stand-in has ended the connection. Try again when prices move again.',
    );
    feed.switches.bars = 'answered';
    await until(async () => expect(await today()).toHaveLength(150));
  });

  it('fail when the answer breaks the protocol or the feed stops, without waiting', async () => {
    feed.switches.bars = 'wrong';
    await expect(today()).rejects.toThrow('sent a wrong message bars (bars: ');
    feed.switches.bars = 'ignored';
    const waiting = today();
    await until(() => expect(feed.barRequests()).toBe(2));
    const failed = expect(waiting).rejects.toBeInstanceOf(MarketUnavailableError);
    await market.stop();
    await failed;
  });

  it('leave out bars that cannot be, and sort and join the others', async () => {
    feed.switches.bars = 'ignored';
    const waiting = today();
    await until(() => expect(feed.barRequests()).toBe(1));
    const openMs = sessionOn(DATE)?.openMs ?? 0;
    const bar = (timeMs: number, change: object = {}): object => ({
      ...{ time: timeMs, open: '10', high: '11', low: '9', close: '10.5', volume: 5 },
      ...change,
    });
    feed.send({
      t: 'bars',
      id: 1,
      bars: [
        bar(openMs + MINUTE_MS),
        bar(openMs),
        bar(openMs, { volume: 6 }),
        bar(openMs + 2 * MINUTE_MS, { high: 1 }),
        bar(openMs + 2 * MINUTE_MS, { low: 0 }),
        bar(openMs + 3 * MINUTE_MS + 1),
        bar(openMs - MINUTE_MS),
        bar(NOW_MS + MINUTE_MS),
      ],
    });
    expect((await waiting).map(({ timeMs, volume: shares }) => [timeMs - openMs, shares])).toEqual([
      [0, 6],
      [MINUTE_MS, 5],
    ]);
  });
});

describe('opening a feed', () => {
  it.each([
    [
      'that refuses',
      () => (feed.switches.refuses = true),
      'cannot be reached (Unexpected server response: 503)',
    ],
    ['that sends HTML', () => (feed.switches.greeting = '<html>'), 'sent a frame that is no message in JSON'],
    [
      'whose hello is wrong',
      () => (feed.switches.greeting = '{"t":"hello","instruments":[{"symbol":"spy","company":"S"}]}'),
      'sent a wrong message hello (instruments.0.symbol: it must be a symbol in capital letters)',
    ],
  ])('fails %s with what to correct', async (_, change, reason) => {
    change();
    await expect(openMarket()).rejects.toThrow(
      `The feed at the stand-in ${reason}; start the feed, or correct the address in TAPEDECK_MARKET.`,
    );
  });
});

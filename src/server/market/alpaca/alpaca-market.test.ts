import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAlpacaBench, type AlpacaBench } from '../../../../tests/support/alpaca-bench.ts';
import type { StandInAlpaca } from '../../../../tests/support/stand-in-alpaca.ts';
import { until } from '../../../../tests/support/until.ts';
import { DAY_MS, MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { Trade } from '../market-data.ts';

/** A Wednesday at noon in New York: the session is two and a half hours old. */
const NOW_MS = Date.UTC(2026, 4, 6, 16);

let alpaca: StandInAlpaca;
let bench: AlpacaBench;
const host = { ms: NOW_MS };
let notes: readonly string[];
let openMarket: AlpacaBench['open'];
let watch: AlpacaBench['watch'];
beforeEach(async () => {
  host.ms = NOW_MS;
  bench = await startAlpacaBench(NOW_MS, host);
  ({ stand: alpaca, notes, open: openMarket, watch } = bench);
});
afterEach(() => bench.end());

const pricesOf = (trades: readonly Trade[]): number[] => trades.map(({ priceE4 }) => fromE4(priceE4));
const callsOf = (path: string): number => alpaca.calls.filter((url) => url.startsWith(path)).length;

describe('the history of Alpaca', () => {
  it('is the same after a restart, which requests only what may have changed', async () => {
    const range = [NOW_MS - 8 * DAY_MS, NOW_MS] as const;
    const market = await openMarket();
    const minutes = await market.bars('AAPL', 'OneMinute', ...range);
    const days = await market.bars('AAPL', 'Day', ...range);
    expect([minutes.length, days.length]).toEqual([5 * 390 + 150, 6]);
    const restarted = await openMarket();
    const before = alpaca.calls.length;
    expect(await restarted.bars('AAPL', 'OneMinute', ...range)).toEqual(minutes);
    expect(await restarted.bars('AAPL', 'Day', ...range)).toEqual(days);
    const starts = alpaca.calls
      .slice(before)
      .flatMap((url) =>
        url.includes('/bars?') ? [new URL(url, 'http://host').searchParams.get('start')] : [],
      );
    // The last settled day, and the minutes of the last half hour. April is on disk.
    expect(starts).toEqual(['2026-05-04T04:00:00.000Z', '2026-05-06T15:30:00.000Z']);
    expect(callsOf('/v2/assets')).toBe(1);
  });

  it('ends in the same present for each size of bars', async () => {
    const market = await openMarket();
    const { trades } = await watch(market, 'MSFT');
    host.ms += 30_000;
    alpaca.trade('MSFT', 401.5, 300, host.ms);
    await until(() => expect(trades).toHaveLength(1));
    for (const candle of ['OneMinute', 'FiveMinutes', 'ThirtyMinutes', 'Day'] as const) {
      const last = (await market.bars('MSFT', candle, NOW_MS - DAY_MS, host.ms + 1)).at(-1);
      expect([candle, fromE4(last?.closeE4 ?? 0)]).toEqual([candle, 401.5]);
    }
  });

  it('is requested again as a whole when Alpaca has changed it, as after a split', async () => {
    const range = [NOW_MS - 8 * DAY_MS, NOW_MS - DAY_MS] as const;
    const before = await (await openMarket()).bars('SPY', 'FiveMinutes', ...range);
    alpaca.world.split('SPY', 4);
    const after = await (await openMarket()).bars('SPY', 'FiveMinutes', ...range);
    expect(after.map(({ closeE4 }) => closeE4)).toEqual(before.map(({ closeE4 }) => Math.round(closeE4 / 4)));
  });

  it('rejects with a text for the user when a part is missing, keeps nothing wrong, and has it all later', async () => {
    const market = await openMarket();
    alpaca.faults.add('GET /v2/stocks/bars', 500, { message: 'internal' }, { times: 4 });
    const range = [NOW_MS - 8 * DAY_MS, NOW_MS] as const;
    await expect(market.bars('AAPL', 'ThirtyMinutes', ...range)).rejects.toThrow(
      'Alpaca has a fault (status 500)',
    );
    expect(await market.bars('AAPL', 'ThirtyMinutes', ...range)).toHaveLength(5 * 13 + 5);
  });
});

describe('the present of Alpaca', () => {
  it('has the figures of the day, the year and the tape when it is made ready', async () => {
    const market = await openMarket();
    await market.ready?.(['AAPL', 'NOSUCH'], 'prints');
    const [yesterday, today] = alpaca.world.bars('AAPL', '1Day').slice(-2);
    expect(market.snapshot('AAPL')).toMatchObject({
      lastE4: today?.closeE4,
      openE4: today?.openE4,
      highE4: today?.highE4,
      lowE4: today?.lowE4,
      volume: today?.volume,
      previousCloseE4: yesterday?.closeE4,
      previousVolume: yesterday?.volume,
    });
    expect(market.timeAndSales('AAPL', 10)).toMatchObject([{ symbol: 'AAPL', totalVolume: today?.volume }]);
    expect(market.depth('AAPL')).toMatchObject([
      { exchange: 'IEX', bidSize: 200, askE4: 0 },
      { exchange: 'NASDAQ', bidE4: 0, askSize: 300 },
    ]);
    expect(market.instrument('PINKY')).toBeUndefined();
    const { stop } = await watch(market, 'AAPL');
    const high = Math.max(...alpaca.world.bars('AAPL', '1Day').map(({ highE4 }) => highE4));
    await until(() => expect(market.snapshot('AAPL')).toMatchObject({ yearHighE4: high }));
    stop();
  });

  it('ranks the most active symbols by the money traded in them', async () => {
    expect(await (await openMarket()).byTurnover(3)).toEqual(['SPY', 'MSFT', 'AAPL']);
  });

  it('streams a symbol while it is watched, and no longer', async () => {
    const market = await openMarket();
    const { trades, quotes, stop } = await watch(market, 'AAPL');
    host.ms += 1_000;
    alpaca.trade('AAPL', 181, 100, host.ms);
    alpaca.quote('AAPL', 180.99, 181.02, host.ms);
    await until(() => expect([trades.length, quotes.length]).toEqual([1, 1]));
    expect(trades[0]).toMatchObject({ symbol: 'AAPL', priceE4: 1_810_000, size: 100, exchange: 'IEX' });
    expect(quotes[0]).toMatchObject({ bidE4: 1_809_900, askE4: 1_810_200, askExchange: 'NASDAQ' });
    stop();
    await until(() => expect(alpaca.streamed()).toEqual([]));
  });

  it('stays right through repeated, late, small and future trades', async () => {
    const market = await openMarket();
    const { trades } = await watch(market, 'AAPL');
    const volume = market.snapshot('AAPL')?.volume ?? 0;
    host.ms += 10_000;
    const first = alpaca.trade('AAPL', 190, 100, host.ms);
    alpaca.send([{ T: 't', S: 'AAPL', ...first }]);
    alpaca.trade('AAPL', 195, 200, host.ms - 1_000);
    alpaca.trade('AAPL', 199, 5, host.ms, { c: ['@', 'I'] });
    alpaca.trade('AAPL', 191, 300, host.ms + 60_000);
    await until(() => expect(pricesOf(trades)).toEqual([190, 191]));
    expect(trades.map(({ totalVolume }) => totalVolume - volume)).toEqual([100, 605]);
    expect(trades[1]?.timeMs).toBe(host.ms);
    // The late trade was in the session, so it counts for the high; the odd lot does not.
    expect(market.snapshot('AAPL')).toMatchObject({
      lastE4: 1_910_000,
      highE4: 1_950_000,
      volume: volume + 605,
    });
  });

  it('keeps the last good quote when crossed and late ones come', async () => {
    const market = await openMarket();
    const { quotes } = await watch(market, 'AAPL');
    host.ms += 10_000;
    alpaca.quote('AAPL', 181, 181.01, host.ms);
    alpaca.quote('AAPL', 182, 181.5, host.ms + 1);
    alpaca.quote('AAPL', 170, 170.01, host.ms - 5_000);
    host.ms += 1_000;
    alpaca.quote('AAPL', 181.02, 181.03, host.ms);
    await until(() => expect(quotes.map(({ bidE4 }) => fromE4(bidE4))).toEqual([181, 181.02]));
  });

  it('reads its figures again when a trade is cancelled', async () => {
    const market = await openMarket();
    const { trades } = await watch(market, 'AAPL');
    const high = market.snapshot('AAPL')?.highE4;
    const minutes = [...(alpaca.world.minutes.get('AAPL') ?? [])];
    host.ms += 1_000;
    const wrong = alpaca.trade('AAPL', 999, 100, host.ms);
    await until(() => expect(market.snapshot('AAPL')?.highE4).toBe(9_990_000));
    alpaca.world.minutes.set('AAPL', minutes);
    alpaca.world.trades.set('AAPL', alpaca.world.trades.get('AAPL')?.slice(0, -1) ?? []);
    alpaca.send([{ T: 'x', S: 'AAPL', i: wrong.i, x: 'V', p: 999, s: 100, t: wrong.t, a: 'C', z: 'C' }]);
    await until(() => expect(market.snapshot('AAPL')?.highE4).toBe(high));
    expect(trades).toHaveLength(1);
  });

  it('marks positions in symbols that are not watched', async () => {
    const market = await openMarket();
    expect(market.lastPrice('MSFT')).toMatchObject({ lastE4: 0 });
    await until(() => expect(market.lastPrice('MSFT')?.lastE4).toBeGreaterThan(0));
  });
});

describe('the stream of Alpaca', () => {
  it('requests the trades that a loss has left out, in order, before new ones count', async () => {
    const market = await openMarket();
    const { trades } = await watch(market, 'AAPL');
    host.ms += 1_000;
    alpaca.trade('AAPL', 181, 100, host.ms);
    await until(() => expect(trades).toHaveLength(1));
    alpaca.switches.refusesStream = true;
    alpaca.cutStreams();
    await until(() => expect(alpaca.streamed()).toEqual([]));
    for (const [index, price] of [182, 183, 184].entries())
      alpaca.trade('AAPL', price, 100, host.ms + 1_000 * (index + 1));
    host.ms += 10_000;
    alpaca.switches.refusesStream = false;
    await until(() => expect(alpaca.streamed()).toEqual(['AAPL']));
    alpaca.trade('AAPL', 185, 100, host.ms);
    await until(() => expect(pricesOf(trades)).toEqual([181, 182, 183, 184, 185]));
    const whole = alpaca.world.bars('AAPL', '1Day').at(-1)?.volume;
    await until(() => expect(market.snapshot('AAPL')?.volume).toBe(whole));
    expect(notes).toEqual([
      'The stream of Alpaca is closed; it is opened again.',
      'The stream of Alpaca is open again.',
    ]);
  });

  it('requests the trades of a second loss, too, that comes while those of the first are requested', async () => {
    const market = await openMarket();
    const { trades } = await watch(market, 'AAPL');
    host.ms += 1_000;
    alpaca.trade('AAPL', 181, 100, host.ms);
    await until(() => expect(trades).toHaveLength(1));
    const lose = async (prices: readonly number[]): Promise<void> => {
      alpaca.switches.refusesStream = true;
      alpaca.cutStreams();
      await until(() => expect(alpaca.streamed()).toEqual([]));
      for (const price of prices) alpaca.trade('AAPL', price, 100, (host.ms += 1_000));
      alpaca.switches.refusesStream = false;
      await until(() => expect(alpaca.streamed()).toEqual(['AAPL']));
    };
    alpaca.faults.add(
      'GET /trades',
      429,
      { message: 'too many requests.' },
      { headers: { 'retry-after': '1' } },
    );
    await lose([182, 183]);
    await lose([184, 185]);
    await until(() => expect(pricesOf(trades)).toEqual([181, 182, 183, 184, 185]));
  });

  it('stops confirming prices while it is lost', async () => {
    const market = await openMarket();
    await watch(market, 'AAPL');
    const first = market.flowedAtMs?.() ?? 0;
    await until(() => expect(market.flowedAtMs?.()).toBeGreaterThan(first));
    alpaca.switches.refusesStream = true;
    alpaca.cutStreams();
    await until(() => expect(notes).toHaveLength(1));
    const lost = market.flowedAtMs?.();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(market.flowedAtMs?.()).toBe(lost);
  });

  it('is opened again after a frame that cannot be read', async () => {
    const market = await openMarket();
    const { trades } = await watch(market, 'AAPL');
    alpaca.send('<html>bad gateway</html>');
    await until(() => expect(notes.at(-1)).toBe('The stream of Alpaca is open again.'));
    await until(() => expect(alpaca.streamed()).toEqual(['AAPL']));
    host.ms += 1_000;
    alpaca.trade('AAPL', 186, 100, host.ms);
    await until(() => expect(pricesOf(trades)).toEqual([186]));
  });

  it('queries the symbols that the plan does not stream, and streams them when there is room', async () => {
    alpaca.switches.maxSymbols = 1;
    const market = await openMarket();
    const first = await watch(market, 'AAPL');
    const trades: Trade[] = [];
    market.watch('MSFT', { onTrade: (trade) => trades.push(trade) });
    await until(() => expect(notes).toEqual([expect.stringContaining('streams no more than 1 symbols')]));
    await until(() => expect(market.snapshot('MSFT')?.lastE4).toBeGreaterThan(0));
    host.ms += 1_000;
    alpaca.trade('MSFT', 402, 100, host.ms);
    await until(() => expect(pricesOf(trades)).toEqual([402]));
    first.stop();
    await until(() => expect(alpaca.streamed()).toEqual(['MSFT']));
  });
});

describe('the start of Alpaca', () => {
  it('fails with what to correct when the key is wrong', async () => {
    await expect(openMarket({ ...alpaca.environment, TAPEDECK_ALPACA_KEY: 'wrong' })).rejects.toThrow(
      'check TAPEDECK_ALPACA_KEY',
    );
  });

  it('needs Alpaca once: later it starts with the list of symbols that it has kept', async () => {
    await openMarket();
    expect(await readdir(bench.folder)).toContain('symbols.json');
    alpaca.faults.add('GET /v2/', 503, '<html>away</html>', { times: 1_000 });
    expect((await openMarket()).symbols()).toEqual(['AAPL', 'MSFT', 'SPY']);
  });
});

describe('the session of Alpaca', () => {
  it('begins at the open with new figures and an opening print, and ends with a closing print', async () => {
    host.ms = Date.UTC(2026, 4, 6, 20) - 500;
    const market = await openMarket();
    const { trades } = await watch(market, 'AAPL');
    const seen: string[] = [];
    market.onSession({
      onPhase: (phase) => seen.push(phase),
      onAuctionPrint: (kind, { priceE4 }) => seen.push(`${kind} ${fromE4(priceE4)}`),
    });
    alpaca.trade('AAPL', 250, 100, host.ms);
    await until(() => expect(trades).toHaveLength(1));
    host.ms += 1_000;
    await until(() => expect(seen).toEqual(['closing 250', 'post']));
    host.ms = Date.UTC(2026, 4, 7, 13, 30);
    await until(() => expect(seen.slice(2)).toEqual(['closed', 'pre', 'open']));
    expect(market.snapshot('AAPL')).toMatchObject({ previousCloseE4: 2_500_000, openE4: 0, volume: 0 });
    // Yesterday belongs to the year before this session.
    await until(() => expect(market.snapshot('AAPL')).toMatchObject({ pastYearHighE4: 2_500_000 }));
    host.ms += MINUTE_MS;
    alpaca.trade('AAPL', 188, 400, host.ms);
    await until(() => expect(seen.slice(5)).toEqual(['opening 188']));
    expect(market.snapshot('AAPL')).toMatchObject({ openE4: 1_880_000, volume: 400 });
  });
});

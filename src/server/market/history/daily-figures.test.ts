import { afterEach, describe, expect, it, vi } from 'vitest';
import { HISTORICAL_FIGURES } from '../../../domain/bars/historical-figures.ts';
import { plainFigures } from '../../../domain/bars/testing/plain-figures.ts';
import { newYorkDate, newYorkMs, sessionOn } from '../../../domain/calendar/us-equity.ts';
import { ScriptedMarket } from '../../brokerage/testing/scripted-market.ts';
import type { Bar } from '../market-data.ts';
import { DailyFigures } from './daily-figures.ts';

const HISTORY_DAYS = 300;
const E4 = 10_000;

/** A year of rising days before the session, and the session's own day. */
function daysUpTo(date: string): Bar[] {
  const bars: Bar[] = [];
  for (let timeMs = newYorkMs(date, 0) + 12 * 3_600_000; bars.length <= HISTORY_DAYS; timeMs -= 86_400_000) {
    const day = newYorkDate(timeMs);
    if (sessionOn(day) === null) continue;
    const closeE4 = (500 - bars.length) * E4;
    bars.unshift({
      timeMs: newYorkMs(day, 0),
      openE4: closeE4 - E4,
      highE4: closeE4 + 2 * E4,
      lowE4: closeE4 - 3 * E4,
      closeE4,
      volume: 1_000 + bars.length,
    });
  }
  return bars;
}

class MarketWithHistory extends ScriptedMarket {
  queries = 0;
  days = daysUpTo(this.session.date);

  override async bars(symbol: string, _candle: string, fromMs: number, toMs: number): Promise<Bar[]> {
    this.queries += 1;
    if (symbol === 'SLOW') return new Promise(() => {});
    if (symbol === 'BROKEN') throw new Error('the tape tore');
    return this.days.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
  }
}

let running: DailyFigures | undefined;
function figuresOf(market: MarketWithHistory) {
  const errors: unknown[] = [];
  running = new DailyFigures({
    market,
    logger: { error: (detail: unknown) => void errors.push(detail) },
    startAfterMs: 0,
  });
  return { figures: running, errors };
}
afterEach(() => {
  running?.stop();
  vi.useRealTimers();
});
const plain = (bars: readonly Bar[]) =>
  plainFigures(
    bars.map((bar) => ({
      date: newYorkDate(bar.timeMs),
      open: bar.openE4 / E4,
      high: bar.highE4 / E4,
      low: bar.lowE4 / E4,
      close: bar.closeE4 / E4,
      volume: bar.volume,
    })),
  );

describe('figures of the daily history', () => {
  it('are of the days before the session in progress, whose own day is not over', async () => {
    const market = new MarketWithHistory(['SPY']);
    const figures = await figuresOf(market).figures.load('SPY');
    const expected = plain(market.days.slice(0, -1));
    for (const figure of HISTORICAL_FIGURES)
      expect([figure, figures?.[figure]]).toEqual([
        figure,
        expected[figure] === null ? null : expect.closeTo(expected[figure], 3),
      ]);
    expect([figures?.SMA10, figures?.Price10Y]).toEqual([494.5, null]);
  });

  it('include the day when it is over, and are computed again for it', async () => {
    const market = new MarketWithHistory(['SPY']);
    const { figures } = figuresOf(market);
    await figures.load('SPY');
    market.nowMs = market.session.closeMs;
    expect(figures.known('SPY')).toBeUndefined();
    expect((await figures.load('SPY'))?.SMA10).toBe(495.5);
    expect(figures.known('SPY')?.SMA10).toBe(495.5);
  });

  it('are computed once for concurrent queries', async () => {
    const market = new MarketWithHistory(['SPY']);
    const { figures } = figuresOf(market);
    const all = await Promise.all([figures.load('SPY'), figures.load('SPY'), figures.load('SPY')]);
    await figures.load('SPY');
    expect([new Set(all).size, market.queries]).toEqual([1, 1]);
  });

  it('of an unknown symbol are undefined, without a query of the market', async () => {
    const market = new MarketWithHistory(['SPY']);
    expect([await figuresOf(market).figures.load('NOPE'), market.queries]).toEqual([undefined, 0]);
  });

  it('are computed for all symbols in the background, once', async () => {
    const market = new MarketWithHistory(Array.from({ length: 500 }, (_, index) => `S${index}`));
    const { figures } = figuresOf(market);
    figures.start();
    await figures.whenAll();
    expect([market.queries, figures.known('S499')?.ADV]).toEqual([500, 1_011]);
    await figures.whenAll();
    expect(market.queries).toBe(500);
  });

  it('leave time for other work: no slice is longer than a few symbols', async () => {
    const market = new MarketWithHistory(Array.from({ length: 60 }, (_, index) => `S${index}`));
    // Symbols in each turn of the event loop that had some. Other work runs between two turns.
    const symbolsOfTurns: number[] = [];
    let symbolsOfTurn = 0;
    vi.spyOn(market, 'bars').mockImplementation(async () => {
      if (symbolsOfTurn === 0)
        setImmediate(() => {
          symbolsOfTurns.push(symbolsOfTurn);
          symbolsOfTurn = 0;
        });
      symbolsOfTurn += 1;
      for (const until = performance.now() + 2; performance.now() < until;);
      return [];
    });
    const { figures } = figuresOf(market);
    figures.start();
    await figures.whenAll();
    await expect.poll(() => symbolsOfTurns.reduce((sum, symbols) => sum + symbols, 0)).toBe(60);
    expect(symbolsOfTurns.length).toBeGreaterThan(20);
    expect(Math.max(...symbolsOfTurns)).toBeLessThanOrEqual(3);
  });

  it('of a symbol whose history fails or never comes do not delay the others, and the failure is logged once', async () => {
    vi.useFakeTimers();
    const market = new MarketWithHistory(['BROKEN', 'SLOW', 'SPY', 'BROKEN2']);
    const { figures, errors } = figuresOf(market);
    figures.start();
    const all = figures.whenAll();
    await vi.advanceTimersByTimeAsync(10_000);
    await all;
    expect([figures.known('SPY')?.SMA10, figures.known('SLOW'), figures.known('BROKEN')?.SMA10]).toEqual([
      494.5,
      undefined,
      null,
    ]);
    expect(errors).toHaveLength(1);
  });

  it('are computed again in the background when a session ends', async () => {
    vi.useFakeTimers();
    const market = new MarketWithHistory(['SPY', 'QQQ']);
    const { figures } = figuresOf(market);
    figures.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(figures.known('QQQ')?.SMA10).toBe(494.5);
    market.nowMs = market.session.closeMs;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(figures.known('QQQ')?.SMA10).toBe(495.5);
  });

  it('of the session before serve a screen of the whole market until the new ones are computed', async () => {
    vi.useFakeTimers();
    const market = new MarketWithHistory(['SPY', 'QQQ']);
    const { figures } = figuresOf(market);
    figures.start();
    await vi.advanceTimersByTimeAsync(1_000);
    market.nowMs = market.session.closeMs;
    expect([
      figures.known('QQQ'),
      figures.latest('QQQ')?.SMA10,
      figures.columnInput('QQQ')?.historical?.SMA10,
    ]).toEqual([undefined, 494.5, 494.5]);
    await figures.whenAll();
    const generation = figures.generation();
    await vi.advanceTimersByTimeAsync(3_000);
    expect([figures.latest('QQQ')?.SMA10, figures.generation() === generation]).toEqual([495.5, false]);
  });
});

describe('finished days', () => {
  it('are the finished days of the range', async () => {
    const market = new MarketWithHistory(['SPY']);
    const { figures } = figuresOf(market);
    const last = market.days.at(-2)?.timeMs ?? 0;
    expect((await figures.days('SPY', last, market.nowMs + 86_400_000)).map(({ timeMs }) => timeMs)).toEqual([
      last,
    ]);
    expect(await figures.days('SPY', market.nowMs, market.nowMs + 1)).toEqual([]);
  });
});

describe('what a column is worked out of', () => {
  it('has the present prices, with the figures as soon as they are known', async () => {
    const market = new MarketWithHistory(['SPY']);
    market.print('SPY', 501.25, 100);
    const { figures } = figuresOf(market);
    expect(figures.columnInput('SPY')).toMatchObject({
      symbol: 'SPY',
      company: 'SPY Inc.',
      last: 501.25,
      volume: 100,
      historical: null,
    });
    await figures.load('SPY');
    expect(figures.columnInput('SPY')?.historical?.SMA10).toBe(494.5);
    expect(figures.columnInput('NOPE')).toBeUndefined();
  });
});

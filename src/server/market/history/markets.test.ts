import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { HISTORICAL_FIGURES, type HistoricalFigures } from '../../../domain/bars/historical-figures.ts';
import { plainFigures, type PlainDay } from '../../../domain/bars/testing/plain-figures.ts';
import { newYorkDate } from '../../../domain/calendar/us-equity.ts';
import type { MarketData } from '../market-data.ts';
import { createReplayMarket } from '../replay/replay-market.ts';
import { createSimulatedMarket } from '../simulated/simulated-market.ts';
import { DailyFigures } from './daily-figures.ts';

const FIXTURES = new URL('../../../../tests/fixtures/replay/', import.meta.url);
const E4 = 10_000;

let running: DailyFigures | undefined;
afterEach(() => running?.stop());
const figuresOf = (market: MarketData): DailyFigures =>
  (running = new DailyFigures({ market, logger: console, startAfterMs: 0 }));

function expectSame(figures: HistoricalFigures | undefined, days: readonly PlainDay[]): void {
  const expected = plainFigures(days);
  for (const figure of HISTORICAL_FIGURES) {
    const value = expected[figure];
    expect([figure, figures?.[figure]]).toEqual([figure, value === null ? null : expect.closeTo(value, 3)]);
  }
}

describe('the daily history of a replay', () => {
  it('is of the recorded days before the day that is played', async () => {
    const market = createReplayMarket({
      folder: fileURLToPath(FIXTURES),
      speed: 1,
      nowMs: () => 0,
      seed: 1,
      log: () => {},
    });
    const { date } = market.sessionDay();
    for (const symbol of ['AAPL', 'MSFT']) {
      const [, ...lines] = gunzipSync(readFileSync(new URL(`daily/${symbol}.csv.gz`, FIXTURES)))
        .toString('utf8')
        .trim()
        .split('\n');
      const days = lines
        .map((line): PlainDay => {
          const [day = '', open, high, low, close, volume] = line.split(',');
          return {
            date: day,
            open: Number(open),
            high: Number(high),
            low: Number(low),
            close: Number(close),
            volume: Number(volume),
          };
        })
        .filter((day) => day.date < date);
      expect(days.length).toBeGreaterThan(50);
      expectSame(await figuresOf(market).load(symbol), days);
    }
  });
});

describe('the daily history of the simulated market', () => {
  it('is of ten years of its own daily bars, the day in progress left out', async () => {
    const market = createSimulatedMarket({ seed: 3, nowMs: () => Date.UTC(2026, 4, 6, 15, 0) });
    const [symbol = ''] = market.symbols();
    const bars = await market.bars(
      symbol,
      'Day',
      market.exchangeMs() - (10 * 366 + 31) * 86_400_000,
      market.exchangeMs(),
    );
    const days = bars.map((bar): PlainDay => ({
      date: newYorkDate(bar.timeMs),
      open: bar.openE4 / E4,
      high: bar.highE4 / E4,
      low: bar.lowE4 / E4,
      close: bar.closeE4 / E4,
      volume: bar.volume,
    }));
    expect(days.at(-1)?.date).toBe(market.sessionDay().date);
    const figures = await figuresOf(market).load(symbol);
    expectSame(figures, days.slice(0, -1));
    expect(figures?.Price10Y).toBeGreaterThan(0);
  });
});

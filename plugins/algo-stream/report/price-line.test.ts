import { expect, it } from 'vitest';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import { barsOfPeriod, drawnPeriod, loadCloses, needsPrice } from './price-line.ts';

const at = (date: string, minutes: number): number => newYorkMs(date, minutes);

/** Symbols that answer with the candles, and note what was requested. */
function symbolsWith(candles: readonly { TS: number; C: number }[]) {
  const requests: unknown[] = [];
  const symbols = {
    candles: async (request: unknown) => {
      requests.push(request);
      return candles.map(({ TS, C }) => ({ TS, O: C, H: C, L: C, C, V: 1 }));
    },
  };
  // Only what the load uses.
  return { requests, platform: { symbols } as unknown as Parameters<typeof loadCloses>[0] };
}
const signal = new AbortController().signal;

it('chooses the finest bars of which the period has few enough', () => {
  const days = (count: number) => barsOfPeriod({ fromMs: 0, toMs: count * 86_400_000 }).label;
  expect([days(0), days(7), days(30), days(200), days(1_000)]).toEqual([
    '1 min',
    '1 min',
    '5 min',
    '30 min',
    'Day',
  ]);
});

it('places a close at the end of its bar, within the period', async () => {
  const [first, last] = [at('2026-01-06', 600), at('2026-01-06', 602)];
  const { platform, requests } = symbolsWith(
    [598, 599, 600, 601, 602].map((minutes) => ({ TS: at('2026-01-06', minutes), C: minutes })),
  );
  const closes = await loadCloses(platform, 'SPY', { fromMs: first, toMs: last }, signal);
  expect(closes).toEqual([
    { timeMs: first, value: 599 },
    { timeMs: at('2026-01-06', 601), value: 600 },
    { timeMs: last, value: 601 },
  ]);
  expect(requests).toEqual([
    { symbol: 'SPY', candleType: 'OneMinute', fromMs: first - 60_000, toMs: last + 1 },
  ]);
});

it('places a daily close at the close of its session', async () => {
  const { platform } = symbolsWith([{ TS: at('2026-01-06', 0), C: 100 }]);
  const period = { fromMs: at('2022-01-06', 960), toMs: at('2026-01-06', 960) };
  expect(await loadCloses(platform, 'SPY', period, signal)).toEqual([
    { timeMs: at('2026-01-06', 960), value: 100 },
  ]);
});

it('needs the price for lines and marks in prices only, over the period of all that was drawn', () => {
  const plots = [{ name: 'rsi', points: [{ timeMs: 5, value: 50 }] }];
  const marks = [{ timeMs: 9, text: 'x', price: null }];
  expect(needsPrice({ plots, marks })).toBe(false);
  expect(needsPrice({ plots, marks: [{ timeMs: 9, text: 'x', price: 100 }] })).toBe(true);
  expect(needsPrice({ plots: plots.map((plot) => ({ ...plot, isOnPrice: true as const })), marks })).toBe(
    true,
  );
  expect(drawnPeriod({ plots, marks })).toEqual({ fromMs: 5, toMs: 9 });
  expect(drawnPeriod({ plots: [], marks: [] })).toBeNull();
});

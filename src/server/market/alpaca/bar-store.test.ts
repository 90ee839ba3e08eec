import { expect, it } from 'vitest';
import { DAY_MS } from '../../../domain/calendar/durations.ts';
import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type { Bar, Urgency } from '../market-data.ts';
import { BarStore } from './bar-store.ts';
import { FIRST_DATE, spansBetween } from './bar-spans.ts';

const NOW_MS = Date.UTC(2026, 4, 6, 16);
const SESSION = {
  date: '2026-05-06',
  openMs: Date.UTC(2026, 4, 6, 13, 30),
  closeMs: Date.UTC(2026, 4, 6, 20),
};
const bar = (timeMs: number): Bar => ({ timeMs, openE4: 1, highE4: 1, lowE4: 1, closeE4: 1, volume: 1 });

/** A store whose loads a test answers, and nothing on disk. */
function heldStore() {
  const loads: { readonly urgency: Urgency; readonly answer: (bars: Bar[]) => void }[] = [];
  const store = new BarStore({
    load: (_symbol, _candle, _fromMs, _toMs, urgency) =>
      new Promise((answer) => loads.push({ urgency, answer })),
    files: { read: async () => undefined, write: async () => {}, forget: async () => {} },
    nowMs: () => NOW_MS,
    sessionDay: () => SESSION,
  });
  const days = (urgency: Urgency) => store.bars('SPY', 'Day', NOW_MS - 30 * DAY_MS, NOW_MS, urgency);
  return { loads, days };
}

it('requests a part of the history once for all who wait for it', async () => {
  const { loads, days } = heldStore();
  const both = Promise.all([days('visible'), days('background')]);
  await expect.poll(() => loads.length).toBe(1);
  const yesterday = bar(newYorkMs('2026-05-05', 0));
  loads[0]?.answer([yesterday]);
  expect(await both).toEqual([[yesterday], [yesterday]]);
});

it('does not let a trader wait behind a request in the background', async () => {
  const { loads, days } = heldStore();
  void days('background');
  const visible = days('visible');
  await expect.poll(() => loads.map(({ urgency }) => urgency)).toEqual(['background', 'visible']);
  loads[1]?.answer([bar(newYorkMs('2026-05-05', 0))]);
  expect(await visible).toHaveLength(1);
});

it('cuts the history into spans that meet, at New York midnights, and has none before it begins', () => {
  const [fromMs, toMs] = [newYorkMs('2025-12-31', 700), newYorkMs('2026-05-02', 5)];
  const namesOf = (candle: 'OneMinute' | 'FiveMinutes' | 'ThirtyMinutes') =>
    spansBetween(candle, fromMs, toMs).map(({ name }) => name.slice(candle.length + 1));
  expect(namesOf('OneMinute')).toEqual(['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05']);
  expect(namesOf('FiveMinutes')).toEqual(['2025-10', '2026-01', '2026-04']);
  expect(namesOf('ThirtyMinutes')).toEqual(['2025-01', '2026-01']);
  const spans = spansBetween('OneMinute', fromMs, toMs);
  expect(spans.slice(1).map((span) => span.fromMs)).toEqual(spans.slice(0, -1).map((span) => span.toMs));
  expect(spansBetween('OneMinute', 0, newYorkMs(FIRST_DATE, 0))).toEqual([]);
});

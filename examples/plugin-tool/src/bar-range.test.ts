import { expect, test } from 'vitest';
import { randomBars, runStudy, type StudyBar } from '@tapedeck/plugin-api/testing';
import { barRange } from './bar-range.ts';

const bar = (minute: number, low: number, high: number): StudyBar => ({
  timeMs: Date.UTC(2026, 5, 15, 14, 30 + minute),
  open: low,
  high,
  low,
  close: 100,
  volume: 1_000,
});

test('is the height of each bar in basis points, with the mean of the last bars', () => {
  const { range, mean } = runStudy(barRange, [bar(0, 99, 101), bar(1, 98, 102), bar(2, 99.5, 100.5)], {
    period: 2,
  });
  expect(range).toEqual([200, 400, 100]);
  expect(mean).toEqual([NaN, 300, 250]);
});

test('gives the same values bar by bar as for all bars at once, with gaps', () => {
  const { mean } = runStudy(barRange, randomBars(400, 7, 50));
  expect(mean?.slice(0, 19).every(Number.isNaN)).toBe(true);
  expect(mean?.some((value) => value > 0)).toBe(true);
});

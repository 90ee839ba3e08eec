import { DAY_MS } from '../../calendar/durations.ts';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import {
  brokerTime,
  endOfDayMs,
  historySlices,
  historyStartMs,
  MAX_SLICE_MS,
  parseBrokerTime,
} from './index.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 18, 30);

describe('times of the broker', () => {
  it.each([
    ['2024-10-24T16:41:34+0000', Date.UTC(2024, 9, 24, 16, 41, 34)],
    ['2024-10-24T16:41:34.564Z', Date.UTC(2024, 9, 24, 16, 41, 34, 564)],
    ['2024-10-24T12:41:34-0400', Date.UTC(2024, 9, 24, 16, 41, 34)],
    ['2024-10-24T12:41:34-04:00', Date.UTC(2024, 9, 24, 16, 41, 34)],
    ['2024-10-24T16:41:34.564789123Z', Date.UTC(2024, 9, 24, 16, 41, 34, 564)],
  ])('%s is read', (text, ms) => expect(parseBrokerTime(text)).toBe(ms));
  it.each(['', '2024-10-24', '2024-10-24T16:41:34', '2024-13-45T16:41:34Z', 'now'])('"%s" is none', (text) =>
    expect(parseBrokerTime(text)).toBeUndefined(),
  );
  test.prop([fc.integer({ min: 0, max: 4e12 })])(
    'what is sent has milliseconds and Z, and reads back',
    (ms) => {
      expect(brokerTime(ms)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(parseBrokerTime(brokerTime(ms))).toBe(ms);
    },
  );
});

describe('the history window', () => {
  it('ends with today in New York, also on days when the clock changes', () => {
    expect(brokerTime(endOfDayMs(NOW_MS))).toBe('2026-11-21T04:59:59.999Z');
    expect(brokerTime(endOfDayMs(Date.UTC(2026, 10, 1, 5, 30)))).toBe('2026-11-02T04:59:59.999Z');
  });
  it('starts at the last sync, or one year back', () => {
    expect(historyStartMs(NOW_MS - 3 * DAY_MS, NOW_MS)).toBe(NOW_MS - 3 * DAY_MS);
    expect(brokerTime(historyStartMs(null, NOW_MS))).toBe('2025-11-20T18:30:00.000Z');
    expect(historyStartMs(NOW_MS - 900 * DAY_MS, NOW_MS)).toBe(historyStartMs(null, NOW_MS));
    expect(historyStartMs(NOW_MS + DAY_MS, NOW_MS)).toBe(NOW_MS);
  });
  it('of a year is cut into slices, newest first', () => {
    const slices = historySlices(historyStartMs(null, NOW_MS), endOfDayMs(NOW_MS));
    expect(slices).toHaveLength(7);
    expect(slices[0]?.toMs).toBe(endOfDayMs(NOW_MS));
  });
  test.prop([fc.integer({ min: 0, max: 2e12 }), fc.integer({ min: 0, max: 800 * DAY_MS })])(
    'is covered without a gap by slices that the broker takes',
    (fromMs, lengthMs) => {
      const slices = historySlices(fromMs, fromMs + lengthMs);
      expect(slices[0]?.toMs).toBe(fromMs + lengthMs);
      expect(slices.at(-1)?.fromMs).toBe(fromMs);
      for (const [index, slice] of slices.entries()) {
        expect(slice.toMs - slice.fromMs).toBeLessThanOrEqual(MAX_SLICE_MS);
        const older = slices[index + 1];
        if (older) expect(older.toMs).toBeGreaterThanOrEqual(slice.fromMs);
      }
    },
  );
});

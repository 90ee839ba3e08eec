import { lightFormat } from 'date-fns/lightFormat';
import { tzScan } from '@date-fns/tz';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from './durations.ts';
import { newYorkDate, newYorkMs, newYorkOffsetMs } from './new-york-time.ts';
import { NEW_YORK } from './zones.ts';

const FROM = new Date('1995-01-01T00:00:00Z');
const TO = new Date('2035-01-01T00:00:00Z');
const changes = tzScan('America/New_York', { start: FROM, end: TO });

describe('New York time by rule and by the time zone database', () => {
  it('agree at the second before and after each change of 40 years, and half a day around it', () => {
    expect(changes.length).toBe(80);
    for (const { date } of changes)
      for (const deltaMs of [-12 * HOUR_MS, -1_000, 0, 1_000, 12 * HOUR_MS]) {
        const timeMs = date.getTime() + deltaMs;
        const zoned = NEW_YORK(timeMs);
        expect([newYorkDate(timeMs), newYorkOffsetMs(timeMs)], new Date(timeMs).toISOString()).toEqual([
          lightFormat(zoned, 'yyyy-MM-dd'),
          -zoned.getTimezoneOffset() * 60_000,
        ]);
      }
  });

  it('agree on the open of each day around a change', () => {
    for (const { date } of changes) {
      const day = lightFormat(NEW_YORK(date.getTime()), 'yyyy-MM-dd');
      expect(lightFormat(NEW_YORK(newYorkMs(day, 9 * 60 + 30)), 'yyyy-MM-dd HH:mm')).toBe(`${day} 09:30`);
    }
  });
});

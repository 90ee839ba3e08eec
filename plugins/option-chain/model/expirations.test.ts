import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../../../src/domain/calendar/new-york-time.ts';
import { expirationSeconds } from '../../../src/domain/options/index.ts';
import {
  daysText,
  daysToExpiry,
  expirationOptions,
  expirationText,
  expirationWindow,
  oneMonthAfter,
  openExpirations,
} from './expirations.ts';

const listed = (...dates: readonly string[]) =>
  dates.map((date) => ({ Expiration: expirationSeconds(date), IsWeekly: false }));
const at = (date: string, minutes: number) => newYorkMs(date, minutes);
const NOON = 720;

describe('the expirations of a chain', () => {
  it('leaves out those that have passed, from 16:00 of their day on', () => {
    const dates = (minutes: number) =>
      openExpirations(listed('2026-11-20', '2026-11-23', '2026-11-23'), at('2026-11-23', minutes)).map(
        ({ date }) => date,
      );
    expect(dates(16 * 60 - 1)).toEqual(['2026-11-23']);
    expect(dates(16 * 60)).toEqual([]);
  });

  it('distinguishes weeklies, monthlies and quarterlies', () => {
    const kinds = openExpirations(
      [
        { Expiration: expirationSeconds('2026-12-04'), IsWeekly: true },
        { Expiration: expirationSeconds('2026-12-18'), IsWeekly: false },
        { Expiration: expirationSeconds('2026-12-31'), IsWeekly: false },
      ],
      at('2026-11-23', NOON),
    ).map(({ kind }) => kind);
    expect(kinds).toEqual(['Weekly', 'Monthly', 'Quarterly']);
  });

  it('drops an expiration that is no number', () => {
    expect(openExpirations([{ Expiration: Number.NaN, IsWeekly: false }], 0)).toEqual([]);
  });
});

describe('the window of expirations', () => {
  const nowMs = at('2026-11-23', NOON);
  const expirations = openExpirations(
    listed('2026-11-23', '2026-11-27', '2026-12-18', '2026-12-23', '2026-12-24', '2027-01-15'),
    nowMs,
  );
  const windowOf = (choice: string, ...dates: readonly string[]) =>
    expirationWindow(
      choice,
      dates.length === 0 ? expirations : openExpirations(listed(...dates), nowMs),
      nowMs,
    );
  const between = (from: string, to: string) => ({
    from: expirationSeconds(from),
    to: expirationSeconds(to),
  });

  it('is one calendar month by default, its last day included', () => {
    expect(windowOf('near')).toEqual(between('2026-11-23', '2026-12-23'));
  });

  it('is the earliest month with expirations where nothing expires within one month', () => {
    expect(windowOf('near', '2027-01-15', '2027-01-29', '2027-02-19')).toEqual(
      between('2027-01-15', '2027-01-29'),
    );
  });

  it('is the calendar month of a bucket, and everything for all', () => {
    expect(windowOf('2026-12')).toEqual(between('2026-12-18', '2026-12-24'));
    expect(windowOf('all')).toEqual(between('2026-11-23', '2027-01-15'));
  });

  it('falls back to the near window for a month without expirations, and is null without any', () => {
    expect(windowOf('2026-10')).toEqual(windowOf('near'));
    expect(expirationWindow('near', [], nowMs)).toBeNull();
  });

  it('offers one month, every bucket and all, each with its count', () => {
    expect(expirationOptions(expirations, nowMs)).toEqual([
      { value: 'near', label: 'Within 1 month (4)' },
      { value: '2026-11', label: 'Nov 2026 (2)' },
      { value: '2026-12', label: 'Dec 2026 (3)' },
      { value: '2027-01', label: 'Jan 2027 (1)' },
      { value: 'all', label: 'All (6)' },
    ]);
  });

  it.each([
    ['2026-11-23', '2026-12-23'],
    ['2027-01-31', '2027-02-28'],
    ['2026-12-31', '2027-01-31'],
  ])('ends the month that starts on %s on %s', (from, to) => {
    expect(oneMonthAfter(from)).toBe(to);
  });
});

describe('the heading of an expiration', () => {
  it('names weekday, date and year', () => {
    expect(expirationText('2026-12-18')).toBe("Fri Dec 18 '26");
  });

  it('counts calendar days in New York', () => {
    // 23:30 in New York is the next day in UTC.
    expect(daysToExpiry('2026-11-24', at('2026-11-23', 23 * 60 + 30))).toBe(1);
    expect([0, 1, 25].map(daysText)).toEqual(['today', '1 day', '25 days']);
  });
});

import { describe, expect, it } from 'vitest';
import { DEFAULT_NOTICE_SETTINGS, noticeSettingsProblem, quietEndMs, type QuietHours } from './index.ts';

const night: QuietHours = {
  isOn: true,
  fromMinutes: 22 * 60,
  toMinutes: 7 * 60,
  timeZone: 'America/New_York',
};
const endOf = (quiet: QuietHours, now: string): string | undefined => {
  const endMs = quietEndMs(quiet, Date.parse(now));
  return endMs === undefined ? undefined : new Date(endMs).toISOString();
};

describe('quiet hours', () => {
  it.each([
    ['before midnight', '2026-06-02T02:00:00Z', '2026-06-02T11:00:00.000Z'],
    ['after midnight', '2026-06-02T10:59:00Z', '2026-06-02T11:00:00.000Z'],
    ['at their end', '2026-06-02T11:00:00Z', undefined],
    ['at noon', '2026-06-02T16:00:00Z', undefined],
    ['in the night the clock is put forward', '2026-03-08T04:00:00Z', '2026-03-08T11:00:00.000Z'],
    ['in the night the clock is put back', '2026-11-01T03:00:00Z', '2026-11-01T12:00:00.000Z'],
  ])('that cross midnight: %s', (_when, now, end) => {
    expect(endOf(night, now)).toBe(end);
  });

  it('within a day end on the same day, in the time zone of the user', () => {
    const noon = { ...night, fromMinutes: 12 * 60, toMinutes: 13 * 60 + 30, timeZone: 'Europe/Berlin' };
    expect(endOf(noon, '2026-06-02T10:15:00Z')).toBe('2026-06-02T11:30:00.000Z');
    expect(endOf(noon, '2026-06-02T11:30:00Z')).toBeUndefined();
  });

  it('that end in the repeated hour always end later than now', () => {
    const early = { ...night, toMinutes: 90 };
    // 01:10 for the second time; the first 01:30 is over.
    expect(endOf(early, '2026-11-01T06:10:00Z')).toBe('2026-11-01T06:30:00.000Z');
  });

  it('that are off hold nothing', () => {
    expect(endOf({ ...night, isOn: false }, '2026-06-02T02:00:00Z')).toBeUndefined();
  });
});

describe('settings of notices', () => {
  it('can be stored as they are by default', () => {
    expect(noticeSettingsProblem(DEFAULT_NOTICE_SETTINGS)).toBeUndefined();
  });

  it('are refused when they would lose a fill, name no time zone, or have no span', () => {
    const { quiet, quietModes } = DEFAULT_NOTICE_SETTINGS;
    const problem = (change: Partial<typeof DEFAULT_NOTICE_SETTINGS>) =>
      noticeSettingsProblem({ ...DEFAULT_NOTICE_SETTINGS, ...change });
    expect(problem({ quietModes: { ...quietModes, Fill: 'Drop' } })).toContain(
      '"Order filled" cannot be dropped',
    );
    expect(problem({ quietModes: { ...quietModes, Alert: 'Drop' } })).toBeUndefined();
    expect(problem({ quiet: { ...quiet, timeZone: 'Mars/Olympus' } })).toContain('time zone');
    expect(problem({ quiet: { ...quiet, toMinutes: quiet.fromMinutes } })).toContain('same time');
  });
});

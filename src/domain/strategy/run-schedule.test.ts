import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../calendar/durations.ts';
import {
  dateOfDay,
  dayNumber,
  newYorkDate,
  newYorkMinutes,
  newYorkMs,
  weekdayOf,
} from '../calendar/new-york-time.ts';
import { sessionOn } from '../calendar/us-equity.ts';
import {
  DEFAULT_SCHEDULE,
  nextStep,
  scheduleLabel,
  scheduleProblem,
  windowAt,
  windowOn,
} from './run-schedule.ts';
import { hasSameTimes, SCHEDULE_DAYS, type RunSchedule } from './schedule-terms.ts';

const schedules: fc.Arbitrary<RunSchedule> = fc
  .record({
    Days: fc.subarray([...SCHEDULE_DAYS], { minLength: 1 }),
    times: fc.uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 2, maxLength: 2 }),
  })
  .map(({ Days, times: [a = 0, b = 0] }) => ({ Days, Start: Math.min(a, b), Stop: Math.max(a, b) }));
const days = fc.integer({ min: dayNumber('2000-01-01'), max: dayNumber('2035-12-31') });
const moments = fc
  .tuple(days, fc.integer({ min: 0, max: DAY_MS - 1 }))
  .map(([day, afterMs]) => day * DAY_MS + afterMs);

const clock = (ms: number): string => `${newYorkDate(ms)} ${newYorkMinutes(ms)}`;
const at = (date: string, text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return newYorkMs(date, hours * 60 + minutes);
};

describe('the windows of a schedule', () => {
  it('lie on sessions of its days, at its times on the wall clock whatever the time zone does', () => {
    fc.assert(
      fc.property(schedules, days, (schedule, day) => {
        const date = dateOfDay(day);
        const window = windowOn(schedule, date);
        const session = sessionOn(date);
        const name = SCHEDULE_DAYS[weekdayOf(day) - 1];
        if (session === null || name === undefined || !schedule.Days.includes(name)) {
          expect(window).toBeNull();
          return;
        }
        if (!session.isEarlyClose)
          expect(window).toEqual({
            startMs: newYorkMs(date, schedule.Start),
            stopMs: newYorkMs(date, schedule.Stop),
          });
        if (window === null) return;
        expect(window.startMs).toBeLessThan(window.stopMs);
        expect(newYorkDate(window.startMs)).toBe(date);
        // No stop in regular hours is moved beyond the close.
        if (schedule.Stop <= 960) expect(window.stopMs).toBeLessThanOrEqual(session.closeMs);
      }),
    );
  });

  it('keep to the wall clock on the sessions around both changes of the clock', () => {
    const dates = ['2026-03-06', '2026-03-09', '2026-10-30', '2026-11-02'];
    const windows = dates.map((date) => windowOn(DEFAULT_SCHEDULE, date));
    expect(windows.map((window) => window && [clock(window.startMs), clock(window.stopMs)])).toEqual(
      dates.map((date) => [`${date} 571`, `${date} 955`]),
    );
    // The UTC time moves by an hour at each change.
    const utcHours = windows.map((window) => window && new Date(window.startMs).getUTCHours());
    expect(utcHours).toEqual([14, 13, 13, 14]);
  });

  it('end before the close of a short session as long as before that of a whole one', () => {
    const onHalfDay = (Start: number, Stop: number) => {
      const window = windowOn({ ...DEFAULT_SCHEDULE, Start, Stop }, '2026-11-27');
      return window && [newYorkMinutes(window.startMs), newYorkMinutes(window.stopMs)];
    };
    expect(onHalfDay(571, 955)).toEqual([571, 775]);
    expect(onHalfDay(571, 720)).toEqual([571, 720]);
    expect(onHalfDay(840, 955)).toEqual([660, 775]);
    // After the close: as long after it.
    expect(onHalfDay(420, 1080)).toEqual([420, 900]);
    expect(onHalfDay(778, 955)).toBeNull();
  });

  it('are none on a holiday', () => {
    expect(windowOn(DEFAULT_SCHEDULE, '2026-11-26')).toBeNull();
    expect(nextStep(DEFAULT_SCHEDULE, at('2026-11-25', '16:00'))).toEqual({
      action: 'Start',
      atMs: at('2026-11-27', '09:31'),
    });
  });
});

describe('the next step', () => {
  it('is later, stops in a window and starts one outside, with nothing left out between', () => {
    fc.assert(
      fc.property(schedules, moments, (schedule, nowMs) => {
        const { action, atMs } = nextStep(schedule, nowMs);
        expect(atMs).toBeGreaterThan(nowMs);
        const window = windowAt(schedule, nowMs);
        expect(action).toBe(window === null ? 'Start' : 'Stop');
        if (window !== null) expect(atMs).toBe(window.stopMs);
        // Every minute up to it is in the same state.
        const probes = [nowMs, Math.floor((nowMs + atMs) / 2), atMs - 1];
        for (const probeMs of probes) expect(windowAt(schedule, probeMs)).toEqual(window);
        const after = windowAt(schedule, atMs);
        expect(after === null).toBe(action === 'Stop');
      }),
    );
  });

  it('walks through all windows of a span in turn', () => {
    fc.assert(
      fc.property(schedules, days, (schedule, day) => {
        const [fromMs, toMs] = [newYorkMs(dateOfDay(day), 0), newYorkMs(dateOfDay(day + 21), 0)];
        const walked: number[] = [];
        for (let nowMs = fromMs - 1; ;) {
          const step = nextStep(schedule, nowMs);
          if (step.atMs >= toMs) break;
          walked.push(step.atMs);
          nowMs = step.atMs;
        }
        const windows = Array.from({ length: 21 }, (_, n) => windowOn(schedule, dateOfDay(day + n)));
        const expected = windows.flatMap((window) =>
          window === null ? [] : [window.startMs, window.stopMs],
        );
        expect(walked.filter((ms) => ms > fromMs)).toEqual(expected.filter((ms) => ms > fromMs && ms < toMs));
      }),
      { numRuns: 60 },
    );
  });

  it('is refused for a schedule without a day', () => {
    expect(() => nextStep({ ...DEFAULT_SCHEDULE, Days: [] }, 0)).toThrow(RangeError);
  });
});

describe('a schedule', () => {
  it('needs a day, and a stop after its start', () => {
    expect(scheduleProblem(DEFAULT_SCHEDULE)).toBeNull();
    expect(scheduleProblem({ ...DEFAULT_SCHEDULE, Days: [] })).toBe(
      'Choose at least one day of the schedule',
    );
    expect(scheduleProblem({ ...DEFAULT_SCHEDULE, Stop: 571 })).toBe(
      'The schedule must stop after it starts',
    );
    expect(scheduleProblem({ ...DEFAULT_SCHEDULE, Start: 1440, Stop: 1441 })).toContain('23:59');
    expect(scheduleProblem({ ...DEFAULT_SCHEDULE, Stop: 1441 })).toContain('24:00');
    expect(scheduleProblem({ ...DEFAULT_SCHEDULE, Start: 1.5 })).toContain('00:00');
  });

  it('has a label in the order of the days', () => {
    expect(scheduleLabel(DEFAULT_SCHEDULE)).toBe('Mon–Fri 09:31–15:55');
    const some: RunSchedule = { Days: ['Wednesday', 'Monday'], Start: 0, Stop: 1440 };
    expect(scheduleLabel(some)).toBe('Mon, Wed 00:00–24:00');
    expect(hasSameTimes(some, { ...some, Days: ['Monday', 'Wednesday'] })).toBe(true);
    expect(hasSameTimes(some, { ...some, Days: ['Monday'] })).toBe(false);
    expect(hasSameTimes(some, { ...some, Stop: 1439 })).toBe(false);
  });

  it('starts a minute after the open of a whole session by default', () => {
    const session = sessionOn('2026-03-02');
    const window = windowOn(DEFAULT_SCHEDULE, '2026-03-02');
    expect(session && window && [window.startMs - session.openMs, session.closeMs - window.stopMs]).toEqual([
      MINUTE_MS,
      5 * MINUTE_MS,
    ]);
  });
});

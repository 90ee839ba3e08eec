import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { parseClosings } from './closings.ts';
import { DAY_MS } from './durations.ts';
import { addClosings, nextSession, previousSession, sessionOn } from './us-equity.ts';

afterEach(() => addClosings([]));

describe('a file of closings', () => {
  it('has closed days and early closes, with reasons, comments and empty lines', () => {
    const text =
      '\uFEFF# announced\r\nDate,Closes,Reason\r\n\r\n2027-03-04,closed,Day of mourning\r\n2027-03-05, 13:00 ,Snow, wind\r\n';
    expect(parseClosings(text)).toEqual({
      ok: true,
      value: [
        { date: '2027-03-04', closesAtMinutes: null, reason: 'Day of mourning' },
        { date: '2027-03-05', closesAtMinutes: 780, reason: 'Snow, wind' },
      ],
    });
  });

  it.each([
    ['2027-03-04,closed,no header', 'line 1: the first line must be Date,Closes,Reason'],
    ['Date,Closes,Reason\n2027-02-30,closed,', 'line 2: "2027-02-30" is not a date such as 2027-03-04'],
    ['Date,Closes,Reason\n4.3.2027,closed,', 'line 2: "4.3.2027" is not a date such as 2027-03-04'],
    [
      'Date,Closes,Reason\n\n2027-03-04,16:00,',
      'line 3: "16:00" is neither "closed" nor a time from 09:31 to 15:59, such as 13:00',
    ],
    [
      'Date,Closes,Reason\n2027-03-04,12:60,',
      'line 2: "12:60" is neither "closed" nor a time from 09:31 to 15:59, such as 13:00',
    ],
    ['Date,Closes,Reason\n2027-03-04,closed,\n2027-03-04,13:00,', 'line 3: 2027-03-04 is there twice'],
    [
      `Date,Closes,Reason\n2027-03-04,closed,${'x'.repeat(201)}`,
      'line 2: the reason has more than 200 characters',
    ],
  ])('%j is refused', (text, problem) => {
    expect(parseClosings(text)).toEqual({ ok: false, error: [problem] });
  });

  it('is refused with every line that is wrong', () => {
    const parsed = parseClosings('Date,Closes,Reason\nx,closed,\n2027-03-04,noon,');
    expect(parsed.ok ? [] : parsed.error).toHaveLength(2);
  });
});

describe('added closings', () => {
  it('take sessions out of the calendar and end them early', () => {
    const [before, after] = [sessionOn('2027-03-04'), sessionOn('2027-03-05')];
    addClosings([
      { date: '2027-03-04', closesAtMinutes: null, reason: '' },
      { date: '2027-03-05', closesAtMinutes: 780, reason: '' },
    ]);
    expect(sessionOn('2027-03-04')).toBeNull();
    expect(nextSession('2027-03-03').date).toBe('2027-03-05');
    expect(previousSession('2027-03-05').date).toBe('2027-03-03');
    expect(sessionOn('2027-03-05')).toEqual({
      ...after,
      isEarlyClose: true,
      closeMs: (after?.closeMs ?? 0) - 3 * 3_600_000,
    });
    addClosings([]);
    expect([sessionOn('2027-03-04'), sessionOn('2027-03-05')]).toEqual([before, after]);
  });

  it('close a day earlier that closes early by rule', () => {
    addClosings([{ date: '2027-11-26', closesAtMinutes: 720, reason: '' }]);
    const { openMs = 0, closeMs = 0 } = sessionOn('2027-11-26') ?? {};
    expect(closeMs - openMs).toBe(150 * 60_000);
  });

  it('change no other day', () => {
    const START_MS = Date.UTC(2026, 0, 1);
    const day = fc.integer({ min: 0, max: 800 }).map((n) => dateAt(START_MS + n * DAY_MS));
    const closing = fc.record({
      date: day,
      closesAtMinutes: fc.option(fc.integer({ min: 571, max: 959 })),
      reason: fc.constant(''),
    });
    fc.assert(
      fc.property(fc.uniqueArray(closing, { selector: ({ date }) => date, maxLength: 20 }), (closings) => {
        const days = Array.from({ length: 801 }, (_, n) => dateAt(START_MS + n * DAY_MS));
        addClosings([]);
        const plain = days.map(sessionOn);
        addClosings(closings);
        const byDate = new Map(closings.map(({ date, closesAtMinutes }) => [date, closesAtMinutes]));
        days.forEach((date, n) => {
          const closesAt = byDate.get(date);
          if (closesAt === undefined || plain[n] === null) expect(sessionOn(date)).toEqual(plain[n]);
          else expect(sessionOn(date)?.isEarlyClose).toBe(closesAt === null ? undefined : true);
        });
      }),
      { numRuns: 30 },
    );
  });
});

const dateAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

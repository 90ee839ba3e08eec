import { DAY_MS } from './durations.ts';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  businessDaysBack,
  isBusinessDay,
  newYorkDate,
  newYorkMinutes,
  newYorkMs,
  nextSession,
  previousSession,
  sessionOn,
} from './us-equity.ts';

const ROOT = new URL('../../../', import.meta.url);
const SHARED = new URL('../shared/data/calendar/us-equity.csv.gz', ROOT);
const FIXTURE = new URL('tests/fixtures/calendar/us-equity.csv.gz', ROOT);

function publishedCalendar(): Map<string, string> {
  const isThere = existsSync(SHARED);
  if (!isThere) console.info('The shared calendar file is absent: testing against the fixture copy.');
  const text = gunzipSync(readFileSync(isThere ? SHARED : FIXTURE)).toString('utf8');
  return new Map(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line): [string, string] => {
        const [date = '', kind = '', time = ''] = line.split(',');
        return [date, kind === 'closed' ? kind : time];
      }),
  );
}

function everyDate(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS)
    dates.push(new Date(ms).toISOString().slice(0, 10));
  return dates;
}

/** In the published file early closes begin in November 1999; these two are missing from it. */
const LACKING = new Set(['1998-11-27', '1998-12-24']);

test('agrees with the published calendar on every day from 1998 to 2028', () => {
  const published = publishedCalendar();
  expect(published.size).toBeGreaterThan(350);
  const differences = everyDate('1998-01-01', '2028-12-31').flatMap((date) => {
    const weekday = new Date(date).getUTCDay();
    const expected = weekday === 0 || weekday === 6 ? 'closed' : (published.get(date) ?? '16:00:00');
    const session = sessionOn(date);
    const closeMinutes = session === null ? 0 : newYorkMinutes(session.closeMs);
    const computed = session === null ? 'closed' : `${Math.floor(closeMinutes / 60)}:00:00`;
    return computed === expected || LACKING.has(date)
      ? []
      : [`${date}: computed ${computed}, published ${expected}`];
  });
  expect(differences).toEqual([]);
});

/** Days on which one of two published calendars differs from the scheduled session, with the close that each has: decision 83. */
const DISPUTED = {
  // Shortened while the session ran: snow twice, a circuit breaker, a failure of the exchange's systems.
  '1994-02-11': { scheduled: '16:00', published: ['16:00', '14:30'] },
  '1996-01-08': { scheduled: '16:00', published: ['16:00', '14:00'] },
  '1997-10-27': { scheduled: '16:00', published: ['16:00', '15:30'] },
  '2005-06-01': { scheduled: '16:00', published: ['16:00', '15:56'] },
  // The exchange's own list of early closes does not have it.
  '1999-12-31': { scheduled: '16:00', published: ['13:00', '16:00'] },
} as const;

test('agrees with two published calendars on every weekday from 1990 to 2030, but for five disputed days', () => {
  const lines = readFileSync(new URL('tests/fixtures/calendar/nyse-1990-2030.csv', ROOT), 'utf8')
    .trim()
    .split('\n');
  const published = new Map(
    lines.slice(1).map((line): [string, readonly string[]] => {
      const [date = '', ...closes] = line.split(',');
      return [date, closes];
    }),
  );
  expect(published.size).toBeGreaterThan(450);
  const expected: Record<string, string> = {};
  const disputes: Record<string, { scheduled: string; published: readonly string[] }> = {};
  const computed: Record<string, string> = {};
  for (const date of everyDate('1990-01-01', '2030-12-31')) {
    const weekday = new Date(date).getUTCDay();
    if (weekday === 0 || weekday === 6) {
      expect(isBusinessDay(date)).toBe(false);
      continue;
    }
    const closes = published.get(date) ?? ['16:00', '16:00'];
    const close = closeText(date);
    if (closes[0] === closes[1]) [expected[date], computed[date]] = [closes[0] ?? '', close];
    else disputes[date] = { scheduled: close, published: closes };
  }
  expect(computed).toEqual(expected);
  expect(disputes).toEqual(DISPUTED);
});

/** The close of a date as `HH:MM` in New York, or `closed`. */
function closeText(date: string): string {
  const session = sessionOn(date);
  if (session === null) return 'closed';
  const minutes = newYorkMinutes(session.closeMs);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

test('knows the one-off closures and the rules before 1998', () => {
  for (const date of [
    '1994-04-27',
    '2001-09-12',
    '2004-06-11',
    '2007-01-02',
    '2012-10-30',
    '2018-12-05',
    '2025-01-09',
  ])
    expect(isBusinessDay(date)).toBe(false);
  expect(isBusinessDay('1997-01-20')).toBe(true); // Martin Luther King Jr. Day began in 1998
  expect(isBusinessDay('1990-04-13')).toBe(false); // Good Friday
  expect(isBusinessDay('2021-06-18')).toBe(true); // Juneteenth began in 2022
  expect(sessionOn('1998-11-27')?.isEarlyClose).toBe(true);
  expect(sessionOn('1991-11-29')?.isEarlyClose).toBe(false); // Fridays after Thanksgiving were whole until 1992
  expect(closeText('1992-11-27')).toBe('14:00');
});

test.each(['1990-04-15', '1999-04-04', '2008-03-23', '2019-04-21', '2024-03-31', '2038-04-25', '2049-04-18'])(
  'the Friday before Easter Sunday %s is closed and the Thursday is not',
  (easter) => {
    const before = (days: number): string =>
      new Date(Date.parse(easter) - days * DAY_MS).toISOString().slice(0, 10);
    expect([isBusinessDay(before(2)), isBusinessDay(before(3))]).toEqual([false, true]);
  },
);

test('New York time agrees with the host time zone data every few hours for fifty years', () => {
  const host = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  for (let ms = Date.UTC(1988, 0, 1); ms < Date.UTC(2038, 0, 1); ms += 37 * 3_600_000 + 11 * 60_000) {
    const part = Object.fromEntries(host.formatToParts(ms).map(({ type, value }) => [type, value]));
    const expected = `${part['year']}-${part['month']}-${part['day']} ${Number(part['hour']) * 60 + Number(part['minute'])}`;
    expect(`${newYorkDate(ms)} ${newYorkMinutes(ms)}`).toBe(expected);
  }
});

test('opens at 09:30 New York in winter and summer and around the clock changes', () => {
  expect(new Date(sessionOn('2024-01-10')?.openMs ?? 0).toISOString()).toBe('2024-01-10T14:30:00.000Z');
  expect(new Date(sessionOn('2024-07-10')?.openMs ?? 0).toISOString()).toBe('2024-07-10T13:30:00.000Z');
  expect(new Date(sessionOn('2024-03-08')?.openMs ?? 0).toISOString()).toBe('2024-03-08T14:30:00.000Z');
  expect(new Date(sessionOn('2024-03-11')?.closeMs ?? 0).toISOString()).toBe('2024-03-11T20:00:00.000Z');
  expect(new Date(newYorkMs('2024-03-10', 0)).toISOString()).toBe('2024-03-10T05:00:00.000Z');
  expect(new Date(newYorkMs('2024-03-10', 24 * 60)).toISOString()).toBe('2024-03-11T04:00:00.000Z');
});

test('previous and next are strictly before and after', () => {
  expect(previousSession('2019-02-11').date).toBe('2019-02-08');
  expect(previousSession('2019-02-10').date).toBe('2019-02-08');
  expect(nextSession('2001-09-10').date).toBe('2001-09-17');
  expect(nextSession('2019-12-23')).toMatchObject({ date: '2019-12-24', isEarlyClose: true });
});

test('counts business days back over weekends and holidays', () => {
  expect(businessDaysBack('2019-02-12', 0)).toBe('2019-02-12');
  expect(businessDaysBack('2019-02-19', 1)).toBe('2019-02-15');
  expect(businessDaysBack('2019-02-19', 6)).toBe('2019-02-08');
  expect(() => businessDaysBack('2019-02-19', -1)).toThrow(RangeError);
});

test.each(['2019-02-30', '2019-2-3', '', 'tomorrow', '2019-13-01'])(
  'refuses %j, which is no date',
  (text) => {
    expect(() => sessionOn(text)).toThrow(RangeError);
  },
);

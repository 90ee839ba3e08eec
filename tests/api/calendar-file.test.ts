import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addClosings, nextSession, sessionOn } from '../../src/domain/calendar/us-equity.ts';
import { startTestServer, temporaryFolder } from '../support/server.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  addClosings([]);
  await folder.remove();
});

async function closingsFile(lines: readonly string[]): Promise<string> {
  const path = join(folder.folder, 'closings.csv');
  await writeFile(path, ['Date,Closes,Reason', ...lines].join('\n'));
  return path;
}

describe('a file of closings that an administrator gave to the server', () => {
  it('is in the calendar of the server, and is sent to its clients', async () => {
    const calendarFile = await closingsFile(['2027-03-04,closed,Day of mourning', '2027-03-05,13:00,Snow']);
    const server = await startTestServer({ config: { calendarFile } });
    try {
      expect(nextSession('2027-03-03')).toMatchObject({ date: '2027-03-05', isEarlyClose: true });
      expect(await (await fetch(`${server.url}/api/config`)).json()).toMatchObject({
        Closings: [
          { Date: '2027-03-04', ClosesAt: null, Reason: 'Day of mourning' },
          { Date: '2027-03-05', ClosesAt: 780, Reason: 'Snow' },
        ],
      });
    } finally {
      await server.end();
    }
    const without = await startTestServer();
    try {
      expect(sessionOn('2027-03-04')).not.toBeNull();
      expect(await (await fetch(`${without.url}/api/config`)).json()).toMatchObject({ Closings: [] });
    } finally {
      await without.end();
    }
  });

  it('ends the start with a line for each error', async () => {
    const calendarFile = await closingsFile(['2027-03-04,noon,', '4 March,closed,']);
    await expect(startTestServer({ config: { calendarFile } })).rejects.toThrow(
      [
        `TAPEDECK_CALENDAR: ${calendarFile}, line 2: "noon" is neither "closed" nor a time from 09:31 to 15:59, such as 13:00.`,
        `TAPEDECK_CALENDAR: ${calendarFile}, line 3: "4 March" is not a date such as 2027-03-04.`,
      ].join('\n'),
    );
  });

  it('ends the start when the exchanges are closed on a day anyway, or the file is not there', async () => {
    const calendarFile = await closingsFile(['2027-03-06,closed,']);
    await expect(startTestServer({ config: { calendarFile } })).rejects.toThrow(
      `TAPEDECK_CALENDAR: ${calendarFile}: the exchanges are closed on 2027-03-06 anyway.`,
    );
    const absent = join(folder.folder, 'absent.csv');
    await expect(startTestServer({ config: { calendarFile: absent } })).rejects.toThrow(
      `TAPEDECK_CALENDAR: ${absent} does not exist.`,
    );
  });
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { addClosings } from '../../domain/calendar/us-equity.ts';
import type { Repositories } from '../storage/repositories.ts';
import { addStoredClosings } from '../stored-closings.ts';
import { listClosings, runClosingCommand } from './closing-commands.ts';

const values = new Map<string, string>();
const system = {
  get: (name: string) => Promise.resolve(values.get(name)),
  set: (name: string, value: string) => Promise.resolve(void values.set(name, value)),
  replace(name: string, seen: string | undefined, value: string) {
    beforeReplace();
    if (values.get(name) !== seen) return Promise.resolve(false);
    values.set(name, value);
    return Promise.resolve(true);
  },
};
/** What another administrator does between the reading and the writing of a change. */
let beforeReplace: () => void;
let nowMs: number;
const STORED = 'Date,Closes,Reason\n2027-03-05,13:00,Snow\n';
let lines: string[];
beforeEach(() => {
  values.clear();
  lines = [];
  beforeReplace = () => {};
  nowMs = Date.UTC(2027, 1, 1, 15);
});
afterEach(async () => {
  values.clear();
  addClosings([]);
  await addStoredClosings(system, () => {});
});

const run = (verb?: string, ...args: string[]): Promise<void> =>
  // The command uses nothing else.
  runClosingCommand(verb, args, {
    repositories: { system } as Repositories,
    nowMs,
    print: (line) => lines.push(line),
  });
/** What a start of the server does. */
const start = async (): Promise<void> => {
  addClosings([{ date: '2027-04-01', closesAtMinutes: null, reason: 'In the file' }]);
  await addStoredClosings(system, () => {});
};
const states = async () => (await listClosings(system)).map(({ date, state }) => [date, state]);

it('adds, changes, lists and removes closings, each with when it counts', async () => {
  await start();
  await run('add', '2027-03-05', '13:00', 'Snow, wind');
  await run('add', '2027-03-04', 'closed');
  expect(await states()).toEqual([
    ['2027-03-04', 'NextStart'],
    ['2027-03-05', 'NextStart'],
    ['2027-04-01', 'File'],
  ]);
  await start();
  await run('add', '2027-03-05', '14:30', 'Snow');
  expect(lines.at(-1)).toBe(
    'The exchanges close at 14:30 New York time on 2027-03-05. This replaces the closing at 13:00 (Snow, wind). It counts from the next start of the server on.',
  );
  await run('remove', '2027-03-04');
  expect(await states()).toEqual([
    ['2027-03-04', 'UntilNextStart'],
    ['2027-03-05', 'NextStart'],
    ['2027-04-01', 'File'],
  ]);
  await start();
  expect(await states()).toEqual([
    ['2027-03-05', 'InForce'],
    ['2027-04-01', 'File'],
  ]);
  lines.length = 0;
  await run('list');
  expect(lines).toEqual(['2027-03-05  14:30  Snow']);
});

it.each([
  [['add', '4 March', 'closed'], 'closing add: "4 March" is not a date such as 2027-03-04.'],
  [
    ['add', '2027-03-04', 'noon'],
    '"noon" is neither "closed" nor a time from 09:31 to 15:59, such as 13:00.',
  ],
  [['add', '2027-03-04', 'closed', 'a\nb'], 'the reason has control characters'],
  [['add', '2027-03-06', 'closed'], 'The exchanges are closed on 2027-03-06 anyway.'],
  [['add', '2027-11-26', '14:00'], 'The exchanges close on 2027-11-26 at 13:00 anyway.'],
  [
    ['add', '2027-04-01', '13:00'],
    'The file of TAPEDECK_CALENDAR has a closing for 2027-04-01: change it there.',
  ],
  [['remove', '2027-03-04'], 'No closing is stored for 2027-03-04.'],
  [['remove'], 'a date is missing'],
  [[], 'say add, remove or list'],
])('refuses %j and stores nothing', async (parts, message) => {
  await start();
  await expect(run(...parts)).rejects.toThrow(message);
  expect(values.size).toBe(0);
});

it('ends a start with what is wrong when the stored closings are damaged', async () => {
  values.set('exchange-closings', 'rubbish');
  await expect(start()).rejects.toThrow('The stored closings of the exchanges are damaged: line 1');
});

it('keeps what another administrator stored between the reading and the writing', async () => {
  await start();
  await run('add', '2027-03-04', 'closed');
  beforeReplace = () => {
    beforeReplace = () => {};
    values.set('exchange-closings', `${STORED}2027-03-04,closed,\n`);
  };
  await run('add', '2027-03-08', 'closed');
  expect((await states()).map(([date]) => date)).toEqual([
    '2027-03-04',
    '2027-03-05',
    '2027-03-08',
    '2027-04-01',
  ]);

  beforeReplace = () => {
    beforeReplace = () => {};
    values.set('exchange-closings', STORED);
  };
  await expect(run('remove', '2027-03-08')).rejects.toThrow('No closing is stored for 2027-03-08.');
  expect(values.get('exchange-closings')).toBe(STORED);
});

it('gives up when the closings change at each try', async () => {
  await start();
  let changes = 0;
  beforeReplace = () => values.set('exchange-closings', STORED.replace('Snow', `Snow ${(changes += 1)}`));
  await expect(run('add', '2027-03-08', 'closed')).rejects.toThrow('changed again and again');
});

it('warns that a closing of today does not change the session in progress', async () => {
  await start();
  // 22:00 in New York, the next day in UTC.
  nowMs = Date.UTC(2027, 2, 5, 3);
  const warning =
    "Warning: 2027-03-04 is today in New York. Until the server is started again, orders, auctions, options and strategies follow today's hours as they were.";
  await run('add', '2027-03-04', 'closed');
  expect(lines.at(-1)).toContain(`on 2027-03-04. It counts from the next start of the server on. ${warning}`);
  await run('remove', '2027-03-04');
  expect(lines.at(-1)).toBe(
    `The closing on 2027-03-04 is removed. It counts from the next start of the server on. ${warning}`,
  );
  await run('add', '2027-03-05', 'closed');
  expect(lines.at(-1)).not.toContain('Warning');
});

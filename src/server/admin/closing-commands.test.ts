import { afterEach, beforeEach, expect, it } from 'vitest';
import { addClosings } from '../../domain/calendar/us-equity.ts';
import type { Repositories } from '../storage/repositories.ts';
import { addStoredClosings } from '../stored-closings.ts';
import { listClosings, runClosingCommand } from './closing-commands.ts';

const values = new Map<string, string>();
const system = {
  get: (name: string) => Promise.resolve(values.get(name)),
  set: (name: string, value: string) => Promise.resolve(void values.set(name, value)),
};
let lines: string[];
beforeEach(() => {
  values.clear();
  lines = [];
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

import { expect, test } from 'vitest';
import { readToolManifest } from './manifest.ts';

const read = (commands: unknown) =>
  readToolManifest(
    JSON.stringify({
      id: 'sound',
      title: 'Sound',
      summary: 'Shows a text',
      version: '1.0.0',
      apiVersion: 1,
      entry: 'tool.js',
      sha256: 'a'.repeat(64),
      permissions: [],
      commands,
    }),
  );

test('reads the commands of a tool, and none when it declares none', () => {
  const commands = [{ id: 'next-list', title: 'Next list' }];
  expect(read(commands)).toMatchObject({ ok: true, value: { commands } });
  expect(read(undefined)).toMatchObject({ ok: true, value: { commands: [] } });
});

test.each([
  [
    [{ id: 'stop', title: 'Halt' }],
    'Every tool has the commands link, reload, stop, withdraw: choose another id.',
  ],
  [
    [
      { id: 'a', title: 'A' },
      { id: 'a', title: 'B' },
    ],
    'commands has two entries with the same id.',
  ],
  [
    [{ id: 'Next', title: 'Next' }],
    'id of a command must be lower-case letters and digits, joined by hyphens.',
  ],
  [[{ id: 'next', title: '' }], 'title of a command is empty.'],
  [
    Array.from({ length: 11 }, (_, index) => ({ id: `c${index}`, title: 'C' })),
    'commands has more than 10 entries.',
  ],
  ['next', 'commands must be a list.'],
])('refuses the commands %j', (commands, problem) => {
  expect(read(commands)).toEqual({ ok: false, error: [problem] });
});

import { expect, test } from 'vitest';
import { readToolManifest } from './manifest.ts';

const read = (commands: unknown, more: object = {}) =>
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
      ...more,
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

const days = { kind: 'number', label: 'Days', help: 'Days of history.', min: 1, max: 30, initial: 5 };
const withSettings = (settings: unknown, permissions: readonly string[] = ['settings']) =>
  read(undefined, { settings, permissions });

test('reads settings of every kind, and none when a tool declares none', () => {
  const texts = { label: 'Label', help: 'Help.' };
  const settings = {
    days: { ...days, isWhole: true, unit: 'days' },
    order: {
      ...texts,
      kind: 'choice',
      options: [
        { value: 'new', label: 'Newest' },
        { value: 'old', label: 'Oldest' },
      ],
      initial: 'new',
    },
    mark: { ...texts, kind: 'text', maxLength: 5, initial: '' },
    isBold: { ...texts, kind: 'boolean', initial: false },
  };
  expect(withSettings(settings)).toMatchObject({ ok: true, value: { settings } });
  expect(read(undefined)).toMatchObject({ ok: true, value: { settings: null } });
});

test.each<[string, unknown, RegExp]>([
  ['without their permission', undefined, /^settings need the permission settings/],
  ['that are a list', [days], /^The setting "0" needs another id/],
  ['of another kind', { days: { ...days, kind: 'html' } }, /^A setting must be an object of the kind/],
  [
    'with a field that does not exist',
    { days: { ...days, html: '<b>' } },
    /unknown field settings\.days\.html/,
  ],
  ['without a label', { days: { ...days, label: undefined } }, /^settings\.days\.label is missing/],
  ['with a text of 1 MB', { days: { ...days, help: 'x'.repeat(1_000_000) } }, /longer than 300 characters/],
  ['with a text that reverses others', { days: { ...days, label: 'Days\u202e' } }, /direction of text/],
  ['with bounds of another type', { days: { ...days, max: '30' } }, /bound of a setting must be a number/],
  [
    'with an initial value out of bounds',
    { days: { ...days, initial: 31 } },
    /does not allow its initial value/,
  ],
  ['with an id of a prototype only', { constructor: days }, /^The settings are empty/],
  ['that are empty', {}, /^The settings are empty/],
  [
    'that are too many',
    Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`n${n}`, days])),
    /at most 20/,
  ],
])('refuses settings %s', (_, settings, problem) => {
  const result = withSettings(settings);
  expect(result.ok ? [] : result.error).toContainEqual(expect.stringMatching(problem));
});

const page = {
  id: 'use',
  title: 'Use of it',
  summary: 'How it is used.',
  concept: [
    { kind: 'text', text: 'A text.' },
    { kind: 'table', head: ['A', 'B'], rows: [['1', '2']] },
  ],
};

test('reads help pages, with no steps when they have none', () => {
  expect(read(undefined, { help: [page] })).toMatchObject({
    ok: true,
    value: { help: [{ ...page, here: [] }] },
  });
});

test.each<[string, unknown, RegExp]>([
  ['that are a text', 'help', /^help must be a list/],
  [
    'with a block of HTML',
    [{ ...page, here: [{ kind: 'html', text: '<b>' }] }],
    /^A block of a help page must be/,
  ],
  [
    'with a picture',
    [{ ...page, here: [{ kind: 'picture', name: 'x' }] }],
    /^A block of a help page must be/,
  ],
  [
    'with a text of 1 MB',
    [{ ...page, here: [{ kind: 'note', text: 'x'.repeat(1_000_000) }] }],
    /longer than 1000/,
  ],
  ['with a text that reverses others', [{ ...page, title: 'Use\u202e' }], /direction of text/],
  ['with one id twice', [page, page], /^Two help pages have one id/],
  ['with an id that is an address', [{ ...page, id: '../x' }], /needs an id/],
])('refuses help pages %s', (_, help, problem) => {
  const result = read(undefined, { help });
  expect(result.ok ? [] : result.error).toContainEqual(expect.stringMatching(problem));
});

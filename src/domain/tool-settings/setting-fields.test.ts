import { describe, expect, test } from 'vitest';
import { isSettingValue, settleSettings, type SettingField } from './setting-fields.ts';
import { settingsProblems } from './settings-problems.ts';

const texts = { label: 'Large trades', help: 'Marks them.' };
const number: SettingField = { ...texts, kind: 'number', min: 0, max: 100, isWhole: true, initial: 10 };
const choice: SettingField = {
  ...texts,
  kind: 'choice',
  initial: 'b',
  options: [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ],
};
const text: SettingField = { ...texts, kind: 'text', maxLength: 5, initial: 'none' };
const flag: SettingField = { ...texts, kind: 'boolean', initial: true };
const fields = { number, choice, text, flag };

test.each([
  [number, [0, 100], [-1, 101, 1.5, Number.NaN, Infinity, '10', null, undefined, true]],
  [choice, ['a', 'b'], ['c', '', 0, null, ['a'], 'constructor']],
  [text, ['', 'five!'], ['longer', 'a\nb', 'a\u0000', 1, null, 'x'.repeat(1_000_000)]],
  [flag, [true, false], ['true', 1, null, {}]],
] as const)('takes the values within the bounds of %o only', (field, good, bad) => {
  for (const value of good) expect(isSettingValue(field, value), String(value)).toBe(true);
  for (const value of bad) expect(isSettingValue(field, value), String(value).slice(0, 20)).toBe(false);
});

test('settles each value by itself: a bad one takes its initial value, and unknown ones are left out', () => {
  const stored = { number: 50, choice: 'z', text: 'ok', flag: 'yes', later: 1 };
  expect(settleSettings(fields, stored)).toEqual({ number: 50, choice: 'b', text: 'ok', flag: true });
});

test('reads nothing of a prototype', () => {
  const polluted: object = JSON.parse('{"__proto__":{"number":50}}');
  expect(settleSettings(fields, { ...polluted })).toMatchObject({ number: 10 });
  expect(settleSettings(fields, Object.create({ number: 50 }) as Record<string, unknown>)).toMatchObject({
    number: 10,
  });
});

describe('the declaration of settings', () => {
  test('is sound with fields of every kind', () => {
    expect(settingsProblems(fields)).toEqual([]);
  });

  test.each<[string, Record<string, SettingField>, RegExp]>([
    ['none', {}, /^The settings are empty/],
    ['too many', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`n${n}`, flag])), /at most 20/],
    ['an id with a hyphen', { 'large-trade': flag }, /"large-trade" needs another id/],
    ['an id of a prototype', { constructor: flag }, /"constructor" needs another id/],
    ['no explanation', { flag: { ...flag, help: ' ' } }, /lacks a label or an explanation/],
    ['a long label', { flag: { ...flag, label: 'x'.repeat(61) } }, /label of more than 60/],
    ['a long explanation', { flag: { ...flag, help: 'x'.repeat(301) } }, /more than 300/],
    ['a long unit', { number: { ...number, unit: 'x'.repeat(21) } }, /unit of more than 20/],
    [
      'an initial value out of its bounds',
      { number: { ...number, initial: 101 } },
      /does not allow its initial/,
    ],
    ['bounds in the wrong order', { number: { ...number, min: 100, max: 0 } }, /finite bounds/],
    ['endless bounds', { number: { ...number, max: Infinity } }, /finite bounds/],
    ['a text without end', { text: { ...text, maxLength: 501 } }, /maxLength from 1 to 500/],
    [
      'a choice of one value',
      { choice: { ...choice, initial: 'a', options: [{ value: 'a', label: 'A' }] } },
      /2 to 20 options/,
    ],
    [
      'the same value twice',
      {
        choice: {
          ...choice,
          options: [
            { value: 'b', label: 'A' },
            { value: 'b', label: 'B' },
          ],
        },
      },
      /different values/,
    ],
  ])('is refused with %s', (_, declared, problem) => {
    expect(settingsProblems(declared)).toContainEqual(expect.stringMatching(problem));
  });
});

import { expect, test } from 'vitest';
import { differingParameters } from './differing-parameters.ts';

test.each([
  ['one run differs from no other', 'fast = 10', ['fast = 10'], ''],
  [
    'what all runs have in common is left out',
    'fast = 10\nslow = 50',
    ['fast = 10\nslow = 50', 'fast = 20\nslow = 50'],
    'fast = 10',
  ],
  ['names have no case', 'Fast = 10', ['Fast = 10', 'fast = 10'], ''],
  [
    'a run without a value has the default',
    '',
    ['', 'fast = 20 # days', 'stop = 2'],
    'fast = default, stop = default',
  ],
  ['a text that cannot be read has no values', 'fast', ['fast', 'fast = 3'], 'fast = default'],
])('%s', (_title, text, all, expected) => {
  expect(differingParameters(text, all)).toBe(expected);
});

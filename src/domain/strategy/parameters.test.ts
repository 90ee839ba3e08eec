import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseParameters, readParameter } from './parameters.ts';
import type { StrategyParameters } from './parameters.ts';

function parsed(text: string): StrategyParameters {
  const result = parseParameters(text);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

it('reads lines "name = value" with comments, empty lines, quotes and any kind of line end', () => {
  const parameters = parsed(
    '# a pair\r\nSymbol = SPY\r\n\n fast=10 # quick\rname = "a # b"\nnote = it\'s # fine\n',
  );
  expect(parameters.lines).toEqual([
    { name: 'Symbol', value: 'SPY', line: 2 },
    { name: 'fast', value: '10', line: 4 },
    { name: 'name', value: 'a # b', line: 5 },
    { name: 'note', value: "it's", line: 6 },
  ]);
});

it('finds a name however it is written', () => {
  expect(parsed('FAST = 3').find('fast')?.value).toBe('3');
  expect(parsed('fast = 3').find('constructor')).toBeUndefined();
});

it.each([
  ['fast 10', 1, '"name = value" expected: fast 10'],
  ['a = 1\n1b = 2', 2, 'a name has letters, digits and _ (at most 40), a letter first: 1b'],
  ['a = 1\n\nA = 2', 3, 'A is already set in line 1'],
  [' = 2', 1, 'a name has letters, digits and _ (at most 40), a letter first: '],
])('names the line of %j', (text, line, message) => {
  expect(parseParameters(text)).toEqual({ ok: false, error: { line, message } });
});

it('gives a value of the kind that its default is, and the default when there is none', () => {
  const parameters = parsed('n = -1.5e2\nyes = On\nno = 0\ntext = 12');
  expect(readParameter(parameters, 'n', 1)).toBe(-150);
  expect(readParameter(parameters, 'yes', false)).toBe(true);
  expect(readParameter(parameters, 'no', true)).toBe(false);
  expect(readParameter(parameters, 'text', '')).toBe('12');
  expect(readParameter(parameters, 'absent', 7)).toBe(7);
});

it.each([
  ['n = ten', 1, 'Parameters, line 1: n must be a number: ten'],
  ['n =', 1, 'Parameters, line 1: n must be a number: '],
  ['\nn = maybe', true, 'Parameters, line 2: n must be true or false: maybe'],
  ['n = Infinity', 1, 'Parameters, line 1: n must be a number: Infinity'],
])('refuses %j where the default is %j', (text, fallback, message) => {
  expect(() => readParameter(parsed(text), 'n', fallback)).toThrow(message);
});

it('never throws on any text, and gives back what it was given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      parseParameters(text);
    }),
  );
  const name = fc.stringMatching(/^[a-z]\w{0,10}$/);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, fc.stringMatching(/^[A-Za-z0-9.]{1,10}$/)), {
        selector: ([key]) => key.toLowerCase(),
        maxLength: 20,
      }),
      (pairs) => {
        const parameters = parsed(pairs.map(([key, value]) => `${key} = ${value}`).join('\n'));
        for (const [key, value] of pairs) expect(parameters.find(key.toUpperCase())?.value).toBe(value);
      },
    ),
  );
});

import { expect, it } from 'vitest';
import { initialForm } from '../dialogs/start-form.ts';
import type { DeclaredParameter } from '../types.ts';
import {
  combinationCount,
  fixedValue,
  initialOptimize,
  isFaultless,
  optimizeProblems,
  termsOf,
  type OptimizeForm,
  type ParameterRow,
} from './optimize-form.ts';

const NOW_MS = Date.UTC(2026, 1, 2, 15);
const DECLARED: readonly DeclaredParameter[] = [
  { Name: 'fast', Kind: 'Number', Value: '10' },
  { Name: 'limit', Kind: 'Number', Value: '-0.5' },
  { Name: 'side', Kind: 'Text', Value: 'long' },
  { Name: 'strict', Kind: 'YesNo', Value: 'true' },
];

function formWith(
  changes: Readonly<Record<string, Partial<ParameterRow>>>,
  change: Partial<OptimizeForm> = {},
): OptimizeForm {
  const start = initialForm({ isPublic: false, parameters: 'fast = 12', again: undefined, nowMs: NOW_MS });
  const form = initialOptimize(start, DECLARED);
  const rows = form.rows.map((row) => ({ ...row, ...changes[row.name] }));
  return { ...form, rows, ...change };
}
const problemsOf = (form: OptimizeForm) => optimizeProblems(form, NOW_MS, []);

it('begins with ranges around the declared values, and varies none', () => {
  const { rows } = formWith({});
  expect(rows.map(({ from, to, step, values }) => [from, to, step, values])).toEqual([
    ['5', '20', '3', '10'],
    ['-1', '-0.25', '0.125', '-0.5'],
    ['', '', '', 'long'],
    ['', '', '', 'true, false'],
  ]);
  expect(problemsOf(formWith({})).search).toBe('Choose at least one parameter to vary');
});

it('takes the value of a fixed parameter from the parameter text before that of the code', () => {
  const [fast, limit] = formWith({}).rows;
  expect(fast && fixedValue('Fast = 12', fast)).toBe('12');
  expect(limit && fixedValue('Fast = 12', limit)).toBe('-0.5');
});

it('counts the combinations of what varies', () => {
  const form = formWith({
    fast: { isVaried: true, from: '5', to: '50', step: '5' },
    side: { isVaried: true, values: 'long, short, both' },
    strict: { isVaried: true },
  });
  expect(combinationCount(form)).toBe(60n);
  expect(isFaultless(problemsOf(form))).toBe(true);
  expect(termsOf(form)).toMatchObject({
    Parameters: 'fast = 12',
    Ranges: [
      { Name: 'fast', Values: '5:50:5' },
      { Name: 'side', Values: 'long, short, both' },
      { Name: 'strict', Values: 'true, false' },
    ],
    Search: 'grid',
    Objective: 'sharpe',
    MinTrades: 1,
    Capital: null,
    Seed: 1,
    DataType: 'Auto',
  });
});

it.each([
  [{ from: '50', to: '5', step: '5' }, '50 is above 5'],
  [{ from: '5', to: '50', step: '0' }, 'Its step must be above 0'],
  [{ from: '5', to: '', step: '1' }, 'Enter from, to and step'],
  [{ from: 'x', to: '5', step: '1' }, 'Enter numbers, such as 5, 50 and 5'],
])('says what is wrong with a range %o', (range, text) => {
  const form = formWith({ fast: { isVaried: true, ...range } });
  expect(problemsOf(form).ranges.get('fast')).toBe(text);
  expect([combinationCount(form), isFaultless(problemsOf(form))]).toEqual([null, false]);
});

it('refuses a grid with too many combinations, which a random search may draw from', () => {
  const rows = { fast: { isVaried: true, from: '1', to: '1000000000', step: '1' } };
  expect(problemsOf(formWith(rows)).search).toContain('1,000,000,000 combinations are more than the 10,000');
  const random = formWith(rows, { search: 'random', runCount: 200 });
  expect(isFaultless(problemsOf(random))).toBe(true);
  expect(termsOf(random)).toMatchObject({ Search: 'random', RunCount: 200 });
  expect(problemsOf({ ...random, search: 'bayes', runCount: 501 }).runs).toBe(
    'Enter a whole number from 1 to 500',
  );
});

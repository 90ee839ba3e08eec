import { expect, test } from 'vitest';
import { symbolProblemsText } from './symbol-problems.ts';

test('names every symbol, by reason', () => {
  const problem = (symbol: string, message = 'Symbol not found') => ({ symbol, message });
  expect(symbolProblemsText([])).toBe('');
  expect(symbolProblemsText([problem('FOO')])).toBe('FOO: Symbol not found');
  expect(symbolProblemsText([problem('FOO'), problem('SPY', 'Symbol already added'), problem('BAR')])).toBe(
    'Symbol not found: FOO, BAR. Symbol already added: SPY.',
  );
  expect(symbolProblemsText([problem('X'.repeat(30))])).toBe(`${'X'.repeat(23)}…: Symbol not found`);
  const many = Array.from({ length: 23 }, (_, index) => problem(`S${index}`));
  expect(symbolProblemsText(many)).toMatch(/S19 and 3 more\.$/);
});

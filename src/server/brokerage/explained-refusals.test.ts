import { expect, test } from 'vitest';
import { ExplainedRefusals } from './explained-refusals.ts';

const taken = (refusals: ExplainedRefusals, account: string, times: number, nowMs: number): number =>
  Array.from({ length: times }).filter(() => refusals.take(account, nowMs)).length;

test('an account that is refused in a flood gets 20 explanations in ten seconds, and does not use up those of others', () => {
  const refusals = new ExplainedRefusals();
  expect(taken(refusals, 'A', 1_000, 50_000)).toBe(20);
  expect(taken(refusals, 'B', 5, 50_001)).toBe(5);
  expect(taken(refusals, 'A', 10, 59_999)).toBe(0);
  expect(taken(refusals, 'A', 10, 60_000)).toBe(10);
});

test('a clock that is set back does not end explanations', () => {
  const refusals = new ExplainedRefusals();
  expect(taken(refusals, 'A', 20, 50_000)).toBe(20);
  expect(taken(refusals, 'A', 1, 1_000)).toBe(1);
});

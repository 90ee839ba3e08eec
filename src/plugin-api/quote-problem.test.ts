import { expect, it } from 'vitest';
import { quoteProblem } from './quote-problem.ts';

it.each([
  [1, 1.1, null],
  [1, 1, null],
  [0, 1.1, 'No bid'],
  [1, 0, 'No ask'],
  [0, 0, 'No bid and no ask'],
  [1.2, 1.1, 'Crossed quote: the bid is above the ask'],
])('names what is wrong with a quote of %d to %d: %s', (bid, ask, problem) => {
  expect(quoteProblem({ bid, ask })).toBe(problem);
});

import { expect, it } from 'vitest';
import { parameterFault } from './parameter-faults.ts';

const CODE =
  "const fast = param('fast', 10);\nconst on = param('on', true);\nconst back = param('back', -0.5);\n";

it.each([
  ['fast = 12\nslow = 30', 2, 'the strategy has no parameter slow'],
  ['fast = ten', 1, 'fast must be a number: ten'],
  ['on = maybe', 1, 'on must be true or false: maybe'],
  ['back = low', 1, 'back must be a number: low'],
  ['fast', 1, '"name = value" expected: fast'],
  ['fast = 1\n# note\nFast = 2', 3, 'Fast is already set in line 1'],
  ['Quantity = 0', 1, 'a quantity is a whole number from 1 to '],
])('reports %j in line %i, as the run does', (parameters, line, message) => {
  const fault = parameterFault(CODE, parameters);
  expect(fault?.line).toBe(line);
  expect(fault?.message).toContain(message);
});

it('accepts what the code reads and the settings of every strategy', () => {
  expect(parameterFault(CODE, 'FAST = 12\non = no\nSymbol = SPY\nBarSize = 5 minutes')).toBeNull();
});

it('leaves unknown names to the run when the code computes a name', () => {
  expect(parameterFault('param(name, 1);', 'slow = 30')).toBeNull();
});

it('lets a computed default take any value', () => {
  expect(parameterFault("param('size', DEFAULT_SIZE);", 'size = large')).toBeNull();
});

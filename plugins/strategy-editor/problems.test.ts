import { expect, it } from 'vitest';
import { problemsOf, runProblem } from './problems.ts';

it('has the fault of a run with its place in the code or in the parameters', () => {
  expect(
    runProblem({ Status: 'RuntimeError', Message: 'x is not defined, line 4, column 7' }, '')?.place,
  ).toEqual({
    in: 'code',
    line: 4,
    column: 7,
  });
  expect(
    runProblem(
      { Status: 'RuntimeError', Message: 'Parameters, line 2: the strategy has no parameter slow' },
      '',
    )?.place,
  ).toEqual({ in: 'parameters', line: 2, column: 1 });
  expect(runProblem({ Status: 'RuntimeError', Message: 'out of memory' }, '')).toMatchObject({ place: null });
  expect(runProblem({ Status: 'BacktestingCompleted', Message: 'line 4' }, '')).toBeNull();
});

it('lists the fault of the run first, then parameters, then code', () => {
  const problems = problemsOf({
    code: "param('fast', 1);",
    imported: ["export const size = param('size', 10);"],
    parameters: 'size = 20\nslow = 3',
    faults: [{ line: 1, column: 1, message: 'first' }],
    ofRun: runProblem({ Status: 'SyntaxError', Message: 'unexpected token, line 9' }, ''),
  });
  expect(problems.map(({ message, place }) => [place?.in, place?.line, message])).toEqual([
    ['code', 9, 'unexpected token, line 9'],
    ['parameters', 2, 'the strategy has no parameter slow'],
    ['code', 1, 'first'],
  ]);
});

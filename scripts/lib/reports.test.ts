import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './reports.mjs';

const vitest = (over: object) => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  success: true,
  testResults: [],
  ...over,
});

test('a failed test is named with its file and the first line of its error', () => {
  const failed = {
    status: 'failed',
    fullName: 'orders a fill',
    failureMessages: ['Error: 1 is not 2\n    at a.ts'],
  };
  const passed = { status: 'passed', fullName: 'orders a bust', failureMessages: [] };
  const file = {
    name: `${process.cwd()}/src/a.test.ts`,
    status: 'failed',
    assertionResults: [failed, passed],
  };
  expect(readVitestReport(vitest({ numFailedTests: 1, success: false, testResults: [file] }))).toEqual({
    passed: 3,
    failed: 1,
    skipped: 2,
    failures: ['src/a.test.ts › orders a fill: Error: 1 is not 2'],
  });
});

test('a file that cannot be loaded is one failure', () => {
  const file = {
    name: `${process.cwd()}/src/a.test.ts`,
    status: 'failed',
    message: 'Cannot find module',
    assertionResults: [],
  };
  expect(readVitestReport(vitest({ success: false, testResults: [file] }))).toMatchObject({
    failed: 1,
    failures: ['src/a.test.ts › the file: Cannot find module'],
  });
});

test('a browser test that failed, or passed only when run again, is named', () => {
  const test = (status: string, error?: { message: string }) => ({
    tests: [{ status, results: [{ error }, {}] }],
  });
  const report = {
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        file: 'a.spec.ts',
        specs: [
          { title: 'signs in', ...test('expected') },
          {
            title: 'trades',
            ...test('unexpected', { message: '\u001b[31mError:\u001b[39m no fill\nexpected 1' }),
          },
        ],
        suites: [{ file: 'a.spec.ts', specs: [{ title: 'charts', ...test('flaky') }] }],
      },
    ],
  };
  expect(readPlaywrightReport(report)).toEqual({
    passed: 4,
    failed: 2,
    skipped: 0,
    failures: ['a.spec.ts › trades: Error: no fill', 'a.spec.ts › charts: no error was reported'],
  });
});

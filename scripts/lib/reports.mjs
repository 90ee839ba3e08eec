import { relative } from 'node:path';

/** What a runner's JSON report says: counts, and each failed test as "file › title: first line of the error". */

export function readVitestReport(report) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success } = report;
  return {
    passed: numPassedTests,
    failed: numFailedTests + (success ? 0 : Number(numFailedTests === 0)),
    skipped: numPendingTests + numTodoTests,
    failures: report.testResults.flatMap(failuresOfFile),
  };
}

function failuresOfFile({ name, status, message, assertionResults }) {
  const file = relative(process.cwd(), name);
  const failed = assertionResults
    .filter((result) => result.status === 'failed')
    .map(({ fullName, failureMessages }) => line(file, fullName, failureMessages[0]));
  // A file that cannot be loaded has no tests.
  return failed.length === 0 && status === 'failed' ? [line(file, 'the file', message)] : failed;
}

export function readPlaywrightReport({ stats, suites }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(failuresOfSuite),
  };
}

function failuresOfSuite({ file, specs = [], suites = [] }) {
  const failed = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => line(file, spec.title, results.find(({ error }) => error)?.error.message)),
  );
  return [...failed, ...suites.flatMap(failuresOfSuite)];
}

/** Terminal colours in the runners' messages. */
const COLOURS = new RegExp(String.raw`\u001b\[[0-9;]*m`, 'g');

function line(file, title, message = 'no error was reported') {
  return `${file} › ${title}: ${message.replace(COLOURS, '').split('\n', 1)[0]}`;
}

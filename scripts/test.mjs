// npm test: all set-up, then types, lint, unit + API tests, and end-to-end tests in a real browser. Ends with "N passed, N failed".
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { main, run } from './lib/run.mjs';
import { ensureDependencies, ensureWebBuild, nodeFlags, pinnedNode, root } from './lib/setup.mjs';
import { ensureChromium, ensurePostgres } from './lib/system-packages.mjs';

const say = (line) => console.log(line);
const tool = (...parts) => join(root, 'node_modules', ...parts);
const results = join(root, 'test-results');
const tally = { passed: 0, failed: 0, skipped: 0 };

async function check(name, args) {
  say(`\n── ${name}`);
  const code = await run(pinnedNode, [...nodeFlags, ...args], { cwd: root });
  tally[code === 0 ? 'passed' : 'failed'] += 1;
}

/** Runs a test runner that leaves a JSON report; a run that leaves none, or fails without a failed test, counts as one failure. */
async function suite(name, args, reportPath, count, env = {}) {
  say(`\n── ${name}`);
  rmSync(reportPath, { force: true });
  const code = await run(pinnedNode, [...nodeFlags, ...args], { cwd: root, env: { ...process.env, ...env } });
  const counts = existsSync(reportPath)
    ? count(JSON.parse(readFileSync(reportPath, 'utf8')))
    : { passed: 0, failed: 1, skipped: 0 };
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  for (const key of Object.keys(tally)) tally[key] += counts[key];
}

await main(async () => {
  await ensureDependencies(say);
  const chromium = await ensureChromium(say);
  await ensurePostgres(say);
  mkdirSync(results, { recursive: true });

  await check('types', [tool('@typescript', 'native', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.json']);
  await check('lint', [join(root, 'scripts', 'lint.mjs')]);
  const unitReport = join(results, 'unit.json');
  await suite(
    'unit, API, simulation and fault tests',
    [
      tool('vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
    unitReport,
    (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests + (report.success ? 0 : Number(report.numFailedTests === 0)),
      skipped: report.numPendingTests + report.numTodoTests,
    }),
  );
  await ensureWebBuild(say);
  await check('first load', [join(root, 'scripts', 'check-size.mjs')]);
  const browserReport = join(results, 'browser.json');
  await suite(
    'end-to-end tests in Chromium',
    [tool('@playwright', 'test', 'cli.js'), 'test', '--config', 'tests/e2e/playwright.config.ts'],
    browserReport,
    ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }),
    { TAPEDECK_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
  );

  say('');
  if (tally.skipped > 0) say(`${tally.skipped} tests were skipped; none may be, so they count as failed.`);
  say(`${tally.passed} passed, ${tally.failed + tally.skipped} failed`);
  return tally.failed + tally.skipped === 0 ? 0 : 1;
});

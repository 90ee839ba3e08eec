// npm test: all set-up, then every suite. `node scripts/test.mjs SUITE… -- ARGUMENTS` runs some of them, with arguments for the
// runner (files, -t NAME). Ends with "N passed, N failed".
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { memoryFolder } from './lib/memory-folder.mjs';
import { readPlaywrightReport, readVitestReport } from './lib/reports.mjs';
import { main, run, SetupError, stopRequest } from './lib/run.mjs';
import {
  ensureDependencies,
  ensureTestPrograms,
  ensureWebBuild,
  nodeFlags,
  pinnedNode,
  root,
} from './lib/setup.mjs';
import { ensureChromium, ensurePostgres, ensureProxies, ensurePython } from './lib/system-packages.mjs';

const say = (line) => console.log(line);
const tool = (...parts) => join(root, 'node_modules', ...parts);
const results = join(root, 'test-results');
const tally = { passed: 0, failed: 0, skipped: 0 };
/** What failed, a line each, printed at the end: the runners' own reports lie far above it. */
const failures = [];
/** What fails nothing but should be read, a line each. */
const warnings = [];

async function check(name, args) {
  say(`\n── ${name}`);
  const code = await run(pinnedNode, [...nodeFlags, ...args], { cwd: root });
  tally[code === 0 ? 'passed' : 'failed'] += 1;
  if (code !== 0) failures.push(name);
}

/** Runs a test runner that leaves a JSON report; a run that leaves none, or fails without a failed test, counts as one failure. */
async function report(name, args, reportPath, read, env = {}) {
  say(`\n── ${name}`);
  rmSync(reportPath, { force: true });
  const code = await run(pinnedNode, [...nodeFlags, ...args], { cwd: root, env: { ...process.env, ...env } });
  const result = existsSync(reportPath)
    ? read(JSON.parse(readFileSync(reportPath, 'utf8')))
    : { passed: 0, failed: 1, skipped: 0, failures: [] };
  if (code !== 0 && result.failed === 0) result.failed = 1;
  for (const key of Object.keys(tally)) tally[key] += result[key];
  const named = result.failures.map((failure) => `${name}: ${failure}`);
  failures.push(...(result.failed > 0 && named.length === 0 ? [`${name}: the runner failed`] : named));
}

/** `args` are files, parts of their paths, or options of vitest. */
function vitest(name, file, projects, args, env = {}) {
  const path = join(results, `${file}.json`);
  const options = [
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
  ];
  const runner = [tool('vitest', 'vitest.mjs'), 'run', ...options, ...args];
  return report(name, runner, path, readVitestReport, env);
}

/**
 * Tests of the server wait for most of their time, for a database or a process: two at once leave a core idle. No other suite may run beside them: a
 * backtest gets only processor time that nothing else wants, and its tests end without an answer on a machine that is busy all the time.
 */
const SERVER_WORKERS = '--maxWorkers=3';

/**
 * The arguments of the command line, or those of the whole suite, whose files share a PostgreSQL (tests/support/shared-postgres.ts) and start
 * bundled programs (tests/support/programs.ts).
 */
const filesOr = async (all, args) =>
  args.length > 0 ? [args] : [all, { TAPEDECK_SHARED_POSTGRES: 'yes', ...(await ensureTestPrograms(say)) }];

/**
 * Keeps what Playwright and Node compile between runs, by the contents of each file. By default Playwright compiles all stories and the modules that
 * they import again in every temporary folder, which takes four times as long as to read them, before the first story begins.
 */
const COMPILED = {
  PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, 'node_modules', '.cache', 'browser-tests'),
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
};

/** Each suite runs with the arguments of the command line for its runner. */
const suites = {
  // Only what a change concerns is checked again, which takes a sixth of the time for most changes.
  types: () =>
    check('types', [
      tool('@typescript', 'native', 'bin', 'tsc'),
      ...['--noEmit', '--incremental', '--tsBuildInfoFile', tool('.cache', 'types.tsbuildinfo')],
      ...['-p', 'tsconfig.json'],
    ]),
  lint: () => check('lint', [join(root, 'scripts', 'lint.mjs')]),
  async unit(args) {
    // The storage tests beside the code run on both databases.
    await ensurePostgres(say);
    const all = [SERVER_WORKERS, 'src/', 'plugins/', 'layouts/', 'scripts/', 'tests/bench/'];
    await vitest('unit tests', 'unit', ['node'], ...(await filesOr(all, args)));
  },
  component: (args) => vitest('component tests', 'component', ['component', 'warnings'], args),
  async api(args) {
    await ensurePostgres(say);
    await ensureProxies(say);
    await ensurePython(say);
    const all = [
      'tests/api/',
      'tests/conformance/',
      'tests/simulation/',
      'tests/fuzz/',
      'tests/faults/',
      'tests/docs/',
      'tests/stored/',
    ];
    const name = 'API, simulation, fuzz, fault, document and stored-data tests';
    await vitest(name, 'api', ['node'], ...(await filesOr([SERVER_WORKERS, ...all], args)));
  },
  async size() {
    await ensureWebBuild(say);
    await check('first load', [join(root, 'scripts', 'check-size.mjs')]);
  },
  /** Ratios to a floor or a peer. Those beyond their bounds are warnings only: a busy machine can cause them. */
  async speed() {
    const path = join(results, 'speed-warnings.json');
    rmSync(path, { force: true });
    await check('speed', [join(root, 'tests', 'bench', 'smoke.ts'), path]);
    if (existsSync(path)) warnings.push(...JSON.parse(readFileSync(path, 'utf8')));
  },
  async browser(args) {
    const chromium = await ensureChromium(say);
    await ensureWebBuild(say);
    const path = join(results, 'browser.json');
    const playwright = [
      tool('@playwright', 'test', 'cli.js'),
      'test',
      '--config',
      'tests/e2e/playwright.config.ts',
    ];
    await report('browser tests in Chromium', [...playwright, ...args], path, readPlaywrightReport, {
      ...(await ensureTestPrograms(say)),
      ...COMPILED,
      TAPEDECK_CHROMIUM: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: path,
    });
  },
};

/** Suite names before `--`, arguments for the runner behind it. npm adds what follows its own `--` at the end. */
function parse(args) {
  const split = args.indexOf('--');
  const names = split < 0 ? args : args.slice(0, split);
  const unknown = names.filter((name) => !Object.hasOwn(suites, name));
  if (unknown.length > 0)
    throw new SetupError(
      `There is no suite ${unknown.join(', ')}. The suites are: ${Object.keys(suites).join(', ')}.`,
    );
  return {
    names: names.length > 0 ? names : Object.keys(suites),
    args: split < 0 ? [] : args.slice(split + 1),
  };
}

/** Seconds that each suite took, its set-up included. */
const suiteSeconds = [];

/** Runs the suites in their order. After a request to stop, which ends the running one, no other is started. */
async function runSuites(names, args) {
  const stop = stopRequest();
  try {
    for (const name of names) {
      const startMs = performance.now();
      if (!stop.signal.aborted) {
        await suites[name](args);
        suiteSeconds.push(`${name} ${Math.round((performance.now() - startMs) / 1000)} s`);
      } else {
        failures.push(`${name}: stopped before it began`);
        tally.failed += 1;
      }
    }
  } finally {
    stop.dispose();
  }
}

await main(async () => {
  const { names, args } = parse(process.argv.slice(2));
  await ensureDependencies(say);
  mkdirSync(results, { recursive: true });
  const temporary = memoryFolder();
  if (temporary !== null) process.env.TMPDIR = temporary.path;
  try {
    await runSuites(names, args);
  } finally {
    temporary?.remove();
  }
  say(`\n${suiteSeconds.join(', ')}`);
  for (const warning of warnings) say(`warning: ${warning}`);
  for (const failure of failures) say(`failed: ${failure}`);
  if (tally.skipped > 0) say(`${tally.skipped} tests were skipped; none may be, so they count as failed.`);
  say(`${tally.passed} passed, ${tally.failed + tally.skipped} failed`);
  return tally.failed + tally.skipped === 0 ? 0 : 1;
});

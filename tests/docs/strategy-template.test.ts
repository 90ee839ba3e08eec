import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEMPLATE_DECLARATIONS, templateDeclarations } from '../../scripts/strategy-template-doc.ts';
import { createStrategyRuntime } from '../../src/server/algostream/runtime/index.ts';
import { backtestExitCode } from '../../src/server/backtest-cli/run-backtest-cli.ts';
import { temporaryFolder } from '../support/server.ts';

/** The template for authors of strategies, `examples/strategies`, in a copy outside of the project. */

const TEMPLATE = fileURLToPath(new URL('../../examples/strategies', import.meta.url));
const TSC = fileURLToPath(new URL('../../node_modules/@typescript/native/bin/tsc', import.meta.url));
const codeOf = (name: string): string => readFileSync(join(TEMPLATE, 'strategies', name), 'utf8');
const files = readdirSync(join(TEMPLATE, 'strategies'));
/** Libraries export functions; strategies export nothing. */
const isLibrary = (name: string): boolean => /^export /m.test(codeOf(name));
const strategies = files.filter((name) => !isLibrary(name));

let folder: string;
let remove: () => Promise<void>;
// As the program has it: a machine that is never idle would not run it otherwise.
const runtime = createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } });
beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
  cpSync(TEMPLATE, folder, { recursive: true });
});
afterAll(async () => {
  await runtime.close();
  await remove();
});

function compile(): { readonly code: number | null; readonly out: string } {
  const { status, stdout } = spawnSync(process.execPath, [TSC, '--pretty', 'false', '-p', folder], {
    encoding: 'utf8',
    cwd: folder,
  });
  return { code: status, out: stdout };
}

it('has the declarations of the language as they are now (npm run docs writes them)', () => {
  expect(readFileSync(TEMPLATE_DECLARATIONS, 'utf8')).toBe(templateDeclarations());
});

it('compiles in a folder of its own, and reports a call that the language does not have', () => {
  expect(compile()).toEqual({ code: 0, out: '' });
  const wrong = join(folder, 'strategies', 'wrong.ts');
  writeFileSync(
    wrong,
    "const fast = sma('five');\nonBar((bar) => {\n  buy(100, { prise: bar.close });\n  document.title = fast.last;\n});\n",
  );
  const { code, out } = compile();
  expect(code).not.toBe(0);
  const errors = out.split('\n').filter((line) => line.includes('error TS'));
  expect(errors.map((line) => line.split(':')[0])).toEqual([
    'strategies/wrong.ts(1,18)',
    'strategies/wrong.ts(3,14)',
    'strategies/wrong.ts(4,3)',
  ]);
});

it('has libraries that a strategy imports, in a table of their own', () => {
  const libraries = files.filter(isLibrary);
  expect(libraries).toEqual(['exits.ts']);
  const readme = readFileSync(join(TEMPLATE, 'README.md'), 'utf8');
  for (const library of libraries) {
    const specifier = `./${library.replace(/\.ts$/, '')}'`;
    expect(strategies.filter((name) => codeOf(name).includes(specifier))).not.toEqual([]);
  }
  for (const name of files) expect(readme).toContain(`| \`${name}\``);
});

/** Backtests reject multi-leg orders: tests/docs/covered-call-example.test.ts has the rules of this one. */
const LIVE_ONLY = 'covered-call.ts';

it.each(strategies.filter((name) => name !== LIVE_ONLY))('has a strategy that trades: %s', async (name) => {
  const [out, err]: [string[], string[]] = [[], []];
  const file = join(TEMPLATE, 'strategies', name);
  const from = codeOf(name).includes("bars('day')") ? '2018-01-01' : '2025-09-01';
  const line = `--market simulated --from ${from} --to 2025-12-31 --orders`;
  const code = await backtestExitCode([file, ...line.split(' ')], {
    print: (text) => out.push(text),
    warn: (text) => err.push(text),
    progress: undefined,
    signal: new AbortController().signal,
    runtime: runtime.forUser('local', 'backtest'),
    nowMs: () => 0,
  });
  expect([code, err]).toEqual([0, []]);
  expect(Number(/^Trades +(\d+)$/m.exec(out.join('\n'))?.[1])).toBeGreaterThan(0);
});

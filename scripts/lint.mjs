// Lint: format, rules, limits, words, unused code and import rules.
import { join } from 'node:path';
import { main, run } from './lib/run.mjs';
import { ensureDependencies, nodeFlags, pinnedNode, root } from './lib/setup.mjs';

const tool = (...parts) => join(root, 'node_modules', ...parts);
const script = (name) => join(root, 'scripts', name);
const cruise = ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'src', 'plugins', 'layouts'];
/** The longest first, so that the cores have work until the end. */
const steps = [
  [
    'format (npm run format corrects it)',
    [tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '--cache', '.'],
  ],
  [
    'oxlint',
    [
      tool('oxlint', 'bin', 'oxlint'),
      '--deny-warnings',
      '--report-unused-disable-directives',
      ...['src', 'plugins', 'layouts', 'tests', 'scripts'],
    ],
  ],
  ['words (npm run words -- FILE lists them)', [script('check-words.ts')]],
  ['import rules', [tool('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'), ...cruise]],
  ['unused code', [tool('knip', 'bin', 'knip.js'), '--no-progress', '--treat-config-hints-as-errors']],
  ['docstrings (npm run docstrings -- FILE lists them)', [script('check-docstrings.ts')]],
  ['size limits', [script('check-size-limits.ts')]],
];

const waiting = [...steps];
const failed = [];

/** Runs steps until none is waiting. */
async function runWaiting() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, args] = step;
    const code = await run(pinnedNode, [...nodeFlags, ...args], { cwd: root });
    if (code !== 0) failed.push(name);
  }
}

await main(async () => {
  await ensureDependencies((line) => console.error(line));
  await Promise.all([runWaiting(), runWaiting()]);
  for (const name of failed) console.error(`lint: ${name} failed`);
  return failed.length === 0 ? 0 : 1;
});

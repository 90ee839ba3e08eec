// Lint: format, fast rules, typed rules and import rules.
import { join } from 'node:path';
import { main, run } from './lib/run.mjs';
import { ensureDependencies, nodeFlags, pinnedNode, root } from './lib/setup.mjs';

const tool = (...parts) => join(root, 'node_modules', ...parts);
const folders = ['src', 'plugins', 'layouts', 'tests', 'scripts'];
const steps = [
  [
    'format (npm run format corrects it)',
    [tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '--cache', '.'],
  ],
  ['oxlint', [tool('oxlint', 'bin', 'oxlint'), '--deny-warnings', ...folders]],
  ['size limits', [join(root, 'scripts', 'check-size-limits.ts')]],
  ['words (npm run words -- FILE lists them)', [join(root, 'scripts', 'check-words.ts')]],
  ['docstrings (npm run docstrings -- FILE lists them)', [join(root, 'scripts', 'check-docstrings.ts')]],
  ['unused code', [tool('knip', 'bin', 'knip.js'), '--no-progress', '--treat-config-hints-as-errors']],
  ['eslint', [tool('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', ...folders]],
  [
    'import rules',
    [
      tool('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
      'src',
      'plugins',
      'layouts',
    ],
  ],
];

/** Runs steps one after the other and returns the names of those that failed. */
async function runInTurn(chosen) {
  const failed = [];
  for (const [name, args] of chosen) {
    const code = await run(pinnedNode, [...nodeFlags, ...args], { cwd: root });
    if (code !== 0) failed.push(name);
  }
  return failed;
}

await main(async () => {
  await ensureDependencies((line) => console.error(line));
  // The typed rules take as long as everything else together, so they get a core of their own.
  const isTyped = ([name]) => name === 'eslint';
  const failed = await Promise.all([
    runInTurn(steps.filter(isTyped)),
    runInTurn(steps.filter((step) => !isTyped(step))),
  ]);
  for (const name of failed.flat()) console.error(`lint: ${name} failed`);
  return failed.flat().length === 0 ? 0 : 1;
});

// Lint: fast rules, typed rules, and the import rules of the house plan.
import { join } from 'node:path';
import { main, run } from './lib/run.mjs';
import { ensureDependencies, nodeFlags, pinnedNode, root } from './lib/setup.mjs';

const tool = (...parts) => join(root, 'node_modules', ...parts);
const folders = ['src', 'plugins', 'layouts', 'tests', 'scripts'];
const steps = [
  ['oxlint', [tool('oxlint', 'bin', 'oxlint'), '--deny-warnings', ...folders]],
  ['eslint', [tool('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', ...folders]],
  ['import rules', [tool('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'), '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'src', 'plugins', 'layouts']],
];

await main(async () => {
  await ensureDependencies((line) => console.error(line));
  let failed = 0;
  for (const [name, args] of steps) {
    const code = await run(pinnedNode, [...nodeFlags, ...args], { cwd: root });
    if (code !== 0) {
      console.error(`lint: ${name} failed`);
      failed = 1;
    }
  }
  return failed;
});

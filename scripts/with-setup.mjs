// Runs one of the project's TypeScript programs on the pinned runtime, installing it first where it is missing.
import { main, run } from './lib/run.mjs';
import { ensureDependencies, nodeFlags, pinnedNode, root } from './lib/setup.mjs';
import { join } from 'node:path';

const [program, ...args] = process.argv.slice(2);
await main(async () => {
  await ensureDependencies((line) => console.error(line));
  return run(pinnedNode, [...nodeFlags, join(root, program), ...args]);
});

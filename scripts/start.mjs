// npm start: everything from a fresh clone to a running server. Runs on whatever Node is there; the server on the pinned one.
import { join } from 'node:path';
import { main, run } from './lib/run.mjs';
import { ensureDependencies, ensureWebBuild, nodeFlags, pinnedNode, root } from './lib/setup.mjs';

const say = (line) => console.log(line);

await main(async () => {
  await ensureDependencies(say);
  await ensureWebBuild(say);
  return run(pinnedNode, [...nodeFlags, join(root, 'src', 'server', 'main.ts')]);
});

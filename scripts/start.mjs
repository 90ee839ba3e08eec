// npm start: everything from a fresh clone to a running server. Runs on whatever Node is there; the server on the pinned one.
import { constants } from 'node:os';
import { join } from 'node:path';
import { main, run, SIGNALLED } from './lib/run.mjs';
import { ensureDependencies, ensureWebBuild, nodeFlags, pinnedNode, root } from './lib/setup.mjs';

const say = (line) => console.log(line);

await main(async () => {
  await ensureDependencies(say);
  await ensureWebBuild(say);
  const code = await run(pinnedNode, [...nodeFlags, join(root, 'src', 'server', 'main.ts')]);
  if (code === SIGNALLED + constants.signals.SIGKILL)
    console.error(
      'The server was killed (SIGKILL), by a user or because the machine was out of memory. What it acknowledged is stored: start it again.',
    );
  return code;
});

// npm run dev: the server with hot reload of the client, restarted when its own sources change. From a fresh clone on.
import { join } from 'node:path';
import { main } from './lib/run.mjs';
import { runAgainOnChange } from './lib/run-again.mjs';
import { ensureDependencies, nodeFlags, pinnedNode, root } from './lib/setup.mjs';

/** What the running server has loaded; Vite follows the sources of the client by itself. */
const SERVER_SOURCES = ['src/server', 'src/protocol', 'src/domain', 'scripts/dev', 'vite.config.ts'];

const say = (line) => console.log(line);

await main(async () => {
  await ensureDependencies(say);
  return runAgainOnChange({
    command: pinnedNode,
    args: [...nodeFlags, join(root, 'scripts', 'dev', 'main.ts')],
    watched: SERVER_SOURCES.map((path) => join(root, path)),
    isSource: (path) => /\.(ts|json|sql)$/.test(path) && !/(\.test\.ts$|[\\/]testing[\\/])/.test(path),
    say,
  });
});

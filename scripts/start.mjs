// npm start: everything from a fresh clone to a running server. Runs on whatever Node is there; the server on the pinned one.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { main } from './lib/run.mjs';
import { ensureDependencies, ensureWebBuild, nodeFlags, pinnedNode, root } from './lib/setup.mjs';

const say = (line) => console.log(line);

await main(async () => {
  await ensureDependencies(say);
  await ensureWebBuild(say);
  const server = spawn(pinnedNode, [...nodeFlags, join(root, 'src', 'server', 'main.ts')], {
    stdio: 'inherit',
    env: process.env,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : 0));
  });
});

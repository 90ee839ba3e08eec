// npm run tapedeck: the command line. Backtests and searches run a strategy file with the runtime of the server, so they are programs of the sources; the
// other commands call a server, and are packed with the client.
import { join } from 'node:path';
import { main, run } from './lib/run.mjs';
import { ensureDependencies, nodeFlags, pinnedNode, root } from './lib/setup.mjs';

const PROGRAMS = new Map([
  ['backtest', 'src/server/backtest-cli/main.ts'],
  ['optimize', 'src/server/optimize-cli/main.ts'],
]);

const [command, ...rest] = process.argv.slice(2);
const program = PROGRAMS.get(command);
const args =
  program === undefined
    ? [join(root, 'src/automation-programs/cli/main.ts'), ...process.argv.slice(2)]
    : [join(root, program), ...rest];
await main(async () => {
  await ensureDependencies((line) => console.error(line));
  return run(pinnedNode, [...nodeFlags, ...args]);
});

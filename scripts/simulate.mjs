// npm run simulate: order groups and guards in random markets with kills and restarts, a part of the seeds at a time.
//   --seeds 10000      how many (default 1000)
//   --from 1           the first one
//   --world groups     or guards (default: groups)
// Prints the progress, and the first seed that fails with the command that repeats it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { main } from './lib/run.mjs';
import { ensureDependencies, nodeFlags, pinnedNode, root } from './lib/setup.mjs';

const WORLDS = { groups: 'order-groups', guards: 'guards' };
/** Seeds of one run of the test program, which takes some seconds to start. */
const PART = 250;
const MAX_SEED = 2_147_483_647;

/** A whole number from 1 up. Throws for another text. */
function wholeNumber(name, text) {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1 || value > MAX_SEED)
    throw new Error(`--${name} is a whole number from 1 to ${MAX_SEED}, not "${text}".`);
  return value;
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1000' },
      from: { type: 'string', default: '1' },
      world: { type: 'string', default: 'groups' },
    },
  });
  if (!(values.world in WORLDS)) throw new Error(`--world is groups or guards, not "${values.world}".`);
  return {
    seeds: wholeNumber('seeds', values.seeds),
    from: wholeNumber('from', values.from),
    world: values.world,
  };
}

/** Runs some seeds; resolves with the exit code and what the tests have printed. */
function runPart(world, from, seeds) {
  const args = [
    ...nodeFlags,
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project',
    'node',
    // A busy machine is slow, and that is no failure.
    '--testTimeout=3600000',
    `tests/simulation/${WORLDS[world]}.test.ts`,
  ];
  const env = { ...process.env, SEED: String(from), SEEDS: String(seeds), SIMULATION_PART: 'yes' };
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += data;
      });
    const stop = () => child.kill('SIGTERM');
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code: signal ? 1 : (code ?? 1), output, signal }));
  });
}

const commandFrom = (world, from, seeds) =>
  `npm run simulate -- --world ${world} --from ${from} --seeds ${seeds}`;

await main(async () => {
  const { seeds, from, world } = readArguments();
  await ensureDependencies((line) => console.error(line));
  const startedMs = Date.now();
  const last = from + seeds - 1;
  for (let first = from; first <= last; first += PART) {
    const count = Math.min(PART, last - first + 1);
    const { code, output, signal } = await runPart(world, first, count);
    if (signal !== null) {
      console.log(`Stopped. Continue with: ${commandFrom(world, first, last - first + 1)}`);
      return 1;
    }
    if (code !== 0) {
      const failed = /\bseed (\d+)\b/.exec(output)?.[1];
      console.log(output);
      console.log(
        failed === undefined
          ? `Seeds ${first} to ${first + count - 1} could not be run.`
          : `Seed ${failed} failed. Repeat it with: ${commandFrom(world, failed, 1)}`,
      );
      return 1;
    }
    const done = first + count - from;
    const leftS = Math.round(((Date.now() - startedMs) / done / 1000) * (seeds - done));
    console.log(
      `${world}: seeds ${from} to ${first + count - 1} passed (${done} of ${seeds}, about ${leftS} s left)`,
    );
  }
  return 0;
});

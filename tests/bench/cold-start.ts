import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fourFreePorts } from '../support/ports.ts';
import { nodeProgram, spawnServer } from '../support/spawn-server.ts';
import { interleave, median, printTable } from './harness.ts';

const FLOOR = `require('node:http').createServer((_, reply) => reply.end('ok')).listen(Number(process.argv[1]), '127.0.0.1')`;

async function bareServerMs(): Promise<number> {
  const port = await fourFreePorts();
  const startedAt = performance.now();
  const child = spawn(nodeProgram, ['-e', FLOOR, String(port)], { stdio: 'ignore' });
  while (
    !(await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 15));
  const tookMs = performance.now() - startedAt;
  child.kill('SIGKILL');
  return tookMs;
}

/** Start of the server process to 200 from /healthz, on a data folder that exists, against a process that only answers. */
export async function benchColdStart(): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tapedeck-bench-'));
  try {
    const figures = await interleave(5, {
      'Tapedeck, simulated market': async () => {
        const server = await spawnServer({ dataFolder, env: { TAPEDECK_FIGURES: 'ahead' } });
        await server.stop();
        return server.startMs;
      },
      'floor: a bare node:http process': bareServerMs,
    });
    const floorMs = median(figures.get('floor: a bare node:http process') ?? []);
    printTable(
      'Cold start to /healthz = 200 (goal: under 3,000 ms)',
      ['', 'median ms', 'max ms', 'x floor'],
      [...figures].map(([name, ms]) => [name, median(ms), Math.max(...ms), median(ms) / floorMs]),
    );
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Line } from './world.ts';

/**
 * Runs the victim until `afterMs` past its readiness (or, when that is negative, so long after its start, whatever it is doing),
 * kills it with signal 9, and returns every whole line that it wrote.
 */
export async function runAndKill(
  dataFolder: string,
  seed: number,
  round: number,
  afterMs: number,
): Promise<Line[]> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'child.ts'), dataFolder, String(seed), String(round)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const pieces: Buffer[] = [];
  let errors = '';
  const isReady = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (piece: Buffer) => {
      pieces.push(piece);
      resolve();
    });
    child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
    child.on('exit', (code) => reject(new Error(`The victim ended by itself (code ${code}): ${errors}`)));
  });
  const hasClosed = new Promise((resolve) => child.on('close', resolve));
  try {
    if (afterMs >= 0) await isReady;
    else isReady.catch(() => undefined);
    await delay(Math.abs(afterMs));
  } finally {
    child.kill('SIGKILL');
    await hasClosed;
  }
  // The last line may be torn by the kill: what was not said in full was not acknowledged.
  return Buffer.concat(pieces)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Line } from './world.ts';

/**
 * Runs the victim until `afterMs` past its readiness (or, when that is negative, so long after its start, whatever it is doing),
 * kills it with signal 9, and returns every whole line that it wrote.
 */
export const runAndKill = (
  dataFolder: string,
  seed: number,
  round: number,
  afterMs: number,
): Promise<Line[]> =>
  runVictim(dataFolder, seed, round, async ({ isReady }) => {
    if (afterMs >= 0) await isReady;
    else isReady.catch(() => undefined);
    await delay(Math.abs(afterMs));
  });

/** Between two counts of the victim's lines. */
const COUNT_MS = 5;

/**
 * Runs the victim until it has written so many lines, with a belief among them, kills it with signal 9, and returns every whole line that it wrote.
 * For tests that need a journal of some size: in a given time a busy machine would write one that is nearly empty.
 */
export const runAndKillAfterLines = (
  dataFolder: string,
  seed: number,
  round: number,
  count: number,
): Promise<Line[]> =>
  runVictim(dataFolder, seed, round, async ({ isReady, isRunning, written }) => {
    await isReady;
    const isEnough = (text: string): boolean => text.includes('"belief":') && text.split('\n').length > count;
    while (!isEnough(written(0))) {
      if (!isRunning()) throw new Error('The victim ended by itself.');
      await delay(COUNT_MS);
    }
  });

export interface Victim {
  readonly isReady: Promise<void>;
  isRunning(): boolean;
  /** What it wrote from a byte on; the last line may be torn. */
  written(fromByte: number): string;
  writtenBytes(): number;
}

/** Runs the victim while `meanwhile` runs, kills it, and returns every whole line that it wrote. */
export async function runVictim(
  dataFolder: string,
  seed: number,
  round: number,
  meanwhile: (victim: Victim) => Promise<void>,
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
    await meanwhile({
      isReady,
      isRunning: () => child.exitCode === null && child.signalCode === null,
      written: (fromByte) => Buffer.concat(pieces).subarray(fromByte).toString(),
      writtenBytes: () => pieces.reduce((sum, piece) => sum + piece.length, 0),
    });
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

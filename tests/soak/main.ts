/**
 * `npm run soak [-- ROUNDS [SEED]]`: kills a brokerage with signal 9 at random moments, 200 times by default, and compares what
 * is left against what it had said and believed. Then flips three bits a round, one at a time, in journals that a kill and that an orderly end
 * left: each start is refused, or has the books of the undamaged journal. Last it fills the disk under a brokerage, five times in 200 rounds,
 * and frees it again; that needs the right to mount. Ends with code 1 at the first difference, and says how to see it again.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalRecord } from '../../src/server/storage/repositories.ts';
import { createRandom } from '../simulation/random.ts';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import { flipBits } from './flips.ts';
import { soakFullDisk } from './full-disk.ts';
import { judge } from './judge.ts';
import { killWithNote } from './noted-kill.ts';
import { runAndKill } from './victim.ts';

/** A journal is carried on so often, then a new one is begun: reading it takes longer with every round. */
const ROUNDS_OF_A_JOURNAL = 10;
const MAX_KILL_DELAY_MS = 400;
/** Lines of the victim whose journal is flipped. */
const LINES_OF_FLIPS = 300;

function countOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Error(`"${text}" is no number of rounds and no seed: npm run soak [-- ROUNDS [SEED]]`);
  return Number(text);
}

async function soak(rounds: number, seed: number): Promise<void> {
  const random = createRandom(seed);
  let folder: string | undefined;
  let records: readonly JournalRecord[] = [];
  let [acknowledgements, beliefs, total] = [0, 0, 0];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      if (folder === undefined || round % ROUNDS_OF_A_JOURNAL === 1) {
        if (folder !== undefined) await rm(folder, { recursive: true, force: true });
        folder = await mkdtemp(join(tmpdir(), 'tapedeck-soak-'));
        records = [];
      }
      // One in ten is killed on the way up, in the middle of its own restart.
      const afterMs = random.chance(0.1) ? -random.int(1, 1_500) : random.int(0, MAX_KILL_DELAY_MS);
      const lines = await runAndKill(
        folder,
        seed * 10_000 + round,
        round % ROUNDS_OF_A_JOURNAL,
        afterMs,
      ).catch((error: unknown) => {
        throw atRound(round, error);
      });
      const verdict = await judge(folder, round % ROUNDS_OF_A_JOURNAL, records, lines).catch(
        (error: unknown) => {
          throw atRound(round, error);
        },
      );
      total += verdict.records.length - records.length;
      records = verdict.records;
      acknowledgements += verdict.acknowledgements;
      beliefs += verdict.beliefs;
      if (round % 10 === 0 || round === rounds)
        console.log(
          `${round} of ${rounds} kills: ${total} records, ${acknowledgements} acknowledgements and ${beliefs} states compared, all as they were`,
        );
    }
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
  if (beliefs < rounds / 4 || acknowledgements < rounds * 5)
    throw new Error(
      `Only ${acknowledgements} acknowledgements and ${beliefs} states came: kills that early prove nothing.`,
    );
}

/** Half of the flips in a journal as a kill left it (most of it in the write-ahead log), half in one that was closed. */
async function soakFlips(flips: number, seed: number): Promise<void> {
  const random = createRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-soak-'));
  try {
    await killWithNote(folder, seed, LINES_OF_FLIPS);
    const killed = await flipBits(folder, Math.ceil(flips / 2), random);
    await (await openStorage({ dataFolder: folder })).close();
    const closed = await flipBits(folder, Math.floor(flips / 2), random);
    console.log(
      `${flips} flipped bits: ${killed.refused + closed.refused} starts refused, ${killed.unchanged + closed.unchanged} with the books of the undamaged journal`,
    );
  } catch (error) {
    throw atRound(1, error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function soakDisk(outages: number, seed: number): Promise<void> {
  const { records, acknowledgements, beliefs } = await soakFullDisk(outages, seed).catch((error: unknown) => {
    throw atRound(1, error);
  });
  console.log(
    `${outages} times a full disk: ${records.length} records, ${acknowledgements} acknowledgements and ${beliefs} states compared, all as they were`,
  );
}

function atRound(round: number, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  return new Error(`Round ${round} of seed ${seed}: ${message}\nAgain: npm run soak -- ${round} ${seed}`, {
    cause: error,
  });
}

let seed = 1;
try {
  const rounds = countOf(process.argv[2], 200);
  seed = countOf(process.argv[3], (Date.now() % 900_000) + 1);
  console.log(`Soak: ${rounds} kills and ${3 * rounds} flipped bits, seed ${seed}`);
  await soak(rounds, seed);
  await soakFlips(3 * rounds, seed);
  await soakDisk(Math.ceil(rounds / 40), seed);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

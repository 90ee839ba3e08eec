import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import { createRandom } from '../simulation/random.ts';
import { flipBits } from '../soak/flips.ts';
import { killWithNote } from '../soak/noted-kill.ts';

/** `FLIPS=600` flips as many bits of a killed and of a closed journal; `SEED=7` chooses others. */
const FLIPS = Number(process.env['FLIPS'] ?? 20);
const SEED = Number(process.env['SEED'] ?? 1);
/** So many that few bits of the closed file are in unused parts of pages: with 120 half of them are. */
const LINES = 300;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-flipped-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it(
  'refuses a start on a journal with a flipped bit, or has the books that it had without',
  async () => {
    const random = createRandom(SEED);
    await killWithNote(folder, SEED, LINES);
    // As the kill left it, nearly all of it is in the write-ahead log.
    const killed = await flipBits(folder, FLIPS, random);
    expect(killed.refused, 'flips that hit nothing prove nothing').toBeGreaterThan(FLIPS / 4);
    // Closed, all of it is in the file.
    await (await openStorage({ dataFolder: folder })).close();
    const closed = await flipBits(folder, FLIPS, random);
    expect(closed.refused, 'flips that hit nothing prove nothing').toBeGreaterThan(FLIPS / 4);
  },
  60_000 + FLIPS * 20_000,
);

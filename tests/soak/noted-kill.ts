import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { recordsBeyondNote } from './flips.ts';
import { runAndKillAfterLines } from './victim.ts';

const MAX_KILLS = 50;

/**
 * Leaves the journal of a killed brokerage in a folder, all of its records noted as acknowledged, after at least so many lines of the brokerage. A
 * kill between a commit and its note leaves records that damage may remove without a message (decision 16): flips in them prove nothing, so the
 * kill is repeated.
 */
export async function killWithNote(folder: string, seed: number, lines: number): Promise<void> {
  for (let attempt = 0; attempt < MAX_KILLS; attempt += 1) {
    await runAndKillAfterLines(folder, seed * 10_000 + attempt, 0, lines);
    if ((await recordsBeyondNote(folder)) === 0) return;
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  }
  throw new Error(`None of ${MAX_KILLS} kills left a journal that is noted to its end.`);
}

import { setTimeout as delay } from 'node:timers/promises';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { judge, type Verdict } from './judge.ts';
import { runVictim, type Victim } from './victim.ts';

const DISK_MB = 512;
const RUN_MS = 300;
/** Whatever the journal gives back while it is out is filled again this often. */
const POLL_MS = 50;
const PATIENCE_MS = 60_000;

/** Waits for a line that the victim writes from now on. */
async function waitFor(victim: Victim, text: string, meanwhile: () => Promise<void>): Promise<void> {
  const from = victim.writtenBytes();
  for (let waitedMs = 0; !victim.written(from).includes(text); waitedMs += POLL_MS) {
    if (waitedMs > PATIENCE_MS)
      throw new Error(`The victim wrote no ${text} within ${PATIENCE_MS / 1_000} s.`);
    await meanwhile();
    await delay(POLL_MS);
  }
}

async function fillAndFree(disk: SmallDisk, victim: Victim, outages: number): Promise<void> {
  await victim.isReady;
  for (let outage = 0; outage < outages; outage += 1) {
    await delay(RUN_MS);
    await waitFor(victim, '"outage":true', () => disk.fill());
    await disk.free();
    await waitFor(victim, '"reports":[{', () => Promise.resolve());
  }
}

/** Fills the disk under the victim until it refuses, frees it until it acknowledges again, kills it, and judges what is left. */
export async function soakFullDisk(outages: number, seed: number): Promise<Verdict> {
  const disk = await mountSmallDisk(DISK_MB);
  try {
    const lines = await runVictim(disk.folder, seed * 10_000, 0, (victim) =>
      fillAndFree(disk, victim, outages),
    );
    return await judge(disk.folder, 0, [], lines);
  } finally {
    await disk.remove();
  }
}

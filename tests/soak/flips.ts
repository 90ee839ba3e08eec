import { deepStrictEqual } from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountView } from '../../src/server/brokerage/brokerage.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { AcknowledgedMark } from '../../src/server/storage/acknowledged-mark.ts';
import { markPath } from '../../src/server/storage/journal-paths.ts';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import type { Random } from '../simulation/random.ts';
import { ACCOUNTS, createSoakMarket, memoryLimits } from './world.ts';

export interface FlipCounts {
  /** Starts, or readings of past orders, that were refused with a message that names the journal. */
  refused: number;
  /** Starts whose books were those of the undamaged journal. */
  unchanged: number;
}

/** The files that hold orders. */
const JOURNAL_FILES = ['journal.db', 'journal.db-wal'];

/**
 * Flips bits of a journal that a killed server left, one at a time, each in a copy of the folder, and starts a brokerage on the copy. Throws
 * when the start neither is refused nor has exactly the books of the undamaged journal.
 */
export async function flipBits(folder: string, flips: number, random: Random): Promise<FlipCounts> {
  const work = await mkdtemp(join(tmpdir(), 'tapedeck-flips-'));
  const counts: FlipCounts = { refused: 0, unchanged: 0 };
  try {
    const expected = await booksOf(await copyOf(folder, work));
    const present = (await readdir(folder)).filter((name) => JOURNAL_FILES.includes(name));
    const sizes = await Promise.all(present.map(async (name) => (await stat(join(folder, name))).size));
    const totalBytes = sizes.reduce((sum, size) => sum + size, 0);
    for (let flip = 0; flip < flips; flip += 1) {
      const copy = await copyOf(folder, work);
      let at = random.int(0, totalBytes - 1);
      const index = sizes.findIndex((size) => (at < size ? true : ((at -= size), false)));
      const file = present[index] ?? 'journal.db';
      const bit = random.int(0, 7);
      const bytes = await readFile(join(copy, file));
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      await writeFile(join(copy, file), bytes);
      await judgeFlip(copy, expected, `bit ${bit} of byte ${at} of ${file}`, counts);
    }
    return counts;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * How many records the journal in a folder has beyond its note: those of a commit that the kill separated from its note. They
 * were not acknowledged, so damage may remove them without a message (decision 16).
 */
export async function recordsBeyondNote(folder: string): Promise<number> {
  const work = await mkdtemp(join(tmpdir(), 'tapedeck-note-'));
  try {
    const copy = await copyOf(folder, work);
    const mark = await AcknowledgedMark.open(markPath({ dataFolder: copy }), (error) => {
      throw error;
    });
    await mark.close();
    const storage = await openStorage({ dataFolder: copy });
    const lastSeq = await storage.journal.lastSeq();
    await storage.close();
    return lastSeq - (mark.found?.seq ?? 0);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function judgeFlip(
  copy: string,
  expected: readonly AccountView[],
  where: string,
  counts: FlipCounts,
): Promise<void> {
  let books: readonly AccountView[];
  try {
    books = await booksOf(copy);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!message.includes(join(copy, 'journal.db')))
      throw new Error(`${where}: the refusal does not name the journal: ${message}`, { cause: error });
    counts.refused += 1;
    return;
  }
  deepStrictEqual(books, expected, `${where}: the start was not refused, so the books are as they were`);
  counts.unchanged += 1;
}

async function copyOf(folder: string, work: string): Promise<string> {
  const copy = join(work, 'copy');
  await rm(copy, { recursive: true, force: true });
  await cp(folder, copy, { recursive: true });
  return copy;
}

/** What a brokerage that starts on the folder shows of every account. */
async function booksOf(dataFolder: string): Promise<readonly AccountView[]> {
  const storage = await openStorage({ dataFolder });
  try {
    const market = createSoakMarket(1);
    const brokerage = createBrokerage({
      market,
      journal: storage.journal,
      clock: market,
      accounts: () => ({ isLive: false, isLocked: false }),
      ...memoryLimits(dataFolder),
    });
    await brokerage.start();
    const books = await Promise.all(
      ACCOUNTS.map((account) => brokerage.readAccount(account, 0, (view) => view)),
    );
    await brokerage.stop();
    return books;
  } finally {
    await storage.close();
  }
}

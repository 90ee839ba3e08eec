import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AcknowledgedMark, MarkDamage } from './acknowledged-mark.ts';
import { ARCHIVE_FOLDER } from './journal-archive/archive-files.ts';
import { fileParts } from './journal-archive/file-parts.ts';
import { WholeJournal } from './journal-archive/whole-journal.ts';
import { JournalDamage } from './journal-chain.ts';
import { JournalFile } from './journal-file.ts';
import { damagedFile, JOURNAL_FILE, markPath } from './journal-paths.ts';
import type { StorageOptions } from './open-repositories.ts';
import { openPostgresRepair } from './postgres-repair.ts';
import type { RepairedJournal } from './repaired-journal.ts';

/** What a journal holds up to its first damage. */
export interface JournalFinding {
  /** Records 1 to this one are whole. */
  readonly lastWhole: number;
  /** What is wrong with the next one; undefined = nothing is, the journal ends there. */
  readonly damage: string | undefined;
  /** The newest record that is known to have been acknowledged. */
  readonly acknowledged: number;
}

/** What was kept of a damaged journal: its whole records, up to the damage. */
export interface Salvage extends JournalFinding {
  /** Where the damaged journal was kept. */
  readonly keptAs: string;
}

const BATCH_RECORDS = 4_096;
/** A damaged row may carry any number: a last one so far behind the whole ones is not believed. */
const MAX_BELIEVED_GAP = 100_000;

/** Reads the whole journal and says how far it is whole. No server may run on it. */
export async function checkJournal(options: StorageOptions): Promise<JournalFinding> {
  const journal = await openRepair(options);
  try {
    return await findingOf(journal, await acknowledgedSeq(options));
  } finally {
    await journal.close();
  }
}

/**
 * Puts the whole records of a damaged journal in its place. A number that was given out and lost is filled with `lostPayload`, so that no order
 * or execution gets the id of a lost one. The damaged journal is kept. No server may run on it.
 */
export async function salvageJournal(
  options: StorageOptions,
  lostPayload: string,
  stamp: string,
): Promise<Salvage> {
  const journal = await openRepair(options);
  try {
    const finding = await findingOf(journal, await acknowledgedSeq(options));
    const { lastWhole, acknowledged } = finding;
    const isBelieved = journal.lastSeq - lastWhole <= MAX_BELIEVED_GAP;
    const lastSeq = Math.max(lastWhole, acknowledged, isBelieved ? journal.lastSeq : 0);
    const payloads = Array.from({ length: lastSeq - lastWhole }, () => lostPayload);
    const added = { payloads, accounts: payloads.map(() => '') };
    const { keptAs, crc } = await journal.replace(lastWhole, added, stamp);
    await rm(markPath(options), { force: true });
    const mark = await AcknowledgedMark.open(markPath(options), fail);
    mark.note({ seq: lastSeq, crc });
    await mark.close();
    return { ...finding, keptAs };
  } finally {
    await journal.close();
  }
}

function fail(error: unknown): never {
  throw error;
}

const openRepair = (options: StorageOptions): Promise<RepairedJournal> =>
  options.databaseUrl ? openPostgresRepair(options.databaseUrl) : openSqliteRepair(options.dataFolder);

async function acknowledgedSeq(options: StorageOptions): Promise<number> {
  try {
    const mark = await AcknowledgedMark.open(markPath(options), fail);
    await mark.close();
    return mark.found?.seq ?? 0;
  } catch (error) {
    if (error instanceof MarkDamage) return 0;
    throw error;
  }
}

async function findingOf(journal: RepairedJournal, acknowledged: number): Promise<JournalFinding> {
  let lastWhole = 0;
  let limit = BATCH_RECORDS;
  for (;;) {
    try {
      const { payloads } = await journal.read(lastWhole + 1, limit);
      lastWhole += payloads.length;
      if (payloads.length > 0) continue;
      const isShort = lastWhole < acknowledged;
      return { lastWhole, damage: isShort ? `record ${lastWhole + 1} is missing` : undefined, acknowledged };
    } catch (error) {
      // One at a time from here on, to find the first that is not whole.
      if (limit === 1) return { lastWhole, damage: wordsOf(error), acknowledged };
      limit = 1;
    }
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof JournalDamage) return error.finding;
  return error instanceof Error ? error.message : String(error);
}

async function openSqliteRepair(dataFolder: string): Promise<RepairedJournal> {
  const path = join(dataFolder, JOURNAL_FILE);
  const salvaged = join(dataFolder, 'journal-salvaged.db');
  let file = await openUnusedJournal(dataFolder);
  const damaged = new WholeJournal(fileParts(path, file, join(dataFolder, ARCHIVE_FOLDER)));
  return {
    lastSeq: file.lastSeq,
    read: (fromSeq, limit) => damaged.read(fromSeq, limit),
    async replace(lastWhole, added, stamp) {
      const keptAs = join(dataFolder, damagedFile(stamp));
      await rm(salvaged, { force: true });
      const whole = new JournalFile(salvaged);
      try {
        // Archived records that are whole stay in the archive.
        file.copyBlocksTo(whole, lastWhole);
        for (let seq = whole.lastSeq + 1; seq <= lastWhole; seq += BATCH_RECORDS)
          whole.write(seq, await damaged.read(seq, Math.min(BATCH_RECORDS, lastWhole - seq + 1)));
        if (added.payloads.length > 0) whole.write(lastWhole + 1, added);
      } finally {
        whole.close();
      }
      // The log beside it may be what is damaged: it is kept as it is, and must not be applied to the new file.
      await copyFile(`${path}-wal`, `${keptAs}-wal`).catch(ignoreMissing);
      file.close();
      await rename(path, keptAs);
      await rm(`${path}-wal`, { force: true });
      await rename(salvaged, path);
      file = new JournalFile(path);
      return { keptAs, crc: file.lastCrc };
    },
    close: () => Promise.resolve(file.close()),
  };
}

/** Opens the order journal of a data folder on which no server runs. */
export async function openUnusedJournal(dataFolder: string): Promise<JournalFile> {
  const path = join(dataFolder, JOURNAL_FILE);
  // Opening makes a file: a mistyped folder must not get one.
  await stat(path).catch(() => {
    throw new Error(`There is no order journal in ${dataFolder}.`);
  });
  try {
    return new JournalFile(path);
  } catch (error) {
    const message = wordsOf(error);
    if (!message.includes('locked')) throw new Error(`${path} cannot be read: ${message}`, { cause: error });
    throw new Error(`A server runs on the data folder ${dataFolder}. Stop it first.`, { cause: error });
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

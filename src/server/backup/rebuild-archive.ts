import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../storage/columns.ts';
import { ARCHIVE_FOLDER, readSegmentBlock, writeSegment } from '../storage/journal-archive/archive-files.ts';
import type { IndexedBlock } from '../storage/journal-archive/block-table.ts';
import {
  packBlock,
  unpackBlock,
  type Block,
  type PackedBlock,
} from '../storage/journal-archive/journal-block.ts';
import { FileDamage } from '../storage/journal-chain.ts';
import type { JournalFile } from '../storage/journal-file.ts';
import { openUnusedJournal } from '../storage/journal-repair.ts';
import { BackupArchive } from './backup-archive.ts';
import { parseRecord, type BackupRecord } from './backup-lines.ts';
import { JOURNAL_PART } from './backup-manifest.ts';

export interface RebuildRequest {
  /** The backup. */
  readonly file: string;
  /** Data folder of a stopped server with SQLite. */
  readonly dataFolder: string;
  readonly onProgress?: ((line: string) => void) | undefined;
}

/** A file of the archive that was written again. */
export interface RebuiltSegment {
  readonly segment: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Name under which the damaged file is kept; undefined when it was missing. */
  readonly keptAs: string | undefined;
}

/**
 * Writes the missing and damaged files of the archive again, from the records of a backup. The checksums of the journal's list of blocks prove that the
 * records are the same: others are refused, and nothing is changed. Repeating a rebuild that was interrupted completes it.
 */
export async function rebuildArchive(request: RebuildRequest): Promise<readonly RebuiltSegment[]> {
  const { file, dataFolder, onProgress = () => undefined } = request;
  const journal = await openUnusedJournal(dataFolder);
  try {
    const folder = join(dataFolder, ARCHIVE_FOLDER);
    onProgress('Checking the archive');
    const damaged = await damagedSegments(folder, journal);
    if (damaged.length === 0) throw new Error('every file of the archive is whole; nothing was changed.');
    onProgress('Checking the backup');
    const backup = await BackupArchive.open(file);
    const packed = await packedFrom(backup, damaged, onProgress);
    const rebuilt: RebuiltSegment[] = [];
    for (const [index, blocks] of damaged.entries())
      rebuilt.push(await replaceSegment(journal, folder, blocks, packed[index] ?? []));
    return rebuilt;
  } finally {
    journal.close();
  }
}

/** The blocks of each file that is missing, too short, or holds something else than the list of blocks says. */
async function damagedSegments(folder: string, journal: JournalFile): Promise<(readonly Block[])[]> {
  const damaged: (readonly Block[])[] = [];
  for (const blocks of Map.groupBy(journal.blocks.blocks, ({ segment }) => segment).values())
    if (!(await isWhole(folder, blocks))) damaged.push(blocks);
  return damaged;
}

async function isWhole(folder: string, blocks: readonly Block[]): Promise<boolean> {
  try {
    for (const block of blocks) await unpackBlock(await readSegmentBlock(folder, block), block);
    return true;
  } catch (error) {
    if (error instanceof FileDamage) return false;
    throw error;
  }
}

/** The blocks of each segment, packed from the backup. */
async function packedFrom(
  backup: BackupArchive,
  segments: readonly (readonly Block[])[],
  onProgress: (line: string) => void,
): Promise<readonly (readonly PackedBlock[])[]> {
  const packed: PackedBlock[][] = segments.map(() => []);
  const wanted = segments.flatMap((blocks, index) => blocks.map((block) => ({ block, index })));
  const lastSeq = wanted.at(-1)?.block.lastSeq ?? 0;
  const { lastRecord } = backup.manifest.journal;
  if (lastRecord < lastSeq)
    throw new Error(
      `the backup ends at record ${lastRecord}, and the archive misses records up to ${lastSeq}. Use a later backup.`,
    );
  let at = 0;
  let records: BackupRecord[] = [];
  let seq = 0;
  for await (const line of backup.lines(JOURNAL_PART)) {
    seq += 1;
    const next = wanted[at];
    if (!next) break;
    if (seq < next.block.firstSeq) continue;
    records.push(parseRecord(line));
    if (seq < next.block.lastSeq) continue;
    packed[next.index]?.push(await packAgain(next.block, records));
    onProgress(`Archive: record ${seq} of ${lastSeq}`);
    records = [];
    at += 1;
  }
  return packed;
}

async function packAgain(block: Block, records: readonly BackupRecord[]): Promise<PackedBlock> {
  const packed = await packBlock(block.firstSeq, block.crcBefore, {
    payloads: records.map(({ payload }) => payload),
    accounts: records.map(({ account }) => account),
  });
  if (packed.crc === block.crc) return packed;
  throw new Error(
    `records ${block.firstSeq} to ${block.lastSeq} of the backup are not those that the archive had: it is the backup of another journal, or of one that was restored since. Nothing was changed.`,
  );
}

/** The damaged file is kept beside the new one. */
async function replaceSegment(
  journal: JournalFile,
  folder: string,
  blocks: readonly Block[],
  packed: readonly PackedBlock[],
): Promise<RebuiltSegment> {
  const segment = blocks[0]?.segment ?? '';
  const keptAs = await keepDamaged(folder, segment);
  const stored: readonly IndexedBlock[] = await writeSegment(folder, packed);
  // Another version of the compression may need more or fewer bytes.
  journal.relocateBlocks(stored);
  return { segment, firstSeq: blocks[0]?.firstSeq ?? 0, lastSeq: blocks.at(-1)?.lastSeq ?? 0, keptAs };
}

async function keepDamaged(folder: string, segment: string): Promise<string | undefined> {
  const keptAs = `${segment}.damaged`;
  try {
    await rename(join(folder, segment), join(folder, keptAs));
    return keptAs;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

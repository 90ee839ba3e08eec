import { open, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../columns.ts';
import { FileDamage } from '../journal-chain.ts';
import type { IndexedBlock } from './block-table.ts';
import type { Block, PackedBlock } from './journal-block.ts';

/** Folder of the archived records within the data folder. PostgreSQL has them in a table. */
export const ARCHIVE_FOLDER = 'journal-archive';

/**
 * Writes blocks into one file, which is on the disk when this resolves. A file of the same name was left by an attempt that did not get as far as
 * the list of blocks, and is replaced.
 */
export async function writeSegment(
  folder: string,
  blocks: readonly PackedBlock[],
): Promise<readonly IndexedBlock[]> {
  const segment = nameOf(blocks);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partial = join(folder, `${segment}.new`);
  await rm(partial, { force: true });
  const file = await open(partial, 'wx', 0o600);
  try {
    for (const { data } of blocks) await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, join(folder, segment));
  const opened = await open(folder, 'r');
  // The name of a new file is on the disk only when its folder is.
  await opened.sync();
  await opened.close();
  let offset = 0;
  return blocks.map(({ data, ...block }) => {
    const stored = { ...block, segment, offset };
    offset += data.length;
    return stored;
  });
}

/** The checksum of the last record distinguishes it from the file of a journal that was salvaged. */
function nameOf(blocks: readonly PackedBlock[]): string {
  const last = blocks.at(-1);
  return `records-${blocks[0]?.firstSeq ?? 0}-${last?.lastSeq ?? 0}-${(last?.crc ?? 0).toString(16).padStart(8, '0')}.zst`;
}

/** Compressed bytes of a block. Throws FileDamage when its file is missing or too short. */
export async function readSegmentBlock(folder: string, block: Block): Promise<Uint8Array> {
  const file = await open(join(folder, block.segment), 'r').catch((error: unknown) => {
    throw hasCode(error, 'ENOENT') ? missing(block) : error;
  });
  try {
    const data = Buffer.alloc(block.bytes);
    const { bytesRead } = await file.read(data, 0, block.bytes, block.offset);
    if (bytesRead < block.bytes) throw missing(block);
    return data;
  } finally {
    await file.close();
  }
}

/** Throws FileDamage when a file of the archive is missing or too short. Its content is checked when it is read. */
export async function expectSegments(folder: string, blocks: readonly Block[]): Promise<void> {
  const lastBlocks = new Map(blocks.map((block) => [block.segment, block]));
  for (const block of lastBlocks.values()) {
    const found = await stat(join(folder, block.segment)).catch((error: unknown) => {
      throw hasCode(error, 'ENOENT') ? missing(block) : error;
    });
    if (found.size < block.offset + block.bytes) throw missing(block);
  }
}

const missing = ({ segment, firstSeq, lastSeq }: Block): FileDamage =>
  new FileDamage(
    `the archived records ${firstSeq} to ${lastSeq} are missing: ${ARCHIVE_FOLDER}/${segment} is not there or too short`,
  );

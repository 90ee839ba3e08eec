import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { hasCode } from './columns.ts';

/** SQLite's header of a write-ahead log: its salts change whenever the log starts again from its beginning. */
const LOG_HEADER_BYTES = 32;
const CHUNK_BYTES = 1 << 20;
/** The log starts again after every 32 MB of commits; a copy that overlaps with that is made again. */
const MAX_ATTEMPTS = 20;

/**
 * Copies the journal file and its write-ahead log while a server writes to them. The server holds an exclusive lock, so SQLite cannot read the
 * file from another process.
 *
 * The copy holds every commit that was durable when the call began, and no part of a later one: SQLite changes the file only in a checkpoint,
 * and the pages that a checkpoint moves stay in the log until the log starts again, which changes its header. While the header stays the same,
 * the log that was copied last has every page that the copy of the file may have missed. SQLite ignores an incomplete commit at the end.
 *
 * Never call it in the process that has the journal open: closing a file releases the POSIX locks that the process holds on it.
 */
export async function copyJournalFile(path: string, target: string, signal?: AbortSignal): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const before = await stateOf(path);
    await copy(path, target, signal);
    await rm(`${target}-wal`, { force: true });
    await copy(`${path}-wal`, `${target}-wal`, signal).catch(ignoreMissing);
    if ((await stateOf(path)) === before) return;
  }
  throw new Error(
    `The order journal ${path} changes faster than it can be copied. Try again when fewer orders come in, or write to a faster disk.`,
  );
}

/** The header of the log; without a log, size and time of the file, which then changes only when a server starts. */
async function stateOf(path: string): Promise<string> {
  const header = Buffer.alloc(LOG_HEADER_BYTES);
  try {
    const log = await open(`${path}-wal`, 'r');
    try {
      const { bytesRead } = await log.read(header, 0, LOG_HEADER_BYTES, 0);
      if (bytesRead === LOG_HEADER_BYTES) return `log ${header.toString('hex')}`;
    } finally {
      await log.close();
    }
  } catch (error) {
    ignoreMissing(error);
  }
  const { size, mtimeMs } = await stat(path);
  return `file ${size} ${mtimeMs}`;
}

async function copy(path: string, target: string, signal: AbortSignal | undefined): Promise<void> {
  await pipeline(
    createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    createWriteStream(target, { mode: 0o600, highWaterMark: CHUNK_BYTES }),
    { signal },
  );
}

function ignoreMissing(error: unknown): void {
  if (!hasCode(error, 'ENOENT')) throw error;
}

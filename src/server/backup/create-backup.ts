import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { decodeEvent } from '../brokerage/event-codec.ts';
import { writeProblem } from '../file-problem.ts';
import { hasCode } from '../storage/columns.ts';
import { JournalChain } from '../storage/journal-chain.ts';
import { checkpointFolder } from '../storage/journal-paths.ts';
import type { StorageOptions } from '../storage/open-repositories.ts';
import { openSnapshot } from '../storage/open-snapshot.ts';
import type { JournalSnapshot, StorageSnapshot } from '../storage/storage-snapshot.ts';
import { BackupArchive } from './backup-archive.ts';
import type { BackupRecord } from './backup-lines.ts';
import {
  BACKUP_FORM,
  checkpointPart,
  JOURNAL_PART,
  seqOfCheckpointPart,
  tablePart,
  type BackupManifest,
} from './backup-manifest.ts';
import { BackupParts, syncPath } from './backup-parts.ts';

const RECORDS_PER_BATCH = 1_024;
/** Extended result code of SQLite for a full disk. */
const SQLITE_FULL = 13;
/** A path that cannot be used; other errors are no fault of the file's name. */
const FILE_CODES = ['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR'];

/** A request for a backup. */
export interface BackupRequest {
  readonly storage: StorageOptions;
  readonly file: string;
  /** Version of Tapedeck. */
  readonly version: string;
  /** Host UTC ms. */
  readonly nowMs: number;
  /** Aborting it leaves nothing behind. */
  readonly signal?: AbortSignal | undefined;
  /** Receives what is being done, as one line. */
  readonly onProgress?: ((line: string) => void) | undefined;
}

/**
 * Writes database and order journal into one file while the server may run. Every order that was acknowledged before the call is in it. The file
 * appears under its name only when it is complete, on the disk, and verified by reading it back.
 */
export async function createBackup(request: BackupRequest): Promise<BackupManifest> {
  const file = resolve(request.file);
  if (existsSync(file)) throw new Error(`${file} exists already. Choose another name for the backup.`);
  const folder = await temporaryFolderFor(file);
  try {
    const packed = join(folder, 'backup.tar');
    const manifest = await writeBackup(request, folder, packed);
    request.onProgress?.('Reading the backup back');
    await BackupArchive.open(packed, undefined, request.signal);
    request.signal?.throwIfAborted();
    await rename(packed, file);
    await syncPath(dirname(file));
    return manifest;
  } catch (error) {
    throw explained(error, file, request.signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Beside the backup: the file gets its name by a rename, which works on one disk only. */
async function temporaryFolderFor(file: string): Promise<string> {
  try {
    return await mkdtemp(join(dirname(file), '.tapedeck-backup-'));
  } catch (error) {
    throw explained(error, file, undefined);
  }
}

function explained(error: unknown, file: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return new Error('The backup was cancelled. Nothing was kept.', { cause: error });
  const isFull =
    hasCode(error, 'ENOSPC') ||
    hasCode(error, 'EDQUOT') ||
    (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL);
  if (isFull)
    return new Error(
      `The disk of ${dirname(file)} is full, so no backup was made. It needs room for a copy of the order journal and twice the size of the backup: free some, or name a file on another disk.`,
      { cause: error },
    );
  if (FILE_CODES.some((code) => hasCode(error, code)))
    return new Error(`The backup cannot be written: ${writeProblem(file, error)}.`, { cause: error });
  return error;
}

async function writeBackup(
  { storage, version, nowMs, signal, onProgress }: BackupRequest,
  folder: string,
  packed: string,
): Promise<BackupManifest> {
  const parts = new BackupParts(folder, signal);
  const snapshot = await openSnapshot(storage, { folder, signal });
  const progress = onProgress ?? (() => undefined);
  let journal: BackupManifest['journal'];
  try {
    await addTables(snapshot, parts, progress);
    journal = await addJournal(snapshot.journal, parts, progress);
  } finally {
    await snapshot.close();
  }
  await addCheckpoints(checkpointFolder(storage), journal.lastRecord, parts);
  const manifest: BackupManifest = {
    form: BACKUP_FORM,
    version,
    created: new Date(nowMs).toISOString(),
    database: storage.databaseUrl ? 'PostgreSQL' : 'SQLite',
    migrations: [...snapshot.migrations],
    journal,
    parts: parts.written,
  };
  progress('Packing the parts');
  await parts.packInto(packed, manifest);
  return manifest;
}

async function addTables(
  snapshot: StorageSnapshot,
  parts: BackupParts,
  progress: (line: string) => void,
): Promise<void> {
  for (const table of snapshot.tables) {
    progress(`Table ${table}`);
    await parts.addLines(tablePart(table), linesOfRows(snapshot, table));
  }
}

async function* linesOfRows(snapshot: StorageSnapshot, table: string): AsyncGenerator<string> {
  for await (const rows of snapshot.rows(table)) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

async function addJournal(
  journal: JournalSnapshot,
  parts: BackupParts,
  progress: (line: string) => void,
): Promise<BackupManifest['journal']> {
  const chain = new JournalChain();
  let last = { record: 0, checksum: 0, payload: '' };
  async function* lines(): AsyncGenerator<string> {
    while (last.record < journal.lastSeq) {
      const { payloads, accounts } = await journal.read(last.record + 1, RECORDS_PER_BATCH);
      if (payloads.length === 0) return;
      let text = '';
      payloads.forEach((payload, index) => {
        const account = accounts[index] ?? '';
        const crc = chain.next(last.checksum, account, payload);
        text += `${JSON.stringify({ account, payload, crc } satisfies BackupRecord)}\n`;
        last = { record: last.record + 1, checksum: crc, payload };
      });
      progress(`Order journal: ${last.record} of ${journal.lastSeq} records`);
      yield text;
    }
  }
  await parts.addLines(JOURNAL_PART, lines());
  return {
    lastRecord: last.record,
    checksum: last.checksum,
    time:
      last.record === 0
        ? null
        : new Date(decodeEvent({ seq: last.record, payload: last.payload }).timeMs).toISOString(),
  };
}

/** A running server may have removed one in the meantime, or made one after the copy of the journal: those are left out. */
async function addCheckpoints(folder: string, lastSeq: number, parts: BackupParts): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const seq = seqOfCheckpointPart(checkpointPart(name));
    if (seq === undefined || seq > lastSeq) continue;
    const bytes = await readFile(join(folder, name)).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    });
    if (bytes) await parts.addBytes(checkpointPart(name), bytes);
  }
}

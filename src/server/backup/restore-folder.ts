import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../data-folder.ts';
import { writeProblem } from '../file-problem.ts';
import { AcknowledgedMark } from '../storage/acknowledged-mark.ts';
import { hasCode } from '../storage/columns.ts';
import { JournalFile } from '../storage/journal-file.ts';
import { checkpointFolder, JOURNAL_FILE, markPath } from '../storage/journal-paths.ts';
import { migrate, openDatabase, type StorageOptions } from '../storage/open-repositories.ts';
import { refuseRunningServer } from '../storage/running-server.ts';
import { seqOfCheckpointPart } from './backup-manifest.ts';
import { syncPath } from './backup-parts.ts';
import { fillDatabase } from './fill-database.ts';
import { expectChecksum, journalBatches } from './journal-batches.ts';
import type { RestoreJob } from './restore-job.ts';

/** Restores into a data folder. Returns the name under which the old one is kept, when there was one. */
export async function restoreFolder(job: RestoreJob, dataFolder: string): Promise<string | undefined> {
  const target = resolve(dataFolder);
  const entries = await readdir(target).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  const isUsed = entries !== undefined && entries.length > 0;
  if (isUsed) await refuseRunningServer({ dataFolder: target });
  if (isUsed && !job.isReplacing)
    throw new Error(
      `The folder ${target} is not empty. Name another one with --into, or add --replace: the present folder is then kept under another name.`,
    );
  const keptAs = isUsed ? `${target}-replaced-${job.stamp}` : undefined;
  if (keptAs !== undefined) await renameFolder(target, keptAs);
  try {
    await fillFolder(job, target);
    return keptAs;
  } catch (error) {
    await rm(join(target, PARTIAL), { recursive: true, force: true });
    // What the folder had before, it has again: nothing, or no folder, or the old data.
    if (entries === undefined || keptAs !== undefined) await rmdir(target).catch(() => undefined);
    if (keptAs !== undefined) await rename(keptAs, target);
    throw error;
  }
}

const PARTIAL = '.restoring';

async function renameFolder(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    throw new Error(
      `The folder ${from} cannot be renamed to ${to}${hasCode(error, 'EBUSY') ? ' because a disk is mounted there' : ''}. Restore into another folder with --into.`,
      { cause: error },
    );
  });
}

/** In a folder within the target first, so that the target may be a mounted disk. */
async function fillFolder(job: RestoreJob, target: string): Promise<void> {
  const partial = join(target, PARTIAL);
  await makeFolder(partial).catch((error: unknown) => {
    throw new Error(`Nothing was restored: ${writeProblem(target, error)}.`, { cause: error });
  });
  const storage: StorageOptions = { dataFolder: partial };
  await restoreDatabase(job, storage);
  await restoreJournal(job, join(partial, JOURNAL_FILE));
  await writeCheckpoints(job, checkpointFolder(storage));
  await writeMark(job, storage);
  for (const name of await readdir(partial)) await syncPath(join(partial, name));
  job.signal?.throwIfAborted();
  if ((await readdir(target)).length > 1)
    throw new Error(
      `Something was stored in ${target} while the backup was restored: a server may have been started on it. Stop it, and restore again.`,
    );
  for (const name of await readdir(partial)) await rename(join(partial, name), join(target, name));
  await rmdir(partial);
  await syncPath(target);
  await syncPath(dirname(target));
}

async function restoreDatabase(job: RestoreJob, storage: StorageOptions): Promise<void> {
  const db = await openDatabase(storage);
  try {
    await migrate(db, job.archive.manifest.migrations.at(-1));
    await db
      .transaction()
      .execute((transaction) => fillDatabase(transaction, job.archive, job.plan, job.onProgress));
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

async function restoreJournal(job: RestoreJob, path: string): Promise<void> {
  const file = new JournalFile(path);
  try {
    for await (const batch of journalBatches(job)) {
      file.write(batch.firstSeq, batch);
      expectChecksum(job, batch, file.lastCrc);
    }
  } finally {
    file.close();
  }
}

/** Writes those checkpoints of the backup that are not beyond the restored journal. They make the first start shorter. */
export async function writeCheckpoints({ archive, plan }: RestoreJob, folder: string): Promise<void> {
  for (const { name } of archive.manifest.parts) {
    const seq = seqOfCheckpointPart(name);
    if (seq === undefined || seq > plan.lastSeq) continue;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `checkpoint-${seq}.json`);
    await writeFile(path, await archive.bytes(name), { mode: 0o600 });
    await syncPath(path);
  }
}

/** Notes the last restored record as acknowledged, so that a later loss of records is noticed. */
export async function writeMark({ plan }: RestoreJob, storage: StorageOptions): Promise<void> {
  const mark = await AcknowledgedMark.open(markPath(storage), (error) => {
    throw error;
  });
  if (plan.lastSeq > 0) mark.note({ seq: plan.lastSeq, crc: plan.checksum });
  await mark.close();
}

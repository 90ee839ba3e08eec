import { stat } from 'node:fs/promises';
import { createBackup } from '../backup/create-backup.ts';
import { packageVersion } from '../package-version.ts';
import { UsageError, type StorageContext } from './admin-context.ts';

/** Runs `backup FILE`. The server may run. */
export async function runBackupCommand(
  file: string | undefined,
  { storage, nowMs, print, progress, cancelSignal }: StorageContext,
): Promise<void> {
  if (file === undefined) throw new UsageError('backup: name the file to write.');
  const { journal, parts } = await createBackup({
    storage,
    file,
    version: packageVersion(),
    nowMs,
    signal: cancelSignal?.(),
    onProgress: progress,
  });
  const { size } = await stat(file);
  print(`Backup written and verified: ${file} (${megabytes(size)}, ${parts.length} parts).`);
  print(
    journal.time === null
      ? 'The order journal has no records yet.'
      : `The order journal is in it up to record ${journal.lastRecord}, exchange time ${journal.time}.`,
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

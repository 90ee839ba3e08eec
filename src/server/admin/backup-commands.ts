import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkStorage } from '../backup/check-storage.ts';
import { E4 } from '../../domain/money/price.ts';
import { createBackup } from '../backup/create-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { parseUntil } from '../backup/restore-plan.ts';
import { packageVersion } from '../package-version.ts';
import type { StorageOptions } from '../storage/open-repositories.ts';
import { UsageError, type AdminFlags, type StorageContext } from './admin-context.ts';

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
  print(`Backup written and verified: ${file} (${sizeText(size)}, ${parts.length} parts).`);
  print(
    journal.time === null
      ? 'The order journal has no records yet.'
      : `The order journal is in it up to record ${journal.lastRecord}, exchange time ${journal.time}.`,
  );
}

/** Runs `restore FILE`. The server must be stopped. */
export async function runRestoreCommand(
  file: string | undefined,
  flags: AdminFlags,
  { storage, nowMs, print, progress, cancelSignal }: StorageContext,
): Promise<void> {
  if (file === undefined) throw new UsageError('restore: name the backup file.');
  const until = flags.until === undefined ? undefined : parseUntil(flags.until);
  if (flags.until !== undefined && until === undefined)
    throw new UsageError(
      `--until: "${flags.until}" is neither the number of a record nor a time such as 2026-03-02T15:30:00Z.`,
    );
  const target = targetOf(flags.into, storage);
  const { plan, manifest, keptAs } = await restoreBackup({
    file,
    storage: target,
    version: packageVersion(),
    until,
    isReplacing: flags.replace,
    nowMs,
    signal: cancelSignal?.(),
    onProgress: progress,
  });
  const { lastSeq, timeMs } = plan;
  print(
    `Restored the backup of ${manifest.created} into ${target.databaseUrl ? 'the database' : target.dataFolder}.`,
  );
  print(
    timeMs === undefined
      ? 'The order journal has no records.'
      : `The order journal ends at record ${lastSeq} of ${manifest.journal.lastRecord}, exchange time ${new Date(timeMs).toISOString()}.`,
  );
  if (keptAs !== undefined) print(`What was there before is kept as ${keptAs}.`);
}

/** Runs `check`. The server must be stopped; nothing is changed. */
export async function runCheckCommand({
  storage,
  print,
  progress,
  cancelSignal,
}: StorageContext): Promise<void> {
  // Not in the data folder: a check changes nothing there.
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-check-'));
  try {
    const { records, accounts, checkpoints, disagreements } = await checkStorage(storage, {
      folder,
      signal: cancelSignal?.(),
      onProgress: progress,
    });
    for (const { account, cashE4, openOrders, positions } of accounts)
      print(
        [
          account,
          `cash ${(cashE4 / E4).toFixed(4)}`,
          `open orders ${openOrders}`,
          ...positions
            .filter(([, quantity]) => quantity !== 0)
            .map(([symbol, quantity]) => `${symbol} ${quantity}`),
        ].join('  '),
      );
    for (const line of disagreements) print(line);
    print(
      `Checked ${counted(records, 'record')}, ${counted(accounts.length, 'account')} and ${counted(checkpoints, 'checkpoint')}.`,
    );
    if (disagreements.length > 0)
      throw new Error(`${counted(disagreements.length, 'disagreement')} found: see the lines above.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A folder or a database that is named replaces those of the environment. */
export function targetOf<Storage extends Pick<StorageOptions, 'dataFolder' | 'databaseUrl'>>(
  into: string | undefined,
  storage: Storage,
): Storage {
  if (into === undefined) return storage;
  if (/^postgres(ql)?:\/\//.test(into)) return { ...storage, databaseUrl: into };
  return { ...storage, dataFolder: into, databaseUrl: undefined };
}

/** A size for people: kilobytes below a megabyte. */
const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

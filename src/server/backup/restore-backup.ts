import { formatISO } from 'date-fns/formatISO';
import { gt, valid } from 'semver';
import { UTC } from '../../domain/calendar/zones.ts';
import { hasCode } from '../storage/columns.ts';
import type { StorageOptions } from '../storage/open-repositories.ts';
import { refuseRunningServer } from '../storage/running-server.ts';
import { migrations } from '../storage/schema.ts';
import { BackupArchive } from './backup-archive.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { restoreFolder } from './restore-folder.ts';
import type { RestoreJob } from './restore-job.ts';
import { planRestore, type RestorePlan, type Until } from './restore-plan.ts';
import { restorePostgres } from './restore-postgres.ts';

/** A request to restore a backup. */
export interface RestoreRequest {
  readonly file: string;
  /** Where to: an empty or missing data folder, or an empty PostgreSQL database. */
  readonly storage: StorageOptions;
  /** Version of Tapedeck. */
  readonly version: string;
  readonly until?: Until | undefined;
  /** Keeps what is in the target under another name, and takes its place. */
  readonly isReplacing?: boolean | undefined;
  /** Host UTC ms. */
  readonly nowMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((line: string) => void) | undefined;
}

/** What a restore did. */
export interface RestoreOutcome {
  readonly manifest: BackupManifest;
  readonly plan: RestorePlan;
  /** Where the data is that was there before; undefined = the target was empty. */
  readonly keptAs: string | undefined;
}

/** Restores a backup. The target gets all of it, or stays as it is. */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreOutcome> {
  try {
    return await verifiedAndRestored(request);
  } catch (error) {
    if (request.signal?.aborted)
      throw new Error('The restore was cancelled. The target is as it was.', { cause: error });
    if (hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT'))
      throw new Error(
        'The disk is full, so nothing was restored. Free some room, or restore into a folder on another disk with --into.',
        { cause: error },
      );
    throw error;
  }
}

async function verifiedAndRestored(request: RestoreRequest): Promise<RestoreOutcome> {
  const { file, storage, signal, onProgress = () => undefined } = request;
  // Before the file is verified, which may take minutes.
  await refuseRunningServer(storage);
  const archive = await BackupArchive.open(file, ({ name }) => onProgress(`Verifying ${name}`), signal);
  refuseNewer(archive, request.version);
  onProgress('Reading the order journal');
  const plan = await planRestore(archive, request.until);
  const job: RestoreJob = {
    archive,
    plan,
    isReplacing: request.isReplacing ?? false,
    stamp: formatISO(request.nowMs, { format: 'basic', in: UTC }),
    signal,
    onProgress,
  };
  const keptAs = storage.databaseUrl
    ? await restorePostgres(job, { ...storage, databaseUrl: storage.databaseUrl })
    : await restoreFolder(job, storage.dataFolder);
  return { manifest: archive.manifest, plan, keptAs };
}

function refuseNewer({ file, manifest }: BackupArchive, version: string): void {
  const unknown = manifest.migrations.filter((name) => !Object.hasOwn(migrations, name));
  const isNewer =
    valid(version) !== null && valid(manifest.version) !== null && gt(manifest.version, version);
  if (isNewer || unknown.length > 0)
    throw new Error(
      `The backup ${file} was made by Tapedeck ${manifest.version}, and this is Tapedeck ${version}, which does not know its data. Restore it with version ${manifest.version} or later.`,
    );
}

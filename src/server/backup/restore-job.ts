import type { BackupArchive } from './backup-archive.ts';
import type { RestorePlan } from './restore-plan.ts';

/** What a restore into one kind of database works with. */
export interface RestoreJob {
  readonly archive: BackupArchive;
  readonly plan: RestorePlan;
  readonly isReplacing: boolean;
  /** Part of the name under which the old data is kept. */
  readonly stamp: string;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (line: string) => void;
}

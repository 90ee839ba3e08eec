import type { RecordTexts } from '../storage/journal-chain.ts';
import { BackupDamage } from './backup-archive.ts';
import { inBatches, parseRecord } from './backup-lines.ts';
import { JOURNAL_PART } from './backup-manifest.ts';
import type { RestoreJob } from './restore-job.ts';

const RECORDS_PER_BATCH = 4_096;

/** A batch of records, and the checksum that the last of them must have. */
export interface JournalBatch extends RecordTexts {
  readonly firstSeq: number;
  readonly lastChecksum: number;
}

/** The records that a restore keeps. */
export async function* journalBatches({
  archive,
  plan,
  signal,
  onProgress,
}: RestoreJob): AsyncGenerator<JournalBatch> {
  let firstSeq = 1;
  for await (const lines of inBatches(archive.lines(JOURNAL_PART), RECORDS_PER_BATCH)) {
    signal?.throwIfAborted();
    const records = lines.slice(0, plan.lastSeq - firstSeq + 1).map(parseRecord);
    if (records.length === 0) return;
    yield {
      firstSeq,
      payloads: records.map(({ payload }) => payload),
      accounts: records.map(({ account }) => account),
      lastChecksum: records.at(-1)?.crc ?? 0,
    };
    firstSeq += records.length;
    onProgress(`Order journal: ${firstSeq - 1} of ${plan.lastSeq} records`);
  }
}

/** Compares the checksum of a written batch with that of the backup. */
export function expectChecksum(
  job: RestoreJob,
  { lastChecksum, firstSeq }: JournalBatch,
  written: number,
): void {
  if (written !== lastChecksum)
    throw new BackupDamage(
      job.archive.file,
      `the checksums of its order journal do not match from record ${firstSeq} on`,
    );
}

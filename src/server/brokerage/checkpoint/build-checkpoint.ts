import type { JournalReader } from '../../storage/repositories.ts';
import { Ledger } from '../ledger.ts';
import { replay } from '../replay.ts';
import type { Checkpoint } from './checkpoint-files.ts';
import { fillFrom, snapshotOf, type Snapshot } from './snapshot.ts';

/** Finished orders that stay in memory while a checkpoint is built: late cancels mostly name one of the newest. */
const MAX_FINISHED = 2_000;

/** Where checkpoints come from. */
export interface Checkpoints {
  newestFirst(): AsyncIterable<Checkpoint>;
}

/** Fills an empty ledger from the newest checkpoint that belongs to the journal. Leaves it empty when there is none. */
export async function restore(
  ledger: Ledger,
  journal: JournalReader,
  checkpoints: Checkpoints,
  log: (line: string) => void,
): Promise<void> {
  for await (const checkpoint of checkpoints.newestFirst()) {
    if ((await journal.checksumOf(checkpoint.lastSeq)) === checkpoint.journalCrc)
      // The text is as it was written: its checksum was compared, and its form.
      return fillFrom(JSON.parse(checkpoint.body) as Snapshot, ledger);
    log(
      `The checkpoint at record ${checkpoint.lastSeq} is passed over: the journal has another record there.`,
    );
  }
}

/** The checkpoint at a record, from the newest one before it. */
export async function buildCheckpoint(
  journal: JournalReader,
  checkpoints: Checkpoints,
  toSeq: number,
  log: (line: string) => void,
): Promise<Checkpoint | undefined> {
  const ledger = new Ledger();
  await restore(ledger, journal, checkpoints, log);
  if (ledger.book.lastSeq >= toSeq) return undefined;
  await replay(journal, ledger, { toSeq, maxFinished: MAX_FINISHED });
  const { lastSeq } = ledger.book;
  const journalCrc = await journal.checksumOf(lastSeq);
  if (lastSeq !== toSeq || journalCrc === undefined) return undefined;
  return { lastSeq, journalCrc, body: JSON.stringify(snapshotOf(ledger)) };
}

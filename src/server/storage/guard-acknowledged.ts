import { AcknowledgedMark, MarkDamage, type NoteTarget } from './acknowledged-mark.ts';
import type { JournalStore } from './group-commit-journal.ts';
import type { JournalArchive } from './journal-archive/journal-archive.ts';
import { JournalDamage } from './journal-chain.ts';

/** A store whose records carry chained checksums. */
export interface CheckedStore extends JournalStore {
  /** How messages name the journal. */
  readonly name: string;
  /** From now on each commit is noted before `write` resolves; `onFailure` when a note could not be written. Left out by stores that have no thread of their own. */
  noteTo?(target: NoteTarget, onFailure: (error: Error) => void): Promise<void>;
  /** Checksum of the newest record; 0 before the first. */
  lastChecksum(): number;
  /** Takes the oldest records. */
  readonly archive: JournalArchive;
}

/** Opens the note of what was acknowledged beside a journal, and refuses a journal that has less, or that is another one. */
export async function guardAcknowledged(
  store: CheckedStore,
  markPath: string,
  log: (line: string) => void,
): Promise<CheckedStore> {
  const mark = await openMark(store, markPath, log);
  try {
    await compare(store, mark, markPath, log);
  } catch (error) {
    await mark.close();
    throw error;
  }
  const lastSeq = await store.lastSeq();
  if (lastSeq > 0) mark.note({ seq: lastSeq, crc: store.lastChecksum() });
  await store.noteTo?.(await mark.target(), failureLog(markPath, log));
  return {
    ...store,
    async write(records) {
      await store.write(records);
      const last = records.at(-1);
      if (store.noteTo) mark.noted();
      else if (last) mark.note({ seq: last.seq, crc: store.lastChecksum() });
    },
    async close() {
      await store.close();
      await mark.close();
    },
  };
}

const failureLog =
  (path: string, log: (line: string) => void) =>
  (error: unknown): void =>
    log(
      `The note of acknowledged orders (${path}) could not be written: ${error instanceof Error ? error.message : String(error)}. Orders are not affected; a damaged journal may go unnoticed.`,
    );

async function openMark(
  { name }: CheckedStore,
  path: string,
  log: (line: string) => void,
): Promise<AcknowledgedMark> {
  try {
    return await AcknowledgedMark.open(path, failureLog(path, log));
  } catch (error) {
    if (error instanceof MarkDamage)
      throw new JournalDamage(
        name,
        `the note of what was acknowledged (${path}) cannot be read, so it cannot be known whether records are missing`,
        { cause: error },
      );
    throw error;
  }
}

async function compare(
  store: CheckedStore,
  { found }: AcknowledgedMark,
  path: string,
  log: (line: string) => void,
): Promise<void> {
  const lastSeq = await store.lastSeq();
  if (!found) {
    if (lastSeq > 0)
      log(
        `There is no note of what was acknowledged (${path}) yet: whether the journal's ${lastSeq} records are all is checked from the next start on.`,
      );
    return;
  }
  if (found.seq > lastSeq)
    throw new JournalDamage(
      store.name,
      `it ends at record ${lastSeq}, but record ${found.seq} was acknowledged: ${found.seq - lastSeq} records from ${lastSeq + 1} on are missing`,
    );
  if (found.seq > 0 && (await store.checksumOf(found.seq)) !== found.crc)
    throw new JournalDamage(
      store.name,
      `its record ${found.seq} is not the one that was acknowledged: it was changed, or this is another journal or a continued old copy`,
    );
}

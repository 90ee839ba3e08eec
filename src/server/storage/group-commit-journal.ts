import type { Journal, JournalReader, JournalRecord } from './repositories.ts';

/** Where a journal's records are kept. One call at a time for `write`; `write` resolves when the records survive power loss. */
export interface JournalStore extends Pick<
  JournalReader,
  'accountBatch' | 'expectAccountRecords' | 'checksumOf'
> {
  write(records: readonly JournalRecord[]): Promise<void>;
  /** Ascending, at most `limit`; empty at the end. */
  read(fromSeq: number, limit: number): Promise<readonly JournalRecord[]>;
  lastSeq(): Promise<number>;
  /** Resolves once a test write is durable; rejects while the store takes none. What a failed `write` left behind is decided before it resolves. */
  recover(): Promise<void>;
  close(): Promise<void>;
  /** Called when the store breaks between calls. */
  onBroken(listener: (error: Error) => void): void;
}

export interface GroupCommitJournal extends Journal {
  /** False from a failed write until `recover` has resolved. */
  isWritable(): boolean;
}

interface Waiting {
  readonly records: readonly JournalRecord[];
  resolve(): void;
  reject(error: Error): void;
}

const MAX_BATCH_RECORDS = 1_024;
const READ_BATCH_RECORDS = 4_096;

/**
 * Commits in groups without a timer: whatever is appended in one turn of the event loop, or while a commit runs, goes into the next one. After a failed
 * write nothing is written until `recover` has resolved, because only then it is known which records the store holds; `onFailure` is called once for each outage.
 */
export async function createGroupCommitJournal(
  store: JournalStore,
  onFailure?: (error: Error) => void,
): Promise<GroupCommitJournal> {
  let durableSeq = await store.lastSeq();
  let acceptedSeq = durableSeq;
  let failure: Error | undefined;
  let closing: Promise<void> | undefined;
  let isWriting = false;
  let writer: Promise<void> = Promise.resolve();
  let waiting: Waiting[] = [];

  const fail = (error: unknown): void => {
    if (!failure) {
      failure = new Error(
        `The order journal failed and takes no records until a test write succeeds: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
      onFailure?.(failure);
    }
    for (const call of waiting.splice(0)) call.reject(failure);
  };
  store.onBroken(fail);

  const takeBatch = (): Waiting[] => {
    let count = 0;
    let calls = 0;
    for (const call of waiting) {
      if (calls > 0 && count + call.records.length > MAX_BATCH_RECORDS) break;
      count += call.records.length;
      calls += 1;
    }
    const batch = waiting.slice(0, calls);
    waiting = waiting.slice(calls);
    return batch;
  };

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Whatever one turn of the event loop brings shares a commit: else the first order goes alone and all others wait for two.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = takeBatch();
      // The store may have broken meanwhile, and those that waited have been told.
      if (batch.length === 0) break;
      const records =
        batch.length === 1 && batch[0] ? batch[0].records : batch.flatMap((call) => call.records);
      try {
        await store.write(records);
      } catch (error) {
        // Back among the waiting ones, so that all of them hear the same.
        waiting = [...batch, ...waiting];
        fail(error);
        break;
      }
      durableSeq = records.at(-1)?.seq ?? durableSeq;
      for (const call of batch) call.resolve();
    }
    // In the same turn as the last look at the queue: a call made after it must start a writer of its own.
    isWriting = false;
  };

  return {
    async append(records) {
      if (failure) throw failure;
      if (closing) throw new Error('The order journal is closed.');
      checkContiguous(records, acceptedSeq + 1);
      if (records.length === 0) return;
      acceptedSeq += records.length;
      const done = new Promise<void>((resolve, reject) => waiting.push({ records, resolve, reject }));
      if (!isWriting) {
        isWriting = true;
        writer = writeAll();
      }
      await done;
    },
    async *read(fromSeq) {
      let next = fromSeq;
      let reading = store.read(next, READ_BATCH_RECORDS);
      for (;;) {
        const records = await reading;
        const last = records.at(-1);
        if (!last) return;
        // The store fetches the next ones while these are worked on. Nobody may be waiting for it any more when it fails.
        reading = store.read(last.seq + 1, READ_BATCH_RECORDS);
        reading.catch(() => undefined);
        checkGap(records, Math.max(next, 1));
        yield records;
        next = last.seq + 1;
      }
    },
    batch: (fromSeq, limit) => store.read(fromSeq, limit),
    accountBatch: (account, range, limit) => store.accountBatch(account, range, limit),
    expectAccountRecords: (account, toSeq, count) => store.expectAccountRecords(account, toSeq, count),
    checksumOf: (seq) => store.checksumOf(seq),
    lastSeq: () => Promise.resolve(durableSeq),
    isWritable: () => failure === undefined,
    async recover() {
      await writer;
      if (closing) throw new Error('The order journal is closed.');
      if (!failure) return;
      await store.recover();
      durableSeq = await store.lastSeq();
      acceptedSeq = durableSeq;
      failure = undefined;
    },
    close() {
      closing ??= (async () => {
        await writer;
        await store.close();
      })();
      return closing;
    },
  };
}

function checkContiguous(records: readonly JournalRecord[], firstSeq: number): void {
  records.forEach(({ seq }, index) => {
    if (seq !== firstSeq + index)
      throw new Error(`Invariant: journal record ${firstSeq + index} expected, got ${seq}`);
  });
}

function checkGap(records: readonly JournalRecord[], firstSeq: number): void {
  records.forEach(({ seq }, index) => {
    if (seq !== firstSeq + index)
      throw new Error(
        `The order journal has a gap: record ${firstSeq + index} is missing. Restore it from a backup.`,
      );
  });
}

import type { Journal, JournalReader, JournalRecord } from './repositories.ts';

/** The storage of a journal's records. `write` is called again only after it has resolved, which it does once the records survive a power loss. */
export interface JournalStore extends Pick<
  JournalReader,
  'accountBatch' | 'expectAccountRecords' | 'checksumOf'
> {
  write(records: readonly JournalRecord[]): Promise<void>;
  /** Ascending, at most `limit`; empty at the end. */
  read(fromSeq: number, limit: number): Promise<readonly JournalRecord[]>;
  lastSeq(): Promise<number>;
  /** Resolves once a test write is durable; rejects while the store accepts no writes. Before it resolves, the records of a failed `write` are either durable or gone. */
  recover(): Promise<void>;
  close(): Promise<void>;
  /** Called when the store breaks between calls. */
  onBroken(listener: (error: Error) => void): void;
}

/** A journal that commits in groups. After a failed write it refuses records until `recover` has resolved. */
export interface GroupCommitJournal extends Journal {
  /** False from a failed write until `recover` has resolved. */
  isWritable(): boolean;
}

interface WaitingAppend {
  readonly records: readonly JournalRecord[];
  resolve(): void;
  reject(error: Error): void;
}

const MAX_BATCH_RECORDS = 1_024;
const READ_BATCH_RECORDS = 4_096;

/**
 * Commits in groups without a timer: records that are appended in one turn of the event loop, or during a commit, go into the next commit.
 * After a failed write nothing is written until `recover` has resolved, because only then it is known which records the store holds.
 */
class GroupCommit implements GroupCommitJournal {
  readonly #store: JournalStore;
  readonly #onFailure: ((error: Error) => void) | undefined;
  #durableSeq: number;
  #acceptedSeq: number;
  #failure: Error | undefined;
  #closing: Promise<void> | undefined;
  #isWriting = false;
  #writer: Promise<void> = Promise.resolve();
  #waiting: WaitingAppend[] = [];

  constructor(store: JournalStore, lastSeq: number, onFailure?: (error: Error) => void) {
    this.#store = store;
    this.#onFailure = onFailure;
    this.#durableSeq = lastSeq;
    this.#acceptedSeq = lastSeq;
    store.onBroken((error) => this.#fail(error));
  }

  async append(records: readonly JournalRecord[]): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (this.#closing) throw new Error('The order journal is closed.');
    checkContiguous(records, this.#acceptedSeq + 1);
    if (records.length === 0) return;
    this.#acceptedSeq += records.length;
    const done = new Promise<void>((resolve, reject) => this.#waiting.push({ records, resolve, reject }));
    if (!this.#isWriting) {
      this.#isWriting = true;
      this.#writer = this.#writeAll();
    }
    await done;
  }

  async *read(fromSeq: number): AsyncGenerator<readonly JournalRecord[]> {
    let next = fromSeq;
    let reading = this.#store.read(next, READ_BATCH_RECORDS);
    for (;;) {
      const records = await reading;
      const last = records.at(-1);
      if (!last) return;
      // The store reads the next records while the caller processes these. If the caller stops, a failure of this read is ignored.
      reading = this.#store.read(last.seq + 1, READ_BATCH_RECORDS);
      reading.catch(() => undefined);
      checkGap(records, Math.max(next, 1));
      yield records;
      next = last.seq + 1;
    }
  }

  batch(fromSeq: number, limit: number): Promise<readonly JournalRecord[]> {
    return this.#store.read(fromSeq, limit);
  }

  accountBatch(...args: Parameters<JournalStore['accountBatch']>): ReturnType<JournalStore['accountBatch']> {
    return this.#store.accountBatch(...args);
  }

  expectAccountRecords(account: string, toSeq: number, count: number): Promise<void> {
    return this.#store.expectAccountRecords(account, toSeq, count);
  }

  checksumOf(seq: number): Promise<number | undefined> {
    return this.#store.checksumOf(seq);
  }

  lastSeq(): Promise<number> {
    return Promise.resolve(this.#durableSeq);
  }

  isWritable(): boolean {
    return this.#failure === undefined;
  }

  async recover(): Promise<void> {
    await this.#writer;
    if (this.#closing) throw new Error('The order journal is closed.');
    if (!this.#failure) return;
    await this.#store.recover();
    this.#durableSeq = await this.#store.lastSeq();
    this.#acceptedSeq = this.#durableSeq;
    this.#failure = undefined;
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      await this.#writer;
      await this.#store.close();
    })();
    return this.#closing;
  }

  #fail(error: unknown): void {
    if (!this.#failure) {
      this.#failure = new Error(
        `The order journal failed and takes no records until a test write succeeds: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
      this.#onFailure?.(this.#failure);
    }
    for (const append of this.#waiting.splice(0)) append.reject(this.#failure);
  }

  #takeBatch(): WaitingAppend[] {
    let count = 0;
    let appends = 0;
    for (const append of this.#waiting) {
      if (appends > 0 && count + append.records.length > MAX_BATCH_RECORDS) break;
      count += append.records.length;
      appends += 1;
    }
    const batch = this.#waiting.slice(0, appends);
    this.#waiting = this.#waiting.slice(appends);
    return batch;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      // All appends of one turn of the event loop share a commit; otherwise the first is committed alone and the others wait for two commits.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = this.#takeBatch();
      // The store may have failed in this turn, which rejected all waiting appends.
      if (batch.length === 0) break;
      const records =
        batch.length === 1 && batch[0] ? batch[0].records : batch.flatMap((append) => append.records);
      try {
        await this.#store.write(records);
      } catch (error) {
        // Put back, so that they are rejected with all other waiting appends.
        this.#waiting = [...batch, ...this.#waiting];
        this.#fail(error);
        break;
      }
      this.#durableSeq = records.at(-1)?.seq ?? this.#durableSeq;
      for (const append of batch) append.resolve();
    }
    // In the same turn as the last check of the queue: a later append must start a writer.
    this.#isWriting = false;
  }
}

/** Opens a journal with group commits over a store. `onFailure` is called once for each outage. */
export async function createGroupCommitJournal(
  store: JournalStore,
  onFailure?: (error: Error) => void,
): Promise<GroupCommitJournal> {
  return new GroupCommit(store, await store.lastSeq(), onFailure);
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

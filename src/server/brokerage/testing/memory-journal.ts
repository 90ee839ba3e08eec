import { assert } from '../../../domain/assert/assert.ts';
import { JournalChain } from '../../storage/journal-chain.ts';
import type { Journal, JournalRecord } from '../../storage/repositories.ts';

/** A journal in memory for tests: keeps the contract (contiguous, resolves later, refuses for good after a failure) and can be held or broken. */
export class MemoryJournal implements Journal {
  readonly records: JournalRecord[];
  readonly #chain = new JournalChain();
  #failure: Error | undefined;
  #isRepaired = false;
  #keepsWhatFails = false;
  #held: (() => void)[] | undefined;

  constructor(records: readonly JournalRecord[] = []) {
    this.records = [...records];
  }

  async append(records: readonly JournalRecord[]): Promise<void> {
    if (this.#held) {
      const held = this.#held;
      await new Promise<void>((resolve) => held.push(resolve));
    } else await Promise.resolve();
    if (this.#failure && !this.#keepsWhatFails) throw this.#failure;
    for (const record of records) {
      assert(
        record.seq === this.records.length + 1,
        `records continue the sequence (expected ${this.records.length + 1}, got ${record.seq})`,
      );
      this.records.push(record);
    }
    if (this.#failure) throw this.#failure;
  }

  async *read(fromSeq: number): AsyncIterable<readonly JournalRecord[]> {
    for (let index = fromSeq - 1; index < this.records.length; index += 100)
      yield this.records.slice(index, index + 100);
  }

  async batch(fromSeq: number, limit: number): Promise<readonly JournalRecord[]> {
    return this.records.slice(fromSeq - 1, fromSeq - 1 + limit);
  }

  async accountBatch(
    account: string,
    { fromSeq, toSeq }: { readonly fromSeq: number; readonly toSeq: number },
    limit: number,
  ): Promise<readonly JournalRecord[]> {
    return this.records
      .slice(fromSeq - 1, toSeq)
      .filter((record) => (record.account ?? '') === account)
      .slice(0, limit);
  }

  async expectAccountRecords(account: string, toSeq: number, count: number): Promise<void> {
    const found = this.records.slice(0, toSeq).filter((record) => (record.account ?? '') === account);
    assert(found.length === count, `account ${account} has ${count} records (${found.length} found)`);
  }

  async checksumOf(seq: number): Promise<number | undefined> {
    if (seq > this.records.length) return undefined;
    let crc = 0;
    for (const { account = '', payload } of this.records.slice(0, seq))
      crc = this.#chain.next(crc, account, payload);
    return crc;
  }

  async lastSeq(): Promise<number> {
    return this.records.length;
  }

  async recover(): Promise<void> {
    if (this.#failure && !this.#isRepaired) throw this.#failure;
    this.#failure = undefined;
    this.#keepsWhatFails = false;
  }

  async close(): Promise<void> {}

  /** Appends wait from now on, until the returned function is called. */
  hold(): () => void {
    const held: (() => void)[] = [];
    this.#held = held;
    return () => {
      this.#held = undefined;
      for (const resolve of held) resolve();
    };
  }

  /** Every append from now on fails, until `repair` and a `recover` after it. */
  breakDown(reason = 'disk full'): void {
    this.#failure = new Error(reason);
    this.#isRepaired = false;
  }

  /** What is appended is there although its append fails: the answer of a disk that came too late. */
  keepsWhatFails(): void {
    this.#keepsWhatFails = true;
  }

  /** The next `recover` succeeds. */
  repair(): void {
    this.#isRepaired = true;
  }
}

import { crc32c } from './crc32c.ts';

/**
 * The checksums of the journal. Each record's is the CRC-32C of its account and payload, seeded with the checksum of the record before it, so that
 * a changed, exchanged or moved record shows, and the checksum of the last one stands for the whole journal.
 */
export class JournalChain {
  #bytes = Buffer.alloc(64 * 1024);

  /** The checksum of a record that follows one with the checksum `previous` (0 before the first). */
  next(previous: number, account: string, payload: string): number {
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    const neededBytes = 3 * (account.length + payload.length) + 1;
    if (neededBytes > this.#bytes.length) this.#bytes = Buffer.alloc(2 * neededBytes);
    const accountBytes = this.#bytes.write(account, 0);
    // No account and no JSON text holds this byte: what is of the one cannot pass as of the other.
    this.#bytes[accountBytes] = 0;
    const length = accountBytes + 1 + this.#bytes.write(payload, accountBytes + 1);
    return crc32c(this.#bytes, previous, length);
  }
}

/** Payloads and accounts of records; the sequence numbers follow from the first one. */
export interface RecordTexts {
  readonly payloads: readonly string[];
  readonly accounts: readonly string[];
}

/** What was found wrong in a journal, without its name. */
export class FileDamage extends Error {}

/** A journal that must not be traded on. The message says which journal, which record, and what to do. */
export class JournalDamage extends Error {
  /** What is wrong, without the journal's name. */
  readonly finding: string;

  constructor(journal: string, finding: string, options?: ErrorOptions) {
    super(
      `The order journal (${journal}) is damaged: ${finding}. No orders are taken on it. Restore it from a backup; docs/admin.md, "A damaged journal", says how.`,
      options,
    );
    this.name = 'JournalDamage';
    this.finding = finding;
  }
}

/** Finding: the journal's index leaves out records of an account. */
export const countFinding = (account: string, found: number, count: number): string =>
  `its index has ${found} of the ${count} records of account "${account}"`;
/** Finding: the journal's index is out of order. */
export const orderFinding = (seq: number): string => `its index names record ${seq} out of order`;
/** Finding: a record, or one before it, was changed after it was written. */
export const checksumFinding = (seq: number): string => `the checksum of record ${seq} does not match`;

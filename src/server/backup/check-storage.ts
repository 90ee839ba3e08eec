import { isDeepStrictEqual } from 'node:util';
import { CheckpointFiles } from '../brokerage/checkpoint/checkpoint-files.ts';
import { snapshotOf } from '../brokerage/checkpoint/snapshot.ts';
import { decodeEvent } from '../brokerage/event-codec.ts';
import { Ledger } from '../brokerage/ledger.ts';
import { replay } from '../brokerage/replay.ts';
import { DONE, readAmendment } from '../risk/risk-settings.ts';
import { readAcknowledged } from '../storage/acknowledged-mark.ts';
import { checkpointFolder, markPath } from '../storage/journal-paths.ts';
import { messageOf, type StorageOptions } from '../storage/open-repositories.ts';
import { openSnapshot } from '../storage/open-snapshot.ts';
import { refuseRunningServer } from '../storage/running-server.ts';
import type { JournalSnapshot, StorageSnapshot, StoredRow } from '../storage/storage-snapshot.ts';
import { CashSums } from './cash-sums.ts';

/** What a check found. Nothing in `disagreements`: the data agree. */
export interface CheckOutcome {
  readonly records: number;
  readonly accounts: readonly AccountFigures[];
  readonly checkpoints: number;
  /** One sentence for each. */
  readonly disagreements: readonly string[];
}

/** Figures of an account as the journal has them, for comparison with other records. */
export interface AccountFigures {
  readonly account: string;
  readonly cashE4: number;
  readonly openOrders: number;
  readonly positions: readonly (readonly [symbol: string, quantity: number])[];
}

/** Finished orders that stay in memory while the journal is read. */
const MAX_FINISHED = 2_000;

/**
 * Reads the whole journal and compares everything that is derived from it: the note of what was acknowledged, checkpoints, cash, and rows of the
 * database. Changes nothing. The server must be stopped.
 */
export async function checkStorage(
  storage: StorageOptions,
  options: {
    /** Takes a copy of the journal. */
    readonly folder: string;
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: ((line: string) => void) | undefined;
  },
): Promise<CheckOutcome> {
  await refuseRunningServer(storage);
  const snapshot = await openSnapshot(storage, options);
  try {
    return await new StorageCheck(storage, snapshot, options.onProgress ?? (() => undefined)).run();
  } finally {
    await snapshot.close();
  }
}

class StorageCheck {
  readonly #storage: StorageOptions;
  readonly #snapshot: StorageSnapshot;
  readonly #journal: JournalSnapshot;
  readonly #progress: (line: string) => void;
  readonly #ledger = new Ledger();
  readonly #sums = new CashSums();
  readonly #disagreements: string[] = [];

  constructor(storage: StorageOptions, snapshot: StorageSnapshot, progress: (line: string) => void) {
    this.#storage = storage;
    this.#snapshot = snapshot;
    this.#journal = snapshot.journal;
    this.#progress = progress;
  }

  async run(): Promise<CheckOutcome> {
    await this.#compareNote();
    const checkpoints = await this.#readJournal();
    this.#compareCash();
    await this.#compareAccounts();
    await this.#compareAmendments();
    return {
      records: this.#ledger.book.lastSeq,
      accounts: [...this.#ledger.book.accounts.values()].map(
        ({ account, cashE4, openOrderCount, positions }) => ({
          account,
          cashE4,
          openOrders: openOrderCount,
          positions: [...positions].map(([symbol, { quantity }]) => [symbol, quantity] as const),
        }),
      ),
      checkpoints,
      disagreements: this.#disagreements,
    };
  }

  async #compareNote(): Promise<void> {
    const { lastSeq } = this.#journal;
    const noted = await readAcknowledged(markPath(this.#storage)).catch((error: unknown) => {
      this.#disagreements.push(`The note of what was acknowledged cannot be read: ${messageOf(error)}`);
      return undefined;
    });
    if (!noted) return;
    if (noted.seq > lastSeq)
      this.#disagreements.push(
        `The order journal ends at record ${lastSeq}, but record ${noted.seq} was acknowledged.`,
      );
    else if (noted.seq > 0 && (await this.#journal.checksumOf(noted.seq)) !== noted.crc)
      this.#disagreements.push(
        `Record ${noted.seq} of the order journal is not the one that was acknowledged.`,
      );
  }

  /** Replays the journal, and compares each checkpoint with the books at its record. Returns how many there are. */
  async #readJournal(): Promise<number> {
    const checkpoints = await this.#checkpoints();
    try {
      for (const { lastSeq, journalCrc, body } of checkpoints) {
        if ((await this.#journal.checksumOf(lastSeq)) !== journalCrc) {
          this.#disagreements.push(`The checkpoint at record ${lastSeq} belongs to another order journal.`);
          continue;
        }
        await this.#replayTo(lastSeq);
        this.#compareCheckpoint(lastSeq, body);
      }
      await this.#replayTo(this.#journal.lastSeq);
    } catch (error) {
      this.#disagreements.push(
        `The order journal cannot be read beyond record ${this.#ledger.book.lastSeq}: ${messageOf(error)}`,
      );
    }
    return checkpoints.length;
  }

  async #checkpoints() {
    const files = new CheckpointFiles(checkpointFolder(this.#storage), (line) =>
      this.#disagreements.push(line),
    );
    const checkpoints = [];
    for await (const checkpoint of files.newestFirst()) checkpoints.push(checkpoint);
    return checkpoints.reverse();
  }

  async #replayTo(toSeq: number): Promise<void> {
    const { book } = this.#ledger;
    while (book.lastSeq < toSeq) {
      const fromSeq = book.lastSeq + 1;
      const untilSeq = Math.min(toSeq, book.lastSeq + MAX_FINISHED);
      for (const record of await this.#journal.batch(fromSeq, untilSeq - fromSeq + 1))
        this.#sums.add(decodeEvent(record));
      await replay(this.#journal, this.#ledger, { toSeq: untilSeq, maxFinished: MAX_FINISHED });
      if (book.lastSeq < untilSeq) throw new Error(`record ${book.lastSeq + 1} is missing`);
      this.#progress(`Order journal: ${book.lastSeq} of ${this.#journal.lastSeq} records`);
    }
  }

  #compareCheckpoint(seq: number, body: string): void {
    // A snapshot as it is read from a file.
    const expected = JSON.parse(JSON.stringify(snapshotOf(this.#ledger))) as Record<string, unknown>;
    const stored = JSON.parse(body) as Record<string, unknown>;
    const names = new Set([...Object.keys(expected), ...Object.keys(stored)]);
    const different = [...names].filter((name) => !isDeepStrictEqual(expected[name], stored[name]));
    if (different.length > 0)
      this.#disagreements.push(
        `The checkpoint at record ${seq} differs from the order journal in ${different.join(', ')}. Remove it while the server is stopped: the next start reads the whole journal.`,
      );
  }

  /** Cash and positions of the books, against plain sums of the records. */
  #compareCash(): void {
    for (const { account, cashE4, positions } of this.#ledger.book.accounts.values()) {
      const summed = this.#sums.accountSums(account);
      if (summed.cashE4 !== cashE4)
        this.#disagreements.push(
          `The cash of account ${account} is ${cashE4} E4 in the books, and its fundings and executions sum to ${summed.cashE4} E4.`,
        );
      for (const [symbol, { quantity }] of positions)
        if ((summed.quantities.get(symbol) ?? 0) !== quantity)
          this.#disagreements.push(
            `Account ${account} has ${quantity} ${symbol} in the books, and its executions sum to ${summed.quantities.get(symbol) ?? 0}.`,
          );
    }
  }

  async #compareAccounts(): Promise<void> {
    for await (const row of rowsOf(this.#snapshot, 'accounts')) {
      const [account, version] = [String(row['account']), Number(row['cash_version'])];
      const booked = this.#ledger.book.accounts.get(account);
      // A server funds accounts at its start: an older version in the journal is no disagreement.
      if (!booked || booked.fundingVersion < version) continue;
      if (booked.fundingVersion > version)
        this.#disagreements.push(
          `The order journal has version ${booked.fundingVersion} of the cash of account ${account}, and the database has version ${version}: the next change of its cash would be ignored.`,
        );
      else if (this.#sums.accountSums(account).fundedE4 !== Number(row['opening_cash_e4']))
        this.#disagreements.push(
          `Account ${account} was funded with ${this.#sums.accountSums(account).fundedE4} E4 in the order journal, and the database has ${String(row['opening_cash_e4'])} E4 under the same version.`,
        );
    }
  }

  /** An instruction that was carried out must be in the journal. */
  async #compareAmendments(): Promise<void> {
    for await (const row of rowsOf(this.#snapshot, 'risk_entries')) {
      if (row['kind'] !== 'execution') continue;
      const name = String(row['name']);
      const { instruction, outcome } = readAmendment({ kind: 'execution', name, body: String(row['body']) });
      if (outcome !== DONE) continue;
      const amended = this.#ledger.book.amended.get(Number(name.slice(1)));
      if (amended?.instruction !== instruction)
        this.#disagreements.push(
          `The database has execution ${name} as amended, and the order journal has no such amendment.`,
        );
    }
  }
}

async function* rowsOf(snapshot: StorageSnapshot, table: string): AsyncGenerator<StoredRow> {
  if (!snapshot.tables.includes(table)) return;
  for await (const rows of snapshot.rows(table)) yield* rows;
}

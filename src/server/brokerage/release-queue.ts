import type { OrderEvent } from '../../domain/orders/core/types.ts';
import type { Journal, JournalRecord } from '../storage/repositories.ts';

/** Events of one decision, journaled and published together. `firstSeq`: sequence number of the first. */
export interface Batch {
  readonly firstSeq: number;
  readonly events: readonly OrderEvent[];
}
interface Pending<Released> extends Batch {
  isDurable: boolean;
  readonly settle: (released: Released | undefined) => void;
}

/**
 * Hands batches of events to the journal without waiting for the one before (the journal groups them into commits) and releases
 * them strictly in order once they are durable. After a failure nothing is released until `resume`.
 */
export class ReleaseQueue<Released> {
  readonly #journal: Journal;
  readonly #release: (batch: Batch) => Released;
  readonly #onJournalError: (error: unknown) => void;
  readonly #onFailure: (error: unknown) => void;
  readonly #encode: (seq: number, event: OrderEvent) => JournalRecord;
  #pending: Pending<Released>[] = [];
  #hasFailed = false;
  #last: Promise<unknown> = Promise.resolve('nothing was pushed');

  constructor(parts: {
    readonly journal: Journal;
    readonly encode: (seq: number, event: OrderEvent) => JournalRecord;
    readonly release: (batch: Batch) => Released;
    /** The journal took no more; called once until `resume`. */
    readonly onJournalError: (error: unknown) => void;
    /** Something else failed: nothing is released any more. */
    readonly onFailure: (error: unknown) => void;
  }) {
    this.#journal = parts.journal;
    this.#encode = parts.encode;
    this.#release = parts.release;
    this.#onJournalError = parts.onJournalError;
    this.#onFailure = parts.onFailure;
  }

  /** Resolves with what `release` made of the batch, or undefined when it never became durable. */
  push(batch: Batch): Promise<Released | undefined> {
    const released = new Promise<Released | undefined>((settle) => {
      if (this.#hasFailed) return settle(undefined);
      const pending: Pending<Released> = { ...batch, isDurable: false, settle };
      this.#pending.push(pending);
      const records = batch.events.map((event, index) => this.#encode(batch.firstSeq + index, event));
      this.#journal.append(records).then(
        () => this.#durable(pending),
        (error: unknown) => this.#end(() => this.#onJournalError(error)),
      );
    });
    this.#last = released;
    return released;
  }

  /** Resolves when everything pushed so far is released (true) or has failed (false); does not wait for what is pushed meanwhile. */
  async flushed(): Promise<boolean> {
    return (await this.#last) !== undefined;
  }

  /** Fails every pending batch because of an error other than that of the journal. Nothing is released after it. */
  fail(error: unknown): void {
    this.#end(() => this.#onFailure(error));
  }

  /** After a journal error: what is pushed from now on is released again. */
  resume(): void {
    this.#hasFailed = false;
  }

  #end(notify: () => void): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    notify();
    for (const pending of this.#pending.splice(0)) pending.settle(undefined);
  }

  #durable(pending: Pending<Released>): void {
    pending.isDurable = true;
    let released = 0;
    for (
      let head = this.#pending[released];
      head?.isDurable && !this.#hasFailed;
      head = this.#pending[released]
    ) {
      try {
        head.settle(this.#release(head));
      } catch (error) {
        this.fail(error);
        return;
      }
      released += 1;
    }
    if (released > 0) this.#pending.splice(0, released);
  }
}

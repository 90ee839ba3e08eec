import type { JournalReader } from '../../storage/repositories.ts';
import type { BrokerageLogger } from '../logger.ts';
import type { OrderMemory } from '../order-memory.ts';
import type { Batch } from '../release-queue.ts';
import type { Checkpointer } from './checkpointer.ts';

/** A session that begins with fewer records since the last checkpoint than this part of the usual number needs none. */
const WORTH_PART = 0.02;

/** Has checkpoints made when they are due, one at a time. */
export class CheckpointSchedule {
  readonly #checkpoints: Checkpointer;
  readonly #journal: JournalReader;
  readonly #memory: Pick<OrderMemory, 'trimHistories'>;
  readonly #logger: BrokerageLogger | undefined;
  #lastSeq = 0;
  #making: Promise<void> | undefined;

  constructor(parts: {
    readonly checkpoints: Checkpointer;
    readonly journal: JournalReader;
    readonly memory: Pick<OrderMemory, 'trimHistories'>;
    readonly logger: BrokerageLogger | undefined;
  }) {
    this.#checkpoints = parts.checkpoints;
    this.#journal = parts.journal;
    this.#memory = parts.memory;
    this.#logger = parts.logger;
  }

  /** The books continue from a checkpoint at record `checkpointSeq` (0 = none) and contain all records up to `lastSeq`. */
  begin(checkpointSeq: number, lastSeq: number): void {
    this.#lastSeq = checkpointSeq;
    this.#makeWhenDue(lastSeq, false);
  }

  /** A batch is durable. */
  released({ firstSeq, events }: Batch): void {
    const isNewSession = events.some(({ kind }) => kind === 'session');
    this.#makeWhenDue(firstSeq + events.length - 1, isNewSession);
  }

  async stop(): Promise<void> {
    await this.#checkpoints.stop();
    await this.#making;
  }

  #makeWhenDue(lastSeq: number, isNewSession: boolean): void {
    const dueRecords = this.#checkpoints.everyRecords * (isNewSession ? WORTH_PART : 1);
    if (this.#making || lastSeq - this.#lastSeq < dueRecords) return;
    // Also after a failure: the next one is due after as many records again.
    this.#lastSeq = lastSeq;
    this.#making = this.#make(lastSeq).finally(() => {
      this.#making = undefined;
    });
  }

  async #make(toSeq: number): Promise<void> {
    try {
      if (await this.#checkpoints.make(this.#journal, toSeq)) this.#memory.trimHistories();
    } catch (error) {
      this.#logger?.error(
        { err: error },
        `The checkpoint at record ${toSeq} could not be made. Orders are not affected; the next start takes longer.`,
      );
    }
  }
}

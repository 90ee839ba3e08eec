import { buildCheckpoint } from '../../src/server/brokerage/checkpoint/build-checkpoint.ts';
import type { Checkpoint } from '../../src/server/brokerage/checkpoint/checkpoint-files.ts';
import type { Checkpointer } from '../../src/server/brokerage/checkpoint/checkpointer.ts';
import type { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';

const noLog = (): void => undefined;

/** Builds checkpoints in this thread, every 60 records, and keeps them all. */
export class MemoryCheckpoints implements Checkpointer {
  readonly everyRecords = 60;
  readonly made: Checkpoint[] = [];

  async *newestFirst(): AsyncGenerator<Checkpoint> {
    yield* this.made.toReversed();
  }
  async make(journal: MemoryJournal, toSeq: number): Promise<boolean> {
    const checkpoint = await buildCheckpoint(journal, this, toSeq, noLog);
    if (checkpoint) this.made.push(checkpoint);
    return checkpoint !== undefined;
  }
  async stop(): Promise<void> {}
}

import { Worker } from 'node:worker_threads';
import type { JournalReader, JournalRecord } from '../../storage/repositories.ts';
import type { Checkpoint } from './checkpoint-files.ts';
import { CheckpointFiles } from './checkpoint-files.ts';
import type { CheckpointJob, ReadAnswer, ReadRequest, WorkerMessage } from './checkpoint-worker.ts';

/** Where a brokerage finds its checkpoints, and has new ones made. */
export interface Checkpointer {
  /** So many records make the next checkpoint due; a new session does it too. */
  readonly everyRecords: number;
  newestFirst(): AsyncIterable<Checkpoint>;
  /** Has a checkpoint made at a durable record, aside. Resolves when it is on the disk; false when none was made. */
  make(journal: JournalReader, toSeq: number): Promise<boolean>;
  /** Aborts the checkpoint in progress. */
  stop(): Promise<void>;
}

const EVERY_RECORDS = 25_000;

/** Checkpoints in a folder, each built by a thread that lives as long as that takes. */
export function createCheckpointer(
  folder: string,
  log: (line: string) => void,
  everyRecords = EVERY_RECORDS,
): Checkpointer {
  const files = new CheckpointFiles(folder, log);
  let worker: Worker | undefined;
  return {
    everyRecords,
    newestFirst: () => files.newestFirst(),
    async make(journal, toSeq) {
      if (worker) return false;
      const job: CheckpointJob = { folder, toSeq };
      const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
        workerData: job,
        execArgv: [],
      });
      worker = started;
      try {
        return await finished(started, journal, log);
      } finally {
        worker = undefined;
      }
    },
    async stop() {
      await worker?.terminate();
    },
  };
}

function finished(worker: Worker, journal: JournalReader, log: (line: string) => void): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let isDone = false;
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'log') log(message.line);
      else if (message.kind === 'done') isDone = message.lastSeq !== undefined;
      else void answerOf(journal, message.request).then((answer) => worker.postMessage(answer));
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve(isDone));
  });
}

async function answerOf(journal: JournalReader, request: ReadRequest): Promise<ReadAnswer> {
  const { id } = request;
  try {
    switch (request.kind) {
      case 'batch':
        return { id, ...columnsOf(await journal.batch(request.fromSeq, request.limit)) };
      case 'accountBatch':
        return { id, ...columnsOf(await journal.accountBatch(request.account, request, request.limit)) };
      case 'expectAccountRecords':
        await journal.expectAccountRecords(request.account, request.toSeq, request.count);
        return { id };
      case 'checksumOf':
        return { id, crc: await journal.checksumOf(request.seq) };
    }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Texts cross threads for a fraction of what objects cost. */
const columnsOf = (records: readonly JournalRecord[]): Pick<ReadAnswer, 'seqs' | 'payloads'> => ({
  seqs: records.map(({ seq }) => seq),
  payloads: records.map(({ payload }) => payload),
});

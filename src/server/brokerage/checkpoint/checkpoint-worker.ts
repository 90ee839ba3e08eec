import { parentPort, workerData } from 'node:worker_threads';
import type { JournalReader, JournalRecord } from '../../storage/repositories.ts';
import { buildCheckpoint } from './build-checkpoint.ts';
import { CheckpointFiles } from './checkpoint-files.ts';

/** Builds one checkpoint in a thread of its own and ends. The thread that started it reads the journal for it. */

export interface CheckpointJob {
  readonly folder: string;
  readonly toSeq: number;
}
/** What the worker requests of the journal. */
export type ReadRequest = { readonly id: number } & (
  | { readonly kind: 'batch'; readonly fromSeq: number; readonly limit: number }
  | {
      readonly kind: 'accountBatch';
      readonly account: string;
      readonly fromSeq: number;
      readonly toSeq: number;
      readonly limit: number;
    }
  | {
      readonly kind: 'expectAccountRecords';
      readonly account: string;
      readonly toSeq: number;
      readonly count: number;
    }
  | { readonly kind: 'checksumOf'; readonly seq: number }
);
/** The journal records that the worker requested, in parallel arrays, or the error of the read. */
export interface ReadAnswer {
  readonly id: number;
  readonly error?: string;
  readonly seqs?: readonly number[];
  readonly payloads?: readonly string[];
  readonly crc?: number | undefined;
}
/** Messages of the worker: a request for records, a log line, and its end with the last sequence number of the checkpoint. */
export type WorkerMessage =
  | { readonly kind: 'read'; readonly request: ReadRequest }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'done'; readonly lastSeq: number | undefined };

if (!parentPort) throw new Error('Invariant: a checkpoint is built in a worker thread');
const port = parentPort;
// The thread that starts this worker passes its job.
const { folder, toSeq } = workerData as CheckpointJob;

type WithoutId<Request> = Request extends unknown ? Omit<Request, 'id'> : never;

const pending = new Map<number, { resolve(answer: ReadAnswer): void; reject(error: Error): void }>();
let nextId = 1;
port.on('message', (answer: ReadAnswer) => {
  const call = pending.get(answer.id);
  pending.delete(answer.id);
  if (answer.error === undefined) call?.resolve(answer);
  else call?.reject(new Error(answer.error));
});

function request(wanted: WithoutId<ReadRequest>): Promise<ReadAnswer> {
  const id = nextId++;
  const message: WorkerMessage = { kind: 'read', request: { ...wanted, id } };
  port.postMessage(message);
  return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
}

const recordsOf = ({ seqs = [], payloads = [] }: ReadAnswer): JournalRecord[] =>
  payloads.map((payload, index) => ({ seq: seqs[index] ?? 0, payload }));

/** The journal, as the other thread reads it. Small batches: that thread takes orders meanwhile. */
const journal: JournalReader = {
  batch: async (fromSeq, limit) =>
    recordsOf(await request({ kind: 'batch', fromSeq, limit: Math.min(limit, 512) })),
  accountBatch: async (account, range, limit) =>
    recordsOf(await request({ kind: 'accountBatch', account, ...range, limit })),
  expectAccountRecords: async (account, toSeq, count) => {
    await request({ kind: 'expectAccountRecords', account, toSeq, count });
  },
  checksumOf: async (seq) => (await request({ kind: 'checksumOf', seq })).crc,
};

const say = (message: WorkerMessage): void => port.postMessage(message);
const files = new CheckpointFiles(folder, (line) => say({ kind: 'log', line }));
const checkpoint = await buildCheckpoint(journal, files, toSeq, (line) => say({ kind: 'log', line }));
if (checkpoint) await files.save(checkpoint);
say({ kind: 'done', lastSeq: checkpoint?.lastSeq });
port.close();

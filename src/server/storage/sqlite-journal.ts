import { Worker } from 'node:worker_threads';
import type { CheckedStore } from './guard-acknowledged.ts';
import type { NoteTarget } from './acknowledged-mark.ts';
import { JournalDamage } from './journal-chain.ts';
import type { RecordTexts } from './journal-file.ts';

type Request =
  | ({ readonly kind: 'write'; readonly firstSeq: number } & RecordTexts)
  | { readonly kind: 'read'; readonly fromSeq: number; readonly limit: number }
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
  | { readonly kind: 'noteTo'; readonly target: NoteTarget }
  | { readonly kind: 'lastSeq' }
  | { readonly kind: 'probe' }
  | { readonly kind: 'close' };

/** What goes to the worker thread; the answer carries the same id. */
export type JournalRequest = Request & { readonly id: number };
/** Id 0 is the worker's first word: the file is open, or why it is not (`locked`: another process has it). */
export interface JournalAnswer {
  readonly id: number;
  readonly error?: string;
  /** The commit stands, but its note could not be written. */
  readonly noteError?: string;
  /** The file is damaged, and `error` says where. */
  readonly isDamage?: boolean;
  /** Records without a gap from the requested one on: texts cross threads for a fraction of what objects cost. */
  readonly payloads?: readonly string[];
  /** Of the payloads, where they are not contiguous. */
  readonly seqs?: readonly number[];
  readonly seq?: number;
  readonly crc?: number;
}

interface Pending {
  resolve(answer: JournalAnswer): void;
  reject(error: Error): void;
}

/** Opens the journal file in a worker thread. Fails with one clear line when another process has it open. */
export async function openSqliteJournal(file: string): Promise<CheckedStore> {
  const worker = new Worker(new URL('./journal-worker.ts', import.meta.url), {
    workerData: { file },
    execArgv: [],
  });
  const pending = new Map<number, Pending>();
  const listeners: ((error: Error) => void)[] = [];
  let nextId = 1;
  let broken: Error | undefined;
  let isClosed = false;

  const breakDown = (error: Error): void => {
    broken ??= error;
    for (const call of pending.values()) call.reject(broken);
    pending.clear();
    if (!isClosed) for (const listener of listeners) listener(broken);
  };
  worker.on('error', breakDown);
  worker.on('exit', (code) => breakDown(new Error(`the journal thread ended (code ${code})`)));
  worker.on('message', (answer: JournalAnswer) => {
    const call = pending.get(answer.id);
    pending.delete(answer.id);
    if (answer.error === undefined) call?.resolve(answer);
    else if (answer.isDamage) call?.reject(new JournalDamage(file, answer.error));
    else call?.reject(new Error(answer.error));
  });

  const answerOf = (id: number): Promise<JournalAnswer> =>
    new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
  const ask = (request: Request): Promise<JournalAnswer> => {
    if (broken) return Promise.reject(broken);
    const id = nextId++;
    const answer = answerOf(id);
    worker.postMessage({ ...request, id } satisfies JournalRequest);
    return answer;
  };

  try {
    await answerOf(0);
  } catch (error) {
    isClosed = true;
    await worker.terminate();
    if (error instanceof JournalDamage) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      why === 'locked'
        ? `Another server already runs on this data folder (${file} is locked). Stop it, or set TAPEDECK_DATA to another folder.`
        : `The order journal ${file} could not be opened: ${why}`,
      { cause: error },
    );
  }

  let onNoteFailure: (error: Error) => void = () => {};
  let hasNoteFailed = false;
  let lastCrc = (await ask({ kind: 'lastSeq' })).crc ?? 0;
  return {
    name: file,
    lastChecksum: () => lastCrc,
    checksumOf: async (seq) => (await ask({ kind: 'checksumOf', seq })).crc,
    async expectAccountRecords(account, toSeq, count) {
      await ask({ kind: 'expectAccountRecords', account, toSeq, count });
    },
    async noteTo(target, onFailure) {
      onNoteFailure = onFailure;
      await ask({ kind: 'noteTo', target });
    },
    async accountBatch(account, range, limit) {
      const { seqs = [], payloads = [] } = await ask({ kind: 'accountBatch', account, ...range, limit });
      return payloads.map((payload, index) => ({ seq: seqs[index] ?? 0, payload }));
    },
    async write(records) {
      const first = records[0];
      if (!first) return;
      const { crc = 0, noteError } = await ask({
        kind: 'write',
        firstSeq: first.seq,
        payloads: records.map((record) => record.payload),
        accounts: records.map((record) => record.account ?? ''),
      });
      lastCrc = crc;
      // Reported once: the next note may get through, and orders do not depend on it.
      if (noteError !== undefined && !hasNoteFailed) onNoteFailure(new Error(noteError));
      hasNoteFailed = noteError !== undefined;
    },
    async read(fromSeq, limit) {
      const { payloads = [] } = await ask({ kind: 'read', fromSeq, limit });
      return payloads.map((payload, index) => ({ seq: fromSeq + index, payload }));
    },
    async lastSeq() {
      return (await ask({ kind: 'lastSeq' })).seq ?? 0;
    },
    async recover() {
      await ask({ kind: 'probe' });
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      // A worker that already ended has nothing left to close.
      if (!broken) await ask({ kind: 'close' });
      await worker.terminate();
    },
    onBroken: (listener) => listeners.push(listener),
  };
}

import { Worker } from 'node:worker_threads';
import type { NoteTarget } from './acknowledged-mark.ts';
import type { IndexedBlock } from './journal-archive/block-table.ts';
import type { Block } from './journal-archive/journal-block.ts';
import type { AccountBlock } from './journal-archive/whole-journal.ts';
import { JournalDamage, type RecordTexts } from './journal-chain.ts';

/** A request to the thread that owns the journal file. */
export type Request =
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
      readonly kind: 'countOfAccount';
      readonly account: string;
      readonly fromSeq: number;
      readonly toSeq: number;
    }
  | { readonly kind: 'accountBlocks'; readonly account: string }
  | { readonly kind: 'addBlocks'; readonly blocks: readonly IndexedBlock[] }
  | { readonly kind: 'blocksFrom'; readonly fromSeq: number }
  | { readonly kind: 'dropArchived'; readonly limit: number }
  | { readonly kind: 'checksumOf'; readonly seq: number }
  | { readonly kind: 'noteTo'; readonly target: NoteTarget }
  | { readonly kind: 'lastSeq' }
  | { readonly kind: 'probe' }
  | { readonly kind: 'close' };

/** A request with the id of its answer. */
export type JournalRequest = Request & { readonly id: number };
/** The answer with id 0 is the worker's first one: the file is open, or the reason why it is not (`locked`: another process has it open). */
export interface JournalAnswer {
  readonly id: number;
  readonly error?: string;
  /** The commit is durable, but its note could not be written. */
  readonly noteError?: string;
  /** The file is damaged, and `error` says where. */
  readonly isDamage?: boolean;
  /** Records without a gap from the requested one on. Texts, because copying objects between threads costs much more. */
  readonly payloads?: readonly string[];
  /** Accounts of the payloads of a `read`. */
  readonly accounts?: readonly string[];
  /** Sequence numbers of the payloads, where they are not contiguous. */
  readonly seqs?: readonly number[];
  readonly seq?: number;
  readonly crc?: number;
  readonly count?: number;
  readonly blocks?: readonly Block[];
  readonly accountBlocks?: readonly AccountBlock[];
}

interface Pending {
  resolve(answer: JournalAnswer): void;
  reject(error: Error): void;
}

/** The worker thread that owns the journal file. */
export class JournalThread {
  readonly #file: string;
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners: ((error: Error) => void)[] = [];
  #nextId = 1;
  #broken: Error | undefined;
  #isClosed = false;

  private constructor(file: string) {
    this.#file = file;
    this.#worker = new Worker(new URL('./journal-worker.ts', import.meta.url), {
      workerData: { file },
      execArgv: [],
    });
    this.#worker.on('error', (error) => this.#break(error));
    this.#worker.on('exit', (code) => this.#break(new Error(`the journal thread ended (code ${code})`)));
    this.#worker.on('message', (answer: JournalAnswer) => this.#onAnswer(answer));
  }

  /** Resolves once the file is open. Fails with one clear line when another process has it open. */
  static async open(file: string): Promise<JournalThread> {
    const thread = new JournalThread(file);
    try {
      await thread.#answerOf(0);
      return thread;
    } catch (error) {
      thread.#isClosed = true;
      await thread.#worker.terminate();
      if (error instanceof JournalDamage) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(
        why === 'locked'
          ? `Another server already runs on this data folder (${file} is locked). Stop it, or set TAPEDECK_DATA to another folder.`
          : `The order journal ${file} could not be opened: ${why}`,
        { cause: error },
      );
    }
  }

  request(request: Request): Promise<JournalAnswer> {
    if (this.#broken) return Promise.reject(this.#broken);
    const id = this.#nextId++;
    const answer = this.#answerOf(id);
    this.#worker.postMessage({ ...request, id } satisfies JournalRequest);
    return answer;
  }

  /** Notifies when the thread ends before it is closed. */
  onBroken(listener: (error: Error) => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // A worker that already ended has nothing left to close.
    if (!this.#broken) await this.request({ kind: 'close' });
    await this.#worker.terminate();
  }

  #answerOf(id: number): Promise<JournalAnswer> {
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  #onAnswer(answer: JournalAnswer): void {
    const request = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (answer.error === undefined) request?.resolve(answer);
    else if (answer.isDamage) request?.reject(new JournalDamage(this.#file, answer.error));
    else request?.reject(new Error(answer.error));
  }

  #break(error: Error): void {
    this.#broken ??= error;
    for (const request of this.#pending.values()) request.reject(this.#broken);
    this.#pending.clear();
    if (!this.#isClosed) for (const listener of this.#listeners) listener(this.#broken);
  }
}

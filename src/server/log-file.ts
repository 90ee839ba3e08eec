import { close, openSync, write, writeSync } from 'node:fs';

/** What waits to be written at most; lines beyond it are dropped and counted. */
const MAX_QUEUED_BYTES = 1 << 20;
/** A write that failed is tried again after this, ms. */
const RETRY_MS = 1_000;

type Write = (
  file: number,
  bytes: Buffer,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void;

/**
 * Appends log lines to a file without ever blocking or ending the process. While the file cannot be written (a full disk) lines wait in
 * a bounded queue, further ones are dropped, and a line says how many once writing succeeds again.
 */
export class LogFile {
  readonly #file: number;
  readonly #write: Write;
  readonly #onExit: () => void;
  #lines: string[] = [];
  #queuedBytes = 0;
  /** Being written; after a short or failed write, what is left of it. */
  #pending: Buffer = Buffer.alloc(0);
  #isWriting = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #dropped = 0;
  #lastError = '';
  #closed: (() => void) | undefined;

  constructor(path: string, writeBytes: Write = (file, bytes, done) => write(file, bytes, done)) {
    this.#file = openSync(path, 'a', 0o600);
    this.#write = writeBytes;
    this.#onExit = () => this.#writeLast();
    process.on('exit', this.#onExit);
  }

  /** Takes a line with its line end. */
  write(line: string): void {
    if (this.#closed) return;
    const size = Buffer.byteLength(line);
    if (this.#queuedBytes + this.#pending.length + size > MAX_QUEUED_BYTES) {
      this.#dropped += 1;
      return;
    }
    this.#lines.push(line);
    this.#queuedBytes += size;
    if (this.#retryTimer === undefined) this.#pump();
  }

  /** Resolves when the queue is written, or at the first write that fails. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closed = () => {
        process.off('exit', this.#onExit);
        close(this.#file, () => resolve());
      };
      clearTimeout(this.#retryTimer);
      this.#retryTimer = undefined;
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#isWriting) return;
    if (this.#pending.length === 0) this.#takeLines();
    if (this.#pending.length === 0) {
      this.#closed?.();
      return;
    }
    this.#isWriting = true;
    this.#write(this.#file, this.#pending, (error, written) => {
      this.#isWriting = false;
      if (error) this.#failed(error);
      else {
        this.#pending = this.#pending.subarray(written);
        this.#pump();
      }
    });
  }

  #takeLines(): void {
    const dropped =
      this.#dropped === 0
        ? ''
        : `${JSON.stringify({ level: 40, time: Date.now(), dropped: this.#dropped, msg: `${this.#dropped} log lines were dropped: ${this.#lastError}` })}\n`;
    this.#pending = Buffer.from(this.#lines.join('') + dropped);
    this.#lines = [];
    this.#queuedBytes = 0;
    this.#dropped = 0;
  }

  #failed(error: Error): void {
    this.#lastError = error.message;
    if (this.#closed) {
      this.#closed();
      return;
    }
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.#pump();
    }, RETRY_MS);
    this.#retryTimer.unref();
  }

  /** The process ends without `close`: one attempt, whatever comes of it. */
  #writeLast(): void {
    if (this.#isWriting) return;
    if (this.#pending.length === 0) this.#takeLines();
    if (this.#pending.length === 0) return;
    try {
      writeSync(this.#file, this.#pending);
    } catch {
      // The disk takes nothing; the process ends all the same.
    }
  }
}

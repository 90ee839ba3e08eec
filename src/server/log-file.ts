import { close, closeSync, existsSync, fstatSync, openSync, renameSync, write, writeSync } from 'node:fs';

/** What waits to be written at most; lines beyond it are dropped and counted. */
const MAX_QUEUED_BYTES = 1 << 20;
/** A write that failed is tried again after this, ms. */
const RETRY_MS = 1_000;

const STDOUT = 1;

const openLog = (path: string): number => openSync(path, 'a', 0o600);

/** A line in the form of the log. */
export const lineOf = (fields: {
  readonly level: number;
  readonly msg: string;
  readonly dropped?: number;
}): string => `${JSON.stringify({ time: Date.now(), ...fields })}\n`;

type Write = (
  file: number,
  bytes: Buffer,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void;

/** When a log file is replaced by an empty one: above a size, bytes. So many earlier ones are kept, as `NAME.1` (the newest), `NAME.2` … */
interface Rotation {
  readonly maxBytes: number;
  readonly keptFiles: number;
}

interface LogFileOptions {
  readonly rotation?: Rotation | undefined;
  readonly writeBytes?: Write;
}

/**
 * Appends log lines to a file, or to standard output, without ever blocking or ending the process. While the file cannot be written (a full disk) lines wait in
 * a bounded queue, further ones are dropped, and a line says how many once writing succeeds again.
 */
export class LogFile {
  /** Undefined for standard output. */
  readonly #path: string | undefined;
  readonly #rotation: Rotation | undefined;
  readonly #write: Write;
  readonly #onExit: () => void;
  #file: number;
  #fileBytes: number;
  #lines: string[] = [];
  #queuedBytes = 0;
  /** Being written; after a short or failed write, what is left of it. */
  #pending: Buffer = Buffer.alloc(0);
  #isWriting = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #dropped = 0;
  #lastError = '';
  #closed: (() => void) | undefined;

  /** `path` undefined: standard output, which is neither rotated nor closed. */
  constructor(path: string | undefined, { rotation, writeBytes }: LogFileOptions = {}) {
    this.#path = path;
    this.#rotation = path === undefined ? undefined : rotation;
    this.#file = path === undefined ? STDOUT : openLog(path);
    this.#fileBytes = path === undefined ? 0 : fstatSync(this.#file).size;
    this.#write = writeBytes ?? ((file, bytes, done) => write(file, bytes, done));
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
        if (this.#path === undefined) resolve();
        else close(this.#file, () => resolve());
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
        this.#fileBytes += written;
        this.#pending = this.#pending.subarray(written);
        this.#pump();
      }
    });
  }

  /** Called between two lines, so that none is cut in two. */
  #takeLines(): void {
    const rotation = this.#lines.length > 0 ? this.#rotation : undefined;
    if (rotation && this.#fileBytes >= rotation.maxBytes) this.#rotate(rotation);
    const dropped =
      this.#dropped === 0
        ? ''
        : lineOf({
            level: 40,
            dropped: this.#dropped,
            msg: `${this.#dropped} log lines were dropped: ${this.#lastError}`,
          });
    this.#pending = Buffer.from(this.#lines.join('') + dropped);
    this.#lines = [];
    this.#queuedBytes = 0;
    this.#dropped = 0;
  }

  /** When that fails, lines go to the file that is open, until as much is written again. */
  #rotate({ keptFiles }: Rotation): void {
    const path = this.#path;
    this.#fileBytes = 0;
    if (path === undefined) return;
    try {
      for (let number = keptFiles - 1; number >= 1; number -= 1)
        if (existsSync(`${path}.${number}`)) renameSync(`${path}.${number}`, `${path}.${number + 1}`);
      renameSync(path, `${path}.1`);
      const opened = openLog(path);
      closeSync(this.#file);
      this.#file = opened;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#lines.unshift(lineOf({ level: 40, msg: `the log was not rotated: ${reason}` }));
    }
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

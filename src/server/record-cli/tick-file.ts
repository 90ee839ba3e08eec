import { appendFile, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { csvLine, type CsvCell } from '../../domain/csv/csv.ts';

/** Read from the end of a file for its last row, bytes. */
const TAIL_BYTES = 4_096;
const LINE_FEED = 10;

/** A file of rows that go forward in time, which is continued where an earlier recording of the day ended. The first column is the time. */
export class TickFile {
  readonly #path: string;
  #lastMs: number;
  #waiting: string[];

  private constructor(path: string, lastMs: number, waiting: string[]) {
    this.#path = path;
    this.#lastMs = lastMs;
    this.#waiting = waiting;
  }

  /** Opens the file, and makes its folder. A row that was cut off when an earlier recording was killed is removed. */
  static async open(path: string, header: readonly string[]): Promise<TickFile> {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, 'a+');
    try {
      const { size } = await file.stat();
      const length = Math.min(size, TAIL_BYTES);
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
      const end = buffer.lastIndexOf(LINE_FEED) + 1;
      if (end < length) await file.truncate(size - length + end);
      const last = buffer.subarray(0, end).toString('utf8').trimEnd().split('\n').at(-1) ?? '';
      // The header has no time.
      const lastMs = Date.parse(last.split(',')[0] ?? '');
      const isNew = size - length + end === 0;
      return new TickFile(path, Number.isNaN(lastMs) ? -Infinity : lastMs, isNew ? [csvLine(header)] : []);
    } finally {
      await file.close();
    }
  }

  /** Adds a row to those that the next flush writes; false, and it is left out, when it is older than the row before it. */
  add(timeMs: number, cells: readonly CsvCell[]): boolean {
    if (timeMs < this.#lastMs) return false;
    this.#lastMs = timeMs;
    this.#waiting.push(csvLine([new Date(timeMs).toISOString(), ...cells]));
    return true;
  }

  async flush(): Promise<void> {
    if (this.#waiting.length > 0) await appendFile(this.#path, this.#waiting.splice(0).join(''));
  }
}

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Bar } from '../market-data.ts';

/** Bars of one symbol and size, as they are kept on disk. */
export interface KeptBars {
  /** Ascending. */
  readonly bars: readonly Bar[];
  /** Every bar that starts before this time is here, UTC ms. */
  readonly completeToMs: number;
}

const MAGIC = 'TDB1';
const COLUMNS = [
  'timeMs',
  'openE4',
  'highE4',
  'lowE4',
  'closeE4',
  'volume',
] as const satisfies readonly (keyof Bar)[];
/** Magic, number of bars, `completeToMs`. */
const HEAD_BYTES = 16;
const CELL_BYTES = 8;
const SUM_BYTES = 4;

/** Keeps bars in files of columns. A file that is damaged counts as missing: its bars are requested again. */
export class BarFiles {
  readonly #folder: string;
  readonly #note: (line: string) => void;
  #hasFailed = false;

  /** `note` receives one line when the files cannot be used. */
  constructor(folder: string, note: (line: string) => void) {
    this.#folder = folder;
    this.#note = note;
  }

  async read(symbol: string, name: string): Promise<KeptBars | undefined> {
    try {
      return decode(await readFile(this.#path(symbol, name)));
    } catch (error) {
      if (!isMissing(error)) this.#failed(error);
      return undefined;
    }
  }

  async write(symbol: string, name: string, kept: KeptBars): Promise<void> {
    const path = this.#path(symbol, name);
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.new`, encode(kept));
      await rename(`${path}.new`, path);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Removes all bars of a symbol. */
  async forget(symbol: string): Promise<void> {
    await rm(join(this.#folder, encodeURIComponent(symbol)), { recursive: true, force: true }).catch(
      (error: unknown) => this.#failed(error),
    );
  }

  #path(symbol: string, name: string): string {
    return join(this.#folder, encodeURIComponent(symbol), `${name}.bars`);
  }

  #failed(error: unknown): void {
    if (!this.#hasFailed)
      this.#note(
        `Bars cannot be kept in ${this.#folder} (${error instanceof Error ? error.message : String(error)}); they are requested again after each start.`,
      );
    this.#hasFailed = true;
  }
}

function encode({ bars, completeToMs }: KeptBars): Buffer {
  const data = Buffer.alloc(HEAD_BYTES + COLUMNS.length * bars.length * CELL_BYTES + SUM_BYTES);
  data.write(MAGIC, 0, 'latin1');
  data.writeUInt32LE(bars.length, 4);
  data.writeDoubleLE(completeToMs, 8);
  let offset = HEAD_BYTES;
  for (const column of COLUMNS) for (const bar of bars) offset = data.writeDoubleLE(bar[column], offset);
  data.writeUInt32LE(crc32(data.subarray(0, offset)), offset);
  return data;
}

/** Undefined for a file that is cut off, changed or of another form. */
function decode(data: Buffer): KeptBars | undefined {
  if (data.length < HEAD_BYTES + SUM_BYTES || data.toString('latin1', 0, 4) !== MAGIC) return undefined;
  const count = data.readUInt32LE(4);
  const end = HEAD_BYTES + COLUMNS.length * count * CELL_BYTES;
  if (data.length !== end + SUM_BYTES || crc32(data.subarray(0, end)) !== data.readUInt32LE(end))
    return undefined;
  const cell = (column: number, index: number): number =>
    data.readDoubleLE(HEAD_BYTES + (column * count + index) * CELL_BYTES);
  const bars = Array.from({ length: count }, (_, index) => ({
    timeMs: cell(0, index),
    openE4: cell(1, index),
    highE4: cell(2, index),
    lowE4: cell(3, index),
    closeE4: cell(4, index),
    volume: cell(5, index),
  }));
  return { bars, completeToMs: data.readDoubleLE(8) };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

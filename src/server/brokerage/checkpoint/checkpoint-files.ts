import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32c } from '../../storage/crc32c.ts';

/** A checkpoint as text: the state from which a brokerage continues after a record of the journal. */
export interface Checkpoint {
  readonly lastSeq: number;
  /** Checksum of that record in the journal: another journal has another one. */
  readonly journalCrc: number;
  /** JSON of the snapshot. */
  readonly body: string;
}

/** Form of the files that are written: 2 added order groups, 3 guards and sessions of orders, 4 changed terms of groups, 5 corporate actions. A file of an unknown form is passed over: the journal has everything. */
const CHECKPOINT_FORM = 5;
/** The first form, which lacks only what did not exist then. */
const FIRST_FORM = 1;
const KEPT = 2;
const NAME = /^checkpoint-(\d{1,16})\.json$/;

/** Checkpoints in a folder, one file each, the newest two. */
export class CheckpointFiles {
  readonly #folder: string;
  readonly #log: (line: string) => void;

  constructor(folder: string, log: (line: string) => void) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Written whole or not at all. */
  async save({ lastSeq, journalCrc, body }: Checkpoint): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const bytes = Buffer.from(body);
    const head = JSON.stringify({
      form: CHECKPOINT_FORM,
      lastSeq,
      journalCrc,
      bytes: bytes.length,
      crc: crc32c(bytes),
    });
    const path = join(this.#folder, `checkpoint-${lastSeq}.json`);
    const file = await open(`${path}.new`, 'w', 0o600);
    try {
      await file.write(`${head}\n`);
      await file.write(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
    for (const seq of (await this.#seqs()).slice(KEPT))
      await rm(join(this.#folder, `checkpoint-${seq}.json`), { force: true });
  }

  /**
   * The newest record that all kept checkpoints contain; 0 while fewer than two are kept. A start needs no record before it, even when the newest
   * checkpoint is unusable.
   */
  async coveredSeq(): Promise<number> {
    return (await this.#seqs())[KEPT - 1] ?? 0;
  }

  /** The newest first. An unusable one is logged and skipped. */
  async *newestFirst(): AsyncGenerator<Checkpoint> {
    for (const seq of await this.#seqs()) {
      const path = join(this.#folder, `checkpoint-${seq}.json`);
      const read = await this.#read(path, seq);
      if (typeof read === 'string') this.#log(`The checkpoint ${path} is passed over: ${read}.`);
      else yield read;
    }
  }

  async #read(path: string, seq: number): Promise<Checkpoint | string> {
    const bytes = await readFile(path);
    const end = bytes.indexOf(10);
    const head = end < 0 ? undefined : parsedHead(bytes.toString('utf8', 0, end));
    if (!head) return 'it has no head';
    if (head.form < FIRST_FORM || head.form > CHECKPOINT_FORM)
      return `it has form ${head.form}, and this release reads forms up to ${CHECKPOINT_FORM}`;
    const body = bytes.subarray(end + 1);
    if (body.length !== head.bytes || crc32c(body) !== head.crc || head.lastSeq !== seq)
      return 'it is damaged';
    return { lastSeq: head.lastSeq, journalCrc: head.journalCrc, body: body.toString('utf8') };
  }

  async #seqs(): Promise<number[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names
      .map((name) => Number(NAME.exec(name)?.[1] ?? 0))
      .filter((seq) => seq > 0)
      .sort((a, b) => b - a);
  }
}

interface Head {
  readonly form: number;
  readonly lastSeq: number;
  readonly journalCrc: number;
  readonly bytes: number;
  readonly crc: number;
}

function parsedHead(text: string): Head | undefined {
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== 'object' || raw === null) return undefined;
    const head = raw as Partial<Record<keyof Head, unknown>>;
    const names = ['form', 'lastSeq', 'journalCrc', 'bytes', 'crc'] as const;
    // Each named field was found to be a number.
    return names.every((name) => typeof head[name] === 'number') ? (head as Head) : undefined;
  } catch {
    return undefined;
  }
}

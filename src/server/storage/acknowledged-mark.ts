import { writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './columns.ts';
import { crc32c } from './crc32c.ts';

/** The newest record that was acknowledged, with its checksum, which stands for all records before it. */
export interface Acknowledged {
  readonly seq: number;
  readonly crc: number;
}

/** Two slots in different blocks, written in turn: one that was torn by a power loss leaves the other. */
const SLOT_OFFSETS = [0, 4_096] as const;
const SLOT_BYTES = 128;
/** The longest time for which a power loss may take the file back, ms; a killed process takes nothing back. */
const SYNC_MS = 1_000;

/** An open file of notes, and the slot of the newest. Threads of a process share its file descriptors. */
export interface NoteTarget {
  readonly fd: number;
  readonly slot: number;
}

/** Writes notes at once, for a thread that may wait for the disk. */
export class NoteWriter {
  readonly #fd: number;
  #slot: number;

  constructor({ fd, slot }: NoteTarget) {
    this.#fd = fd;
    this.#slot = slot;
  }

  note(acknowledged: Acknowledged): void {
    this.#slot = 1 - this.#slot;
    writeSync(this.#fd, slotText(acknowledged), SLOT_OFFSETS[this.#slot]);
  }
}

/** The file holds notes, and none of them is whole. */
export class MarkDamage extends Error {
  constructor() {
    super('none of its notes is whole');
  }
}

/**
 * Keeps the newest acknowledged record in a small file beside the journal. Notes go to the file one after the other, never more than one on the
 * way, and nobody waits for them. A note that comes while one is being written takes the place of the one that waits.
 */
export class AcknowledgedMark {
  /** What the file said when it was opened; undefined = it is new. */
  readonly found: Acknowledged | undefined;
  readonly #file: FileHandle;
  readonly #onFailure: (error: unknown) => void;
  #slot: number;
  #waiting: Acknowledged | undefined;
  #writing: Promise<void> | undefined;
  #syncTimer: NodeJS.Timeout | undefined;
  #hasFailed = false;

  private constructor(
    file: FileHandle,
    { found, slot }: { found: Acknowledged | undefined; slot: number },
    onFailure: (error: unknown) => void,
  ) {
    this.#file = file;
    this.found = found;
    this.#slot = slot;
    this.#onFailure = onFailure;
  }

  /** Makes the file when there is none. Throws MarkDamage when it has notes that cannot be read. `onFailure`: a note could not be written. */
  static async open(path: string, onFailure: (error: unknown) => void): Promise<AcknowledgedMark> {
    const file = await openOrMake(path);
    try {
      return new AcknowledgedMark(file, await readSlots(file), onFailure);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  note(acknowledged: Acknowledged): void {
    this.#waiting = acknowledged;
    this.#writing ??= this.#writeAll();
    this.noted();
  }

  /** The file was written, by `note` or by the thread that has its target; it is synced within a second. */
  noted(): void {
    this.#syncTimer ??= setTimeout(() => {
      this.#syncTimer = undefined;
      this.#file.datasync().catch(this.#onFailure);
    }, SYNC_MS).unref();
  }

  /** Where another thread writes notes from now on, instead of `note`. */
  async target(): Promise<NoteTarget> {
    await this.#writing;
    return { fd: this.#file.fd, slot: this.#slot };
  }

  /** The last note is on the disk when this resolves. */
  async close(): Promise<void> {
    clearTimeout(this.#syncTimer);
    await this.#writing;
    await this.#file.sync().catch(this.#onFailure);
    await this.#file.close();
  }

  async #writeAll(): Promise<void> {
    for (let next = this.#waiting; next; next = this.#waiting) {
      this.#waiting = undefined;
      this.#slot = 1 - this.#slot;
      try {
        await this.#file.write(slotText(next), SLOT_OFFSETS[this.#slot]);
        this.#hasFailed = false;
      } catch (error) {
        // Logged once: the next note may succeed, and orders do not depend on it.
        if (!this.#hasFailed) this.#onFailure(error);
        this.#hasFailed = true;
      }
    }
    this.#writing = undefined;
  }
}

/** The newest note of a file, without changing it; undefined when there is no file or no note. Throws MarkDamage. */
export async function readAcknowledged(path: string): Promise<Acknowledged | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    return (await readSlots(file)).found;
  } finally {
    await file.close();
  }
}

async function openOrMake(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  const file = await open(path, 'wx+', 0o600);
  // The second slot is whole from the start: should a power loss tear the first note, the file is still one that can be read.
  await file.write(slotText({ seq: 0, crc: 0 }), SLOT_OFFSETS[1]);
  await file.sync();
  const folder = await open(dirname(path), 'r');
  // The name of a new file is on the disk only when its folder is.
  await folder.sync();
  await folder.close();
  return file;
}

/** The newest whole note, and the slot it stands in: the next one goes into the other. */
async function readSlots(file: FileHandle): Promise<{ found: Acknowledged | undefined; slot: number }> {
  const bytes = await file.readFile();
  let newest: { found: Acknowledged | undefined; slot: number } = { found: undefined, slot: 1 };
  SLOT_OFFSETS.forEach((offset, slot) => {
    const found = parsedSlot(bytes.subarray(offset, offset + SLOT_BYTES).toString('latin1'));
    if (found && found.seq >= (newest.found?.seq ?? 0)) newest = { found, slot };
  });
  if (!newest.found && bytes.some((byte) => byte !== 0)) throw new MarkDamage();
  return newest.found?.seq === 0 ? { found: undefined, slot: newest.slot } : newest;
}

function slotText({ seq, crc }: Acknowledged): string {
  const text = `tapedeck acknowledged seq=${seq} crc=${crc} `;
  return `${text}sum=${crc32c(Buffer.from(text))}`.padEnd(SLOT_BYTES - 1) + '\n';
}

function parsedSlot(text: string): Acknowledged | undefined {
  const parts = /^(tapedeck acknowledged seq=(\d{1,16}) crc=(\d{1,10}) )sum=(\d{1,10}) *\n$/.exec(text);
  if (!parts || crc32c(Buffer.from(parts[1] ?? '')) !== Number(parts[4])) return undefined;
  return { seq: Number(parts[2]), crc: Number(parts[3]) };
}

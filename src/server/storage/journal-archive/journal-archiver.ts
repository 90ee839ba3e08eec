import type { JournalArchive } from './journal-archive.ts';
import { BLOCK_RECORDS, packBlock, type PackedBlock } from './journal-block.ts';

/** Blocks of a segment, which is a file with SQLite. */
const SEGMENT_BLOCKS = 32;
/** Records that leave the journal in one step. */
const DROP_RECORDS = 1_024;

/** Receives what becomes of the archive. */
export interface ArchiveObserver {
  /** Records were stored in the archive. */
  archiveStored(): void;
  /** A step failed; it is tried again. */
  archiveFailed(): void;
}

/**
 * Moves the oldest records of the journal into its archive, a bounded step at a time: pack a block, store a segment, remove archived records
 * from the journal. A process that ends between two steps loses nothing: records leave the journal only when the archive holds them on the disk.
 */
export class JournalArchiver {
  readonly #archive: JournalArchive;
  readonly #archivableSeq: () => Promise<number>;
  readonly #observer: ArchiveObserver | undefined;
  readonly #segmentBlocks: number;
  readonly #blockRecords: number;
  #packed: PackedBlock[] = [];
  #mayDrop = true;

  /** `archivableSeq`: the newest record that may be archived; records behind it are needed to start. */
  constructor(parts: {
    readonly archive: JournalArchive;
    readonly archivableSeq: () => Promise<number>;
    readonly observer?: ArchiveObserver | undefined;
    readonly segmentBlocks?: number | undefined;
    readonly blockRecords?: number | undefined;
  }) {
    this.#archive = parts.archive;
    this.#archivableSeq = parts.archivableSeq;
    this.#observer = parts.observer;
    this.#segmentBlocks = parts.segmentBlocks ?? SEGMENT_BLOCKS;
    this.#blockRecords = parts.blockRecords ?? BLOCK_RECORDS;
  }

  /** Performs one step; false when nothing is left to do. */
  async step(): Promise<boolean> {
    try {
      return await this.#next();
    } catch (error) {
      this.#observer?.archiveFailed();
      throw error;
    }
  }

  async #next(): Promise<boolean> {
    if (this.#mayDrop) {
      this.#mayDrop = (await this.#archive.dropArchived(DROP_RECORDS)) > 0;
      if (this.#mayDrop) return true;
    }
    if (this.#packed.length >= this.#segmentBlocks) {
      const packed = this.#packed;
      // A segment that could not be stored is packed again.
      this.#packed = [];
      await this.#archive.add(packed);
      this.#observer?.archiveStored();
      this.#mayDrop = true;
      return true;
    }
    return await this.#pack();
  }

  async #pack(): Promise<boolean> {
    const last = this.#packed.at(-1);
    const beforeSeq = last?.lastSeq ?? this.#archive.archivedSeq();
    const segmentRecords = this.#segmentBlocks * this.#blockRecords;
    if (!last && (await this.#archivableSeq()) < beforeSeq + segmentRecords) return false;
    const records = await this.#archive.read(beforeSeq + 1, this.#blockRecords);
    if (records.payloads.length < this.#blockRecords) {
      this.#packed = [];
      return false;
    }
    this.#packed.push(await packBlock(beforeSeq + 1, last?.crc ?? this.#archive.archivedCrc(), records));
    return true;
  }
}

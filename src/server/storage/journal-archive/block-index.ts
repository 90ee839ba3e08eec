import { FileDamage } from '../journal-chain.ts';
import type { Block } from './journal-block.ts';

/** The archived blocks of a journal in their order, without a gap. */
export class BlockIndex {
  readonly #blocks: Block[] = [];

  #bytes = 0;

  /** Throws FileDamage when the blocks leave records out. */
  constructor(blocks: readonly Block[]) {
    for (const block of blocks) this.add(block);
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  get size(): { readonly blocks: number; readonly bytes: number } {
    return { blocks: this.#blocks.length, bytes: this.#bytes };
  }

  /** Records 1 to this one are archived. */
  get lastSeq(): number {
    return this.#blocks.at(-1)?.lastSeq ?? 0;
  }

  /** Checksum of that record; 0 without records. */
  get lastCrc(): number {
    return this.#blocks.at(-1)?.crc ?? 0;
  }

  add(block: Block): void {
    if (block.firstSeq !== this.lastSeq + 1 || block.lastSeq < block.firstSeq)
      throw new FileDamage(`record ${this.lastSeq + 1} is missing in the list of archived records`);
    if (block.crcBefore !== this.lastCrc)
      throw new FileDamage(
        `the archived records from ${block.firstSeq} on do not continue those before them`,
      );
    this.#blocks.push(block);
    this.#bytes += block.bytes;
  }

  /** The block that holds a record; undefined when it is not archived. */
  blockAt(seq: number): Block | undefined {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#blocks[middle]?.lastSeq ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    const found = this.#blocks[low];
    return found !== undefined && seq >= found.firstSeq ? found : undefined;
  }
}

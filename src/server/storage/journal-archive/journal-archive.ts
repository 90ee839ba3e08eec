import type { RecordTexts } from '../journal-chain.ts';
import type { PackedBlock } from './journal-block.ts';

/** Moves the oldest records of a journal into its archive. They are read as before. */
export interface JournalArchive {
  /** Records 1 to this one are archived. */
  archivedSeq(): number;
  /** Checksum of that record; 0 without records. */
  archivedCrc(): number;
  /** How much is archived: blocks, and their compressed bytes. */
  size(): { readonly blocks: number; readonly bytes: number };
  /** Records with their accounts, each checked. */
  read(fromSeq: number, limit: number): Promise<RecordTexts>;
  /** Stores blocks that continue the archive. They are on the disk when this resolves. */
  add(blocks: readonly PackedBlock[]): Promise<void>;
  /** Removes the oldest archived records from where new ones are written, at most `limit`; returns how many. */
  dropArchived(limit: number): Promise<number>;
}

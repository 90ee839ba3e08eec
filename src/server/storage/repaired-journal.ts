import type { RecordTexts } from './journal-chain.ts';

/** A journal that the repair commands read, and write again as far as it is whole. */
export interface RepairedJournal {
  /** The newest record by number, whole or not. */
  readonly lastSeq: number;
  /** Checked records; throws at the first that is not whole. */
  read(fromSeq: number, limit: number): Promise<RecordTexts>;
  /** Puts the first records, and these after them, in the place of the journal; returns where the old one is kept and the new checksum. */
  replace(
    lastWhole: number,
    added: RecordTexts,
    stamp: string,
  ): Promise<{ readonly keptAs: string; readonly crc: number }>;
  close(): Promise<void>;
}

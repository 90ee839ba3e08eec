import type { JournalFile } from '../journal-file.ts';
import { readSegmentBlock } from './archive-files.ts';
import type { JournalParts } from './whole-journal.ts';

/** A journal file of this thread, with its archive in a folder. */
export function fileParts(name: string, file: JournalFile, archiveFolder: string): JournalParts {
  // A rejection instead of an exception, as of the other parts.
  const run = async <Value>(read: () => Value): Promise<Value> => read();
  return {
    name,
    index: () => file.blocks,
    blockBytes: (block) => readSegmentBlock(archiveFolder, block),
    accountBlocks: (account) => run(() => file.accountBlocks(account)),
    read: (fromSeq, limit) => run(() => file.read(fromSeq, limit)),
    accountBatch: (account, { fromSeq, toSeq }, limit) =>
      run(() => {
        const { seqs, payloads } = file.readAccount(account, fromSeq, toSeq, limit);
        return payloads.map((payload, index) => ({ seq: seqs[index] ?? 0, payload }));
      }),
    countOfAccount: (account, fromSeq, toSeq) => run(() => file.countOfAccount(account, fromSeq, toSeq)),
    checksumOf: (seq) => run(() => file.checksumOf(seq)),
  };
}

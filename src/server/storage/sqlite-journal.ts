import { dirname, join } from 'node:path';
import {
  ARCHIVE_FOLDER,
  expectSegments,
  readSegmentBlock,
  writeSegment,
} from './journal-archive/archive-files.ts';
import { BlockIndex } from './journal-archive/block-index.ts';
import { WholeJournal } from './journal-archive/whole-journal.ts';
import type { CheckedStore } from './guard-acknowledged.ts';
import { FileDamage, JournalDamage } from './journal-chain.ts';
import { JournalThread } from './journal-thread.ts';

/** Opens the journal file in a worker thread, and its archive beside it. Fails with one clear line when another process has it open. */
export async function openSqliteJournal(file: string): Promise<CheckedStore> {
  const thread = await JournalThread.open(file);
  try {
    return await storeOf(thread, file, join(dirname(file), ARCHIVE_FOLDER));
  } catch (error) {
    await thread.close();
    throw error instanceof FileDamage ? new JournalDamage(file, error.message, { cause: error }) : error;
  }
}

async function storeOf(thread: JournalThread, file: string, folder: string): Promise<CheckedStore> {
  const index = new BlockIndex((await thread.request({ kind: 'blocksFrom', fromSeq: 1 })).blocks ?? []);
  await expectSegments(folder, index.blocks);
  let onNoteFailure: (error: Error) => void = () => {};
  let hasNoteFailed = false;
  let lastCrc = (await thread.request({ kind: 'lastSeq' })).crc ?? 0;
  const whole = wholeJournalOf(thread, file, folder, index);
  return {
    name: file,
    lastChecksum: () => lastCrc,
    checksumOf: (seq) => whole.checksumOf(seq),
    expectAccountRecords: (account, toSeq, count) => whole.expectAccountRecords(account, toSeq, count),
    accountBatch: (account, range, limit) => whole.accountBatch(account, range, limit),
    read: (fromSeq, limit) => whole.batch(fromSeq, limit),
    archive: {
      archivedSeq: () => index.lastSeq,
      archivedCrc: () => index.lastCrc,
      size: () => index.size,
      read: (fromSeq, limit) => whole.read(fromSeq, limit),
      async add(packed) {
        const blocks = await writeSegment(folder, packed);
        try {
          await thread.request({ kind: 'addBlocks', blocks });
        } finally {
          // Also after a failure, which leaves open whether the list is on the disk.
          const fromSeq = index.lastSeq + 1;
          for (const block of (await thread.request({ kind: 'blocksFrom', fromSeq })).blocks ?? [])
            index.add(block);
        }
      },
      dropArchived: async (limit) => (await thread.request({ kind: 'dropArchived', limit })).count ?? 0,
    },
    async noteTo(target, onFailure) {
      onNoteFailure = onFailure;
      await thread.request({ kind: 'noteTo', target });
    },
    async write(records) {
      const first = records[0];
      if (!first) return;
      const { crc = 0, noteError } = await thread.request({
        kind: 'write',
        firstSeq: first.seq,
        payloads: records.map((record) => record.payload),
        accounts: records.map((record) => record.account ?? ''),
      });
      lastCrc = crc;
      // Reported once: the next note may get through, and orders do not depend on it.
      if (noteError !== undefined && !hasNoteFailed) onNoteFailure(new Error(noteError));
      hasNoteFailed = noteError !== undefined;
    },
    async lastSeq() {
      return (await thread.request({ kind: 'lastSeq' })).seq ?? 0;
    },
    async recover() {
      await thread.request({ kind: 'probe' });
    },
    close: () => thread.close(),
    onBroken: (listener) => thread.onBroken(listener),
  };
}

function wholeJournalOf(
  thread: JournalThread,
  file: string,
  folder: string,
  index: BlockIndex,
): WholeJournal {
  return new WholeJournal({
    name: file,
    index: () => index,
    blockBytes: (block) => readSegmentBlock(folder, block),
    accountBlocks: async (account) =>
      (await thread.request({ kind: 'accountBlocks', account })).accountBlocks ?? [],
    async read(fromSeq, limit) {
      const { payloads = [], accounts = [] } = await thread.request({ kind: 'read', fromSeq, limit });
      return { payloads, accounts };
    },
    async accountBatch(account, range, limit) {
      const { seqs = [], payloads = [] } = await thread.request({
        kind: 'accountBatch',
        account,
        ...range,
        limit,
      });
      return payloads.map((payload, at) => ({ seq: seqs[at] ?? 0, payload }));
    },
    countOfAccount: async (account, fromSeq, toSeq) =>
      (await thread.request({ kind: 'countOfAccount', account, fromSeq, toSeq })).count ?? 0,
    checksumOf: async (seq) => (await thread.request({ kind: 'checksumOf', seq })).crc,
  });
}

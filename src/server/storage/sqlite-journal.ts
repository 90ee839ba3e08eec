import type { CheckedStore } from './guard-acknowledged.ts';
import { JournalThread } from './journal-thread.ts';

/** Opens the journal file in a worker thread. Fails with one clear line when another process has it open. */
export async function openSqliteJournal(file: string): Promise<CheckedStore> {
  const thread = await JournalThread.open(file);
  let onNoteFailure: (error: Error) => void = () => {};
  let hasNoteFailed = false;
  let lastCrc = (await thread.request({ kind: 'lastSeq' })).crc ?? 0;
  return {
    name: file,
    lastChecksum: () => lastCrc,
    checksumOf: async (seq) => (await thread.request({ kind: 'checksumOf', seq })).crc,
    async expectAccountRecords(account, toSeq, count) {
      await thread.request({ kind: 'expectAccountRecords', account, toSeq, count });
    },
    async noteTo(target, onFailure) {
      onNoteFailure = onFailure;
      await thread.request({ kind: 'noteTo', target });
    },
    async accountBatch(account, range, limit) {
      const { seqs = [], payloads = [] } = await thread.request({
        kind: 'accountBatch',
        account,
        ...range,
        limit,
      });
      return payloads.map((payload, index) => ({ seq: seqs[index] ?? 0, payload }));
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
    async read(fromSeq, limit) {
      const { payloads = [] } = await thread.request({ kind: 'read', fromSeq, limit });
      return payloads.map((payload, index) => ({ seq: fromSeq + index, payload }));
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

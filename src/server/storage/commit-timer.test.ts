import { expect, it } from 'vitest';
import { CommitTimer } from './commit-timer.ts';
import { createGroupCommitJournal, type JournalStore } from './group-commit-journal.ts';

const RECORD = { seq: 1, account: 'A', payload: '{}' };

it('measures a commit from its begin to its end, and nothing between commits', async () => {
  let nowMs = 1_000;
  const commits: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const store: JournalStore = {
    write: () => new Promise((resolve, reject) => void commits.push({ resolve, reject })),
    read: () => Promise.resolve([]),
    lastSeq: () => Promise.resolve(0),
    accountBatch: () => Promise.resolve([]),
    expectAccountRecords: () => Promise.resolve(),
    checksumOf: () => Promise.resolve(undefined),
    recover: () => Promise.resolve(),
    close: () => Promise.resolve(),
    onBroken: () => undefined,
  };
  const ended: unknown[] = [];
  const timer = new CommitTimer(
    () => nowMs,
    (commit) => ended.push(commit),
  );
  const journal = await createGroupCommitJournal(timer.timed(store));
  nowMs += 5_000;
  expect(timer.ageMs()).toBe(0);
  const appended = journal.append([RECORD]);
  await expect.poll(() => commits.length).toBe(1);
  nowMs += 4_000;
  expect(timer.ageMs()).toBe(4_000);
  commits[0]?.resolve();
  await appended;
  nowMs += 1_000;
  expect(timer.ageMs()).toBe(0);

  const failed = expect(journal.append([{ ...RECORD, seq: 2 }])).rejects.toThrow('disk full');
  await expect.poll(() => commits.length).toBe(2);
  commits[1]?.reject(new Error('disk full'));
  await failed;
  nowMs += 4_000;
  expect(timer.ageMs()).toBe(0);
  expect(ended).toEqual([
    { durationMs: 4_000, records: 1, isDurable: true },
    { durationMs: 0, records: 1, isDurable: false },
  ]);
});

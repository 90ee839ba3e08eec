import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGroupCommitJournal, type JournalStore } from './group-commit-journal.ts';
import type { JournalRecord } from './repositories.ts';

/** Two turns of the event loop: one for the journal to gather what came, one for what follows. */
const turn = async (): Promise<void> => {
  for (let count = 0; count < 2; count += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A store in memory whose commits finish when the test says so. */
function manualStore(): JournalStore & {
  readonly kept: JournalRecord[];
  readonly batches: number[];
  commit(error?: Error): Promise<void>;
  breakDown(error: Error): void;
  /** From now on `recover` resolves. */
  repair(): void;
  isClosed(): boolean;
} {
  const kept: JournalRecord[] = [];
  const batches: number[] = [];
  let underWay:
    { records: readonly JournalRecord[]; resolve: () => void; reject: (error: Error) => void } | undefined;
  let listener: (error: Error) => void = () => undefined;
  let [isClosed, isRepaired] = [false, false];
  return {
    kept,
    batches,
    write(records) {
      if (underWay) throw new Error('two commits at once');
      batches.push(records.length);
      return new Promise((resolve, reject) => {
        underWay = { records, resolve, reject };
      });
    },
    read: (fromSeq, limit) => Promise.resolve(kept.filter((record) => record.seq >= fromSeq).slice(0, limit)),
    lastSeq: () => Promise.resolve(kept.at(-1)?.seq ?? 0),
    accountBatch: () => Promise.resolve([]),
    expectAccountRecords: () => Promise.resolve(),
    checksumOf: () => Promise.resolve(undefined),
    recover: () => (isRepaired ? Promise.resolve() : Promise.reject(new Error('still full'))),
    close() {
      isClosed = true;
      return Promise.resolve();
    },
    onBroken: (given) => {
      listener = given;
    },
    async commit(error) {
      await turn();
      const current = underWay;
      underWay = undefined;
      if (!current) throw new Error('nothing is being written');
      if (error) current.reject(error);
      else {
        kept.push(...current.records);
        current.resolve();
      }
      await turn();
    },
    breakDown: (error) => listener(error),
    repair: () => {
      isRepaired = true;
    },
    isClosed: () => isClosed,
  };
}

const records = (from: number, count: number): JournalRecord[] =>
  Array.from({ length: count }, (_, i) => ({ seq: from + i, payload: '{}' }));

describe('group commit', () => {
  it('writes together what one turn of the event loop brought, and then what came meanwhile', async () => {
    const store = manualStore();
    const journal = await createGroupCommitJournal(store);
    const done: number[] = [];
    const append = (seq: number): void => void journal.append(records(seq, 1)).then(() => done.push(seq));
    for (const seq of [1, 2]) append(seq);
    await turn();
    expect(store.batches).toEqual([2]);
    for (const seq of [3, 4, 5]) append(seq);
    await turn();
    expect([store.batches, done]).toEqual([[2], []]);
    await store.commit();
    expect(done).toEqual([1, 2]);
    expect(await journal.lastSeq()).toBe(2);
    expect(store.batches).toEqual([2, 3]);
    await store.commit();
    expect(done).toEqual([1, 2, 3, 4, 5]);
    expect(await journal.lastSeq()).toBe(5);
  });

  it('writes together what many clients send in answer to one commit', async () => {
    const store = manualStore();
    const journal = await createGroupCommitJournal(store);
    let next = 1;
    const client = async (): Promise<void> => {
      for (let order = 0; order < 3; order += 1) await journal.append(records(next++, 1));
    };
    const all = Promise.all(Array.from({ length: 8 }, client));
    for (let round = 0; round < 3; round += 1) await store.commit();
    await all;
    expect(store.batches).toEqual([8, 8, 8]);
  });

  it('writes nothing when the store breaks before the turn is over', async () => {
    const store = manualStore();
    const journal = await createGroupCommitJournal(store);
    const outcome = expect(journal.append(records(1, 1))).rejects.toThrow('connection lost');
    store.breakDown(new Error('connection lost'));
    await outcome;
    await turn();
    expect(store.batches).toEqual([]);
  });

  it('keeps each call whole and a batch within 1,024 records, unless one call alone is larger', async () => {
    const store = manualStore();
    const journal = await createGroupCommitJournal(store);
    let next = 1;
    for (const count of [1, 1_000, 24, 1, 2_000, 5]) {
      void journal.append(records(next, count));
      next += count;
    }
    for (let i = 0; i < 4; i += 1) await store.commit();
    expect(store.batches).toEqual([1_001, 25, 2_000, 5]);
    expect(store.kept).toEqual(records(1, 3_031));
  });

  it('starts again when the next call comes in answer to the last one', async () => {
    const store = manualStore();
    const journal = await createGroupCommitJournal(store);
    let isDone = false;
    void journal
      .append(records(1, 1))
      .then(() => journal.append(records(2, 1)))
      .then(() => {
        isDone = true;
      });
    await store.commit();
    expect(store.batches).toEqual([1, 1]);
    await store.commit();
    expect(isDone).toBe(true);
  });

  it('rejects the failed call, all that wait, and all that come, with the same cause, and writes nothing more', async () => {
    const store = manualStore();
    const failures: Error[] = [];
    const journal = await createGroupCommitJournal(store, (error) => failures.push(error));
    const outcomes = Promise.allSettled([
      journal.append(records(1, 1)),
      journal.append(records(2, 1)),
      journal.append(records(3, 1)),
    ]);
    await store.commit(new Error('disk full'));
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringContaining('disk full') },
      });
    await expect(journal.append(records(4, 1))).rejects.toThrow('disk full');
    await expect(journal.append(records(1, 1))).rejects.toThrow('disk full');
    expect(store.batches).toEqual([3]);
    expect(failures.length).toBe(1);
    expect(await journal.lastSeq()).toBe(0);
  });

  it('takes records again once the store has recovered, after the last one that is durable', async () => {
    const store = manualStore();
    const failures: Error[] = [];
    const journal = await createGroupCommitJournal(store, (error) => failures.push(error));
    void journal.append(records(1, 2));
    await store.commit();
    const lost = expect(journal.append(records(3, 2))).rejects.toThrow('disk full');
    await store.commit(new Error('disk full'));
    await lost;
    expect(journal.isWritable()).toBe(false);
    await expect(journal.recover()).rejects.toThrow('still full');
    await expect(journal.append(records(3, 1))).rejects.toThrow('disk full');
    store.repair();
    await journal.recover();
    expect(journal.isWritable()).toBe(true);
    expect(await journal.lastSeq()).toBe(2);
    const again = journal.append(records(3, 1));
    await store.commit();
    await again;
    expect(store.kept).toEqual(records(1, 3));
    const second = expect(journal.append(records(4, 1))).rejects.toThrow('disk full');
    await store.commit(new Error('disk full'));
    await second;
    expect(failures).toHaveLength(2);
  });

  it('continues after records that turn out to be durable although their write failed', async () => {
    const store = manualStore();
    const journal = await createGroupCommitJournal(store);
    const lost = expect(journal.append(records(1, 2))).rejects.toThrow('no answer');
    await store.commit(new Error('no answer'));
    await lost;
    store.kept.push(...records(1, 2));
    store.repair();
    await journal.recover();
    expect(await journal.lastSeq()).toBe(2);
  });

  it('does not recover once it is closed', async () => {
    const store = manualStore();
    const journal = await createGroupCommitJournal(store);
    store.breakDown(new Error('connection lost'));
    store.repair();
    await journal.close();
    await expect(journal.recover()).rejects.toThrow('closed');
  });

  it('fails when the store breaks between two calls', async () => {
    const store = manualStore();
    const journal = await createGroupCommitJournal(store);
    store.breakDown(new Error('connection lost'));
    await expect(journal.append(records(1, 1))).rejects.toThrow('connection lost');
  });

  it('finishes what is under way before it closes, and takes nothing afterwards', async () => {
    const store = manualStore();
    const journal = await createGroupCommitJournal(store);
    const done: number[] = [];
    void journal.append(records(1, 1)).then(() => done.push(1));
    await turn();
    void journal.append(records(2, 1)).then(() => done.push(2));
    const closing = journal.close();
    await expect(journal.append(records(3, 1))).rejects.toThrow('closed');
    await store.commit();
    expect(store.isClosed()).toBe(false);
    await store.commit();
    await closing;
    await journal.close();
    expect([done, store.isClosed()]).toEqual([[1, 2], true]);
  });

  it('resolves an empty call without a commit', async () => {
    const store = manualStore();
    await (await createGroupCommitJournal(store)).append([]);
    expect(store.batches).toEqual([]);
  });

  it('refuses to read over a gap', async () => {
    const store = manualStore();
    store.kept.push({ seq: 1, payload: '{}' }, { seq: 3, payload: '{}' });
    const journal = await createGroupCommitJournal(store);
    const read = async (): Promise<void> => {
      for await (const batch of journal.read(1)) expect(batch.length).toBeGreaterThan(0);
    };
    await expect(read()).rejects.toThrow('record 2 is missing');
  });

  it('acknowledges exactly what is kept, in order, for any mix of calls and commits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.integer({ min: 1, max: 600 }), fc.constant('commit' as const)), {
          maxLength: 40,
        }),
        async (steps) => {
          const store = manualStore();
          const journal = await createGroupCommitJournal(store);
          let [next, acknowledged, open] = [1, 0, 0];
          for (const step of steps) {
            if (step === 'commit') {
              if (open > 0) await store.commit();
            } else {
              const last = next + step - 1;
              open += 1;
              void journal.append(records(next, step)).then(() => {
                expect(last).toBeGreaterThan(acknowledged);
                acknowledged = last;
                open -= 1;
              });
              next += step;
            }
            expect(store.kept.length).toBe(acknowledged);
          }
          while (open > 0) await store.commit();
          expect(store.kept).toEqual(records(1, next - 1));
        },
      ),
      { numRuns: 60 },
    );
  });
});

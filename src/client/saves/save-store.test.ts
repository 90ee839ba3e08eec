import { beforeEach, describe, expect, it } from 'vitest';
import type { Save } from '../../domain/saves/index.ts';
import { save } from '../../domain/saves/testing.ts';
import { catalogue } from '../../protocol/index.ts';
import type { DocumentWrite } from '../documents/document-entries.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import type { SaveAnswer } from './save-calls.ts';
import { createSaveStash } from './save-stash.ts';
import { SavesOfUser } from './save-store.ts';
import type { SaveProblem } from './types.ts';

interface Sent extends DocumentWrite<Save> {
  /** Answers the write. */
  readonly answer: (answer: SaveAnswer) => Promise<void>;
}

let clock: ReturnType<typeof createManualClock>;
let texts: Map<string, string>;
let lists: number;
let writes: Sent[];
let problems: SaveProblem[];
let user: { userId: string; isDemo: boolean };
let store: SavesOfUser;

function openPage(): SavesOfUser {
  let ids = 100;
  const page = new SavesOfUser({
    clock,
    trading: { sendReady: () => (lists += 1) > 0 },
    write: (write) =>
      new Promise((resolve) => {
        const answer = async (given: SaveAnswer) => {
          resolve(given);
          await Promise.resolve();
          clock.advance(100);
        };
        writes.push({ ...write, answer });
      }),
    user: () => user,
    newId: () => String((ids += 1)),
    stash: createSaveStash(() => ({
      getItem: (key) => texts.get(key) ?? null,
      setItem: (key, text) => void texts.set(key, text),
      removeItem: (key) => void texts.delete(key),
    })),
  });
  page.onProblem((problem) => problems.push(problem));
  return page;
}

const stateOf = (Revision: number, row: Save | null, Id = '7') => ({
  Id,
  Revision,
  Version: 1,
  Body: row && { ...row },
});
function list(...rows: readonly [number, Save][]): void {
  const Items = rows.map(([revision, row]) => ({ ...stateOf(revision, row, row.Id), Body: { ...row } }));
  store.onTrading({ name: 'saveDocuments', body: { Items, HasMore: false } });
  clock.advance(100);
}
function change(revision: number, row: Save | null): void {
  store.onTrading({ name: 'saveChanged', body: stateOf(revision, row, row?.Id) });
  clock.advance(100);
}
const fail = () =>
  store.onTrading({
    name: 'failure',
    body: { RequestT: catalogue.saveList.T, Message: 'Later', ErrorCode: 0 },
  });
const names = () => store.get().rows.map(({ Name }) => Name);
const stored = (Revision: number): SaveAnswer => ({ Outcome: 'stored', Revision });

beforeEach(() => {
  clock = createManualClock();
  texts = new Map();
  lists = 0;
  [writes, problems] = [[], []];
  user = { userId: 'ann', isDemo: false };
  store = openPage();
});

describe('the saves of a page', () => {
  it('are listed with the account and follow what other machines write', async () => {
    expect(await store.load()).toBe(false);
    store.onAccountReady();
    const load = store.load();
    list([1, save()]);
    expect(await load).toBe(true);
    change(2, save({ Name: 'Chips' }));
    expect(names()).toEqual(['Chips']);
    change(3, null);
    expect(names()).toEqual([]);
    expect(lists).toBe(1);
  });

  it('report a list that is refused, and request it again', async () => {
    store.onAccountReady();
    const load = store.load();
    fail();
    expect(await load).toBe(false);
    const again = store.load();
    list([1, save()]);
    expect(await again).toBe(true);
    fail();
    clock.advance(3_000);
    expect(lists).toBe(2);
  });

  it('report whether a change has reached the server or is sent later', async () => {
    store.onAccountReady();
    list([1, save()]);
    store.put([save({ Name: 'Chips' })]);
    const saved = store.answered('7');
    await writes[0]?.answer(stored(2));
    expect(await saved).toMatchObject({ ok: true, isUnsent: false });
    store.put([save({ Name: 'Banks' })]);
    const failed = store.answered('7');
    await writes[1]?.answer({ Outcome: 'unknown' });
    expect(await failed).toMatchObject({ ok: true, row: { Name: 'Banks' }, isUnsent: true });
    store.onLost();
    store.remove(['7']);
    expect(await store.answered('7')).toMatchObject({ ok: true, row: null, isUnsent: true });
    store.onAccountReady();
    const removed = store.answered('7');
    await writes.at(-1)?.answer(stored(3));
    expect(await removed).toMatchObject({ ok: true, row: null, isUnsent: false });
  });

  it('are shown at once and written over the revision that was seen', async () => {
    store.onAccountReady();
    list([4, save()]);
    store.put([save({ Name: 'Chips' }), save({ Id: '8', Name: 'New' })]);
    expect(names()).toEqual(['Chips', 'New']);
    expect(writes.map(({ id, seenRevision }) => [id, seenRevision])).toEqual([
      ['7', 4],
      ['8', 0],
    ]);
    await writes[0]?.answer(stored(5));
    store.remove(['7']);
    expect(writes.at(-1)).toMatchObject({ id: '7', seenRevision: 5, row: null });
  });

  it('keep both versions when two machines change the same part, and say so', async () => {
    store.onAccountReady();
    list([1, save()]);
    const mine = save({ Data: { Symbols: ['MSFT'] } });
    const other = save({ Data: { Symbols: ['IBM'] } });
    store.put([mine]);
    await writes[0]?.answer({ Outcome: 'conflict', State: stateOf(2, other) });
    const copy = { ...mine, Id: '101', Name: 'Tech (2)' };
    expect(store.get().rows).toEqual([other, copy]);
    expect(problems).toEqual([{ kind: 'copied', row: other, copy }]);
    expect(writes.at(-1)).toMatchObject({ id: '101', seenRevision: 0, row: copy });
  });

  it('keep a save that one machine deleted and another changed', async () => {
    store.onAccountReady();
    list([1, save()]);
    store.put([save({ Name: 'Chips' })]);
    await writes[0]?.answer({ Outcome: 'conflict', State: stateOf(2, null) });
    expect(names()).toEqual(['Chips']);
    expect(writes.at(-1)).toMatchObject({ id: '7', seenRevision: 2 });
    expect(problems).toMatchObject([{ kind: 'kept' }]);
  });

  it('get a free name when another save has the name', async () => {
    store.onAccountReady();
    list();
    store.put([save({ Id: '8' })]);
    change(1, save());
    await writes[0]?.answer({ Outcome: 'refused', IsNameTaken: true, Message: 'taken' });
    expect(names()).toEqual(['Tech (2)', 'Tech']);
    expect(writes.at(-1)?.row?.Name).toBe('Tech (2)');
    expect(problems).toEqual([{ kind: 'renamed', row: save({ Id: '8', Name: 'Tech (2)' }), wanted: 'Tech' }]);
  });

  it('are as before when the server refuses a write, with its message', async () => {
    store.onAccountReady();
    list([1, save()]);
    store.put([save({ Name: 'Chips' })]);
    await writes[0]?.answer({ Outcome: 'refused', IsNameTaken: false, Message: 'Full' });
    expect(names()).toEqual(['Tech']);
    expect(problems).toMatchObject([{ kind: 'refused', message: 'Full' }]);
  });

  it('are written again after a failure, and an answer that is late changes nothing', async () => {
    store.onAccountReady();
    list([1, save()]);
    store.put([save({ Name: 'Chips' })]);
    store.onLost();
    store.onAccountReady();
    expect(writes).toHaveLength(2);
    await writes[0]?.answer({ Outcome: 'refused', IsNameTaken: false, Message: 'Late' });
    expect([names(), problems]).toEqual([['Chips'], []]);
    await writes[1]?.answer({ Outcome: 'unknown' });
    clock.advance(3_000);
    expect(writes).toHaveLength(3);
    await writes[2]?.answer(stored(2));
    expect(texts.size).toBe(0);
  });

  it('send what an earlier page could not send', () => {
    store.onAccountReady();
    store.put([save()]);
    store.onLost();
    store = openPage();
    store.onAccountReady();
    expect(names()).toEqual(['Tech']);
    expect(writes.at(-1)).toMatchObject({ id: '7', seenRevision: 0 });
  });

  it('of a demo session are in the page only', async () => {
    user = { userId: 'demo', isDemo: true };
    store.onAccountReady();
    expect(await store.load()).toBe(true);
    store.put([save()]);
    expect([names(), writes, lists, texts.size]).toEqual([['Tech'], [], 0, 0]);
    store.reset();
    expect(store.get()).toEqual({ rows: [], isLoaded: false });
  });
});

import { describe, expect, test, vi } from 'vitest';
import { createObservable } from '../../client/observable.ts';
import type { SaveAnswered, SavesState, SaveStore } from '../../client/types.ts';
import type { Save } from '../../domain/saves/index.ts';
import { createSavesModel, NAME_UNSEEN, type SavesDeps } from './saves-model.ts';

const save = (Id: string, Name: string): Save => ({
  Id,
  Type: 'MarketView',
  Name,
  Data: { Symbols: ['JPM'] },
});
const BANKS = save('1', 'Banks');
const TECH = save('2', 'Tech');
const CHART = { ...save('3', 'Swing'), Type: 'ChartTemplate' };

/** Saves without a server. */
class SavesInPage implements SaveStore {
  isLoading = true;
  readonly #state = createObservable<SavesState>({ rows: [TECH, BANKS, CHART], isLoaded: true });
  readonly get = this.#state.get;
  readonly subscribe = this.#state.subscribe;
  load = async () => this.isLoading;
  newId = () => '9';
  put = vi.fn((rows: readonly Save[]) => this.#set([...this.#others(rows), ...rows]));
  restore = this.put;
  remove = vi.fn((ids: readonly string[]) =>
    this.#set(this.get().rows.filter(({ Id }) => !ids.includes(Id))),
  );
  answer: SaveAnswered | null = null;
  answered = async (id: string): Promise<SaveAnswered> =>
    this.answer ?? {
      ok: true,
      row: this.get().rows.find(({ Id }) => Id === id) ?? null,
      isUnsent: false,
    };
  onChange = () => () => {};
  onProblem = () => () => {};
  #others(rows: readonly Save[]) {
    return this.get().rows.filter(({ Id }) => rows.every((row) => row.Id !== Id));
  }
  #set(rows: readonly Save[]) {
    this.#state.set({ rows, isLoaded: true });
  }
}

function setUp(change: Partial<SavesDeps> & { answer?: boolean } = {}) {
  const { answer = true, ...deps } = change;
  const saves = new SavesInPage();
  const confirm = vi.fn(async (_message: string) => answer);
  const close = vi.fn();
  const report = vi.fn();
  const model = createSavesModel({
    open: async () => saves,
    toolType: 'MarketView',
    currentName: null,
    data: () => ({ Symbols: ['C'] }),
    isDemo: () => false,
    confirm,
    close,
    report,
    ...deps,
  });
  return { model, saves, confirm, close, report, state: () => model.store.getState() };
}
/** What is put when the list of the window is saved. */
const saved = (Id: string, Name: string): readonly Save[] => [
  { ...save(Id, Name), Data: { Symbols: ['C'] } },
];

describe('the saves dialog', () => {
  test('loads its list once, by name, with the present save chosen', async () => {
    const open = vi.fn(async () => new SavesInPage());
    const { model, state } = setUp({ currentName: 'Tech', open });
    await model.start();
    await model.start();
    expect(open).toHaveBeenCalledOnce();
    expect([state().items, state().selectedId, state().name, state().status]).toEqual([
      [BANKS, TECH],
      '2',
      'Tech',
      null,
    ]);
  });
  test('shows that the list cannot be loaded as the status, and can be tried again', async () => {
    const { model, saves, state } = setUp();
    saves.isLoading = false;
    await model.start();
    expect(state().status).toEqual({
      text: 'The saved items cannot be loaded now. Try again in a moment.',
      isError: true,
    });
    saves.isLoading = true;
    await model.start();
    expect([state().items, state().status]).toEqual([[BANKS, TECH], null]);
  });
  test('shows the failure to load its code as the status', async () => {
    const open = async () => {
      throw new Error('Failed to fetch');
    };
    const { model, state } = setUp({ open });
    await model.start();
    expect(state().status).toEqual({
      text: 'The saved items cannot be loaded now. Try again in a moment.',
      isError: true,
    });
  });
  test('shows what other machines save and delete until it is closed', async () => {
    const { model, saves, state } = setUp({ currentName: 'Tech' });
    await model.start();
    saves.put([save('4', 'Energy')]);
    expect([state().items?.map(({ Name }) => Name), state().selectedId]).toEqual([
      ['Banks', 'Energy', 'Tech'],
      '2',
    ]);
    saves.remove(['2']);
    expect(state().selectedId).toBeNull();
    model.stop();
    saves.remove(['4']);
    expect(state().items?.map(({ Name }) => Name)).toEqual(['Banks', 'Energy']);
  });
  test('loads what is chosen and closes with it', async () => {
    const { model, close } = setUp();
    await model.start();
    model.load();
    expect(close).not.toHaveBeenCalled();
    model.select('1');
    model.load();
    expect(close).toHaveBeenCalledExactlyOnceWith({
      kind: 'loaded',
      name: 'Banks',
      data: { Symbols: ['JPM'] },
    });
  });
  test('saves under a trimmed name; without one it says so', async () => {
    const { model, saves, close, confirm, state } = setUp();
    await model.start();
    model.rename('   ');
    await model.save();
    expect([state().nameError, saves.put.mock.calls.length]).toEqual(['Please enter a name', 0]);
    model.rename('  Energy ');
    await model.save();
    expect(saves.put).toHaveBeenCalledExactlyOnceWith(saved('9', 'Energy'));
    expect(confirm).not.toHaveBeenCalled();
    expect(close).toHaveBeenCalledExactlyOnceWith({
      kind: 'saved',
      name: 'Energy',
      data: { Symbols: ['C'] },
    });
  });
  test('saves what was entered while the list was loading, once, as soon as it is there', async () => {
    const list = Promise.withResolvers<boolean>();
    const { model, saves, close, state } = setUp();
    saves.load = () => list.promise;
    const started = model.start();
    model.rename('Chips');
    const saving = Promise.all([model.save(), model.save()]);
    await Promise.resolve();
    expect([saves.put.mock.calls, state().isBusy]).toEqual([[], true]);
    list.resolve(true);
    await Promise.all([started, saving]);
    expect(saves.put.mock.calls).toEqual([[saved('9', 'Chips')]]);
    expect(close).toHaveBeenCalledOnce();
  });
  test('saves nothing when it is closed before its list is there', async () => {
    const list = Promise.withResolvers<boolean>();
    const { model, saves, close } = setUp();
    saves.load = () => list.promise;
    const started = model.start();
    model.rename('Chips');
    const saving = model.save();
    await Promise.resolve();
    model.stop();
    list.resolve(true);
    await Promise.all([started, saving]);
    expect([saves.put.mock.calls, close.mock.calls]).toEqual([[], []]);
  });
  test('tries to load the list again when a name is saved after it has failed', async () => {
    const { model, saves, close } = setUp();
    saves.isLoading = false;
    await model.start();
    saves.isLoading = true;
    model.rename('Chips');
    await model.save();
    expect(saves.put.mock.calls).toEqual([[saved('9', 'Chips')]]);
    expect(close).toHaveBeenCalledOnce();
  });
  test('stays open with the message of the server when it refuses a save or a deletion', async () => {
    const onGone = vi.fn();
    const { model, saves, close, state } = setUp({ currentName: 'Tech', onGone });
    await model.start();
    saves.answer = { ok: false, message: 'Database is offline' };
    await model.remove();
    await model.save();
    expect([state().status, state().isBusy]).toEqual([{ text: 'Database is offline', isError: true }, false]);
    expect([close.mock.calls, onGone.mock.calls]).toEqual([[], []]);
  });
  test('closes with the name that the save got, when another machine has taken the one that was typed', async () => {
    const { model, saves, close } = setUp();
    await model.start();
    model.rename('Energy');
    saves.answer = { ok: true, row: save('9', 'Energy (2)'), isUnsent: false };
    await model.save();
    expect(close).toHaveBeenCalledExactlyOnceWith({
      kind: 'saved',
      name: 'Energy (2)',
      data: { Symbols: ['C'] },
    });
  });
  test('says that a save or a deletion waits for the connection', async () => {
    const { model, saves, close, report, state } = setUp();
    await model.start();
    saves.answer = { ok: true, row: null, isUnsent: true };
    model.select('1');
    await model.remove();
    expect(state().status?.text).toBe('"Banks" deleted. It is sent when the connection is back.');
    model.rename('Energy');
    await model.save();
    expect(report).toHaveBeenCalledExactlyOnceWith(
      '"Energy" saved in this browser. It is sent when the connection is back.',
    );
    expect(close).toHaveBeenCalledOnce();
  });
  test('overwrites after a yes only, in the place of the old one', async () => {
    const refused = setUp({ answer: false });
    await refused.model.start();
    refused.model.rename('Banks');
    await refused.model.save();
    expect(refused.confirm).toHaveBeenCalledExactlyOnceWith(
      '"Banks" already exists. Do you want to overwrite it?',
    );
    expect(refused.saves.put).not.toHaveBeenCalled();
    const agreed = setUp();
    await agreed.model.start();
    agreed.model.rename('Banks');
    await agreed.model.save();
    expect(agreed.saves.put).toHaveBeenCalledExactlyOnceWith(saved('1', 'Banks'));
  });
  test('takes a name that differs in case only for the same one', async () => {
    const { model, saves, confirm } = setUp();
    await model.start();
    model.rename('BANKS');
    await model.save();
    expect(confirm).toHaveBeenCalledExactlyOnceWith('"Banks" already exists. Do you want to overwrite it?');
    expect(saves.put).toHaveBeenCalledExactlyOnceWith(saved('1', 'BANKS'));
  });
  test('deletes after a yes only, and stays open', async () => {
    const refused = setUp({ answer: false });
    await refused.model.start();
    refused.model.select('1');
    await refused.model.remove();
    expect(refused.confirm).toHaveBeenCalledExactlyOnceWith('Do you really want to delete "Banks"?');
    expect(refused.saves.remove).not.toHaveBeenCalled();
    const agreed = setUp();
    await agreed.model.start();
    agreed.model.select('1');
    await agreed.model.remove();
    expect([agreed.state().items, agreed.state().selectedId, agreed.close.mock.calls.length]).toEqual([
      [TECH],
      null,
      0,
    ]);
  });
  test.each(['Mine\u202e(7 symbols)', 'A\u200bB', 'A\u0007', '\u2066A'])(
    'refuses a name with what is not seen: %j',
    async (name) => {
      const { model, saves, state } = setUp();
      await model.start();
      model.rename(name);
      await model.save();
      expect([state().nameError, saves.put.mock.calls]).toEqual([NAME_UNSEEN, []]);
    },
  );
  test('says when the save of the current name is no more, whether it was deleted here or elsewhere', async () => {
    const here = vi.fn();
    const { model } = setUp({ currentName: 'Tech', onGone: here });
    await model.start();
    model.select('1');
    await model.remove();
    expect(here).not.toHaveBeenCalled();
    model.select('2');
    await model.remove();
    expect(here).toHaveBeenCalledOnce();
    const elsewhere = vi.fn();
    await setUp({ currentName: 'Gone', onGone: elsewhere }).model.start();
    expect(elsewhere).toHaveBeenCalledOnce();
  });
  test('refuses to save and to delete in a demo, without a question first', async () => {
    const { model, saves, confirm, state } = setUp({ isDemo: () => true });
    await model.start();
    model.select('1');
    await model.save();
    expect(state().status).toEqual({ text: 'Saving is not supported during Demo Session', isError: true });
    await model.remove();
    expect(state().status).toEqual({ text: 'Deleting is not supported during Demo Session', isError: true });
    expect([saves.put.mock.calls, saves.remove.mock.calls, confirm.mock.calls]).toEqual([[], [], []]);
  });
  test('refuses data that cannot be saved as the status, and keeps everything as it was', async () => {
    const { model, saves, close, state } = setUp({ data: () => ({ Symbols: 'A'.repeat(1_000_001) }) });
    await model.start();
    model.rename('Long');
    await model.save();
    expect(state().status).toEqual({
      text: 'This is too large to save: 1000015 characters, at most 1000000.',
      isError: true,
    });
    expect([saves.put.mock.calls, close.mock.calls]).toEqual([[], []]);
  });
});

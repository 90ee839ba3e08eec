import { describe, expect, test, vi } from 'vitest';
import type { SavedItem, SavedItems } from '../../client/types.ts';
import { createSavesModel, NAME_UNSEEN, type SavesDeps } from './saves-model.ts';

const BANKS: SavedItem = { id: 1, name: 'Banks' };
const TECH: SavedItem = { id: 2, name: 'Tech' };

function setUp(change: Partial<SavesDeps> & { calls?: Partial<SavedItems>; answer?: boolean } = {}) {
  const { calls, answer = true, ...deps } = change;
  const spies = {
    list: vi.fn(async () => [TECH, BANKS]),
    lists: vi.fn(async () => new Map()),
    remove: vi.fn(async () => {}),
    load: vi.fn(async () => ({ Symbols: ['JPM'] })),
    save: vi.fn(async (_type: string, name: string, _data: unknown, id?: number) => ({ id: id ?? 9, name })),
  } satisfies SavedItems;
  const saves: SavedItems = { ...spies, ...calls };
  const confirm = vi.fn(async (_message: string) => answer);
  const close = vi.fn();
  const model = createSavesModel({
    saves,
    toolType: 'MarketView',
    currentName: null,
    data: () => ({ Symbols: ['C'] }),
    isDemo: () => false,
    confirm,
    close,
    ...deps,
  });
  return { model, saves: spies, confirm, close, state: () => model.store.getState() };
}

describe('the saves dialog', () => {
  test('loads its list once, by name, with the present save chosen', async () => {
    const { model, saves, state } = setUp({ currentName: 'Tech' });
    await model.start();
    await model.start();
    expect(saves.list).toHaveBeenCalledExactlyOnceWith('MarketView');
    expect([state().items, state().selectedId, state().name, state().status]).toEqual([
      [BANKS, TECH],
      2,
      'Tech',
      null,
    ]);
  });
  test('shows the error of the list as the status, and can be tried again', async () => {
    const list = vi.fn(async () => [BANKS]).mockRejectedValueOnce(new Error('Database is offline'));
    const { model, state } = setUp({ calls: { list } });
    await model.start();
    expect(state().status).toEqual({ text: 'Database is offline', isError: true });
    await model.start();
    expect(state().items).toEqual([BANKS]);
  });
  test('loads what is chosen and closes with it', async () => {
    const { model, saves, close } = setUp();
    await model.start();
    await model.load();
    expect(saves.load).not.toHaveBeenCalled();
    model.select(1);
    await model.load();
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
    expect([state().nameError, saves.save.mock.calls.length]).toEqual(['Please enter a name', 0]);
    model.rename('  Energy ');
    await model.save();
    expect(saves.save).toHaveBeenCalledExactlyOnceWith('MarketView', 'Energy', { Symbols: ['C'] });
    expect(confirm).not.toHaveBeenCalled();
    expect(close).toHaveBeenCalledExactlyOnceWith({
      kind: 'saved',
      name: 'Energy',
      data: { Symbols: ['C'] },
    });
  });
  test('overwrites after a yes only, in the place of the old one', async () => {
    const refused = setUp({ answer: false });
    await refused.model.start();
    refused.model.rename('Banks');
    await refused.model.save();
    expect(refused.confirm).toHaveBeenCalledExactlyOnceWith(
      '"Banks" already exists. Do you want to overwrite it?',
    );
    expect(refused.saves.save).not.toHaveBeenCalled();
    const agreed = setUp();
    await agreed.model.start();
    agreed.model.rename('Banks');
    await agreed.model.save();
    expect(agreed.saves.save).toHaveBeenCalledExactlyOnceWith('MarketView', 'Banks', { Symbols: ['C'] }, 1);
  });
  test('takes a name that differs in case only for the same one', async () => {
    const { model, saves, confirm } = setUp();
    await model.start();
    model.rename('BANKS');
    await model.save();
    expect(confirm).toHaveBeenCalledExactlyOnceWith('"Banks" already exists. Do you want to overwrite it?');
    expect(saves.save).toHaveBeenCalledExactlyOnceWith('MarketView', 'BANKS', { Symbols: ['C'] }, 1);
  });
  test('deletes after a yes only, and stays open', async () => {
    const refused = setUp({ answer: false });
    await refused.model.start();
    refused.model.select(1);
    await refused.model.remove();
    expect(refused.confirm).toHaveBeenCalledExactlyOnceWith('Do you really want to delete "Banks"?');
    expect(refused.saves.remove).not.toHaveBeenCalled();
    const agreed = setUp();
    await agreed.model.start();
    agreed.model.select(1);
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
      expect([state().nameError, saves.save.mock.calls]).toEqual([NAME_UNSEEN, []]);
    },
  );
  test('says when the save of the current name is no more, whether it was deleted here or elsewhere', async () => {
    const here = vi.fn();
    const { model } = setUp({ currentName: 'Tech', onGone: here });
    await model.start();
    model.select(1);
    await model.remove();
    expect(here).not.toHaveBeenCalled();
    model.select(2);
    await model.remove();
    expect(here).toHaveBeenCalledOnce();
    const elsewhere = vi.fn();
    await setUp({ currentName: 'Gone', onGone: elsewhere }).model.start();
    expect(elsewhere).toHaveBeenCalledOnce();
  });
  test('refuses to save and to delete in a demo, without a question first', async () => {
    const { model, saves, confirm, state } = setUp({ isDemo: () => true });
    await model.start();
    model.select(1);
    await model.save();
    expect(state().status).toEqual({ text: 'Saving is not supported during Demo Session', isError: true });
    await model.remove();
    expect(state().status).toEqual({ text: 'Deleting is not supported during Demo Session', isError: true });
    expect([saves.save.mock.calls, saves.remove.mock.calls, confirm.mock.calls]).toEqual([[], [], []]);
  });
  test.each(['load', 'remove', 'save'] as const)(
    'shows an error of %s as the status and keeps everything as it was',
    async (operation) => {
      const fail = async () => {
        throw new Error('Timeout has occured loading data');
      };
      const { model, close, state } = setUp({ calls: { load: fail, remove: fail, save: fail } });
      await model.start();
      model.select(2);
      await model[operation]();
      expect(state()).toMatchObject({
        items: [BANKS, TECH],
        selectedId: 2,
        isBusy: false,
        status: { text: 'Timeout has occured loading data', isError: true },
      });
      expect(close).not.toHaveBeenCalled();
    },
  );
});

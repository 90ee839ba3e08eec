import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createObservable } from '../client/observable.ts';
import type { SavesState, SaveStore } from '../client/types.ts';
import type { Save } from '../domain/saves/index.ts';
import { followSaves, type NamedSaves, type NamedState } from './follow-saves.ts';
import { markOf } from './saved-mark.ts';
import type { PlacedTool } from './placed-tools.ts';
import type { ToolPlatform } from './types.ts';
import { until } from '../../tests/support/until.ts';

interface ListState extends NamedState {
  readonly Symbols: readonly string[];
}

const symbolsOf = ({ Symbols }: Pick<ListState, 'Symbols'>) => ({ Symbols });
const LISTS: NamedSaves<ListState> = {
  toolId: 'market-view',
  savedType: 'MarketView',
  content: {
    dataOf: symbolsOf,
    // The data of these tests; a number is damaged.
    read: (data) => (typeof data === 'number' ? null : (data as Pick<ListState, 'Symbols'>)),
  },
};
const save = (Id: string, Name: string, Data: unknown): Save => ({ Id, Type: 'MarketView', Name, Data });
const list = (...Symbols: string[]) => ({ Symbols });
const saved = (FileName: string, ...Symbols: string[]): ListState => ({
  FileName,
  Symbols,
  SavedAs: markOf(symbolsOf({ Symbols })),
});

/** Windows and saves of a page. */
class Page {
  readonly saves = createObservable<SavesState>({ rows: [], isLoaded: false });
  readonly #states = createObservable<readonly ListState[]>([]);
  readonly open = vi.fn(async () => {
    // Only what is used of a store.
    const { get, subscribe } = this.saves;
    return { get, subscribe, load: async () => true } as unknown as SaveStore;
  });

  get states(): readonly ListState[] {
    return this.#states.get();
  }

  show(...states: ListState[]): void {
    this.#states.set(states);
  }

  store(...rows: Save[]): void {
    this.saves.set({ rows, isLoaded: true });
  }

  get platform(): Pick<ToolPlatform, 'savedDocuments' | 'tools'> {
    const windows = {
      get: () =>
        this.states.map((state, at): PlacedTool => ({
          id: `1:Window${at + 1}`,
          workspaceId: 1,
          getState: () => state,
          update: () => {
            throw new Error('a change of another machine is no step of undo');
          },
          follow: (change) =>
            this.#states.set(this.states.map((each, n) => (n === at ? { ...each, ...change } : each))),
        })),
      subscribe: this.#states.subscribe,
    };
    // Only what is used of a platform.
    return {
      savedDocuments: { open: this.open },
      tools: { windowsOf: () => windows },
    } as unknown as ToolPlatform;
  }
}

let page: Page;
beforeEach(() => {
  page = new Page();
});

describe('windows with the name of a save', () => {
  test('show what is saved under it elsewhere, unless they were changed since', async () => {
    const changed = { ...saved('Tech', 'IBM'), Symbols: ['IBM', 'F'] };
    page.show(saved('Tech', 'IBM'), changed, saved('Banks', 'JPM'));
    followSaves(page.platform, LISTS);
    page.store(save('1', 'Tech', list('IBM')), save('2', 'Banks', list('JPM')));
    await until(() => expect(page.open).toHaveBeenCalledOnce());
    page.store(save('1', 'Tech', list('IBM', 'MSFT')), save('2', 'Banks', list('JPM')));
    expect(page.states).toEqual([saved('Tech', 'IBM', 'MSFT'), changed, saved('Banks', 'JPM')]);
    // The changed window has saved its list.
    page.store(save('1', 'Tech', list('IBM', 'F')), save('2', 'Banks', list('JPM')));
    expect(page.states).toEqual([
      saved('Tech', 'IBM', 'F'),
      saved('Tech', 'IBM', 'F'),
      saved('Banks', 'JPM'),
    ]);
  });
  test('show what was saved while the page was closed', async () => {
    page.store(save('1', 'Tech', list('MSFT')));
    page.show(saved('Tech', 'IBM'));
    followSaves(page.platform, LISTS);
    await until(() => expect(page.states).toEqual([saved('Tech', 'MSFT')]));
  });
  test('are untitled when it is deleted, and keep what they show', async () => {
    page.store(save('1', 'Tech', list('IBM')));
    page.show(saved('Tech', 'IBM'));
    followSaves(page.platform, LISTS);
    await until(() => expect(page.open).toHaveBeenCalledOnce());
    page.store(save('1', 'Tech', list('IBM')));
    page.store();
    expect(page.states).toEqual([{ Symbols: ['IBM'], FileName: null, SavedAs: null }]);
  });
  test('keep the name of a save that has not arrived yet', async () => {
    page.store();
    page.show(saved('Tech', 'IBM'));
    followSaves(page.platform, LISTS);
    await until(() => expect(page.open).toHaveBeenCalledOnce());
    page.store(save('2', 'Banks', list('JPM')));
    expect(page.states).toEqual([saved('Tech', 'IBM')]);
  });
  test('keep the save that gets another name, although another one has theirs now', async () => {
    page.store(save('1', 'Tech', list('IBM')));
    page.show(saved('Tech', 'IBM'));
    followSaves(page.platform, LISTS);
    await until(() => expect(page.open).toHaveBeenCalledOnce());
    page.store(save('1', 'Tech (2)', list('IBM')), save('2', 'Tech', list('F')));
    expect(page.states).toEqual([saved('Tech (2)', 'IBM')]);
  });
  test('keep an earlier version that the user has restored, and what they show when the save is damaged', async () => {
    page.store(save('1', 'Tech', list('IBM')));
    page.show(saved('Tech', 'IBM'));
    followSaves(page.platform, LISTS);
    await until(() => expect(page.open).toHaveBeenCalledOnce());
    page.show(saved('Tech', 'T'));
    expect(page.states).toEqual([saved('Tech', 'T')]);
    page.store(save('1', 'Tech', 7));
    expect(page.states).toEqual([saved('Tech', 'T')]);
  });
  test('of a tool with copies follow the name only', async () => {
    page.store(save('1', 'Tech', list('IBM')));
    page.show(saved('Tech', 'IBM'));
    followSaves(page.platform, { ...LISTS, content: null });
    await until(() => expect(page.open).toHaveBeenCalledOnce());
    page.store(save('1', 'tech', list('F')));
    expect(page.states).toEqual([{ ...saved('Tech', 'IBM'), FileName: 'tech' }]);
    page.store();
    expect(page.states[0]?.FileName).toBeNull();
  });
  test('are loaded for a window with a name alone, and not followed after the session', async () => {
    const end = followSaves(page.platform, LISTS);
    page.show({ FileName: null, SavedAs: null, Symbols: [] });
    expect(page.open).not.toHaveBeenCalled();
    page.show(saved('Tech', 'IBM'));
    await until(() => expect(page.open).toHaveBeenCalledOnce());
    end();
    page.store(save('1', 'Tech', list('F')));
    expect(page.states).toEqual([saved('Tech', 'IBM')]);
  });
});

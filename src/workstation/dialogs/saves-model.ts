import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedItem, SavedItems } from '../../client/types.ts';
import { isSameName } from '../../domain/names/same-name.ts';

/** What the saves dialog knows and does, without how it looks. */

const DEMO_SAVE = 'Saving is not supported during Demo Session';
const DEMO_DELETE = 'Deleting is not supported during Demo Session';
const NAME_MISSING = 'Please enter a name';
export const NAME_UNSEEN =
  'The name contains invisible characters or characters that reverse the text. Remove them, or type the name again.';
/** Control characters, marks of direction, and spaces without a width. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;
/** As long as the server takes a name. */
export const MAX_NAME_LENGTH = 100;

export interface SavesOutcome {
  readonly kind: 'loaded' | 'saved';
  readonly name: string;
  readonly data: unknown;
}

export interface SavesState {
  /** Null until the list has come. */
  readonly items: readonly SavedItem[] | null;
  readonly selectedId: number | null;
  readonly name: string;
  /** What is wrong with the name. */
  readonly nameError: string | null;
  /** How the last operation went, or that it is under way. */
  readonly status: { readonly text: string; readonly isError: boolean } | null;
  readonly isBusy: boolean;
}

export interface SavesDeps {
  readonly saves: SavedItems;
  readonly toolType: string;
  readonly currentName: string | null;
  readonly data: () => unknown;
  readonly isDemo: () => boolean;
  readonly confirm: (message: string) => Promise<boolean>;
  /** The save of the current name is no more: deleted here, or elsewhere before. */
  readonly onGone?: () => void;
  readonly close: (outcome: SavesOutcome) => void;
}

export interface SavesModel {
  readonly store: StoreApi<SavesState>;
  /** Loads the list; once, and again only after it failed. */
  start(): Promise<void>;
  select(id: number): void;
  rename(name: string): void;
  load(): Promise<void>;
  remove(): Promise<void>;
  save(): Promise<void>;
}

const messageOf = (cause: unknown): string =>
  cause instanceof Error && cause.message !== ''
    ? cause.message
    : 'The server did not answer. Try again in a moment.';
const byName = (one: SavedItem, other: SavedItem) =>
  one.name.localeCompare(other.name, 'en-US', { numeric: true });

export function createSavesModel({
  saves,
  toolType,
  currentName,
  data,
  isDemo,
  confirm,
  onGone,
  close,
}: SavesDeps): SavesModel {
  const store = createStore<SavesState>(() => ({
    items: null,
    selectedId: null,
    name: currentName ?? '',
    nameError: null,
    status: null,
    isBusy: false,
  }));
  const selected = () => store.getState().items?.find(({ id }) => id === store.getState().selectedId);
  const refuse = (text: string) => store.setState({ status: { text, isError: true } });

  /** One operation at a time; what goes wrong is its status. */
  async function during(text: string, work: () => Promise<void>): Promise<void> {
    store.setState({ isBusy: true, status: { text, isError: false } });
    try {
      await work();
      store.setState({ isBusy: false });
    } catch (cause) {
      store.setState({ isBusy: false, status: { text: messageOf(cause), isError: true } });
    }
  }

  return {
    store,
    async start() {
      if (store.getState().isBusy || store.getState().items !== null) return;
      await during('Loading...', async () => {
        const items = (await saves.list(toolType)).toSorted(byName);
        const current = items.find(({ name }) => name === currentName);
        store.setState({ items, selectedId: current?.id ?? null, status: null });
        if (currentName !== null && current === undefined) onGone?.();
      });
    },
    select(id) {
      const item = store.getState().items?.find((candidate) => candidate.id === id);
      if (item !== undefined)
        store.setState({ selectedId: id, name: item.name, nameError: null, status: null });
    },
    rename: (name) => store.setState({ name, nameError: null }),
    async load() {
      const item = selected();
      if (item === undefined || store.getState().isBusy) return;
      await during(`Loading "${item.name}"...`, async () =>
        close({ kind: 'loaded', name: item.name, data: await saves.load(item.id) }),
      );
    },
    async remove() {
      const item = selected();
      if (item === undefined || store.getState().isBusy) return;
      if (isDemo()) {
        refuse(DEMO_DELETE);
        return;
      }
      if (!(await confirm(`Do you really want to delete "${item.name}"?`))) return;
      await during(`Deleting "${item.name}"...`, async () => {
        await saves.remove(item.id);
        if (item.name === currentName) onGone?.();
        const { items, selectedId } = store.getState();
        store.setState({
          items: items?.filter(({ id }) => id !== item.id) ?? null,
          selectedId: selectedId === item.id ? null : selectedId,
          status: { text: `"${item.name}" deleted`, isError: false },
        });
      });
    },
    async save() {
      if (store.getState().isBusy) return;
      const name = store.getState().name.trim();
      if (name === '') {
        store.setState({ nameError: NAME_MISSING, status: null });
        return;
      }
      if (UNSEEN.test(name)) {
        store.setState({ nameError: NAME_UNSEEN, status: null });
        return;
      }
      if (isDemo()) {
        refuse(DEMO_SAVE);
        return;
      }
      const { items } = store.getState();
      // Names that differ in case only are the same name, and what is there is asked about as it is called.
      const known =
        items?.find((item) => item.name === name) ?? items?.find((item) => isSameName(item.name, name));
      if (
        known !== undefined &&
        !(await confirm(`"${known.name}" already exists. Do you want to overwrite it?`))
      )
        return;
      const value = data();
      await during(`Saving "${name}"...`, async () => {
        const item = await (known === undefined
          ? saves.save(toolType, name, value)
          : saves.save(toolType, name, value, known.id));
        close({ kind: 'saved', name: item.name, data: value });
      });
    },
  };
}

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedItem, SavedItems } from '../../client/types.ts';
import { isSameName } from '../../domain/names/same-name.ts';

const DEMO_SAVE = 'Saving is not supported during Demo Session';
const DEMO_DELETE = 'Deleting is not supported during Demo Session';
const NAME_MISSING = 'Please enter a name';
/** Message about a name with characters that cannot be seen. */
export const NAME_UNSEEN =
  'The name contains invisible characters or characters that reverse the text. Remove them, or type the name again.';
/** Control characters, direction marks and zero-width spaces. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;
/** The server's limit of a name, characters. */
export const MAX_NAME_LENGTH = 100;

/** What the user did in the dialog: loaded the data of a save, or saved under a name. */
export interface SavesOutcome {
  readonly kind: 'loaded' | 'saved';
  readonly name: string;
  readonly data: unknown;
}

/** What the dialog shows. */
export interface SavesState {
  /** Null until the list is loaded. */
  readonly items: readonly SavedItem[] | null;
  readonly selectedId: number | null;
  readonly name: string;
  /** Validation message of the name. */
  readonly nameError: string | null;
  /** Outcome of the last operation, or its progress. */
  readonly status: { readonly text: string; readonly isError: boolean } | null;
  readonly isBusy: boolean;
}

/** What the dialog works with. `currentName` is the name that the window was loaded from or saved under; `data` reads what would be saved. */
export interface SavesDeps {
  readonly saves: SavedItems;
  readonly toolType: string;
  readonly currentName: string | null;
  readonly data: () => unknown;
  readonly isDemo: () => boolean;
  readonly confirm: (message: string) => Promise<boolean>;
  /** Called when the save of the current name no longer exists: deleted here, or elsewhere before. */
  readonly onGone?: () => void;
  readonly close: (outcome: SavesOutcome) => void;
}

/** State and operations of the dialog that loads and saves lists, filters and alerts. No operation rejects: a failure is a status. */
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
const byName = (item: SavedItem, other: SavedItem) =>
  item.name.localeCompare(other.name, 'en-US', { numeric: true });

/** The state and the operations of one opened saves dialog. */
export const createSavesModel = (deps: SavesDeps): SavesModel => new DialogSaves(deps);

class DialogSaves implements SavesModel {
  readonly store: StoreApi<SavesState>;
  readonly #deps: SavesDeps;

  constructor(deps: SavesDeps) {
    this.#deps = deps;
    this.store = createStore<SavesState>(() => ({
      items: null,
      selectedId: null,
      name: deps.currentName ?? '',
      nameError: null,
      status: null,
      isBusy: false,
    }));
  }

  async start(): Promise<void> {
    const { saves, toolType, currentName, onGone } = this.#deps;
    if (this.#state.isBusy || this.#state.items !== null) return;
    await this.#during('Loading...', async () => {
      const items = (await saves.list(toolType)).toSorted(byName);
      const current = items.find(({ name }) => name === currentName);
      this.store.setState({ items, selectedId: current?.id ?? null, status: null });
      if (currentName !== null && current === undefined) onGone?.();
    });
  }

  select(id: number): void {
    const item = this.#state.items?.find((candidate) => candidate.id === id);
    if (item !== undefined)
      this.store.setState({ selectedId: id, name: item.name, nameError: null, status: null });
  }

  // The name field calls it without its object.
  readonly rename = (name: string): void => this.store.setState({ name, nameError: null });

  async load(): Promise<void> {
    const item = this.#selected;
    if (item === undefined || this.#state.isBusy) return;
    await this.#during(`Loading "${item.name}"...`, async () =>
      this.#deps.close({ kind: 'loaded', name: item.name, data: await this.#deps.saves.load(item.id) }),
    );
  }

  async remove(): Promise<void> {
    const { saves, isDemo, confirm, currentName, onGone } = this.#deps;
    const item = this.#selected;
    if (item === undefined || this.#state.isBusy) return;
    if (isDemo()) return this.#refuse(DEMO_DELETE);
    if (!(await confirm(`Do you really want to delete "${item.name}"?`))) return;
    await this.#during(`Deleting "${item.name}"...`, async () => {
      await saves.remove(item.id);
      if (item.name === currentName) onGone?.();
      const { items, selectedId } = this.#state;
      this.store.setState({
        items: items?.filter(({ id }) => id !== item.id) ?? null,
        selectedId: selectedId === item.id ? null : selectedId,
        status: { text: `"${item.name}" deleted`, isError: false },
      });
    });
  }

  async save(): Promise<void> {
    const { saves, toolType, isDemo, confirm, data, close } = this.#deps;
    if (this.#state.isBusy) return;
    const name = this.#state.name.trim();
    const nameError = nameErrorOf(name);
    if (nameError !== null) {
      this.store.setState({ nameError, status: null });
      return;
    }
    if (isDemo()) return this.#refuse(DEMO_SAVE);
    const known = this.#savedAs(name);
    if (
      known !== undefined &&
      !(await confirm(`"${known.name}" already exists. Do you want to overwrite it?`))
    )
      return;
    const value = data();
    await this.#during(`Saving "${name}"...`, async () => {
      const item = await (known === undefined
        ? saves.save(toolType, name, value)
        : saves.save(toolType, name, value, known.id));
      close({ kind: 'saved', name: item.name, data: value });
    });
  }

  get #state(): SavesState {
    return this.store.getState();
  }

  get #selected(): SavedItem | undefined {
    return this.#state.items?.find(({ id }) => id === this.#state.selectedId);
  }

  /** The save of that name; names that differ in case only are the same name. */
  #savedAs(name: string): SavedItem | undefined {
    const { items } = this.#state;
    return items?.find((item) => item.name === name) ?? items?.find((item) => isSameName(item.name, name));
  }

  #refuse(text: string): void {
    this.store.setState({ status: { text, isError: true } });
  }

  /** Runs one operation at a time; an error becomes its status. */
  async #during(text: string, operation: () => Promise<void>): Promise<void> {
    this.store.setState({ isBusy: true, status: { text, isError: false } });
    try {
      await operation();
      this.store.setState({ isBusy: false });
    } catch (cause) {
      this.store.setState({ isBusy: false, status: { text: messageOf(cause), isError: true } });
    }
  }
}

function nameErrorOf(name: string): string | null {
  if (name === '') return NAME_MISSING;
  return UNSEEN.test(name) ? NAME_UNSEEN : null;
}

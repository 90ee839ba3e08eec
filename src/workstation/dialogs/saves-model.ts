import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SaveAnswered, SaveStore } from '../../client/types.ts';
import { type Save, saveProblem } from '../../domain/saves/index.ts';
import { isSameName } from '../../domain/names/same-name.ts';

const DEMO_SAVE = 'Saving is not supported during Demo Session';
const DEMO_DELETE = 'Deleting is not supported during Demo Session';
const LIST_FAILED = 'The saved items cannot be loaded now. Try again in a moment.';
/** Follows the message of a change that was made without a connection. */
const UNSENT = 'It is sent when the connection is back.';
const NAME_MISSING = 'Please enter a name';
/** Message about a name with characters that cannot be seen. */
export const NAME_UNSEEN =
  'The name contains invisible characters or characters that reverse the text. Remove them, or type the name again.';
/** Control characters, direction marks and zero-width spaces. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

/** What the user did in the dialog: loaded the data of a save, or saved under a name. */
export interface SavesOutcome {
  readonly kind: 'loaded' | 'saved';
  readonly name: string;
  readonly data: unknown;
}

/** What the dialog shows. */
export interface SavesState {
  /** Null until the list is loaded. */
  readonly items: readonly Save[] | null;
  readonly selectedId: string | null;
  readonly name: string;
  /** Validation message of the name. */
  readonly nameError: string | null;
  /** Outcome of the last operation, or its progress. */
  readonly status: { readonly text: string; readonly isError: boolean } | null;
  /** The list is loading, or a change waits for the server's answer. */
  readonly isBusy: boolean;
}

/** What the dialog works with. `currentName` is the name that the window was loaded from or saved under; `data` reads what would be saved. */
export interface SavesDeps {
  /** Opens the saves of the user. */
  readonly open: () => Promise<SaveStore>;
  readonly toolType: string;
  readonly currentName: string | null;
  readonly data: () => unknown;
  readonly isDemo: () => boolean;
  readonly confirm: (message: string) => Promise<boolean>;
  /** Called when the save of the current name no longer exists: deleted here, or elsewhere before. */
  readonly onGone?: () => void;
  /** Shows a message that outlasts the dialog. */
  readonly report: (message: string) => void;
  readonly close: (outcome: SavesOutcome) => void;
}

/** State and operations of the dialog that loads and saves lists, filters and alerts. No operation rejects: a failure is a status, also one of the server. Without a connection a change is kept, and sent later. */
export interface SavesModel {
  readonly store: StoreApi<SavesState>;
  /** Loads the list, once, and again only after it failed. From then on it follows the changes of all machines. */
  start(): Promise<void>;
  /** Ends following the changes. */
  stop(): void;
  select(id: string): void;
  rename(name: string): void;
  load(): void;
  remove(): Promise<void>;
  save(): Promise<void>;
}

const messageOf = (cause: unknown): string =>
  cause instanceof Error && cause.message !== ''
    ? cause.message
    : 'The server did not answer. Try again in a moment.';
const byName = (item: Save, other: Save) => item.Name.localeCompare(other.Name, 'en-US', { numeric: true });

/** The state and the operations of one opened saves dialog. */
export const createSavesModel = (deps: SavesDeps): SavesModel => new DialogSaves(deps);

class DialogSaves implements SavesModel {
  readonly store: StoreApi<SavesState>;
  readonly #deps: SavesDeps;
  #saves: SaveStore | undefined;
  /** The loading of the list that is under way. */
  #loading: Promise<void> | undefined;
  #isSaving = false;
  #isStopped = false;
  #end: (() => void) | undefined;

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
    this.#isStopped = false;
    await this.#untilLoaded();
  }

  async #untilLoaded(): Promise<void> {
    if (this.#state.items !== null) return;
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    await this.#loading;
  }

  async #load(): Promise<void> {
    const { open, currentName, onGone } = this.#deps;
    this.store.setState({ isBusy: true, status: { text: 'Loading...', isError: false } });
    try {
      const saves = await open().catch(() => null);
      if (saves === null || !(await saves.load())) throw new Error(LIST_FAILED);
      this.#saves = saves;
      this.#end?.();
      this.#end = saves.subscribe(() => this.#show());
      this.#show();
      const current = this.#listed().find(({ Name }) => Name === currentName);
      this.store.setState({ selectedId: current?.Id ?? null, status: null, isBusy: false });
      if (currentName !== null && current === undefined) onGone?.();
    } catch (cause) {
      this.store.setState({ isBusy: false, status: { text: messageOf(cause), isError: true } });
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#end?.();
    this.#end = undefined;
  }

  select(id: string): void {
    const item = this.#state.items?.find((candidate) => candidate.Id === id);
    if (item !== undefined)
      this.store.setState({ selectedId: id, name: item.Name, nameError: null, status: null });
  }

  // The name field calls it without its object.
  readonly rename = (name: string): void => this.store.setState({ name, nameError: null });

  load(): void {
    const item = this.#selected;
    if (item !== undefined) this.#deps.close({ kind: 'loaded', name: item.Name, data: item.Data });
  }

  async remove(): Promise<void> {
    const { isDemo, confirm, currentName, onGone } = this.#deps;
    const item = this.#selected;
    if (item === undefined) return;
    if (isDemo()) return this.#refuse(DEMO_DELETE);
    if (!(await confirm(`Do you really want to delete "${item.Name}"?`))) return;
    this.#saves?.remove([item.Id]);
    const answer = await this.#answered('Deleting...', item.Id);
    if (!answer.ok) return;
    if (item.Name === currentName) onGone?.();
    const text = answer.isUnsent ? `"${item.Name}" deleted. ${UNSENT}` : `"${item.Name}" deleted`;
    this.store.setState({ status: { text, isError: false } });
  }

  async save(): Promise<void> {
    if (this.#isSaving) return;
    this.#isSaving = true;
    try {
      await this.#save();
    } finally {
      this.#isSaving = false;
    }
  }

  async #save(): Promise<void> {
    const { toolType, isDemo, confirm, data, close } = this.#deps;
    const name = this.#state.name.trim();
    const nameError = nameErrorOf(name);
    if (nameError !== null) {
      this.store.setState({ nameError, status: null });
      return;
    }
    if (isDemo()) return this.#refuse(DEMO_SAVE);
    // A name is not free before the list is known: the save waits for it, or tries to load it again.
    await this.#untilLoaded();
    const saves = this.#saves;
    if (saves === undefined || this.#isStopped) return;
    const known = this.#savedAs(name);
    if (
      known !== undefined &&
      !(await confirm(`"${known.Name}" already exists. Do you want to overwrite it?`))
    )
      return;
    const value = data();
    const problem = saveProblem(name, value);
    if (problem !== null) return this.#refuse(problem);
    const Id = known?.Id ?? saves.newId();
    saves.put([{ Id, Type: toolType, Name: name, Data: value }]);
    const answer = await this.#answered('Saving...', Id);
    // Another machine may have taken the name meanwhile.
    if (!answer.ok) return;
    const savedName = answer.row?.Name ?? name;
    if (answer.isUnsent) this.#deps.report(`"${savedName}" saved in this browser. ${UNSENT}`);
    close({ kind: 'saved', name: savedName, data: value });
  }

  /** Waits for the server's answer to a change; a refusal is the status. */
  async #answered(progress: string, id: string): Promise<SaveAnswered> {
    this.store.setState({ isBusy: true, status: { text: progress, isError: false } });
    const answer = (await this.#saves?.answered(id)) ?? { ok: true, row: null, isUnsent: false };
    this.store.setState({ isBusy: false, status: null });
    if (!answer.ok) this.#refuse(answer.message);
    return answer;
  }

  get #state(): SavesState {
    return this.store.getState();
  }

  get #selected(): Save | undefined {
    return this.#state.items?.find(({ Id }) => Id === this.#state.selectedId);
  }

  /** The save of that name; names that differ in case only are the same name. */
  #savedAs(name: string): Save | undefined {
    const { items } = this.#state;
    return items?.find((item) => item.Name === name) ?? items?.find((item) => isSameName(item.Name, name));
  }

  #refuse(text: string): void {
    this.store.setState({ status: { text, isError: true } });
  }

  #listed(): readonly Save[] {
    const rows = this.#saves?.get().rows ?? [];
    return rows.filter(({ Type }) => Type === this.#deps.toolType).toSorted(byName);
  }

  /** Shows the saves of the tool as they are now. */
  #show(): void {
    const items = this.#listed();
    const { selectedId } = this.#state;
    const isThere = items.some(({ Id }) => Id === selectedId);
    this.store.setState({ items, selectedId: isThere ? selectedId : null });
  }
}

function nameErrorOf(name: string): string | null {
  if (name === '') return NAME_MISSING;
  return UNSEEN.test(name) ? NAME_UNSEEN : null;
}

import type { Save } from '../../domain/saves/index.ts';
import type { DocumentChange, DocumentProblem } from '../documents/document-entries.ts';
import type { Readable } from '../readable.ts';

/** The saves of all tools, with the changes of this page that are not stored yet. */
export interface SavesState {
  readonly rows: readonly Save[];
  /** The server's list has arrived; always true in a demo session. */
  readonly isLoaded: boolean;
}

/** A change of a save that the user made; null is the side on which there is none. */
export type SaveChange = DocumentChange<Save>;

/** Why a save is not as the user meant it. */
export type SaveProblem =
  | DocumentProblem<Save>
  /** Another save of the type has the name: it was saved under the name of `row`. */
  | { readonly kind: 'renamed'; readonly row: Save; readonly wanted: string };

/**
 * The outcome of a change. `row` is the save as it is now, perhaps under another name; null when it is removed. `isUnsent`: the server cannot be reached, and the change is
 * sent later. `message` can be shown.
 */
export type SaveAnswered =
  | { readonly ok: true; readonly row: Save | null; readonly isUnsent: boolean }
  | { readonly ok: false; readonly message: string };

/**
 * The saves of the user on all machines: lists, filters, levels, templates. Changes are shown at once. Those that the server has not confirmed are
 * sent again after a reconnect or a reload.
 */
export interface SaveStore extends Readable<SavesState> {
  /** Loads the list. Resolves false when it cannot be loaded now. */
  load(): Promise<boolean>;
  /** An id for a new save. */
  newId(): string;
  /** Adds saves or replaces those with the same ids. */
  put(rows: readonly Save[]): void;
  /** Adds removed saves again, with their ids. Those that are there are passed over. */
  restore(rows: readonly Save[]): void;
  /** Removes saves; unknown ids are passed over. */
  remove(ids: readonly string[]): void;
  /**
   * Resolves once the server has answered the present change of a save; at once while it cannot be reached, because the change is kept and sent later.
   */
  answered(id: string): Promise<SaveAnswered>;
  /** Calls back with what `put`, `restore` and `remove` have changed. Returns a function that ends it. */
  onChange(listener: (changes: readonly SaveChange[]) => void): () => void;
  /** Calls back with each problem. Returns a function that ends it. */
  onProblem(listener: (problem: SaveProblem) => void): () => void;
}

/** The store of saves, whose code is loaded with its first use; null before. */
export interface LazySaves extends Readable<SaveStore | null> {
  /** Loads the code. Rejects when it cannot be loaded now; the next call tries again. */
  open(): Promise<SaveStore>;
}

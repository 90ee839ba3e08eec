import type { Drawing } from '../../domain/drawings/index.ts';
import type { DocumentChange, DocumentProblem } from '../documents/document-entries.ts';
import type { Readable } from '../readable.ts';

/** The shared drawings of one symbol, with the changes of this page that are not stored yet. */
export interface SymbolDrawingsState {
  /** The lowest first. */
  readonly rows: readonly Drawing[];
  /** The server's list has arrived; always true in a demo session. */
  readonly isLoaded: boolean;
}

/** A change of a drawing that a tool made; null is the side on which there is none. */
export type DrawingChange = DocumentChange<Drawing>;

/** Why a change of a drawing did not go as the user meant it, or why the drawings of a symbol are not shown. */
export type DrawingProblem =
  | DocumentProblem<Drawing>
  /** The server does not list the drawings of the symbol, for the reason in `message`. */
  | { readonly kind: 'unlisted'; readonly symbol: string; readonly message: string };

/**
 * The drawings that all charts of a symbol share, on all machines of the user. Changes are shown at once. Those that the server has not confirmed
 * are sent again after a reconnect or a reload.
 */
export interface SharedDrawingStore {
  /** The drawings of a symbol: the same object for each call. The server reports changes while there is a subscriber. */
  drawingsOf(symbol: string): Readable<SymbolDrawingsState>;
  /** Loads the drawings of symbols. Resolves false when they cannot be loaded now: the server is not connected, or refuses them. */
  load(symbols: readonly string[]): Promise<boolean>;
  /** Adds drawings or replaces those with the same ids. */
  put(rows: readonly Drawing[]): void;
  /** Adds removed drawings again, with their ids. Those that are there are passed over. */
  restore(rows: readonly Drawing[]): void;
  /** Removes drawings; unknown ids are passed over. */
  remove(ids: readonly string[]): void;
  /** Calls back with what `put`, `restore` and `remove` have changed. Returns a function that ends it. */
  onChange(listener: (changes: readonly DrawingChange[]) => void): () => void;
  /** Calls back with each problem. Returns a function that ends it. */
  onProblem(listener: (problem: DrawingProblem) => void): () => void;
}

/** The store of shared drawings, whose code is loaded with its first use; null before. */
export interface SharedDrawings extends Readable<SharedDrawingStore | null> {
  /** Loads the code. Rejects when it cannot be loaded now; the next call tries again. */
  open(): Promise<SharedDrawingStore>;
}

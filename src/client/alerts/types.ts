import type { AlertRow, AlertSide } from '../../domain/alerts/index.ts';
import type { Body } from '../../protocol/index.ts';
import type { Readable } from '../readable.ts';

/** A firing of an alert, as the server reports it. */
export type FiredAlert = Body<'alertFired'>;
/** Alerts that fired, newest first; up to which of them the user was shown. */
export interface AlertLogState {
  readonly firings: readonly FiredAlert[];
  readonly seenUpTo: number;
}
/** The user's alerts as they fire. Those of registered users are evaluated by the server, browser open or not. */
export interface Alerts extends Readable<AlertLogState> {
  /** Receives each firing once; `isLate` of one that happened while this browser was away. */
  onFired(listener: (fired: FiredAlert, isLate: boolean) => void): () => void;
  /** All firings were shown to the user. */
  markSeen(): void;
  /** Empties the log; false when the server cannot be reached now. */
  clear(): boolean;
  /** A firing found in this browser: for demo sessions, whose alerts the server does not know. Ignored for others. */
  report(firing: Omit<FiredAlert, 'Serial'>): void;
}

/** The user's alerts by id, with the changes of this page that are not stored yet. */
export interface AlertDocumentsState {
  readonly rows: ReadonlyMap<string, AlertRow>;
  /** The server's list has arrived; always true in a demo session. */
  readonly isLoaded: boolean;
}
/** Why a change of an alert did not go as the user meant it. */
export type AlertProblem =
  /** The server did not store it, for the reason in `message`. The alert is as it was before. */
  | { readonly kind: 'refused'; readonly row: AlertRow; readonly message: string }
  /** Another writer set this level on the same side; `row` is the alert as it is now. `level` is the one that was given up. */
  | {
      readonly kind: 'merged';
      readonly row: AlertRow;
      readonly side: AlertSide;
      readonly level: number | null;
    }
  /** Another writer removed the alert; the change is lost. */
  | { readonly kind: 'removed'; readonly row: AlertRow }
  /** Another writer changed the alert that was removed here; it stays. */
  | { readonly kind: 'kept'; readonly row: AlertRow };
/** A change of an alert that a tool made; null is the side on which there is none. */
export interface AlertChange {
  readonly before: AlertRow | null;
  readonly after: AlertRow | null;
}
/**
 * The user's alerts as documents, shared by all windows and browsers of the user. Changes are shown at once. Those that the server has not
 * confirmed are sent again after a reconnect or a reload.
 */
export interface AlertDocumentStore extends Readable<AlertDocumentsState> {
  /** Adds alerts or replaces those with the same ids. An alert that was removed elsewhere stays removed. */
  put(rows: readonly AlertRow[]): void;
  /** Adds removed alerts again, with their ids. A side that has fired under its arm stays fired. Those that are there are passed over. */
  restore(rows: readonly AlertRow[]): void;
  /** Removes alerts; unknown ids are passed over. */
  remove(ids: readonly string[]): void;
  /**
   * Offers alerts that a release without alert documents stored in windows. An alert is added if its id is unknown; an id that was
   * removed stays removed. Of a known alert only sides with a higher arm, which were never sent, are taken. Returns the alerts that the server
   * has not answered yet: call again with them after the next change of this store.
   */
  adopt(rows: readonly AlertRow[]): readonly AlertRow[];
  /** Calls back with what `put`, `restore` and `remove` have changed. Returns a function that ends it. */
  onChange(listener: (changes: readonly AlertChange[]) => void): () => void;
  /** Calls back with each problem of a change. Returns a function that ends it. */
  onProblem(listener: (problem: AlertProblem) => void): () => void;
}

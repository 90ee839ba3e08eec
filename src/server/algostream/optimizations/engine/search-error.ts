import type { AskStatus } from '../../data/choose-data.ts';

/** Why a search ended without a result. */
export type SearchReason =
  | { readonly kind: 'interrupted' }
  /** The data of the period are missing or incomplete. */
  | { readonly kind: 'missing'; readonly status: AskStatus }
  /** The terms do not fit the data; the text is for the user. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'walk-forward'; readonly message: string };

/** Ends a search. */
export class SearchError extends Error {
  readonly reason: SearchReason;

  constructor(reason: SearchReason) {
    super('message' in reason ? reason.message : reason.kind);
    this.reason = reason;
  }
}

/** The caller has aborted the search. */
export const interrupted = (): SearchError => new SearchError({ kind: 'interrupted' });

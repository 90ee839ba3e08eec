import type { Version } from './document-version.ts';

/** What is known of one document: the version of the server and this page's change. */
export interface Entry<Row> {
  readonly id: string;
  /** The newest version that is known of the server; null while it has none. */
  seen: Version<Row> | null;
  /** Number of the message in which `seen` came; 0 for a version of an earlier page. */
  seenIn: number;
  /** The document with this page's changes; null when it was removed here. */
  row: Row | null;
  /** What the last write of this page contained, null for a removal; undefined before the first. */
  sent: Row | null | undefined;
  /** The last write waits for its answer. */
  isUnderWay: boolean;
  /** A newer version that arrived while a write waits. */
  newer: Version<Row> | undefined;
  /** It was removed and is added again, whether or not the server has confirmed the removal. */
  isRestored: boolean;
  /** It comes from an older release and was not changed since. */
  isOffer: boolean;
}

/** The entry of a document that nothing was sent for yet. */
export function newEntry<Row>(id: string, seen: Version<Row> | null, row: Row | null): Entry<Row> {
  return {
    id,
    seen,
    seenIn: 0,
    row,
    sent: undefined,
    isUnderWay: false,
    newer: undefined,
    isRestored: false,
    isOffer: false,
  };
}

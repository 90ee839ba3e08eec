import { type AlertRow, isSameAlert, readAlert } from '../../domain/alerts/index.ts';
import type { Body } from '../../protocol/index.ts';
import type { UnsentAlert } from './alert-stash.ts';

/** An alert at a revision of the server; the row is null once it is removed. */
export interface Version {
  readonly revision: number;
  readonly row: AlertRow | null;
}

/** What is known of one alert: the version of the server and this page's change. */
export interface Entry {
  readonly id: string;
  /** The newest version that is known of the server; null while it has none. */
  seen: Version | null;
  /** The alert with this page's changes; null when it was removed here. */
  row: AlertRow | null;
  /** What the last write of this page contained, null for a removal; undefined before the first. */
  sent: AlertRow | null | undefined;
  /** The last write waits for its answer. */
  isUnderWay: boolean;
  /** A newer version that arrived while a write waits. */
  newer: Version | undefined;
  /** It comes from an older release and was not changed since. */
  isOffer: boolean;
  /** It was removed and is added again, whether or not the server has confirmed the removal. */
  isRestored: boolean;
}

/**
 * True when this page has a change of the alert that the server does not have. An alert that was removed before the answer to its first write
 * may be stored: its removal is sent.
 */
export const isUnsent = ({ row, seen, sent }: Entry): boolean =>
  !isSameAlert(row, seen?.row ?? null) || (row === null && seen === null && (sent ?? null) !== null);

/** An alert that this page has not sent. */
export function newEntry(id: string, seen: Version | null, row: AlertRow | null): Entry {
  return {
    id,
    seen,
    row,
    sent: undefined,
    isUnderWay: false,
    newer: undefined,
    isOffer: false,
    isRestored: false,
  };
}

/** The change of an entry in the form in which the stash keeps it. */
export function toUnsent({ id, seen, sent, row, isOffer, isRestored }: Entry): UnsentAlert {
  const base = seen === null ? (sent ?? null) : seen.row;
  return { id, revision: seen?.revision ?? 0, seen: base, row, isOffer, isRestored };
}

/** An entry with a change of an earlier page. */
export function fromUnsent({ id, revision, seen, row, isRestored }: UnsentAlert): Entry {
  // Without a revision `seen` is what the earlier page has sent.
  return revision > 0
    ? { ...newEntry(id, { revision, row: seen }, row), isRestored }
    : { ...newEntry(id, null, row), sent: seen ?? undefined, isRestored };
}

/** The version in a message of the server; undefined for a body that this release cannot read. */
export function versionOf({ Revision, Version: version, Body }: Body<'alertChanged'>): Version | undefined {
  if (Body === null) return { revision: Revision, row: null };
  const read = readAlert(version, Body);
  return read.ok ? { revision: Revision, row: read.value } : undefined;
}

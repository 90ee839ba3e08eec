import {
  adoptAlert,
  type AlertRow,
  hasOnlyFired,
  isSameAlert,
  mergeAlerts,
} from '../../domain/alerts/index.ts';
import { isUnsent, type Entry, type Version } from './alert-entry.ts';
import type { UnsentAlert } from './alert-stash.ts';
import type { AlertProblem } from './types.ts';

/** What became of a change: the alert, null when it is removed, and what did not go as the user meant it. */
interface Merged {
  readonly row: AlertRow | null;
  readonly problems: readonly AlertProblem[];
}

/** Merges a change of `base` with what another writer made of it. Null is a removed alert, or a base that neither writer has seen. */
function mergeChange(base: AlertRow | null, mine: AlertRow | null, other: AlertRow | null): Merged {
  if (mine === null) {
    const isUnchanged = other === null || (base !== null && hasOnlyFired(base, other));
    return isUnchanged
      ? { row: null, problems: [] }
      : { row: other, problems: [{ kind: 'kept', row: other }] };
  }
  if (other === null) return { row: null, problems: [{ kind: 'removed', row: mine }] };
  const { row, lost } = mergeAlerts(base, mine, other);
  return { row, problems: lost.map(({ side, level }) => ({ kind: 'merged', row, side, level })) };
}

/** Takes a version of another writer, merged with this page's unsent change. */
export function takeVersion(entry: Entry, version: Version): readonly AlertProblem[] {
  const { row, sent, seen, isOffer } = entry;
  const hasChange = isUnsent(entry);
  entry.seen = version;
  // The next write restores it over the removal that is known now.
  if (entry.isRestored && version.row === null && row !== null) return [];
  if (isOffer) {
    // A removed alert stays removed. Of a known one only what was never sent is taken.
    entry.isOffer = false;
    entry.row = version.row === null || row === null ? null : adoptAlert(version.row, row);
    return [];
  }
  // The answer to an earlier write of this page was lost. Without a version the first write is what the other writer has seen.
  const isOwn = sent !== undefined && isSameAlert(sent, version.row);
  const base = isOwn || seen === null ? (sent ?? null) : seen.row;
  const merged = hasChange ? mergeChange(base, row, version.row) : { row: version.row, problems: [] };
  entry.row = merged.row;
  return merged.problems;
}

/** Takes a change that a closed page of this browser could not send into an alert that this page knows already. */
export function takeUnsent(entry: Entry, { seen, row }: UnsentAlert): readonly AlertProblem[] {
  if (isSameAlert(seen, row)) return [];
  const merged = mergeChange(seen, row, entry.row);
  entry.row = merged.row;
  return merged.problems;
}

import { type AlertRow, isSameAlert } from '../../domain/alerts/index.ts';
import { newEntry, type Entry } from './alert-entry.ts';
import type { AlertChange } from './types.ts';

type Entries = Map<string, Entry>;

/** Adds alerts or replaces those with the same ids. One that is removed here comes back by `restoreRows` only. */
export function putRows(entries: Entries, rows: readonly AlertRow[]): readonly AlertChange[] {
  return changesOf(entries, idsOf(rows), () => {
    for (const row of rows) {
      const entry = entries.get(row.Id);
      if (entry === undefined) entries.set(row.Id, newEntry(row.Id, null, row));
      else if (entry.row !== null) Object.assign(entry, { row, isOffer: false });
    }
  });
}

/** Adds removed alerts again. */
export function restoreRows(entries: Entries, rows: readonly AlertRow[]): readonly AlertChange[] {
  return changesOf(entries, idsOf(rows), () => {
    for (const row of rows) {
      const entry = entries.get(row.Id) ?? newEntry(row.Id, null, null);
      entries.set(row.Id, entry);
      if (entry.row === null) Object.assign(entry, { row, isRestored: true });
    }
  });
}

/** Removes alerts. Those that the server cannot know are forgotten at once. */
export function removeIds(entries: Entries, ids: readonly string[]): readonly AlertChange[] {
  return changesOf(entries, ids, () => {
    for (const id of ids) {
      const entry = entries.get(id);
      if (entry === undefined) continue;
      entry.row = null;
      if (entry.seen === null && entry.sent === undefined) entries.delete(id);
    }
  });
}

const idsOf = (rows: readonly AlertRow[]): readonly string[] => rows.map(({ Id }) => Id);

function changesOf(entries: Entries, ids: readonly string[], change: () => void): readonly AlertChange[] {
  const rowOf = (id: string) => entries.get(id)?.row ?? null;
  const earlier = [...new Set(ids)].map((id) => ({ id, before: rowOf(id) }));
  change();
  return earlier
    .map(({ id, before }) => ({ before, after: rowOf(id) }))
    .filter(({ before, after }) => !isSameAlert(before, after));
}

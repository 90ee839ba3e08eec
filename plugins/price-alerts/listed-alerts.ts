import type { AlertRow } from '../../src/domain/alerts/index.ts';

/** The alerts of a list of ids; removed ones and those that are not loaded yet are left out. */
export function listedAlerts(
  ids: readonly string[],
  rows: ReadonlyMap<string, AlertRow>,
): readonly AlertRow[] {
  return [...new Set(ids)].flatMap((id) => rows.get(id) ?? []);
}

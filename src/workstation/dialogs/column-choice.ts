import type { ColumnChoice } from '../../plugin-api/column-types.ts';

/** Which columns are chosen, in which order: pure steps of the columns dialog. */

/** Message when the last column is removed. */
export const NO_COLUMN = 'At least one column is required';

/** A column more at the end, or one less. */
export function toggled(chosen: readonly string[], id: string): readonly string[] {
  return chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
}

/** One column at another place; the others keep their order. The very same array when nothing moves. */
export function movedTo(chosen: readonly string[], id: string, index: number): readonly string[] {
  const from = chosen.indexOf(id);
  const to = Math.min(chosen.length - 1, Math.max(0, index));
  if (from === -1 || from === to) return chosen;
  return chosen.toSpliced(from, 1).toSpliced(to, 0, id);
}

/** Only columns that exist, each once. */
export function known(columns: readonly ColumnChoice[], ids: readonly string[]): readonly string[] {
  const all = new Set(columns.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => all.has(id));
}

/** The columns of one category. */
export interface ColumnGroup {
  readonly category: string;
  readonly columns: readonly ColumnChoice[];
}

/** The columns whose label, category or help contains every term of the query, by category in the order in which categories first occur. */
export function groupsOf(columns: readonly ColumnChoice[], query: string): readonly ColumnGroup[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, ColumnChoice[]>();
  for (const column of columns) {
    const text = `${column.label} ${column.category ?? ''} ${column.help ?? ''} ${column.id}`.toLowerCase();
    if (!terms.every((term) => text.includes(term))) continue;
    const category = column.category ?? '';
    const group = groups.get(category);
    if (group === undefined) groups.set(category, [column]);
    else group.push(column);
  }
  return [...groups].map(([category, found]) => ({ category, columns: found }));
}

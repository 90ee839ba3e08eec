import type { GridColumn, GridColumnSetting } from './types.ts';

/** Column order, widths (px) and hidden columns in the form the table keeps them. */
export interface ColumnState {
  readonly columnOrder: string[];
  readonly columnSizing: Record<string, number>;
  readonly columnVisibility: Record<string, boolean>;
}

/** Width of a column that declares none, px. */
export const DEFAULT_WIDTH_PX = 84;
/** Least width of a column that declares none, px. */
export const MIN_WIDTH_PX = 24;

/** The table's column state for a stored layout. Unknown and repeated ids are passed over; columns not named are hidden. */
export function columnStateOf<Row>(
  columns: readonly GridColumn<Row>[],
  layout: readonly GridColumnSetting[] | undefined,
): ColumnState {
  if (layout === undefined) return { columnOrder: [], columnSizing: {}, columnVisibility: {} };
  const hidden = new Set(columns.map((column) => column.id));
  const columnOrder: string[] = [];
  const columnSizing: Record<string, number> = {};
  for (const setting of layout) {
    if (!hidden.delete(setting.Id)) continue;
    columnOrder.push(setting.Id);
    if (setting.Width > 0) columnSizing[setting.Id] = Math.round(setting.Width);
  }
  return {
    columnOrder,
    columnSizing,
    columnVisibility: Object.fromEntries([...hidden].map((id) => [id, false])),
  };
}

/**
 * Ids with one moved to just before another, or (null) behind all others that can move. The very same array when it cannot
 * move: fixed columns keep their place.
 */
export function moveColumn<Row>(
  ids: readonly string[],
  columns: readonly GridColumn<Row>[],
  id: string,
  beforeId: string | null,
): readonly string[] {
  const isFixed = (candidate: string) =>
    columns.find((column) => column.id === candidate)?.isMovable === false;
  if (id === beforeId || !ids.includes(id) || isFixed(id)) return ids;
  const rest = ids.filter((candidate) => candidate !== id);
  const firstFixedBehind = () => {
    const last = rest.findLastIndex((candidate) => !isFixed(candidate));
    return last + 1;
  };
  const target = beforeId === null ? firstFixedBehind() : rest.indexOf(beforeId);
  // Before a fixed column one may come only if it is the one behind all others.
  if (target === -1 || (beforeId !== null && isFixed(beforeId) && target !== firstFixedBehind())) return ids;
  const next = [...rest.slice(0, target), id, ...rest.slice(target)];
  return next.every((candidate, index) => candidate === ids[index]) ? ids : next;
}

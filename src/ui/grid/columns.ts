import type { GridColumn, GridColumnSetting } from './types.ts';

export interface PlacedColumn<Row> { readonly column: GridColumn<Row>; readonly widthPx: number }

const DEFAULT_WIDTH_PX = 84;
const MIN_WIDTH_PX = 24;

/** Width within what the column allows, px. */
export function clampWidth<Row>(column: GridColumn<Row>, widthPx: number): number {
  return Math.max(column.minWidth ?? MIN_WIDTH_PX, Math.round(widthPx));
}

/** The columns on screen in order with their widths. Unknown ids in the stored layout are passed over. */
export function placeColumns<Row>(columns: readonly GridColumn<Row>[], layout: readonly GridColumnSetting[] | undefined): readonly PlacedColumn<Row>[] {
  if (layout === undefined) return columns.map((column) => ({ column, widthPx: clampWidth(column, column.width ?? DEFAULT_WIDTH_PX) }));
  const byId = new Map(columns.map((column) => [column.id, column]));
  const placed: PlacedColumn<Row>[] = [];
  for (const setting of layout) {
    const column = byId.get(setting.Id);
    if (column === undefined) continue;
    byId.delete(setting.Id);
    placed.push({ column, widthPx: clampWidth(column, setting.Width > 0 ? setting.Width : column.width ?? DEFAULT_WIDTH_PX) });
  }
  return placed;
}

/** The stored form of what is on screen. */
export function layoutOf<Row>(placed: readonly PlacedColumn<Row>[]): GridColumnSetting[] {
  return placed.map(({ column, widthPx }) => ({ Id: column.id, Width: widthPx }));
}

/** Moves a column to just before another (null = to the end). Columns that keep their place are not passed. */
export function moveColumn<Row>(placed: readonly PlacedColumn<Row>[], id: string, beforeId: string | null): readonly PlacedColumn<Row>[] {
  const moving = placed.find(({ column }) => column.id === id);
  if (moving === undefined || moving.column.isMovable === false || id === beforeId) return placed;
  const rest = placed.filter((candidate) => candidate !== moving);
  const target = beforeId === null ? rest.length : rest.findIndex(({ column }) => column.id === beforeId);
  if (target === -1) return placed;
  if (rest[target]?.column.isMovable === false) return placed;
  return [...rest.slice(0, target), moving, ...rest.slice(target)];
}

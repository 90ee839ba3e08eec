import * as v from 'valibot';
import { symbolColumn } from '../domain/columns/index.ts';
import type { GridColumnSetting } from '../ui/index.ts';

/** The stored form of a grid, which all tools share: columns with widths, and the sort. */
export type ColumnSetting = GridColumnSetting;

const DEFAULT_WIDTH_PX = 80;

/** Columns as they are stored: at least one. */
export const columnsSchema = v.pipe(
  v.array(
    v.object({
      Id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
      Width: v.pipe(v.number(), v.minValue(0), v.maxValue(2000)),
    }),
  ),
  v.minLength(1),
  v.maxLength(200),
);
/** Stored sort of a grid: column id and direction; null = unsorted. */
export const sortSchema = v.nullable(v.object({ By: v.pipe(v.string(), v.maxLength(64)), Asc: v.boolean() }));

/** A column of the symbol catalogue with its default width. */
export function columnSetting(id: string): ColumnSetting {
  return { Id: id, Width: symbolColumn(id)?.defaultWidthPx ?? DEFAULT_WIDTH_PX };
}

/** The settings of the chosen columns, in their order. Columns in `present` keep their widths; the others get those of `settingOf`. */
export function chosenColumns(
  present: readonly ColumnSetting[],
  ids: readonly string[],
  settingOf: (id: string) => ColumnSetting = columnSetting,
): readonly ColumnSetting[] {
  return ids.map((id) => present.find((column) => column.Id === id) ?? settingOf(id));
}

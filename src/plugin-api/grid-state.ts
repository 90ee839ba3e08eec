import * as v from 'valibot';
import { symbolColumn } from '../domain/columns/index.ts';
import type { GridColumnSetting } from '../ui/index.ts';

/** What a tool stores of a grid: its columns with their widths, and by which of them it is sorted. The same in every tool. */
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
export const sortSchema = v.nullable(v.object({ By: v.pipe(v.string(), v.maxLength(64)), Asc: v.boolean() }));

/** A column of the catalogue of symbols, as wide as it is at first. */
export function columnSetting(id: string): ColumnSetting {
  return { Id: id, Width: symbolColumn(id)?.defaultWidthPx ?? DEFAULT_WIDTH_PX };
}

/** The chosen columns in their order. Columns of `present` keep their widths; `settingOf` makes the others, by default those of symbols. */
export function chosenColumns(
  present: readonly ColumnSetting[],
  ids: readonly string[],
  settingOf: (id: string) => ColumnSetting = columnSetting,
): readonly ColumnSetting[] {
  return ids.map((id) => present.find((column) => column.Id === id) ?? settingOf(id));
}

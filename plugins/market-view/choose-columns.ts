import { columnSetting, type ColumnSetting } from './state.ts';

export const NO_COLUMN_MESSAGE = 'At least one column is required';

/** The new column settings after ticking: kept columns keep place and width, new ones come at the end. */
export function applyChoice(present: readonly ColumnSetting[], chosenIds: readonly string[]): readonly ColumnSetting[] {
  const kept = present.filter((column) => chosenIds.includes(column.Id));
  const added = chosenIds.filter((id) => !present.some((column) => column.Id === id));
  return [...kept, ...added.map(columnSetting)];
}

import { chosenColumns, type ColumnSetting } from './grid-state.ts';
import type { ColumnChoice, Dialogs } from './types.ts';

/** Which columns of a grid may be chosen, and which it has. */
export interface ColumnsToChoose {
  /** Title of the dialog; 'Columns' without one. */
  readonly title?: string;
  readonly columns: readonly ColumnChoice[];
  /** The columns of the grid. Called again after the dialog: its widths may have changed meanwhile. */
  present(): readonly ColumnSetting[];
  /** Ids of the columns that the dialog's Defaults button chooses. */
  readonly defaults: readonly string[];
  /** A column that is new in the grid; one of the catalogue of symbols without this. */
  settingOf?(id: string): ColumnSetting;
}

/** Opens the columns dialog; resolves with the columns in the chosen order, or null when it was cancelled. Known columns keep their width. */
export async function chooseColumns(
  dialogs: Pick<Dialogs, 'columns'>,
  { title, columns, present, defaults, settingOf }: ColumnsToChoose,
): Promise<readonly ColumnSetting[] | null> {
  const ids = await dialogs.columns({
    ...(title === undefined ? {} : { title }),
    columns,
    chosen: present().map(({ Id }) => Id),
    defaults,
  });
  return ids === null ? null : chosenColumns(present(), ids, settingOf);
}

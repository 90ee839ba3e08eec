import { chosenColumns, type ColumnSetting } from './grid-state.ts';
import type { ColumnChoice } from './column-types.ts';
import type { Dialogs } from './dialog-types.ts';

/** The columns that a grid offers, and those that it shows. */
export interface ColumnsToChoose {
  /** Title of the dialog; 'Columns' without one. */
  readonly title?: string;
  /** Type of the saves that are sets of these columns, such as `SymbolColumns`; grids with the same columns share it. */
  readonly setType: string;
  readonly columns: readonly ColumnChoice[];
  /** The columns of the grid now. Called again after the dialog, because the user may have changed widths meanwhile. */
  present(): readonly ColumnSetting[];
  /** Ids of the columns that the dialog's Defaults button chooses. */
  readonly defaults: readonly string[];
  /** Settings of an added column. By default those of the symbol catalogue. */
  settingOf?(id: string): ColumnSetting;
}

/** Opens the columns dialog; resolves with the columns in the chosen order, or null when it was cancelled. Known columns keep their width. */
export async function chooseColumns(
  dialogs: Pick<Dialogs, 'columns'>,
  { title, setType, columns, present, defaults, settingOf }: ColumnsToChoose,
): Promise<readonly ColumnSetting[] | null> {
  const ids = await dialogs.columns({
    ...(title === undefined ? {} : { title }),
    setType,
    columns,
    chosen: present().map(({ Id }) => Id),
    defaults,
  });
  return ids === null ? null : chosenColumns(present(), ids, settingOf);
}

import { chooseColumns, type ToolWindow } from '../../src/plugin-api/index.ts';
import { DEFAULT_COLUMNS, type TradeJournalState } from './state.ts';
import { tripColumns } from './trip-columns.ts';

/** Opens the columns dialog for the list of round trips and shows what was chosen. */
export async function chooseTripColumns(tool: ToolWindow<TradeJournalState>): Promise<void> {
  const columns = tripColumns(() => tool.platform.exchangeMs());
  const Columns = await chooseColumns(tool.platform.dialogs, {
    setType: 'RoundTripColumns',
    columns: columns.map(({ id, header, title }) => ({
      id,
      label: header,
      ...(title !== undefined && { help: title }),
    })),
    present: () => tool.getState().Columns,
    defaults: DEFAULT_COLUMNS.map(({ Id }) => Id),
    settingOf: (Id) => ({ Id, Width: columns.find(({ id }) => id === Id)?.width ?? 80 }),
  });
  if (Columns !== null) tool.update({ Columns });
}

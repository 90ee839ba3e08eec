import type { ToolWindow } from '../../src/plugin-api/index.ts';
import { chosenContractColumns, contractColumnChoices } from './model/contract-columns.ts';
import { DEFAULT_COLUMNS } from './model/defaults.ts';
import type { OptionChainState } from './state.ts';

/** Opens the columns dialog and shows what was chosen. */
export async function chooseColumns(window: ToolWindow<OptionChainState>): Promise<void> {
  const ids = await window.platform.dialogs.columns({
    columns: contractColumnChoices(),
    chosen: window.getState().Columns.map(({ Id }) => Id),
    defaults: DEFAULT_COLUMNS.map(({ Id }) => Id),
  });
  if (ids !== null) window.update({ Columns: chosenContractColumns(window.getState().Columns, ids) });
}

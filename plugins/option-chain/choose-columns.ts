import { chooseColumns, type ToolWindow } from '../../src/plugin-api/index.ts';
import { contractColumnChoices, contractColumnSetting } from './model/contract-columns.ts';
import { DEFAULT_COLUMNS } from './model/defaults.ts';
import type { OptionChainState } from './state.ts';

/** Opens the columns dialog and shows what was chosen. */
export async function chooseChainColumns(tool: ToolWindow<OptionChainState>): Promise<void> {
  const Columns = await chooseColumns(tool.platform.dialogs, {
    setType: 'ContractColumns',
    columns: contractColumnChoices(),
    present: () => tool.getState().Columns,
    defaults: DEFAULT_COLUMNS.map(({ Id }) => Id),
    settingOf: contractColumnSetting,
  });
  if (Columns !== null) tool.update({ Columns });
}

import { chooseColumns, type ToolWindow } from '../../src/plugin-api/index.ts';
import { tradeLogColumns } from './log-columns.ts';
import { openOrderColumns } from './order-columns.ts';
import { positionColumns } from './position-columns.ts';
import { SYMBOL_WIDTH_PX, tradeManagerState, type TabId, type TradeManagerState } from './state.ts';

const NEW_COLUMN_WIDTH_PX = 80;

/** The columns that a tab can show. */
export function columnsOf(
  tab: TabId,
): readonly { readonly id: string; readonly header: string; readonly title?: string }[] {
  switch (tab) {
    case 'OpenOrders':
      return openOrderColumns(() => null);
    case 'TradeLog':
      return tradeLogColumns(() => 'Undefined');
    case 'Positions':
      return positionColumns;
  }
}

/** Opens the columns dialog for the grid of the current tab and shows what was chosen. */
export async function chooseTabColumns(tool: ToolWindow<TradeManagerState>): Promise<void> {
  const tab = tool.getState().CurrentTab;
  const Columns = await chooseColumns(tool.platform.dialogs, {
    setType: `${tab}Columns`,
    columns: columnsOf(tab).map(({ id, header, title }) => ({
      id,
      label: header,
      ...(title === undefined ? {} : { help: title }),
    })),
    present: () => tool.getState()[tab].Columns,
    defaults: tradeManagerState.initial[tab].Columns.map(({ Id }) => Id),
    settingOf: (Id) => ({ Id, Width: Id === 'Symbol' ? SYMBOL_WIDTH_PX : NEW_COLUMN_WIDTH_PX }),
  });
  if (Columns === null) return;
  const state = tool.getState();
  if (tab === 'Positions') tool.update({ Positions: { ...state.Positions, Columns } });
  else if (tab === 'TradeLog') tool.update({ TradeLog: { ...state.TradeLog, Columns } });
  else tool.update({ OpenOrders: { ...state.OpenOrders, Columns } });
}

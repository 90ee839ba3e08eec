import type { ColumnSetting, ToolWindow } from '../../src/plugin-api/index.ts';
import { tradeLogColumns } from './log-columns.ts';
import { openOrderColumns } from './order-columns.ts';
import { positionColumns } from './position-columns.ts';
import { tradeManagerState, type TabId, type TradeManagerState } from './state.ts';

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

/** The chosen columns in the chosen order; those that were there keep their width. */
export function applyChoice(
  present: readonly ColumnSetting[],
  chosen: readonly string[],
): readonly ColumnSetting[] {
  return chosen.map((Id) => present.find((column) => column.Id === Id) ?? { Id, Width: NEW_COLUMN_WIDTH_PX });
}

/** Asks which columns the grid of the current tab shows, and stores them. */
export async function chooseColumns(window: ToolWindow<TradeManagerState>): Promise<void> {
  const tab = window.getState().CurrentTab;
  const chosen = await window.platform.dialogs.columns({
    columns: columnsOf(tab).map(({ id, header, title }) => ({
      id,
      label: header,
      ...(title === undefined ? {} : { help: title }),
    })),
    chosen: window.getState()[tab].Columns.map(({ Id }) => Id),
    defaults: tradeManagerState.initial[tab].Columns.map(({ Id }) => Id),
  });
  if (chosen === null) return;
  const state = window.getState();
  const Columns = applyChoice(state[tab].Columns, chosen);
  if (tab === 'Positions') window.update({ Positions: { ...state.Positions, Columns } });
  else if (tab === 'TradeLog') window.update({ TradeLog: { ...state.TradeLog, Columns } });
  else window.update({ OpenOrders: { ...state.OpenOrders, Columns } });
}

import { chooseColumns, type ColumnSetting } from '../../src/plugin-api/index.ts';
import { runColumnChoices } from './columns/index.ts';
import { orderColumnChoices } from './columns/order-columns.ts';
import { algoStreamState, ORDER_WIDTHS, STRATEGY_WIDTHS } from './state.ts';
import type { AlgoStreamWindow } from './types.ts';

const NEW_COLUMN_WIDTH_PX = 88;

/** A column that is new in its grid, with the first width of its kind. */
export const columnOf =
  (widths: Readonly<Record<string, number>>) =>
  (Id: string): ColumnSetting => ({ Id, Width: widths[Id] ?? NEW_COLUMN_WIDTH_PX });
const ids = (columns: readonly ColumnSetting[]) => columns.map(({ Id }) => Id);

export async function chooseStrategyColumns(window: AlgoStreamWindow): Promise<void> {
  const Columns = await chooseColumns(window.platform.dialogs, {
    title: 'Strategy columns',
    setType: 'StrategyColumns',
    columns: runColumnChoices,
    present: () => window.getState().StrategyGrid.Columns,
    defaults: ids(algoStreamState.initial.StrategyGrid.Columns),
    settingOf: columnOf(STRATEGY_WIDTHS),
  });
  if (Columns !== null) window.update({ StrategyGrid: { ...window.getState().StrategyGrid, Columns } });
}

export async function chooseOrderColumns(window: AlgoStreamWindow): Promise<void> {
  const Columns = await chooseColumns(window.platform.dialogs, {
    title: 'Order columns',
    setType: 'StrategyOrdersColumns',
    columns: orderColumnChoices,
    present: () => window.getState().OrderGrid.Columns,
    defaults: ids(algoStreamState.initial.OrderGrid.Columns),
    settingOf: columnOf(ORDER_WIDTHS),
  });
  if (Columns !== null) window.update({ OrderGrid: { ...window.getState().OrderGrid, Columns } });
}

import type { ColumnSetting } from '../../src/plugin-api/index.ts';
import { runColumnChoices } from './columns/index.ts';
import { orderColumnChoices } from './columns/order-columns.ts';
import { algoStreamState, ORDER_WIDTHS, STRATEGY_WIDTHS } from './state.ts';
import type { AlgoStreamWindow } from './types.ts';

const NEW_COLUMN_WIDTH_PX = 88;

/** The chosen columns in the chosen order; those that were there keep their width. */
export function applyChoice(
  present: readonly ColumnSetting[],
  chosen: readonly string[],
  widths: Readonly<Record<string, number>>,
): readonly ColumnSetting[] {
  return chosen.map(
    (Id) => present.find((column) => column.Id === Id) ?? { Id, Width: widths[Id] ?? NEW_COLUMN_WIDTH_PX },
  );
}
const ids = (columns: readonly ColumnSetting[]) => columns.map(({ Id }) => Id);

export async function chooseStrategyColumns(window: AlgoStreamWindow): Promise<void> {
  const chosen = await window.platform.dialogs.columns({
    title: 'Strategy columns',
    columns: runColumnChoices,
    chosen: ids(window.getState().StrategyGrid.Columns),
    defaults: ids(algoStreamState.initial.StrategyGrid.Columns),
  });
  const { StrategyGrid } = window.getState();
  if (chosen !== null)
    window.update({
      StrategyGrid: { ...StrategyGrid, Columns: applyChoice(StrategyGrid.Columns, chosen, STRATEGY_WIDTHS) },
    });
}

export async function chooseOrderColumns(window: AlgoStreamWindow): Promise<void> {
  const chosen = await window.platform.dialogs.columns({
    title: 'Order columns',
    columns: orderColumnChoices,
    chosen: ids(window.getState().OrderGrid.Columns),
    defaults: ids(algoStreamState.initial.OrderGrid.Columns),
  });
  const { OrderGrid } = window.getState();
  if (chosen !== null)
    window.update({
      OrderGrid: { ...OrderGrid, Columns: applyChoice(OrderGrid.Columns, chosen, ORDER_WIDTHS) },
    });
}

import { useMemo, useState, type RefObject } from 'react';
import { type ToolWindow, useOrders, useToolState } from '../../src/plugin-api/index.ts';
import { DataGrid, EmptyState, type GridHandle, type GridMenuItem } from '../../src/ui/index.ts';
import { activate, placeOrder, runCommand } from './actions.ts';
import { tradeLogColumns } from './log-columns.ts';
import { isOfExecution, logStatuses } from './order-view.ts';
import { statusClass } from './row-class.ts';
import { reportKey, type ReportRow } from './rows.ts';
import type { TradeManagerState } from './state.ts';

/** Every report of the account, newest first. */
export function TradeLog({ window, grid }: { readonly window: ToolWindow<TradeManagerState>; readonly grid: RefObject<GridHandle | null> }) {
  const { platform } = window;
  const state = useToolState(window, (all) => all.TradeLog);
  const { log, isLoaded } = useOrders(platform, (all) => ({ log: all.log, isLoaded: all.isLoaded }));
  const [selected, setSelected] = useState<string | null>(null);
  const { ShowExecutionsOnly } = state;
  const rows = useMemo(() => (ShowExecutionsOnly ? log.filter(isOfExecution) : log), [log, ShowExecutionsOnly]);
  const statusOf = useMemo(() => logStatuses(log), [log]);
  const columns = useMemo(() => tradeLogColumns(statusOf), [statusOf]);
  const menu = (row: ReportRow): readonly GridMenuItem[] => [
    { id: 'timeline', label: 'Order timeline…', run: () => runCommand(window, 'order.timeline', { orderId: row.OrderId }) },
    { id: 'trade', label: `Trade ${row.Symbol}`, run: () => placeOrder(window, { symbol: row.Symbol }) },
  ];
  const emptyTitle = !isLoaded ? 'Loading trade log…' : ShowExecutionsOnly ? 'No executions' : 'Nothing logged yet';
  return (
    <DataGrid<ReportRow>
      ref={grid} label="Trade log" rows={rows} columns={columns} rowId={reportKey}
      layout={state.Columns} sort={state.Sort}
      onLayoutChange={(next) => window.update({ TradeLog: { ...window.getState().TradeLog, Columns: next } })}
      onSortChange={(sort) => window.update({ TradeLog: { ...window.getState().TradeLog, Sort: sort } })}
      selectedRowId={selected} onSelect={(row) => setSelected(reportKey(row))}
      onActivate={(row) => runCommand(window, 'order.timeline', { orderId: row.OrderId })}
      onCellClick={(row, columnId) => { if (columnId === 'Symbol') activate(window, row.Symbol); }}
      menu={menu} dragSymbol={(row) => row.Symbol} rowClassName={(row) => statusClass(statusOf(row))}
      empty={<EmptyState title={emptyTitle} text={isLoaded ? 'What happens to your orders is written down here.' : undefined} />}
    />
  );
}

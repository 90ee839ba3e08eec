import { useMemo, useState } from 'react';
import { type ToolWindow, useOrders, useToolState } from '../../src/plugin-api/index.ts';
import { DataGrid, EmptyState } from '../../src/ui/index.ts';
import { activate } from './actions.ts';
import { tradeLogColumns } from './columns.ts';
import type { ReportRow } from './rows.ts';
import type { TradeManagerState } from './state.ts';

/** Every report of the account, newest first. */
export function TradeLog({ window }: { readonly window: ToolWindow<TradeManagerState> }) {
  const { platform } = window;
  const state = useToolState(window, (all) => all.TradeLog);
  const { log, isLoaded } = useOrders(platform);
  const [selected, setSelected] = useState<string | null>(null);
  const { ShowExecutionsOnly } = state;
  const rows = useMemo(() => (ShowExecutionsOnly ? log.filter((report) => report.ReportType === 'OrderExecuted') : log), [log, ShowExecutionsOnly]);
  const emptyTitle = !isLoaded ? 'Loading trade log…' : ShowExecutionsOnly ? 'No executions' : 'Nothing logged yet';
  return (
    <DataGrid<ReportRow>
      label="Trade log" rows={rows} columns={tradeLogColumns} rowId={(row) => String(row.Serial)}
      layout={state.Columns} sort={state.Sort}
      onLayoutChange={(next) => window.update({ TradeLog: { ...window.getState().TradeLog, Columns: next } })}
      onSortChange={(sort) => window.update({ TradeLog: { ...window.getState().TradeLog, Sort: sort } })}
      selectedRowId={selected} onSelect={(row) => setSelected(String(row.Serial))}
      onActivate={(row) => activate(window, row.Symbol)}
      onCellClick={(row, columnId) => { if (columnId === 'Symbol') activate(window, row.Symbol); }}
      dragSymbol={(row) => row.Symbol}
      empty={<EmptyState title={emptyTitle} text={isLoaded ? 'What happens to your orders is written down here.' : undefined} />}
    />
  );
}

import { useMemo, useState, type RefObject } from 'react';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import {
  placeOrder,
  type ReconciledLine,
  type ToolWindow,
  useOrders,
  useReadable,
  useToolState,
} from '../../src/plugin-api/index.ts';
import { DataGrid, EmptyState, type GridHandle, type GridMenuItem } from '../../src/ui/index.ts';
import { activate, runCommand } from './actions.ts';
import { tradeLogColumns } from './log-columns.ts';
import {
  ACTION_STATUS,
  isAction,
  isReconciled,
  isSettlement,
  logKey,
  logRows,
  settlementStatus,
  type LogRow,
} from './log-rows.ts';
import { isOfExecution, logStatuses } from './order-view.ts';
import { statusClass } from './row-class.ts';
import type { TradeManagerState } from './state.ts';

const NO_LINES: readonly ReconciledLine[] = [];

/** The commands on a line of the log. */
function logMenu(tool: ToolWindow<TradeManagerState>, row: LogRow): readonly GridMenuItem[] {
  if (isReconciled(row) && row.Symbol === '') return [];
  if (isAction(row) || isReconciled(row))
    return [
      {
        id: 'trade',
        label: `Trade ${row.Symbol}`,
        run: () => placeOrder(tool, { symbol: row.Symbol }),
      },
    ];
  return isSettlement(row)
    ? [
        {
          id: 'trade',
          label: `Trade ${row.Underlying}`,
          run: () => placeOrder(tool, { symbol: row.Underlying }),
        },
      ]
    : [
        {
          id: 'timeline',
          label: 'Order timeline…',
          run: () => runCommand(tool, 'order.timeline', { orderId: row.OrderId }),
        },
        {
          id: 'trade',
          label: `Trade ${displaySymbol(row.Symbol)}`,
          run: () => placeOrder(tool, { symbol: row.Symbol }),
        },
      ];
}

/** Every report of the account, every option that settled, every corporate action and every accepted figure of an external broker, newest first. */
export function TradeLog({
  tool,
  grid,
}: {
  readonly tool: ToolWindow<TradeManagerState>;
  readonly grid: RefObject<GridHandle | null>;
}) {
  const { platform } = tool;
  const state = useToolState(tool, (all) => all.TradeLog);
  const { log, settlements, actions, isLoaded } = useOrders(platform, (all) => ({
    log: all.log,
    settlements: all.settlements,
    actions: all.actions,
    isLoaded: all.isLoaded,
  }));
  const reconciled = useReadable(platform.tradingApi, (all) => all.reconciliation?.lines ?? NO_LINES);
  const [selected, setSelected] = useState<string | null>(null);
  const { ShowExecutionsOnly } = state;
  // A settlement or a corporate action changes positions as an execution does.
  const rows = useMemo(
    () => logRows(ShowExecutionsOnly ? log.filter(isOfExecution) : log, settlements, actions, reconciled),
    [log, settlements, actions, reconciled, ShowExecutionsOnly],
  );
  const statusOf = useMemo(() => logStatuses(log), [log]);
  const columns = useMemo(() => tradeLogColumns(statusOf), [statusOf]);
  const rowStatus = (row: LogRow) => {
    if (isAction(row) || isReconciled(row)) return ACTION_STATUS;
    return isSettlement(row) ? settlementStatus(row) : statusOf(row);
  };
  const open = (row: LogRow): void => {
    if (isReconciled(row) && row.Symbol === '') return;
    if (isAction(row) || isReconciled(row)) activate(tool, row.Symbol);
    else if (isSettlement(row)) activate(tool, row.Underlying);
    else runCommand(tool, 'order.timeline', { orderId: row.OrderId });
  };
  const emptyTitle = !isLoaded
    ? 'Loading trade log…'
    : ShowExecutionsOnly
      ? 'No executions'
      : 'Nothing logged yet';
  return (
    <DataGrid<LogRow>
      ref={grid}
      label="Trade log"
      rows={rows}
      columns={columns}
      rowId={logKey}
      layout={state.Columns}
      sort={state.Sort}
      onLayoutChange={(next) => tool.update({ TradeLog: { ...tool.getState().TradeLog, Columns: next } })}
      onSortChange={(sort) => tool.update({ TradeLog: { ...tool.getState().TradeLog, Sort: sort } })}
      selectedRowId={selected}
      onSelect={(row) => setSelected(logKey(row))}
      onActivate={open}
      onCellClick={(row, columnId) => {
        if (columnId === 'Symbol' && row.Symbol !== '') activate(tool, row.Symbol);
      }}
      menu={(row) => logMenu(tool, row)}
      dragSymbol={(row) => row.Symbol || null}
      rowClassName={(row) => statusClass(rowStatus(row))}
      empty={
        <EmptyState title={emptyTitle} text={isLoaded ? 'Reports of your orders appear here.' : undefined} />
      }
    />
  );
}

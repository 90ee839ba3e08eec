import { X } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { type ToolWindow, useOrders, useToolState } from '../../src/plugin-api/index.ts';
import { DataGrid, EmptyState, IconButton, type GridColumn, type GridHandle, type GridMenuItem } from '../../src/ui/index.ts';
import { activate, cancelOrder, placeOrder } from './actions.ts';
import { openOrderColumns } from './columns.ts';
import { isCancellable, isListedOpen, orderSummary } from './order-view.ts';
import { markPriceOf, type OrderRow } from './rows.ts';
import type { TradeManagerState } from './state.ts';
import styles from './TradeManager.module.css';
import { symbolKey, useLiveRefresh } from './use-live-refresh.ts';

const CANCEL_ID = '$cancel';

function createColumns(window: ToolWindow<TradeManagerState>): readonly GridColumn<OrderRow>[] {
  function CancelCell({ row }: { row: OrderRow }) {
    if (!isCancellable(row)) return null;
    return <IconButton label={`Cancel ${orderSummary(row)}`} hint="Cancel order" className={styles.cellButton} onClick={() => { void cancelOrder(window, row); }}><X size={12} /></IconButton>;
  }
  return [
    { id: CANCEL_ID, header: 'Cancel', align: 'center', width: 28, isSortable: false, isMovable: false, text: () => '', Header: () => <span className="visually-hidden">Cancel</span>, Cell: CancelCell },
    ...openOrderColumns((symbol) => markPriceOf(window.platform.symbols, symbol)),
  ];
}

/** Orders that may still fill, newest first, with their cancel button. */
export function OpenOrders({ window, isActive }: { readonly window: ToolWindow<TradeManagerState>; readonly isActive: boolean }) {
  const { platform } = window;
  const state = useToolState(window, (all) => all.OpenOrders);
  const { orders, isLoaded } = useOrders(platform);
  const grid = useRef<GridHandle>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const rows = useMemo(() => [...orders.values()].filter(isListedOpen).sort((a, b) => b.Timestamp - a.Timestamp), [orders]);
  const columns = useMemo(() => createColumns(window), [window]);
  const refresh = useCallback(() => grid.current?.refresh(), []);
  useLiveRefresh(platform, useMemo(() => symbolKey(rows.map((row) => row.Symbol)), [rows]), isActive, refresh);

  const menu = (row: OrderRow): readonly GridMenuItem[] => [
    { id: 'cancel', label: 'Cancel order…', isDisabled: !isCancellable(row), isDestructive: true, run: () => { void cancelOrder(window, row); } },
    { id: 'trade', label: `Trade ${row.Symbol}`, hasSeparator: true, run: () => placeOrder(window, { symbol: row.Symbol }) },
  ];
  return (
    <DataGrid<OrderRow>
      ref={grid} label="Open orders" rows={rows} columns={columns} rowId={(row) => row.OrderId}
      layout={[{ Id: CANCEL_ID, Width: 28 }, ...state.Columns]} sort={state.Sort}
      onLayoutChange={(next) => window.update({ OpenOrders: { ...window.getState().OpenOrders, Columns: next.filter(({ Id }) => Id !== CANCEL_ID) } })}
      onSortChange={(sort) => window.update({ OpenOrders: { ...window.getState().OpenOrders, Sort: sort } })}
      selectedRowId={selected} onSelect={(row) => setSelected(row.OrderId)}
      onActivate={(row) => activate(window, row.Symbol)}
      onCellClick={(row, columnId) => { if (columnId === 'Symbol') activate(window, row.Symbol); }}
      onDelete={(row) => { if (isCancellable(row)) void cancelOrder(window, row); }}
      menu={menu} dragSymbol={(row) => row.Symbol}
      empty={<EmptyState title={isLoaded ? 'No open orders' : 'Loading orders…'} text={isLoaded ? 'Orders that wait to be filled appear here.' : undefined} />}
    />
  );
}

import { X } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { type ToolWindow, useOrders, useReadable, useToolState } from '../../src/plugin-api/index.ts';
import { DataGrid, EmptyState, IconButton, type GridColumn, type GridHandle, type GridMenuItem } from '../../src/ui/index.ts';
import { activate, closePosition, placeOrder } from './actions.ts';
import { positionColumns } from './columns.ts';
import { closingOrder, isFlat } from './position-view.ts';
import { PositionRow } from './rows.ts';
import type { TradeManagerState } from './state.ts';
import styles from './TradeManager.module.css';
import { symbolKey, useLiveRefresh } from './use-live-refresh.ts';

const CLOSE_ID = '$close';

function withCloseButton(window: ToolWindow<TradeManagerState>): readonly GridColumn<PositionRow>[] {
  function CloseCell({ row }: { row: PositionRow }) {
    if (closingOrder(row.position) === null) return null;
    return <IconButton label={`Close ${row.symbol} position`} className={styles.cellButton} onClick={() => closePosition(window, row.position)}><X size={12} /></IconButton>;
  }
  return [{ id: CLOSE_ID, header: 'Close', align: 'center', width: 28, isSortable: false, isMovable: false, text: () => '', Header: () => <span className="visually-hidden">Close</span>, Cell: CloseCell }, ...positionColumns];
}

/** The account's positions with live P&L. */
export function Positions({ window, isActive }: { readonly window: ToolWindow<TradeManagerState>; readonly isActive: boolean }) {
  const { platform } = window;
  const state = useToolState(window, (all) => all.Positions);
  const { positions, isLoaded } = useOrders(platform);
  const isExternal = useReadable(platform.tradingApi, ({ api }) => api === 'External');
  const grid = useRef<GridHandle>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const { ShowFlat } = state;
  const rows = useMemo(
    () => [...positions.values()].filter((position) => ShowFlat || !isFlat(position)).map((position) => new PositionRow(position, platform.symbols)),
    [positions, ShowFlat, platform],
  );
  const columns = useMemo(() => withCloseButton(window), [window]);
  const refresh = useCallback(() => grid.current?.refresh(), []);
  useLiveRefresh(platform, useMemo(() => symbolKey(rows.map((row) => row.symbol)), [rows]), isActive, refresh);

  const menu = (row: PositionRow): readonly GridMenuItem[] => [
    { id: 'close', label: 'Close position', isDisabled: closingOrder(row.position) === null, run: () => closePosition(window, row.position) },
    { id: 'buy', label: `Buy ${row.symbol}`, hasSeparator: true, run: () => placeOrder(window, { symbol: row.symbol, side: 'Buy' }) },
    { id: 'sell', label: `Sell ${row.symbol}`, run: () => placeOrder(window, { symbol: row.symbol, side: 'Sell' }) },
  ];
  return (
    <DataGrid<PositionRow>
      ref={grid} label="Positions" rows={rows} columns={columns} rowId={(row) => row.symbol}
      layout={[{ Id: CLOSE_ID, Width: 28 }, ...state.Columns]} sort={state.Sort}
      onLayoutChange={(next) => window.update({ Positions: { ...window.getState().Positions, Columns: next.filter(({ Id }) => Id !== CLOSE_ID) } })}
      onSortChange={(sort) => window.update({ Positions: { ...window.getState().Positions, Sort: sort } })}
      selectedRowId={selected} onSelect={(row) => setSelected(row.symbol)}
      onActivate={(row) => activate(window, row.symbol)}
      onCellClick={(row, columnId) => { if (columnId === 'Symbol') activate(window, row.symbol); }}
      menu={menu} dragSymbol={(row) => row.symbol} rowClassName={(row) => (row.isStale ? (styles.stale ?? '') : '')}
      empty={<EmptyState title={isLoaded ? 'No positions' : 'Loading positions…'} text={!isLoaded ? undefined : isExternal ? 'Orders go to the external broker now. Its positions are kept there and are not shown here.' : 'What you buy or sell short appears here with its profit and loss.'} />}
    />
  );
}

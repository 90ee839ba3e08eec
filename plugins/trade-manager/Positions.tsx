import { X } from 'lucide-react';
import { useCallback, useMemo, useState, type RefObject } from 'react';
import { type ToolWindow, useOrders, useReadable, useToolState } from '../../src/plugin-api/index.ts';
import {
  DataGrid,
  EmptyState,
  type GridColumn,
  type GridHandle,
  type GridMenuItem,
} from '../../src/ui/index.ts';
import { activate, closePosition, runCommand, sideItems } from './actions.ts';
import { positionColumns } from './position-columns.ts';
import { closingOrder, isFlat } from './position-view.ts';
import { PositionRow } from './rows.ts';
import type { TradeManagerState } from './state.ts';
import { symbolKey, useLiveRefresh } from './use-live-refresh.ts';

const CLOSE_ID = '$close';

const OWN_COLUMN = [{ Id: CLOSE_ID, Width: 28 }];

const canClose = ({ platform }: ToolWindow<TradeManagerState>, { position, symbol }: PositionRow): boolean =>
  closingOrder(position) !== null && platform.canTrade(symbol).ok;

function withCloseButton(window: ToolWindow<TradeManagerState>): readonly GridColumn<PositionRow>[] {
  return [
    {
      id: CLOSE_ID,
      header: 'Close',
      align: 'center',
      width: 28,
      isSortable: false,
      isMovable: false,
      text: () => '',
      Header: () => <span className="visually-hidden">Close</span>,
      action: {
        icon: <X size={12} />,
        label: (row) => `Close ${row.symbol} position`,
        isShown: (row) => canClose(window, row),
        run: (row) => closePosition(window, row.position),
      },
    },
    ...positionColumns,
  ];
}

/** The account's positions with live P&L. */
export function Positions({
  window,
  isActive,
  grid,
}: {
  readonly window: ToolWindow<TradeManagerState>;
  readonly isActive: boolean;
  readonly grid: RefObject<GridHandle | null>;
}) {
  const { platform } = window;
  const state = useToolState(window, (all) => all.Positions);
  const { positions, isLoaded } = useOrders(platform, (all) => ({
    positions: all.positions,
    isLoaded: all.isLoaded,
  }));
  const isExternal = useReadable(platform.tradingApi, ({ api }) => api === 'External');
  const [selected, setSelected] = useState<string | null>(null);
  const { ShowFlat } = state;
  const rows = useMemo(
    () =>
      [...positions.values()]
        .filter((position) => ShowFlat || !isFlat(position))
        .map((position) => new PositionRow(position, platform.symbols)),
    [positions, ShowFlat, platform],
  );
  const columns = useMemo(() => withCloseButton(window), [window]);
  const refresh = useCallback(() => grid.current?.refresh(), [grid]);
  useLiveRefresh(
    platform,
    useMemo(() => symbolKey(rows.map((row) => row.symbol)), [rows]),
    isActive,
    refresh,
  );

  const isBarred = (row: PositionRow) => !platform.canTrade(row.symbol).ok;
  const menu = (row: PositionRow): readonly GridMenuItem[] => [
    {
      id: 'close',
      label: 'Close position…',
      isDisabled: !canClose(window, row),
      run: () => closePosition(window, row.position),
    },
    {
      id: 'flatten',
      label: `Flatten ${row.symbol}…`,
      isDisabled: isExternal || isBarred(row),
      isDestructive: true,
      run: () => runCommand(window, 'order.flatten', { symbol: row.symbol }),
    },
    ...sideItems(window, row.symbol),
  ];
  return (
    <DataGrid<PositionRow>
      ref={grid}
      label="Positions"
      rows={rows}
      columns={columns}
      rowId={(row) => row.symbol}
      layout={[...OWN_COLUMN, ...state.Columns]}
      sort={state.Sort}
      onLayoutChange={(next) =>
        window.update({
          Positions: { ...window.getState().Positions, Columns: next.filter(({ Id }) => Id !== CLOSE_ID) },
        })
      }
      onSortChange={(sort) => window.update({ Positions: { ...window.getState().Positions, Sort: sort } })}
      selectedRowId={selected}
      onSelect={(row) => setSelected(row.symbol)}
      onActivate={(row) => activate(window, row.symbol)}
      onCellClick={(row, columnId) => {
        if (columnId === 'Symbol') activate(window, row.symbol);
      }}
      menu={menu}
      dragSymbol={(row) => row.symbol}
      rowClassName={(row) => (row.isStale ? 'grid-stale' : '')}
      empty={
        <EmptyState
          title={isLoaded ? 'No positions' : 'Loading positions…'}
          text={
            !isLoaded
              ? undefined
              : isExternal
                ? 'Orders go to the external broker now. Its positions are kept there and are not shown here.'
                : 'What you buy or sell short appears here with its profit and loss.'
          }
        />
      }
    />
  );
}

import { X } from 'lucide-react';
import { useCallback, useMemo, useState, type RefObject } from 'react';
import { displaySymbol, underlyingOf } from '../../src/domain/symbols/symbol.ts';
import { type ToolWindow, useOrders, useReadable, useToolState } from '../../src/plugin-api/index.ts';
import { DataGrid, EmptyState, type GridColumn, type GridHandle } from '../../src/ui/index.ts';
import { activate, closePosition } from './actions.ts';
import type { OptionValuation } from './option-valuation.ts';
import { positionColumns } from './position-columns.ts';
import { canClose, positionMenu } from './position-menu.ts';
import { isFlat } from './position-view.ts';
import { PositionRow } from './rows.ts';
import type { TradeManagerState } from './state.ts';
import { symbolKey, useLiveRefresh } from './use-live-refresh.ts';

const CLOSE_ID = '$close';

const OWN_COLUMN = [{ Id: CLOSE_ID, Width: 28 }];

function withCloseButton(tool: ToolWindow<TradeManagerState>): readonly GridColumn<PositionRow>[] {
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
        label: (row) => `Close ${displaySymbol(row.symbol)} position`,
        isShown: (row) => canClose(tool, row),
        run: (row) => closePosition(tool, row.position),
      },
    },
    ...positionColumns,
  ];
}

/** The symbols whose prices the figures of a row are computed from. */
const pricedBy = ({ symbol }: PositionRow): readonly string[] => [symbol, underlyingOf(symbol)];

/** The account's positions with live P&L. */
export function Positions({
  tool,
  valuation,
  isActive,
  grid,
}: {
  readonly tool: ToolWindow<TradeManagerState>;
  readonly valuation: OptionValuation;
  readonly isActive: boolean;
  readonly grid: RefObject<GridHandle | null>;
}) {
  const { platform } = tool;
  const state = useToolState(tool, (all) => all.Positions);
  const { positions, isLoaded } = useOrders(platform, (all) => ({
    positions: all.positions,
    isLoaded: all.isLoaded,
  }));
  const lacks = useReadable(platform.tradingApi, ({ capabilities }) => capabilities.lacks);
  const [selected, setSelected] = useState<string | null>(null);
  const { ShowFlat } = state;
  const rows = useMemo(
    () =>
      [...positions.values()]
        .filter((position) => ShowFlat || !isFlat(position))
        .map((position) => new PositionRow(position, platform.symbols, valuation)),
    [positions, ShowFlat, platform, valuation],
  );
  const columns = useMemo(() => withCloseButton(tool), [tool]);
  const refresh = useCallback(() => grid.current?.refresh(), [grid]);
  useLiveRefresh(
    platform,
    useMemo(() => symbolKey(rows.flatMap(pricedBy)), [rows]),
    isActive,
    refresh,
  );

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
        tool.update({
          Positions: { ...tool.getState().Positions, Columns: next.filter(({ Id }) => Id !== CLOSE_ID) },
        })
      }
      onSortChange={(sort) => tool.update({ Positions: { ...tool.getState().Positions, Sort: sort } })}
      selectedRowId={selected}
      onSelect={(row) => setSelected(row.symbol)}
      onActivate={(row) => activate(tool, row.symbol)}
      onCellClick={(row, columnId) => {
        if (columnId === 'Symbol') activate(tool, row.symbol);
      }}
      menu={(row) => positionMenu(tool, row, lacks)}
      dragSymbol={(row) => row.symbol}
      rowClassName={(row) => (row.isStale ? 'grid-stale' : '')}
      empty={<NoPositions isLoaded={isLoaded} isElsewhere={lacks.positions !== undefined} />}
    />
  );
}

function NoPositions({
  isLoaded,
  isElsewhere,
}: {
  readonly isLoaded: boolean;
  readonly isElsewhere: boolean;
}) {
  if (!isLoaded) return <EmptyState title="Loading positions…" />;
  return (
    <EmptyState
      title="No positions"
      text={
        isElsewhere
          ? 'Orders go to the external broker now. Its positions are kept there and are not shown here.'
          : 'What you buy or sell short appears here with its profit and loss.'
      }
    />
  );
}

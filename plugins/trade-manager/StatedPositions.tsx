import { X } from 'lucide-react';
import { useMemo, useState, type RefObject } from 'react';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { placeOrder, useReadable, type ToolWindow } from '../../src/plugin-api/index.ts';
import {
  DataGrid,
  EmptyState,
  type GridColumn,
  type GridHandle,
  type GridMenuItem,
} from '../../src/ui/index.ts';
import { activate, sideItems } from './actions.ts';
import styles from './StatedAccount.module.css';
import { STATED_LAYOUT, statedColumns } from './stated-columns.ts';
import { closingLabel, closingOrderOf, sourceText, type StatedPosition } from './stated-view.ts';
import type { TradeManagerState } from './state.ts';

type TradeManagerTool = ToolWindow<TradeManagerState>;

const CLOSE_ID = '$close';
const CLOSE_WIDTH_PX = 28;
const NONE: readonly StatedPosition[] = [];
const NOT_WHOLE = 'Orders from here are for whole shares';

const canClose = ({ platform }: TradeManagerTool, row: StatedPosition): boolean =>
  closingOrderOf(row) !== null && platform.canTrade(row.symbol).ok;

/** Opens order entry filled in to close the whole shares of a position. */
function close(tool: TradeManagerTool, row: StatedPosition): void {
  const order = closingOrderOf(row);
  if (order !== null) placeOrder(tool, { symbol: row.symbol, ...order });
}

function menuOf(tool: TradeManagerTool, row: StatedPosition): readonly GridMenuItem[] {
  const isFraction = row.isStock && closingOrderOf(row) === null;
  return [
    {
      id: 'close',
      label: isFraction ? `Close ${displaySymbol(row.symbol)}: ${NOT_WHOLE}` : `${closingLabel(row)}…`,
      isDisabled: !canClose(tool, row),
      run: () => close(tool, row),
    },
    ...sideItems(tool, row.symbol),
  ];
}

const withCloseButton = (tool: TradeManagerTool): readonly GridColumn<StatedPosition>[] => [
  {
    id: CLOSE_ID,
    header: 'Close',
    align: 'center',
    width: CLOSE_WIDTH_PX,
    isSortable: false,
    isMovable: false,
    text: () => '',
    Header: () => <span className="visually-hidden">Close</span>,
    action: {
      icon: <X size={12} />,
      label: closingLabel,
      isShown: (row) => canClose(tool, row),
      run: (row) => close(tool, row),
    },
  },
  ...statedColumns,
];

/** The positions of the account at the external broker, as it states them. */
export function StatedPositions({
  tool,
  grid,
}: {
  readonly tool: TradeManagerTool;
  readonly grid: RefObject<GridHandle | null>;
}) {
  const { name, stated, error } = useReadable(tool.platform.tradingApi);
  const isOld = stated !== null && stated.problem !== null;
  const [layout, setLayout] = useState(STATED_LAYOUT);
  const [sort, setSort] = useState<{ readonly By: string; readonly Asc: boolean } | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const columns = useMemo(() => withCloseButton(tool), [tool]);
  return (
    <div className={styles.positions}>
      {stated === null ? null : (
        <p className={styles.source} data-old={isOld || undefined}>
          {sourceText(name, stated)}
        </p>
      )}
      <DataGrid<StatedPosition>
        ref={grid}
        label={`Positions at ${name}`}
        rows={stated?.positions ?? NONE}
        columns={columns}
        rowId={(row) => row.symbol}
        layout={[{ Id: CLOSE_ID, Width: CLOSE_WIDTH_PX }, ...layout]}
        sort={sort}
        onLayoutChange={(next) => setLayout(next.filter(({ Id }) => Id !== CLOSE_ID))}
        onSortChange={setSort}
        selectedRowId={selected}
        onSelect={(row) => setSelected(row.symbol)}
        onActivate={(row) => activate(tool, row.symbol)}
        onCellClick={(row, columnId) => {
          if (columnId === 'Symbol') activate(tool, row.symbol);
        }}
        menu={(row) => menuOf(tool, row)}
        dragSymbol={(row) => row.symbol}
        rowClassName={() => (isOld ? 'grid-stale' : '')}
        empty={<NoPositions name={name} isRead={stated !== null} error={error} />}
      />
    </div>
  );
}

function NoPositions({
  name,
  isRead,
  error,
}: {
  readonly name: string;
  readonly isRead: boolean;
  readonly error: string | null;
}) {
  if (isRead) return <EmptyState title={`No positions at ${name}`} />;
  return error === null ? (
    <EmptyState title={`Reading positions at ${name}…`} />
  ) : (
    <EmptyState title={`Positions at ${name} are unknown`} text={`${error.replace(/\.$/, '')}.`} />
  );
}

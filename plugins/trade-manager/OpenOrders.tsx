import { PencilLine, X } from 'lucide-react';
import { useCallback, useMemo, useState, type RefObject } from 'react';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import {
  lastPriceOf,
  type ToolWindow,
  useOrders,
  useReadable,
  useToolState,
  type WireOrderGroup,
} from '../../src/plugin-api/index.ts';
import {
  DataGrid,
  EmptyState,
  type GridColumn,
  type GridHandle,
  type GridMenuItem,
} from '../../src/ui/index.ts';
import { activate, cancelOrder, cancelOrders, runCommand, tradeItem } from './actions.ts';
import { groupName } from './group-labels.ts';
import { hasTermsToChange } from './group-terms-form.ts';
import { openOrderColumns } from './order-columns.ts';
import { isCancellable, isListedOpen } from '../../src/domain/orders/open-orders.ts';
import { mayChooseLots } from './order-lots.ts';
import { openOrderLots } from './OrderLotsDialog.tsx';
import { orderSummary } from './order-view.ts';
import { statusClass } from './row-class.ts';
import type { OrderRow } from './rows.ts';
import { openReplaceSpread } from './ReplaceSpreadDialog.tsx';
import type { TradeManagerState } from './state.ts';
import { symbolKey, useLiveRefresh } from './use-live-refresh.ts';

const CANCEL_ID = '$cancel';
const REPLACE_ID = '$replace';
const OWN_IDS: ReadonlySet<string> = new Set([CANCEL_ID, REPLACE_ID]);
const OWN_COLUMNS = [
  { Id: CANCEL_ID, Width: 28 },
  { Id: REPLACE_ID, Width: 28 },
];

const canReplace = ({ platform }: ToolWindow<TradeManagerState>, order: OrderRow): boolean =>
  isCancellable(order) && platform.canTrade(order.Symbol).ok;

const groupOf = ({ platform }: ToolWindow<TradeManagerState>, { OrderId }: OrderRow) =>
  platform.groups.get().byOrderId.get(OrderId);

/** Order entry has one symbol: a multi-leg order is replaced in a dialog of its own. */
function replaceOrder(tool: ToolWindow<TradeManagerState>, order: OrderRow): void {
  if (order.Legs === undefined) runCommand(tool, 'order.replace', { orderId: order.OrderId });
  else void openReplaceSpread(tool.platform, order);
}

function createColumns(tool: ToolWindow<TradeManagerState>): readonly GridColumn<OrderRow>[] {
  const { symbols } = tool.platform;
  const button = { align: 'center', width: 28, isSortable: false, isMovable: false, text: () => '' } as const;
  return [
    {
      ...button,
      id: CANCEL_ID,
      header: 'Cancel',
      Header: () => <span className="visually-hidden">Cancel</span>,
      action: {
        icon: <X size={12} />,
        label: (row) => `Cancel ${orderSummary(row)}`,
        isShown: isCancellable,
        run: (row) => {
          void cancelOrder(tool.platform, row);
        },
      },
    },
    {
      ...button,
      id: REPLACE_ID,
      header: 'Replace',
      Header: () => <span className="visually-hidden">Replace</span>,
      action: {
        icon: <PencilLine size={12} />,
        label: (row) => `Replace ${orderSummary(row)}`,
        isShown: (row) => canReplace(tool, row),
        run: (row) => replaceOrder(tool, row),
      },
    },
    ...openOrderColumns(
      (symbol) => lastPriceOf(symbols, symbol),
      (symbol) => symbols.staleness(symbol).isStale,
      (row) => groupOf(tool, row),
    ),
  ];
}

/** The command on the group of an order; none for an order without one. */
function groupItems(tool: ToolWindow<TradeManagerState>, row: OrderRow): readonly GridMenuItem[] {
  const group = groupOf(tool, row);
  if (group === undefined) return [];
  return [
    {
      id: 'change-group',
      label: `Change ${groupName(group)}…`,
      isDisabled: !hasTermsToChange(group),
      run: () => runCommand(tool, 'order.change-group', { groupId: group.GroupId }),
    },
    {
      id: 'cancel-group',
      label: `Cancel ${groupName(group)}…`,
      isDestructive: true,
      run: () => runCommand(tool, 'order.cancel-group', { groupId: group.GroupId }),
    },
  ];
}

/** The commands on one open order. */
function orderMenu(tool: ToolWindow<TradeManagerState>, row: OrderRow): readonly GridMenuItem[] {
  return [
    {
      id: 'replace',
      label: 'Replace order…',
      isDisabled: !canReplace(tool, row),
      run: () => replaceOrder(tool, row),
    },
    {
      id: 'cancel',
      label: 'Cancel order…',
      shortcut: 'Del',
      isDisabled: !isCancellable(row),
      isDestructive: true,
      run: () => {
        void cancelOrder(tool.platform, row);
      },
    },
    {
      id: 'lots',
      label: 'Choose lots…',
      isDisabled:
        !mayChooseLots(row) || tool.platform.tradingApi.get().capabilities.lacks.taxLots !== undefined,
      run: () => void openOrderLots(tool.platform, row),
    },
    ...groupItems(tool, row),
    {
      id: 'cancel-symbol',
      label: `Cancel all of ${displaySymbol(row.Symbol)}…`,
      isDestructive: true,
      run: () => runCommand(tool, 'order.cancel-all', { symbol: row.Symbol }),
    },
    {
      id: 'timeline',
      label: 'Order timeline…',
      hasSeparator: true,
      run: () => runCommand(tool, 'order.timeline', { orderId: row.OrderId }),
    },
    tradeItem(tool, row.Symbol),
  ];
}

/** Open orders, newest first. A changed group makes a new list, too: its column shows the group's role and state. */
const openRows = (
  orders: ReadonlyMap<string, OrderRow>,
  _groups: ReadonlyMap<string, WireOrderGroup>,
): readonly OrderRow[] => [...orders.values()].filter(isListedOpen).sort((a, b) => b.Timestamp - a.Timestamp);

interface OpenOrdersProps {
  readonly tool: ToolWindow<TradeManagerState>;
  readonly isActive: boolean;
  readonly grid: RefObject<GridHandle | null>;
}

/** Orders that may still fill, newest first, with their buttons to cancel and replace. */
export function OpenOrders({ tool, isActive, grid }: OpenOrdersProps) {
  const { platform } = tool;
  const state = useToolState(tool, (all) => all.OpenOrders);
  const { orders, isLoaded } = useOrders(platform, (all) => ({ orders: all.orders, isLoaded: all.isLoaded }));
  const groups = useReadable(platform.groups, ({ byOrderId }) => byOrderId);
  const [selected, setSelected] = useState<string | null>(null);
  const rows = useMemo(() => openRows(orders, groups), [orders, groups]);
  const columns = useMemo(() => createColumns(tool), [tool]);
  const refresh = useCallback(() => grid.current?.refresh(), [grid]);
  useLiveRefresh(
    platform,
    useMemo(() => symbolKey(rows.map((row) => row.Symbol)), [rows]),
    isActive,
    refresh,
  );

  return (
    <DataGrid<OrderRow>
      ref={grid}
      label="Open orders"
      rows={rows}
      columns={columns}
      rowId={(row) => row.OrderId}
      layout={[...OWN_COLUMNS, ...state.Columns]}
      sort={state.Sort}
      onLayoutChange={(next) =>
        tool.update({
          OpenOrders: { ...tool.getState().OpenOrders, Columns: next.filter(({ Id }) => !OWN_IDS.has(Id)) },
        })
      }
      onSortChange={(sort) => tool.update({ OpenOrders: { ...tool.getState().OpenOrders, Sort: sort } })}
      selectedRowId={selected}
      onSelect={(row) => setSelected(row.OrderId)}
      onActivate={(row) => activate(tool, row.Symbol)}
      onCellClick={(row, columnId) => {
        if (columnId === 'Symbol') activate(tool, row.Symbol);
      }}
      onDelete={(row) => {
        void cancelOrders(tool, [row].filter(isCancellable));
      }}
      menu={(row) => orderMenu(tool, row)}
      dragSymbol={(row) => row.Symbol}
      rowClassName={(row) => statusClass(row.Status)}
      empty={
        <EmptyState
          title={isLoaded ? 'No open orders' : 'Loading orders…'}
          text={isLoaded ? 'Orders that wait to be filled appear here. F9 opens order entry.' : undefined}
        />
      }
    />
  );
}

import { useMemo, useRef } from 'react';
import { useReadable, useToolState } from '../../../src/plugin-api/index.ts';
import {
  Button,
  DataGrid,
  EmptyState,
  ErrorState,
  Skeleton,
  type GridHandle,
} from '../../../src/ui/index.ts';
import { formatInteger } from '../../../src/domain/columns/index.ts';
import styles from './RunReports.module.css';
import { chooseOrderColumns } from '../choose-columns.ts';
import { orderColumns } from '../columns/order-columns.ts';
import type { AlgoStreamWindow, Run, StrategyOrder, StrategyOrdersState } from '../types.ts';
import { useRefreshed } from '../use-refreshed.ts';
import { noOrdersText, runTitle } from '../run-labels.ts';
import { findRun } from './details.tsx';
import { openProfit } from './profit.tsx';

/** Interval between updates of the grid while the run continues, ms. */
const REFRESH_MS = 1000;

interface OrdersProps {
  readonly window: AlgoStreamWindow;
  readonly run: Run;
}

interface OrdersStripProps extends OrdersProps {
  readonly statusText: string;
  readonly hasOrders: boolean;
  readonly onExport: () => void;
}

function OrdersStrip({ window, run, statusText, hasOrders, onExport }: OrdersStripProps) {
  return (
    <div className={styles.strip}>
      <span role="status">{statusText}</span>
      <Button tone="quiet" onClick={() => void chooseOrderColumns(window)}>
        Columns…
      </Button>
      <Button
        tone="quiet"
        disabled={!hasOrders}
        focusableWhenDisabled
        onClick={() => void openProfit(window, run)}
      >
        Chart of P&amp;L…
      </Button>
      <Button tone="quiet" disabled={!hasOrders} focusableWhenDisabled onClick={onExport}>
        Export to CSV
      </Button>
    </div>
  );
}

function statusText({ orders, isLoaded, error }: StrategyOrdersState): string {
  if (isLoaded) return `${formatInteger(orders.length)} ${orders.length === 1 ? 'order' : 'orders'}`;
  return error === null ? 'Loading orders…' : '';
}

function Orders({ window, run }: OrdersProps) {
  const { strategies } = window.platform;
  const source = useMemo(
    () => strategies.orders(run.strategy.Name, run.instance.InstanceId),
    [strategies, run],
  );
  const state = useRefreshed(source, REFRESH_MS, true);
  const { orders, isLoaded, error } = state;
  const { Columns, Sort } = useToolState(window, ({ OrderGrid }) => OrderGrid);
  // The present instance: it may have ended since the dialog was opened.
  const instance =
    useReadable(strategies, (lists) => findRun(lists, run.strategy, run.instance.InstanceId)) ?? run.instance;
  const grid = useRef<GridHandle>(null);
  const store = (change: Partial<ReturnType<AlgoStreamWindow['getState']>['OrderGrid']>) =>
    window.update({ OrderGrid: { ...window.getState().OrderGrid, ...change } });
  return (
    <div className={styles.orders}>
      <OrdersStrip
        window={window}
        run={run}
        statusText={statusText(state)}
        hasOrders={orders.length > 0}
        onExport={() => grid.current?.exportCsv()}
      />
      <div className={styles.ordersGrid}>
        {error !== null ? (
          <ErrorState
            title="The orders could not be loaded"
            text={error}
            onRetry={() => strategies.refresh(run.strategy.Name, true)}
          />
        ) : !isLoaded && orders.length === 0 ? (
          <Skeleton label="Loading orders" />
        ) : (
          <DataGrid<StrategyOrder>
            ref={grid}
            label="Orders of the run"
            rows={orders}
            columns={orderColumns}
            rowId={({ Id }) => Id}
            exportName={runTitle(run.strategy, run.instance)}
            layout={Columns}
            onLayoutChange={(layout) => store({ Columns: layout })}
            sort={Sort}
            onSortChange={(sort) => store({ Sort: sort })}
            empty={<EmptyState title="No orders" text={noOrdersText(instance, 'This run sent no order.')} />}
          />
        )}
      </div>
    </div>
  );
}

/** Opens the orders of a run, which are updated while it continues. */
export async function openOrders(window: AlgoStreamWindow, run: Run): Promise<void> {
  await window.platform.dialogs.open<never>({
    title: `Orders - ${runTitle(run.strategy, run.instance)}`,
    width: 1400,
    content: () => <Orders window={window} run={run} />,
  });
}

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
import styles from '../AlgoStream.module.css';
import { chooseOrderColumns } from '../choose-columns.ts';
import { orderColumns } from '../columns/order-columns.ts';
import type { AlgoStreamWindow, Run, StrategyOrder } from '../types.ts';
import { useRefreshed } from '../use-refreshed.ts';
import { noOrdersText, runTitle } from '../run-labels.ts';
import { findRun } from './details.tsx';
import { openProfit } from './profit.tsx';

/** How often the grid follows a run that goes on, ms. */
const REFRESH_MS = 1000;

function Orders({ window, run }: { readonly window: AlgoStreamWindow; readonly run: Run }) {
  const { strategies } = window.platform;
  const source = useMemo(
    () => strategies.orders(run.strategy.Name, run.instance.InstanceId),
    [strategies, run],
  );
  const { orders, isLoaded, error } = useRefreshed(source, REFRESH_MS, true);
  const { Columns, Sort } = useToolState(window, (state) => state.OrderGrid);
  // As it is now: it may have ended since the dialog was opened.
  const instance =
    useReadable(strategies, (state) => findRun(state, run.strategy, run.instance.InstanceId)) ?? run.instance;
  const grid = useRef<GridHandle>(null);
  const store = (change: Partial<ReturnType<AlgoStreamWindow['getState']>['OrderGrid']>) =>
    window.update({ OrderGrid: { ...window.getState().OrderGrid, ...change } });
  return (
    <div className={styles.orders}>
      <div className={styles.strip}>
        <span role="status">
          {isLoaded
            ? `${formatInteger(orders.length)} ${orders.length === 1 ? 'order' : 'orders'}`
            : error === null
              ? 'Loading orders…'
              : ''}
        </span>
        <Button
          tone="quiet"
          onClick={() => {
            void chooseOrderColumns(window);
          }}
        >
          Columns…
        </Button>
        <Button
          tone="quiet"
          disabled={orders.length === 0}
          focusableWhenDisabled
          onClick={() => {
            void openProfit(window, run);
          }}
        >
          Chart of P&amp;L…
        </Button>
        <Button
          tone="quiet"
          disabled={orders.length === 0}
          focusableWhenDisabled
          onClick={() => grid.current?.exportCsv()}
        >
          Export to CSV
        </Button>
      </div>
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

/** The orders of a run, as they come. */
export async function openOrders(window: AlgoStreamWindow, run: Run): Promise<void> {
  await window.platform.dialogs.open<never>({
    title: `Orders - ${runTitle(run.strategy, run.instance)}`,
    width: 1400,
    content: () => <Orders window={window} run={run} />,
  });
}

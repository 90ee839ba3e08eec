import { useMemo, useRef, useState } from 'react';
import { staleRowClass, type ToolProps, useReadable, useToolState } from '../../src/plugin-api/index.ts';
import { Button, DataGrid, EmptyState, type GridHandle } from '../../src/ui/index.ts';
import { AlertView } from './alert-view.ts';
import { removeAlert, togglePause } from './alerts.ts';
import { createGridColumns, gridLayout, PAUSE_ID, storedLayout } from './grid-columns.tsx';
import styles from './PriceAlerts.module.css';
import { onCell, rowMenu } from './row-actions.ts';
import type { PriceAlertsState } from './state.ts';
import { useAlertPrices, useIncomingSymbols, useShownAlerts } from './use-price-alerts.ts';

/** The alerts of a window with their live prices. */
export default function PriceAlerts({ tool: window }: ToolProps<PriceAlertsState>) {
  const { platform } = window;
  const { Columns, Sort } = useToolState(window);
  const alerts = useShownAlerts(window);
  const isLoaded = useReadable(platform.alertDocuments, (documents) => documents.isLoaded);
  const grid = useRef<GridHandle>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const rows = useMemo(
    () => alerts.map((alert) => new AlertView(alert, platform.symbols)),
    [alerts, platform],
  );
  const columns = useMemo(() => createGridColumns(window), [window]);
  const layout = useMemo(() => gridLayout(Columns), [Columns]);
  useAlertPrices(window, alerts, grid);
  useIncomingSymbols(window, grid, setSelected);
  const addSymbols = () => {
    void platform.commands.run('price-alerts.add-symbols', { windowId: window.id });
  };

  return (
    <div className={styles.tool}>
      <DataGrid<AlertView>
        ref={grid}
        label="Price Alerts"
        rows={rows}
        columns={columns}
        rowId={(row) => row.id}
        layout={layout}
        sort={Sort}
        onLayoutChange={(next) => window.update({ Columns: storedLayout(next) })}
        onSortChange={(sort) => window.update({ Sort: sort })}
        selectedRowId={selected}
        onSelect={(row) => setSelected(row.id)}
        onActivate={(row, columnId) => {
          if (columnId === PAUSE_ID) togglePause(platform, row.id);
          else onCell(window, row, columnId);
        }}
        onCellClick={(row, columnId) => {
          if (columnId !== 'Price') onCell(window, row, columnId);
        }}
        onDelete={(row) => removeAlert(window, row.id)}
        menu={(row) => rowMenu(window, row)}
        rowClassName={(row) => `${row.alert.Paused ? (styles.paused ?? '') : ''} ${staleRowClass(row.quote)}`}
        dragSymbol={(row) => row.alert.Symbol}
        empty={
          !isLoaded ? (
            <EmptyState title="Loading alerts" text="Your alerts are shown once the server has sent them." />
          ) : (
            <EmptyState
              title="No alerts yet"
              text="An alert fires once, when a price goes above its high or below its low level."
              action={
                <Button tone="primary" onClick={addSymbols}>
                  Add symbols
                </Button>
              }
            />
          )
        }
      />
    </div>
  );
}

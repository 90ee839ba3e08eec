import { useEffect, useMemo, useRef, useState } from 'react';
import type { AlertSide } from '../../src/domain/alerts/index.ts';
import { symbolColumn } from '../../src/domain/columns/index.ts';
import {
  instrumentContext,
  staleRowClass,
  type ToolProps,
  useIsActive,
  useLinked,
  useToolState,
} from '../../src/plugin-api/index.ts';
import { Button, DataGrid, EmptyState, type GridHandle, type GridMenuItem } from '../../src/ui/index.ts';
import { AlertView } from './alert-view.ts';
import { askAlertPrice } from './AlertPriceDialog.tsx';
import { addAlert, nameOf, removeAlert, reset, setLevel, togglePause } from './alerts.ts';
import { createGridColumns, gridLayout, PAUSE_ID, resetFromCell, storedLayout } from './grid-columns.tsx';
import styles from './PriceAlerts.module.css';
import type { PriceAlertsState } from './state.ts';

/** How often the grid reads new prices, ms. */
const REFRESH_MS = 500;

export default function PriceAlerts({ window }: ToolProps<PriceAlertsState>) {
  const { platform } = window;
  const { Alerts, Columns, Sort } = useToolState(window);
  const isActive = useIsActive(window);
  const grid = useRef<GridHandle>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const rows = useMemo(
    () => Alerts.map((alert) => new AlertView(alert, platform.symbols)),
    [Alerts, platform],
  );
  const columns = useMemo(() => createGridColumns(window), [window]);
  const layout = useMemo(() => gridLayout(Columns), [Columns]);
  const symbolKey = [...new Set(Alerts.map((alert) => alert.Symbol))].sort().join(' ');
  const needsHistory = Alerts.some((alert) => symbolColumn(alert.Column)?.needsHistory === true);

  // Prices flow, and the grid is refreshed, only while the window is on screen. No tick goes through React.
  useEffect(() => {
    if (!isActive || symbolKey === '') return undefined;
    const symbols = symbolKey.split(' ');
    const ends = [
      platform.symbols.watch(symbols),
      platform.symbols.subscribe(symbols, REFRESH_MS, () => grid.current?.refresh()),
      ...(needsHistory ? [platform.symbols.watchHistorical(symbols)] : []),
    ];
    grid.current?.refresh();
    return () => {
      for (const end of ends.toReversed()) end();
    };
  }, [isActive, symbolKey, needsHistory, platform]);

  useLinked(window, (symbol) => {
    const row = window.getState().Alerts.find((alert) => alert.Symbol === symbol);
    if (!row) return;
    setSelected(row.Id);
    grid.current?.scrollToRow(row.Id);
  });
  useEffect(
    () =>
      window.onContext((context, how) => {
        if (how !== 'given' || context.type !== 'fdc3.instrument') return;
        void addAlert(window, context.id.ticker).then((message) => {
          if (message !== null)
            platform.dialogs.toast({ message: `${context.id.ticker}: ${message}`, tone: 'warning' });
        });
      }),
    [window, platform],
  );

  const setPrice = async (row: AlertView, side: AlertSide) => {
    const { Symbol: symbol, Column: column, Paused: isPaused } = row.alert;
    const answer = await askAlertPrice(platform, { symbol, column, side, level: row.level(side), isPaused });
    if (answer !== null) setLevel(window, row.id, side, answer.level);
  };
  const activate = (row: AlertView) => window.publish(instrumentContext(row.alert.Symbol));
  const onCell = (row: AlertView, columnId: string) => {
    if (columnId === 'HighAlert' || columnId === 'LowAlert')
      void setPrice(row, columnId === 'HighAlert' ? 'High' : 'Low');
    else if (columnId === 'Name') activate(row);
    else resetFromCell(window, row, columnId);
  };
  const menu = (row: AlertView): readonly GridMenuItem[] => [
    { id: 'high', label: 'High alert price…', run: () => void setPrice(row, 'High') },
    { id: 'low', label: 'Low alert price…', run: () => void setPrice(row, 'Low') },
    {
      id: 'reset-high',
      label: 'Reset high alert',
      isDisabled: row.firedMs('High') === null,
      hasSeparator: true,
      run: () => reset(window, row.id, 'High'),
    },
    {
      id: 'reset-low',
      label: 'Reset low alert',
      isDisabled: row.firedMs('Low') === null,
      run: () => reset(window, row.id, 'Low'),
    },
    { id: 'pause', label: row.alert.Paused ? 'Resume' : 'Pause', run: () => togglePause(window, row.id) },
    {
      id: 'other',
      label: 'Alert on another column…',
      hasSeparator: true,
      run: () => void platform.commands.run('alerts.create', { symbol: row.alert.Symbol }),
    },
    {
      id: 'remove',
      label: `Remove ${nameOf(row.alert)}`,
      isDestructive: true,
      hasSeparator: true,
      run: () => removeAlert(window, row.id),
    },
  ];

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
          if (columnId === PAUSE_ID) togglePause(window, row.id);
          else onCell(row, columnId);
        }}
        onCellClick={(row, columnId) => {
          if (columnId !== 'Price') onCell(row, columnId);
        }}
        onDelete={(row) => removeAlert(window, row.id)}
        menu={menu}
        rowClassName={(row) => `${row.alert.Paused ? (styles.paused ?? '') : ''} ${staleRowClass(row.quote)}`}
        dragSymbol={(row) => row.alert.Symbol}
        empty={
          <EmptyState
            title="No alerts yet"
            text="An alert fires once, when a price goes above its high or below its low level."
            action={
              <Button
                tone="primary"
                onClick={() => {
                  void platform.commands.run('price-alerts.add-symbols', { windowId: window.id });
                }}
              >
                Add symbols
              </Button>
            }
          />
        }
      />
    </div>
  );
}

import { useEffect, useMemo, type RefObject } from 'react';
import type { AlertRow } from '../../src/domain/alerts/index.ts';
import { symbolColumn } from '../../src/domain/columns/index.ts';
import {
  type ToolWindow,
  useIsActive,
  useLinked,
  useReadable,
  useToolState,
} from '../../src/plugin-api/index.ts';
import type { GridHandle } from '../../src/ui/index.ts';
import { addAlert } from './alerts.ts';
import { alertsOf, shownAlerts } from './shown-alerts.ts';
import { PRICE_ALERTS_ID, type PriceAlertsState } from './state.ts';

/** How often the grid reads new prices, ms. */
const REFRESH_MS = 500;

type Window = ToolWindow<PriceAlertsState>;

/** The alerts that the window shows. */
export function useShownAlerts(window: Window): readonly AlertRow[] {
  const { alertDocuments, tools } = window.platform;
  const ids = useToolState(window, ({ Alerts }) => Alerts);
  const { rows } = useReadable(alertDocuments);
  const placed = useMemo(() => tools.windowsOf(PRICE_ALERTS_ID), [tools]);
  const windows = useReadable(placed);
  return useMemo(() => shownAlerts(window.id, ids, windows, rows), [window.id, ids, windows, rows]);
}

/** Streams the symbols of the alerts, and refreshes the grid, while the window is on screen. No tick passes through React. */
export function useAlertPrices(
  window: Window,
  alerts: readonly AlertRow[],
  grid: RefObject<GridHandle | null>,
): void {
  const { symbols } = window.platform;
  const isActive = useIsActive(window);
  const symbolKey = [...new Set(alerts.map((alert) => alert.Symbol))].sort().join(' ');
  const needsHistory = alerts.some((alert) => symbolColumn(alert.Column)?.needsHistory === true);
  useEffect(() => {
    if (!isActive || symbolKey === '') return undefined;
    const list = symbolKey.split(' ');
    const ends = [
      symbols.watch(list),
      symbols.subscribe(list, REFRESH_MS, () => grid.current?.refresh()),
      ...(needsHistory ? [symbols.watchHistorical(list)] : []),
    ];
    grid.current?.refresh();
    return () => {
      for (const end of ends.toReversed()) end();
    };
  }, [isActive, symbolKey, needsHistory, symbols, grid]);
}

/** Selects the alert of a symbol that linked windows switch to; adds an alert for one that is dropped or typed here. */
export function useIncomingSymbols(
  window: Window,
  grid: RefObject<GridHandle | null>,
  select: (alertId: string) => void,
): void {
  const { dialogs } = window.platform;
  useLinked(window, (symbol) => {
    const row = alertsOf(window).find((alert) => alert.Symbol === symbol);
    if (!row) return;
    select(row.Id);
    grid.current?.scrollToRow(row.Id);
  });
  useEffect(
    () =>
      window.onContext((context, how) => {
        if (how !== 'given' || context.type !== 'fdc3.instrument') return;
        void addAlert(window, context.id.ticker).then((message) => {
          if (message !== null)
            dialogs.toast({ message: `${context.id.ticker}: ${message}`, tone: 'warning' });
        });
      }),
    [window, dialogs],
  );
}

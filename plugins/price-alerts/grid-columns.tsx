import { BellOff, BellRing, Pause, Play, X } from 'lucide-react';
import { type AlertSide, PRICE_COLUMN } from '../../src/domain/alerts/index.ts';
import { directionOf, symbolColumn } from '../../src/domain/columns/index.ts';
import type { ColumnSetting, ToolWindow } from '../../src/plugin-api/index.ts';
import { IconButton, type GridColumn } from '../../src/ui/index.ts';
import type { AlertView } from './alert-view.ts';
import { isAllPaused, labelOf, nameOf, removeAlert, reset, toggleAll, togglePause } from './alerts.ts';
import styles from './PriceAlerts.module.css';
import { DEFAULT_COLUMNS, type PriceAlertsState } from './state.ts';
import { useShownAlerts } from './use-price-alerts.ts';

/** Id of the pause column. */
export const PAUSE_ID = '$pause';
const REMOVE_ID = '$remove';
const ICON_WIDTH_PX = 28;

type AlertsWindow = ToolWindow<PriceAlertsState>;

/** The stored columns and the two icon columns, which are always shown and never stored. */
export function gridLayout(columns: readonly ColumnSetting[]): readonly ColumnSetting[] {
  return [...columns, { Id: PAUSE_ID, Width: ICON_WIDTH_PX }, { Id: REMOVE_ID, Width: ICON_WIDTH_PX }];
}
/** A layout without the icon columns, as it is stored. */
export function storedLayout(layout: readonly ColumnSetting[]): readonly ColumnSetting[] {
  return layout.filter(({ Id }) => Id !== PAUSE_ID && Id !== REMOVE_ID);
}

/** A double click has toggled twice by its two clicks; it must not toggle a third time. */
const ignore = (event: { stopPropagation(): void }): void => event.stopPropagation();

const widthOf = (id: string): number => DEFAULT_COLUMNS.find((column) => column.Id === id)?.Width ?? 84;

function valueClass(row: AlertView): string {
  const column = symbolColumn(row.alert.Column);
  if (row.value === null) return 'grid-muted';
  return row.alert.Column !== PRICE_COLUMN && column?.isDirectional === true
    ? `grid-${directionOf(row.value)}`
    : '';
}

function PauseCell({ row, window }: { readonly row: AlertView; readonly window: AlertsWindow }) {
  const isPaused = row.alert.Paused;
  return (
    <IconButton
      label={`${isPaused ? 'Resume' : 'Pause'} ${nameOf(row.alert)}`}
      className={styles.cellButton}
      onClick={() => togglePause(window.platform, row.id)}
      onDoubleClick={ignore}
    >
      {isPaused ? <Play size={12} /> : <Pause size={12} />}
    </IconButton>
  );
}

function PauseAll({ window }: { readonly window: AlertsWindow }) {
  const alerts = useShownAlerts(window);
  const isPaused = isAllPaused(alerts);
  return (
    <IconButton
      label={isPaused ? 'Resume all alerts' : 'Pause all alerts'}
      className={styles.cellButton}
      disabled={alerts.length === 0}
      onClick={() => toggleAll(window)}
    >
      {isPaused ? <BellOff size={12} /> : <BellRing size={12} />}
    </IconButton>
  );
}

const NAME_COLUMN: GridColumn<AlertView> = {
  id: 'Name',
  header: 'Name',
  align: 'left',
  width: widthOf('Name'),
  isWide: true,
  text: (row) => nameOf(row.alert),
  className: () => 'grid-link',
  tooltip: (row) => `${row.quote.company || row.alert.Symbol} · ${labelOf(row.alert.Column)}`,
};

const PRICE_VALUE_COLUMN: GridColumn<AlertView> = {
  id: 'Price',
  header: 'Price',
  title: 'The value that is compared with the levels: the last price, or the watched column',
  align: 'right',
  width: widthOf('Price'),
  decimals: 4,
  text: (row) => row.valueText,
  value: (row) => row.value,
  flash: (row) => row.value ?? 0,
  className: valueClass,
};

/** How a split has changed the levels, as a sentence with a space; empty when none has. */
const adjustedText = ({ alert: { Adjusted } }: AlertView): string =>
  Adjusted === undefined ? '' : `${Adjusted}. `;

const levelColumn = (side: AlertSide): GridColumn<AlertView> => ({
  id: `${side}Alert`,
  header: `${side} Alert`,
  title: `Level of the ${side.toLowerCase()} alert. Click to set it.`,
  align: 'right',
  width: widthOf(`${side}Alert`),
  decimals: 4,
  text: (row) => row.levelText(side) || 'Set',
  value: (row) => row.level(side),
  className: (row) => `${styles.level ?? ''} ${row.level(side) === null ? 'grid-muted' : ''}`,
  tooltip: (row) =>
    row.level(side) === null
      ? `Set a ${side.toLowerCase()} alert`
      : `Fires once ${side === 'High' ? 'above' : 'below'} ${row.levelText(side)}. ${adjustedText(row)}Click to change.`,
});

const timeColumn = (side: AlertSide): GridColumn<AlertView> => ({
  id: `${side}AlertTime`,
  header: `${side} Alert Time`,
  title: `When the ${side.toLowerCase()} alert fired. Click to reset it.`,
  align: 'right',
  width: widthOf(`${side}AlertTime`),
  text: (row) => row.firedText(side),
  value: (row) => row.firedMs(side),
  isSortKey: true,
  className: (row) => (row.firedMs(side) === null ? '' : `${styles.fired ?? ''} ${styles.level ?? ''}`),
  tooltip: (row) => (row.firedMs(side) === null ? '' : 'Fired. Click to reset, so that it can fire again.'),
});

const ICON_COLUMN = {
  align: 'center',
  width: ICON_WIDTH_PX,
  isSortable: false,
  isMovable: false,
  text: () => '',
} as const;

/** The columns of a window's grid. */
export function createGridColumns(window: AlertsWindow): readonly GridColumn<AlertView>[] {
  return [
    NAME_COLUMN,
    PRICE_VALUE_COLUMN,
    levelColumn('High'),
    timeColumn('High'),
    levelColumn('Low'),
    timeColumn('Low'),
    {
      ...ICON_COLUMN,
      id: PAUSE_ID,
      header: 'Pause',
      Header: () => <PauseAll window={window} />,
      Cell: ({ row }) => <PauseCell row={row} window={window} />,
    },
    {
      ...ICON_COLUMN,
      id: REMOVE_ID,
      header: 'Remove',
      Header: () => <span className="visually-hidden">Remove</span>,
      action: {
        icon: <X size={12} aria-hidden />,
        label: (row) => `Remove ${nameOf(row.alert)}`,
        run: (row) => removeAlert(window, row.id),
      },
    },
  ];
}

/** Resets a fired side from its cell; false when there was nothing to reset. */
export function resetFromCell(
  window: ToolWindow<PriceAlertsState>,
  row: AlertView,
  columnId: string,
): boolean {
  const side = columnId === 'HighAlertTime' ? 'High' : columnId === 'LowAlertTime' ? 'Low' : null;
  if (side === null || row.firedMs(side) === null) return false;
  const name = nameOf(row.alert);
  const step = {
    title: `Reset ${side.toLowerCase()} alert on ${row.alert.Symbol}`,
    message: `${side} alert of ${name} is armed again`,
    key: `reset ${window.id}`,
  };
  window.platform.joinSteps(step, () => reset(window.platform, row.id, side));
  return true;
}

import type { AlertSide } from '../../src/domain/alerts/index.ts';
import { instrumentContext, type ToolWindow } from '../../src/plugin-api/index.ts';
import type { GridMenuItem } from '../../src/ui/index.ts';
import type { AlertView } from './alert-view.ts';
import { openAlertPrice } from './AlertPriceDialog.tsx';
import { nameOf, removeAlert, reset, setLevel, togglePause } from './alerts.ts';
import { resetFromCell } from './grid-columns.tsx';
import { problemText } from './report-problem.ts';
import type { PriceAlertsState } from './state.ts';

type Window = ToolWindow<PriceAlertsState>;

async function editLevel(window: Window, row: AlertView, side: AlertSide): Promise<void> {
  const { Symbol: symbol, Column: column, Paused: isPaused } = row.alert;
  const level = row.level(side);
  const answer = await openAlertPrice(window.platform, { symbol, column, side, level, isPaused });
  if (answer === null) return;
  const { alertDocuments, dialogs } = window.platform;
  if (alertDocuments.get().rows.has(row.id)) setLevel(window.platform, row.id, side, answer.level);
  else dialogs.toast({ message: problemText({ kind: 'removed', row: row.alert }), tone: 'warning' });
}

/** The action of a click on a cell: a level is edited, a time is reset, the name is published to linked windows. */
export function onCell(window: Window, row: AlertView, columnId: string): void {
  if (columnId === 'HighAlert') void editLevel(window, row, 'High');
  else if (columnId === 'LowAlert') void editLevel(window, row, 'Low');
  else if (columnId === 'Name') window.publish(instrumentContext(row.alert.Symbol));
  else resetFromCell(window, row, columnId);
}

/** The menu of a row. */
export function rowMenu(window: Window, row: AlertView): readonly GridMenuItem[] {
  const { commands } = window.platform;
  return [
    { id: 'high', label: 'High alert price…', run: () => void editLevel(window, row, 'High') },
    { id: 'low', label: 'Low alert price…', run: () => void editLevel(window, row, 'Low') },
    {
      id: 'reset-high',
      label: 'Reset high alert',
      isDisabled: row.firedMs('High') === null,
      hasSeparator: true,
      run: () => reset(window.platform, row.id, 'High'),
    },
    {
      id: 'reset-low',
      label: 'Reset low alert',
      isDisabled: row.firedMs('Low') === null,
      run: () => reset(window.platform, row.id, 'Low'),
    },
    {
      id: 'pause',
      label: row.alert.Paused ? 'Resume' : 'Pause',
      run: () => togglePause(window.platform, row.id),
    },
    {
      id: 'other',
      label: 'Alert on another column…',
      hasSeparator: true,
      run: () => void commands.run('alerts.create', { symbol: row.alert.Symbol }),
    },
    {
      id: 'remove',
      label: `Remove ${nameOf(row.alert)}`,
      isDestructive: true,
      hasSeparator: true,
      run: () => removeAlert(window, row.id),
    },
  ];
}

import { useState } from 'react';
import { formatTime, useReadable, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button, Checkbox, DialogActions, EmptyState } from '../../src/ui/index.ts';
import { levelText } from './alerts.ts';
import { desktopApi, desktopProblem, readSignals, writeSignals, type Signals } from './signals.ts';
import { textOf } from './watch-platform.ts';
import styles from './PriceAlerts.module.css';

function AlertLog({ platform, close }: { readonly platform: ToolPlatform; readonly close: () => void }) {
  const { firings } = useReadable(platform.alerts);
  const [signals, setSignals] = useState(() => readSignals(localStorage));
  const [problem, setProblem] = useState<string | null>(null);
  const { isDemo } = platform.session.get();
  const change = (next: Signals) => {
    setSignals(next);
    setProblem(
      writeSignals(localStorage, next)
        ? null
        : 'The browser could not store this choice. It applies until you leave the page.',
    );
  };
  const setDesktop = async (hasDesktop: boolean) => {
    const refusal = hasDesktop ? await desktopProblem(desktopApi(), isSecureContext) : null;
    if (refusal !== null) return setProblem(refusal);
    change({ ...signals, hasDesktop });
  };
  const clear = async () => {
    const isSure = await platform.dialogs.confirm({
      title: 'Clear alert log',
      message: `Do you really want to clear the log of ${firings.length === 1 ? '1 alert' : `${firings.length} alerts`} that fired? The alerts themselves stay.`,
    });
    if (isSure && !platform.alerts.clear())
      setProblem('The log could not be cleared: the server is not connected. Try again in a moment.');
  };
  return (
    <>
      <div className={styles.signals}>
        <Checkbox
          label="Play a sound"
          isChecked={signals.hasSound}
          onChange={(hasSound) => change({ ...signals, hasSound })}
        />
        <Checkbox
          label="Show desktop notifications"
          isChecked={signals.hasDesktop}
          onChange={(hasDesktop) => void setDesktop(hasDesktop)}
        />
      </div>
      <p className={styles.note}>
        {isDemo
          ? 'In a demo session alerts are watched while this page is open.'
          : 'Your alerts are watched by the server: they fire with the browser closed, too, and are listed here when you return.'}
      </p>
      <div className={styles.log} role="region" aria-label="Alerts that fired" tabIndex={0}>
        {firings.length === 0 ? (
          <EmptyState
            title="No alert has fired yet"
            text="Every alert that fires is listed here with its time and value."
          />
        ) : (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Alert</th>
                <th scope="col" className={styles.number}>
                  Value
                </th>
              </tr>
            </thead>
            <tbody>
              {firings.map((fired) => (
                <tr key={fired.Serial}>
                  <td>{formatTime(fired.Timestamp, 'YYYY-MM-DD HH:mm:ss')}</td>
                  <td>{textOf(fired)}</td>
                  <td className={styles.number}>{levelText(fired.Column, fired.Value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      <p role="status" className={styles.problem}>
        {problem ?? ''}
      </p>
      <DialogActions>
        <Button tone="quiet" disabled={firings.length === 0} onClick={() => void clear()}>
          Clear log
        </Button>
        <Button tone="primary" onClick={close}>
          Close
        </Button>
      </DialogActions>
    </>
  );
}

export async function openAlertLog(platform: ToolPlatform): Promise<void> {
  await platform.dialogs.open<never>({
    title: 'Alert log',
    width: 520,
    content: ({ close }) => <AlertLog platform={platform} close={() => close(null)} />,
  });
}

import { useState } from 'react';
import { type FiredAlert, formatTime, useReadable, type ToolPlatform } from '../../src/plugin-api/index.ts';
import { Button, Checkbox, DialogActions, EmptyState } from '../../src/ui/index.ts';
import { levelText } from './alerts.ts';
import { desktopApi, desktopProblem, readSignals, writeSignals, type Signals } from './signals.ts';
import { textOf } from './watch-platform.ts';
import styles from './PriceAlerts.module.css';

interface AlertLogProps {
  readonly platform: ToolPlatform;
  readonly close: () => void;
}

function AlertLog({ platform, close }: AlertLogProps) {
  const { firings } = useReadable(platform.alerts);
  const [problem, setProblem] = useState<string | null>(null);
  const { isDemo } = platform.session.get();
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
      <SignalChoice onProblem={setProblem} />
      <p className={styles.note}>
        {isDemo
          ? 'In a demo session alerts are watched while this page is open.'
          : 'The server watches your alerts. They also fire while the browser is closed, and are listed here when you return.'}
      </p>
      <div className={styles.log} role="region" aria-label="Alerts that fired" tabIndex={0}>
        {firings.length === 0 ? (
          <EmptyState
            title="No alert has fired yet"
            text="Every alert that fires is listed here with its time and value."
          />
        ) : (
          <FiringsTable firings={firings} />
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

/** The choice of sound and desktop notifications; stored at once. `onProblem` gets what went wrong, or null. */
function SignalChoice({ onProblem }: { readonly onProblem: (problem: string | null) => void }) {
  const [signals, setSignals] = useState(() => readSignals(localStorage));
  const change = (next: Signals) => {
    setSignals(next);
    onProblem(
      writeSignals(localStorage, next)
        ? null
        : 'The browser could not store this choice. It applies until you leave the page.',
    );
  };
  const setDesktop = async (hasDesktop: boolean) => {
    const refusal = hasDesktop ? await desktopProblem(desktopApi(), isSecureContext) : null;
    if (refusal !== null) return onProblem(refusal);
    change({ ...signals, hasDesktop });
  };
  return (
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
  );
}

function FiringsTable({ firings }: { readonly firings: readonly FiredAlert[] }) {
  return (
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
  );
}

/** Opens the log of the alerts that fired. */
export async function openAlertLog(platform: ToolPlatform): Promise<void> {
  await platform.dialogs.open<never>({
    title: 'Alert log',
    width: 520,
    content: ({ close }) => <AlertLog platform={platform} close={() => close(null)} />,
  });
}

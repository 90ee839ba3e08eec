import { useState } from 'react';
import { Select, Spinner } from '../../../ui/index.ts';
import { useDesk, useSessionState } from '../../desk-context.ts';
import shared from '../Screens.module.css';
import styles from './Profile.module.css';

/** Chooses another of the user's accounts; the desk is entered again with it. */
export function AccountSwitcher() {
  const desk = useDesk();
  const { account, demoAccounts, liveAccounts } = useSessionState();
  const [wanted, setWanted] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { session } = desk.platform;
  const options = [
    ...liveAccounts.map((value) => ({ value, label: `${value} (live)` })),
    ...demoAccounts.map((value) => ({ value, label: `${value} (demo)` })),
  ];
  async function choose(next: string) {
    if (wanted !== null || next === account) return;
    setError(null);
    setWanted(next);
    const isIn = await session.selectAccount(next);
    setWanted(null);
    if (isIn) desk.enter();
    else setError(session.get().error ?? 'The account could not be opened. Try again.');
  }
  return (
    <div className={styles.switcher}>
      <Select
        label="Current account"
        isLabelHidden
        value={wanted ?? account}
        options={options}
        isDisabled={wanted !== null}
        onChange={(next) => void choose(next)}
      />
      <span className={shared.row} role="status">
        {wanted === null ? null : (
          <>
            <Spinner label={`Opening ${wanted}`} />
            Loading account information...
          </>
        )}
      </span>
      {error === null ? null : (
        <p className={shared.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

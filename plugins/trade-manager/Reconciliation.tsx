import { useEffect, useRef, useState } from 'react';
import { formatInteger } from '../../src/domain/columns/index.ts';
import {
  type BrokerDifference,
  formatTime,
  type SettleWay,
  type ToolPlatform,
  useReadable,
} from '../../src/plugin-api/index.ts';
import { Button, classNames, DialogActions } from '../../src/ui/index.ts';
import styles from './Reconciliation.module.css';
import toolStyles from './TradeManager.module.css';

const WIDTH_PX = 720;
const NONE: readonly BrokerDifference[] = [];

/** `1 difference`, `3 differences`. */
const countText = (count: number): string =>
  `${formatInteger(count)} ${count === 1 ? 'difference' : 'differences'}`;

/** Opens the comparison with the external broker; resolves when it is closed. */
async function openReconciliation(platform: ToolPlatform): Promise<void> {
  const { name } = platform.tradingApi.get();
  await platform.dialogs.open<never>({
    title: `Compared with ${name}`,
    width: WIDTH_PX,
    content: ({ close }) => <ReconciliationDialog platform={platform} close={() => close(null)} />,
  });
}

/** Announces what differs at the external broker and is not kept by the user. */
export function ReconciliationNotice({ platform }: { readonly platform: ToolPlatform }) {
  const name = useReadable(platform.tradingApi, (state) => state.name);
  const differences = useReadable(
    platform.tradingApi,
    (state) => state.reconciliation?.differences ?? NONE,
  ).filter(({ isKept }) => !isKept);
  if (differences.length === 0) return null;
  return (
    <div className={classNames(toolStyles.halt, styles.notice)} role="alert">
      <strong>
        {countText(differences.length)} from {name}.
      </strong>
      <span className={styles.titles}>{differences.map(({ title }) => title).join(', ')}</span>
      <Button className={toolStyles.haltButton} onClick={() => void openReconciliation(platform)}>
        Compare…
      </Button>
    </div>
  );
}

/** When the account was compared with the external broker, and with what result; a press opens the comparison. */
export function ReconciliationFact({ platform }: { readonly platform: ToolPlatform }) {
  const reconciliation = useReadable(platform.tradingApi, (state) => state.reconciliation);
  if (reconciliation === null || reconciliation.comparedMs === null) return null;
  const { comparedMs, differences, problem } = reconciliation;
  const result = differences.length === 0 ? 'agrees' : countText(differences.length);
  return (
    <div>
      <dt>Compared</dt>
      <dd>
        <Button tone="quiet" onClick={() => void openReconciliation(platform)}>
          {formatTime(comparedMs, 'HH:mm:ss')}, {problem === null ? result : 'not stored'}…
        </Button>
      </dd>
    </div>
  );
}

function ReconciliationDialog({
  platform,
  close,
}: {
  readonly platform: ToolPlatform;
  readonly close: () => void;
}) {
  const { name, tradingAccount, reconciliation } = useReadable(platform.tradingApi);
  const [refusal, setRefusal] = useState<string | null>(null);
  const dialog = useRef<HTMLDivElement>(null);
  const isBusy = useRef(false);
  const { comparedMs = null, differences = NONE, problem = null } = reconciliation ?? {};
  const settle = async ({ key, mark }: BrokerDifference, way: SettleWay): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    const outcome = await platform.tradingApi.settle(key, mark, way);
    isBusy.current = false;
    setRefusal(outcome.ok ? null : outcome.message);
  };
  // The button that was pressed has gone with its row: the next one gets the focus.
  useEffect(() => {
    if (
      dialog.current?.contains(document.activeElement) === false &&
      document.activeElement === document.body
    )
      dialog.current.querySelector('button')?.focus();
  }, [differences]);
  return (
    <div className={styles.dialog} ref={dialog}>
      <p>
        Positions, cash and orders of account {tradingAccount} at {name}, compared with what was accepted last
        and the fills recorded here since.{' '}
        {comparedMs === null
          ? 'Not compared yet.'
          : `Last compared at ${formatTime(comparedMs, 'HH:mm:ss')} New York time.`}
      </p>
      {differences.length === 0 ? (
        <p role="status">{comparedMs === null ? '' : 'Everything agrees.'}</p>
      ) : (
        <Differences name={name} differences={differences} onSettle={settle} />
      )}
      <p className={styles.hint}>
        Accept takes {name}&apos;s figure and writes a line in the trade log. Keep leaves both as they are and
        is silent until the difference changes.
      </p>
      <p className={styles.problem} role="alert">
        {refusal ?? problem ?? ''}
      </p>
      <DialogActions>
        <Button onClick={close}>Close</Button>
      </DialogActions>
    </div>
  );
}

function Differences({
  name,
  differences,
  onSettle,
}: {
  readonly name: string;
  readonly differences: readonly BrokerDifference[];
  readonly onSettle: (difference: BrokerDifference, way: SettleWay) => Promise<void>;
}) {
  return (
    // The keyboard scrolls a long list only when it can have the focus.
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Differences">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">What differs</th>
            <th scope="col">Here</th>
            <th scope="col">At {name}</th>
            <th scope="col">Since</th>
            <th scope="col">
              <span className="visually-hidden">Settle</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <tr key={difference.key}>
              <th scope="row">
                {difference.title}
                <span className={styles.hint}>{difference.hint}</span>
              </th>
              <td>{difference.here}</td>
              <td>{difference.there}</td>
              <td>{formatTime(difference.sinceMs, 'HH:mm:ss')}</td>
              <td className={styles.actions}>
                <Button
                  tone="primary"
                  aria-label={`Accept ${name}: ${difference.title}`}
                  onClick={() => void onSettle(difference, 'accept')}
                >
                  Accept
                </Button>
                {difference.isKept ? (
                  <span className={styles.kept}>Kept</span>
                ) : (
                  <Button
                    aria-label={`Keep both: ${difference.title}`}
                    onClick={() => void onSettle(difference, 'keep')}
                  >
                    Keep
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

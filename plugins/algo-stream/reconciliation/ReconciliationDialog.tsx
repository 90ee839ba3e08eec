import { useMemo, useRef, useState } from 'react';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import {
  Button,
  DataGrid,
  EmptyState,
  ErrorState,
  Select,
  Skeleton,
  type GridHandle,
} from '../../../src/ui/index.ts';
import reports from '../dialogs/RunReports.module.css';
import { runTitle } from '../run-labels.ts';
import type { Run, RunSession } from '../types.ts';
import styles from './Reconciliation.module.css';
import { reconciliationColumns, type ReconciledRow } from './reconciliation-columns.ts';
import { figuresOf, noResultText, sessionLabel } from './reconciliation-labels.ts';
import { useReconciledOrders, useSessions } from './use-reconciliation.ts';

type Platform = Pick<ToolPlatform, 'strategies'>;

/** The newest session with a comparison; the newest of all without one. */
const firstChoice = (sessions: readonly RunSession[]): RunSession | null =>
  sessions.findLast(({ Result }) => Result !== null) ?? sessions.at(-1) ?? null;

function Figures({ session }: { readonly session: RunSession }) {
  const { Result, Message, State, Date: date } = session;
  if (Result === null) return null;
  const note = [State === 'Open' ? 'The session has not ended: compared up to now.' : '', Message]
    .filter((text) => text !== '')
    .join(' ');
  return (
    <div className={styles.figures}>
      <dl aria-label={`Comparison of ${date}`}>
        {figuresOf(Result).map(({ name, text, direction }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-direction={direction}>{text}</dd>
          </div>
        ))}
      </dl>
      {note === '' ? null : <p>{note}</p>}
    </div>
  );
}

interface OrdersProps {
  readonly platform: Platform;
  readonly run: Run;
  readonly session: RunSession;
  readonly grid: React.Ref<GridHandle>;
}

function DifferingOrders({ platform, run, session, grid }: OrdersProps) {
  const { orders, error, retry } = useReconciledOrders(platform.strategies, run, session);
  const rows = useMemo(
    () => (orders ?? []).map((order, at): ReconciledRow => ({ id: String(at), order })),
    [orders],
  );
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const selected = rows.find(({ id }) => id === selectedId);
  if (error !== null)
    return <ErrorState title="The orders could not be loaded" text={error} onRetry={retry} />;
  if (orders === null) return <Skeleton label="Loading the orders that differ" />;
  return (
    <>
      <div className={reports.ordersGrid}>
        <DataGrid<ReconciledRow>
          ref={grid}
          label="Orders that differ"
          rows={rows}
          columns={reconciliationColumns}
          rowId={({ id }) => id}
          exportName={`${runTitle(run.strategy, run.instance)}, reconciliation ${session.Date}`}
          selectedRowId={selectedId}
          onSelect={({ id }) => setSelectedId(id)}
          empty={
            <EmptyState
              title="No differences"
              text={
                session.Result?.OrderCount === 0
                  ? 'Neither the live run nor the backtest sent an order.'
                  : 'Every order of the live run is the same in the backtest.'
              }
            />
          }
        />
      </div>
      {rows.length === 0 ? null : (
        <p className={styles.cause} role="status">
          {selected === undefined ? 'Select an order to read its cause.' : selected.order.Cause}
        </p>
      )}
    </>
  );
}

function NoResult({ session }: { readonly session: RunSession }) {
  const { title, text } = noResultText(session);
  return <EmptyState title={title} text={text} />;
}

export function ReconciliationView({ platform, run }: { readonly platform: Platform; readonly run: Run }) {
  const { sessions, error, retry, compare } = useSessions(platform.strategies, run);
  const [from, setFrom] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const grid = useRef<GridHandle>(null);
  const session = sessions?.find(({ From }) => From === from) ?? firstChoice(sessions ?? []);
  if (error !== null && sessions === null)
    return <ErrorState title="The comparisons could not be loaded" text={error} onRetry={retry} />;
  if (sessions === null) return <Skeleton label="Loading the comparisons" />;
  if (session === null)
    return (
      <EmptyState
        title="No sessions"
        text="A live run that was started before this version, or that has not begun to trade, has no comparison."
      />
    );
  const isBusy = session.State === 'Running';
  const compareNow = async (): Promise<void> => setRefusal(await compare(session.From));
  return (
    <div className={reports.orders}>
      <div className={reports.strip}>
        <span role="status">{refusal ?? error ?? (isBusy ? 'The backtest is running…' : '')}</span>
        <div className={styles.session}>
          <Select
            label="Session"
            isLabelHidden
            value={String(session.From)}
            options={sessions
              .toReversed()
              .map((each) => ({ value: String(each.From), label: sessionLabel(each, sessions) }))}
            onChange={(value) => {
              setFrom(Number(value));
              setRefusal(null);
            }}
          />
        </div>
        <Button tone="quiet" disabled={isBusy} focusableWhenDisabled onClick={() => void compareNow()}>
          Compare now
        </Button>
        <Button
          tone="quiet"
          disabled={(session.Result?.DifferingCount ?? 0) === 0}
          focusableWhenDisabled
          onClick={() => grid.current?.exportCsv()}
        >
          Export to CSV
        </Button>
      </div>
      <Figures session={session} />
      {session.Result === null ? (
        <NoResult session={session} />
      ) : (
        <DifferingOrders key={session.From} platform={platform} run={run} session={session} grid={grid} />
      )}
    </div>
  );
}

/** Shows how a live run compares with backtests of its sessions. */
export async function openReconciliation(
  platform: Pick<ToolPlatform, 'strategies' | 'dialogs'>,
  run: Run,
): Promise<void> {
  await platform.dialogs.open<never>({
    title: `Reconciliation - ${runTitle(run.strategy, run.instance)}`,
    width: 1240,
    content: () => <ReconciliationView platform={platform} run={run} />,
  });
}

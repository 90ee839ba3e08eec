import { ChevronLeft } from 'lucide-react';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Outcome, TradingApiState } from '../../../client/types.ts';
import { Button, Spinner } from '../../../ui/index.ts';
import { useDesk } from '../../desk-context.ts';
import { Heading } from '../parts.tsx';
import shared from '../Screens.module.css';
import styles from './Profile.module.css';

/** Address of the profile page. */
export const PROFILE_PATH = '/profile';
/** The way back from the pages below the profile. */
export const BACK_TO_PROFILE = { to: PROFILE_PATH, label: 'Back to profile' };

/** A page inside the desk: the way back, the heading, and a column of sections. */
export function Page({
  title,
  back,
  children,
}: {
  readonly title: string;
  readonly back: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}) {
  return (
    <main className={shared.page}>
      <div className={shared.column}>
        <div className={shared.pageHead}>
          <Link to={back.to} className={styles.back}>
            <ChevronLeft size={14} aria-hidden />
            {back.label}
          </Link>
          <Heading>{title}</Heading>
        </div>
        {children}
      </div>
    </main>
  );
}

/** A group of rows under a heading, with what can be done about them at its right, and what is to be said of them below. */
export function Section({
  id,
  title,
  action,
  foot,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly action?: ReactNode;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <dl className={styles.rows}>{children}</dl>
      {foot}
    </section>
  );
}

/** One named value; a dash stands for nothing. */
export function Row({
  name,
  children,
  action,
}: {
  readonly name: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  const isEmpty = children === '' || children === null || children === undefined;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isEmpty ? <span className={shared.muted}>—</span> : children}</dd>
      {action === undefined ? null : <dd>{action}</dd>}
    </div>
  );
}

/** How far a call to the server is. */
export type CallState = 'idle' | 'under way' | 'done';

/** A call to the server that a form makes: how far it is, and what went wrong last. */
export function useCall(): {
  readonly state: CallState;
  readonly error: string | null;
  readonly run: (call: () => Promise<Outcome>) => Promise<void>;
} {
  const [state, setState] = useState<CallState>('idle');
  const [error, setError] = useState<string | null>(null);
  async function run(call: () => Promise<Outcome>): Promise<void> {
    if (state === 'under way') return;
    setState('under way');
    setError(null);
    const outcome = await call();
    setState(outcome.ok ? 'done' : 'idle');
    if (!outcome.ok) setError(outcome.message);
  }
  return { state, error, run };
}

/** The trading service that the user has chosen, and the state of the broker's login. */
export function useTradingApi(): TradingApiState {
  const { tradingApi } = useDesk().platform;
  return useSyncExternalStore(
    (listener) => tradingApi.subscribe(listener),
    () => tradingApi.get(),
  );
}

interface FormFootProps {
  readonly call: Pick<ReturnType<typeof useCall>, 'state' | 'error'>;
  /** Label of the button that sends the form. */
  readonly submit: string;
  /** Shown while the call is under way. */
  readonly progress: string;
  /** The same for assistive technology. */
  readonly progressLabel: string;
}

/** The end of a form of the profile: error or progress of its call, Cancel, and the button that sends it. */
export function FormFoot({ call, submit, progress, progressLabel }: FormFootProps) {
  const isBusy = call.state === 'under way';
  return (
    <>
      <div className={shared.row}>
        <div className={shared.error} role="alert">
          {call.error}
        </div>
        <span className={shared.row} role="status">
          {isBusy ? (
            <>
              <Spinner label={progressLabel} />
              {progress}
            </>
          ) : null}
        </span>
      </div>
      <div className={shared.inBox}>
        <Link className={styles.secondaryLink} to={PROFILE_PATH}>
          Cancel
        </Link>
        <Button type="submit" tone="primary" disabled={isBusy} focusableWhenDisabled>
          {submit}
        </Button>
      </div>
    </>
  );
}

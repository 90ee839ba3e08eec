import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { SessionPhase } from '../../client/types.ts';
import { Spinner } from '../../ui/index.ts';
import { useDesk, useConnections, useSessionState } from '../desk-context.ts';
import { noticeState, readNotice, withNext } from './next-path.ts';
import { Brand, Card, Heading, Screen } from './parts.tsx';
import styles from './Screens.module.css';
import { useArrival } from './use-arrival.ts';

const STEPS = [
  'Connecting to server...',
  'Checking login status...',
  'Loading account information...',
] as const;

/** The step that is under way. A session that has not begun yet begins by connecting. */
function stepOf(phase: SessionPhase): number {
  if (phase === 'checking-login') return 1;
  return phase === 'loading-account' || phase === 'logged-in' ? 2 : 0;
}

/** Finds out whether a session stands, and leads on: to the wanted page, or to the login. In demo it starts one by itself. */
export function Start() {
  const {
    platform: { session },
  } = useDesk();
  const navigate = useNavigate();
  const { wanted, arrive } = useArrival();
  const notice = readNotice(useLocation().state);
  const isDemo = useSearchParams()[0].has('demo');
  const { phase, error } = useSessionState();
  const { trading } = useConnections();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    async function begin() {
      if (await session.resume()) {
        if (!isGone) arrive({ isSignIn: false });
        return;
      }
      if (isGone) return;
      if (!isDemo) {
        void navigate(withNext('/login', wanted), { replace: true, state: noticeState(notice) });
        return;
      }
      const isIn = await session.startDemo();
      if (isGone) return;
      if (isIn) arrive({ isSignIn: true });
      else setFailed(true);
    }
    void begin();
    return () => {
      isGone = true;
    };
  }, [session, navigate, wanted, isDemo, arrive, notice]);
  const step = stepOf(phase);
  const isWaiting = trading.status === 'waiting' || trading.status === 'closed';
  return (
    <Screen>
      <Card>
        <Brand />
        <Heading className="visually-hidden">Starting</Heading>
        <div role="status">
          <ol className={styles.steps}>
            {STEPS.slice(0, step + 1).map((text, index) => (
              <li key={text} data-done={index < step}>
                <span className={styles.mark} aria-hidden>
                  {index < step ? <Check size={14} /> : <Spinner />}
                </span>
                {text}
              </li>
            ))}
          </ol>
        </div>
        {hasFailed || (isWaiting && step === 0) ? (
          <>
            <p className={styles.error} role="alert">
              {hasFailed ? error : (trading.error ?? 'The server does not answer. Retrying automatically.')}
            </p>
            <Link to={isDemo ? '/welcome?demo' : '/welcome'}>Back to the welcome page</Link>
          </>
        ) : null}
      </Card>
    </Screen>
  );
}

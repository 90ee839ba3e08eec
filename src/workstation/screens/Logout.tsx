import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { DEFAULT_PATH } from './next-path.ts';
import { Brand, Card, Heading, Screen } from './parts.tsx';
import styles from './Screens.module.css';

/** How long "Logged out" is shown before the login, ms. */
const READ_MS = 2500;
/** How long to wait for the session's resume after a reload before logging out without it, ms. */
const RESUME_LIMIT_MS = 5000;
/** A logout that was not answered is tried again after this, ms. */
const RETRY_MS = 5000;

type LogoutState =
  | { readonly is: 'under way'; readonly reason: string | null }
  | { readonly is: 'unsaved'; readonly reason: string }
  | { readonly is: 'refused' | 'session ended' | 'not signed in' };

const later = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** Stores the settings, then ends the session; the login follows. A demo has no logout: it ends by itself. */
export function Logout() {
  const { state, logOutAnyway, back } = useLogout();
  return (
    <Screen>
      <Card>
        <Brand />
        <Heading className="visually-hidden">Logout</Heading>
        <LogoutMessage state={state} />
        {state.is === 'unsaved' ? (
          <div className={styles.inBox}>
            <Button onClick={logOutAnyway}>Log out anyway</Button>
            <Button tone="primary" autoFocus onClick={back}>
              Back
            </Button>
          </div>
        ) : null}
        {state.is === 'refused' ? <Link to="/workspace">Back to Platform</Link> : null}
        {isOver(state) ? <Link to="/login">Login</Link> : null}
      </Card>
    </Screen>
  );
}

const isOver = ({ is }: LogoutState): boolean => is === 'session ended' || is === 'not signed in';

function LogoutMessage({ state }: { readonly state: LogoutState }) {
  if (state.is === 'refused')
    return (
      <p role="alert">
        Logging out is not supported during Demo Session. The demo ends by itself when its time is over.
      </p>
    );
  if (state.is === 'unsaved')
    return (
      <p role="alert" className={styles.error}>
        Your last changes are not stored, and logging out would lose them. {state.reason}
      </p>
    );
  return (
    <>
      <p role="status">{isOver(state) ? 'Logged out' : 'Logging out...'}</p>
      {state.is === 'under way' && state.reason !== null ? (
        <p role="alert" className={styles.error}>
          {state.reason} You may still be logged in; the logout is tried again every few seconds.
        </p>
      ) : null}
    </>
  );
}

function useLogout() {
  const desk = useDesk();
  const { session } = desk.platform;
  const navigate = useNavigate();
  const [state, setState] = useState<LogoutState>({ is: 'under way', reason: null });
  /** The session stood before this page, so its desk is loaded. After a reload there is none yet. */
  const hasDesk = useRef(session.get().phase === 'logged-in');
  const isGone = useRef(false);
  const leave = useCallback(
    async (dropsUnsaved: boolean) => {
      let wasIn = hasDesk.current;
      for (;;) {
        // After a reload the session is found by its cookie first: its settings are stored with its token, and a demo stays.
        wasIn = (await Promise.race([session.resume(), later(RESUME_LIMIT_MS).then(() => false)])) || wasIn;
        if (isGone.current) return;
        if (wasIn && session.get().isDemo) {
          desk.enter();
          return setState({ is: 'refused' });
        }
        const outcome = await session.logout({ dropsUnsaved });
        if (isGone.current) return;
        if (outcome.ok) return setState({ is: wasIn ? 'session ended' : 'not signed in' });
        if (outcome.reason === 'unsaved') return setState({ is: 'unsaved', reason: outcome.message });
        // The session stands until the server confirms its end.
        setState({ is: 'under way', reason: outcome.message });
        await later(RETRY_MS);
        if (isGone.current) return;
      }
    },
    [desk, session],
  );
  useEffect(() => {
    isGone.current = false;
    void leave(false);
    return () => {
      isGone.current = true;
    };
  }, [leave]);
  useEffect(() => {
    if (state.is !== 'session ended') return;
    const timer = setTimeout(() => void navigate('/login', { replace: true }), READ_MS);
    return () => clearTimeout(timer);
  }, [state, navigate]);
  return {
    state,
    back() {
      if (!hasDesk.current) desk.enter();
      void navigate(DEFAULT_PATH, { replace: true });
    },
    logOutAnyway() {
      setState({ is: 'under way', reason: null });
      void leave(true);
    },
  };
}

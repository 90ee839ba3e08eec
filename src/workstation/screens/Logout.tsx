import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { DEFAULT_PATH } from './next-path.ts';
import { Brand, Card, Heading, Screen } from './parts.tsx';
import styles from './Screens.module.css';

/** How long one has to read that it is done before the login comes, ms. */
const READ_MS = 2500;
/** How long to ask for the session that stands (after a reload) before logging out without knowing it, ms. */
const ASK_MS = 5000;
/** A logout that was not answered is tried again after this, ms. */
const RETRY_MS = 5000;

type LogoutState =
  | { readonly is: 'under way'; readonly reason: string | null }
  | { readonly is: 'unsaved'; readonly reason: string }
  | { readonly is: 'refused' | 'session ended' | 'nobody was in' };

const later = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** Stores the settings, then ends the session; the login follows. A demo has no logout: it ends by itself. */
export function Logout() {
  const desk = useDesk();
  const { session } = desk.platform;
  const navigate = useNavigate();
  const [state, setState] = useState<LogoutState>({ is: 'under way', reason: null });
  /** The session stood before this page: its desk is behind it. After a reload there is none yet. */
  const hasDesk = useRef(session.get().phase === 'logged-in');
  const isGone = useRef(false);
  const leave = useCallback(
    async (dropsUnsaved: boolean) => {
      let wasIn = hasDesk.current;
      for (;;) {
        // After a reload the session is found by its cookie first: its settings are stored with its token, and a demo stays.
        wasIn = (await Promise.race([session.resume(), later(ASK_MS).then(() => false)])) || wasIn;
        if (isGone.current) return;
        if (wasIn && session.get().isDemo) {
          desk.enter();
          setState({ is: 'refused' });
          return;
        }
        const outcome = await session.logout({ dropsUnsaved });
        if (isGone.current) return;
        if (outcome.ok) {
          setState({ is: wasIn ? 'session ended' : 'nobody was in' });
          return;
        }
        if (outcome.reason === 'unsaved') {
          setState({ is: 'unsaved', reason: outcome.message });
          return;
        }
        // Until the server has said so, nobody is logged out.
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
  const back = () => {
    if (!hasDesk.current) desk.enter();
    void navigate(DEFAULT_PATH, { replace: true });
  };
  const logOutAnyway = () => {
    setState({ is: 'under way', reason: null });
    void leave(true);
  };
  const isOver = state.is === 'session ended' || state.is === 'nobody was in';
  return (
    <Screen>
      <Card>
        <Brand />
        <Heading className="visually-hidden">Logout</Heading>
        {state.is === 'refused' ? (
          <p role="alert">
            Logging out is not supported during Demo Session. The demo ends by itself when its time is over.
          </p>
        ) : null}
        {state.is === 'under way' || isOver ? (
          <p role="status">{isOver ? 'Logged out' : 'Logging out...'}</p>
        ) : null}
        {state.is === 'under way' && state.reason !== null ? (
          <p role="alert" className={styles.error}>
            {state.reason} You may still be logged in; the logout is tried again every few seconds.
          </p>
        ) : null}
        {state.is === 'unsaved' ? (
          <p role="alert" className={styles.error}>
            Your last changes are not stored, and logging out would lose them. {state.reason}
          </p>
        ) : null}
        {state.is === 'unsaved' ? (
          <div className={styles.inBox}>
            <Button onClick={logOutAnyway}>Log out anyway</Button>
            <Button tone="primary" autoFocus onClick={back}>
              Back
            </Button>
          </div>
        ) : null}
        {state.is === 'refused' ? (
          <Link to="/workspace">Back to Platform</Link>
        ) : isOver ? (
          <Link to="/login">Login</Link>
        ) : null}
      </Card>
    </Screen>
  );
}

import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useDesk } from '../desk.ts';
import { Brand, Card, Heading, Screen } from './parts.tsx';

/** How long one has to read that it is done before the login comes, ms. */
const READ_MS = 2500;
/** How long to ask for the session that stands (after a reload) before logging out without knowing it, ms. */
const ASK_MS = 5000;

type LogoutState = 'under way' | 'refused' | 'session ended' | 'nobody was in';

/** Stores the settings, then ends the session; the login follows. A demo has no logout: it ends by itself. */
export function Logout() {
  const desk = useDesk();
  const { session, settings } = desk.platform;
  const navigate = useNavigate();
  const [state, setState] = useState<LogoutState>('under way');
  useEffect(() => {
    let isGone = false;
    async function leave() {
      // After a reload the session is found by its cookie first: its settings are stored with its token, and a demo stays.
      const wasIn = await Promise.race([session.resume(), new Promise<boolean>((resolve) => { setTimeout(() => resolve(false), ASK_MS); })]);
      if (isGone) return;
      if (wasIn && session.get().isDemo) { desk.enter(); setState('refused'); return; }
      // A failed save must not keep anyone signed in.
      await settings.flush().catch(() => undefined);
      await session.logout().catch(() => undefined);
      if (!isGone) setState(wasIn ? 'session ended' : 'nobody was in');
    }
    void leave();
    return () => { isGone = true; };
  }, [desk, session, settings]);
  useEffect(() => {
    if (state !== 'session ended') return;
    const timer = setTimeout(() => void navigate('/login', { replace: true }), READ_MS);
    return () => clearTimeout(timer);
  }, [state, navigate]);
  return (
    <Screen>
      <Card>
        <Brand />
        <Heading className="visually-hidden">Logout</Heading>
        {state === 'refused' ? <p role="alert">Logging out is not supported during Demo Session. The demo ends by itself when its time is over.</p> : <p role="status">{state === 'under way' ? 'Logging out...' : 'Logged out'}</p>}
        {state === 'refused' ? <Link to="/workspace">Back to Platform</Link> : state === 'under way' ? null : <Link to="/login">Login</Link>}
      </Card>
    </Screen>
  );
}

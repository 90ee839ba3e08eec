import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Outlet, useLocation, useNavigate, useOutletContext } from 'react-router-dom';
import { Spinner } from '../../ui/index.ts';
import { useSessionState } from '../desk-context.ts';
import shell from '../shell/Shell.module.css';
import { ErrorBoundary } from '../windows/ErrorBoundary.tsx';
import { noticeState, withNext } from './next-path.ts';
import styles from './Screens.module.css';

// Nobody sees menu and docks before signing in: they come in a chunk of their own.
const MenuBar = lazy(async () => ({ default: (await import('../shell/signed-in.ts')).MenuBar }));

/** A screen whose code may still be on its way. Code that never comes (offline, or a newer version on the server) is fetched by a reload. */
export function Arriving({ children }: { readonly children: ReactNode }) {
  // Another screen starts afresh; another workspace is the same screen.
  const screen = useLocation().pathname.split('/')[1];
  return (
    <ErrorBoundary key={screen} name="This page" onRetry={() => location.reload()}>
      <Suspense
        fallback={
          <main className={styles.arriving}>
            <Spinner label="Loading the page" />
          </main>
        }
      >
        {children}
      </Suspense>
    </ErrorBoundary>
  );
}

interface Standing {
  readonly isIn: boolean;
  readonly wasIn: boolean;
}

/** The main menu for those who are signed in, and the screen below it. One for all screens: what lives in the menu bar survives the way from one to another. */
export function DeskFrame() {
  const { phase, account } = useSessionState();
  const [wasIn, setWasIn] = useState(false);
  if (phase === 'logged-in' && !wasIn) setWasIn(true);
  // While the user switches to another account, keep the present page.
  const isIn = phase === 'logged-in' || (wasIn && phase === 'loading-account' && account !== null);
  return (
    <div className={shell.desk}>
      {isIn ? (
        <ErrorBoundary name="The menu bar" onRetry={() => location.reload()}>
          <Suspense fallback={<div className={shell.menuPlace} aria-hidden />}>
            <MenuBar />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      <div className={shell.main}>
        <Arriving>
          <Outlet context={{ isIn, wasIn } satisfies Standing} />
        </Arriving>
      </div>
    </div>
  );
}

/** Lets only signed-in people through; the others go to start with the wanted page, its query and hash. */
export function Guarded() {
  const { isIn, wasIn } = useOutletContext<Standing>();
  const { phase, error } = useSessionState();
  const { pathname, search, hash } = useLocation();
  if (isIn) return <Outlet />;
  if (phase === 'demo-expired') return <LeadTo path="/demoexpired" notice={null} />;
  // Start checks again for a session. Pass on why this one ended, so that the login page can show it.
  return <LeadTo path={withNext('/start', `${pathname}${search}${hash}`)} notice={wasIn ? error : null} />;
}

interface LeadToProps {
  readonly path: string;
  /** A message for the login page. */
  readonly notice: string | null;
}

/**
 * Replaces the present address. The router draws the next page in a transition. When the present address returns before that, the router sees no change and
 * draws nothing, so `Navigate` would leave the page empty: this component leads on again.
 */
function LeadTo({ path, notice }: LeadToProps) {
  const navigate = useNavigate();
  useEffect(() => {
    const { href } = location;
    const lead = () => void navigate(path, { replace: true, state: noticeState(notice) });
    const onReturn = () => {
      if (location.href === href) lead();
    };
    addEventListener('popstate', onReturn);
    lead();
    return () => removeEventListener('popstate', onReturn);
  }, [navigate, path, notice]);
  return null;
}

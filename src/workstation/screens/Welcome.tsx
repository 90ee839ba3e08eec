import { useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { Button, Checkbox, Spinner } from '../../ui/index.ts';
import { useDesk, useSessionState } from '../desk-context.ts';
import { BrandIcon, Heading, Screen } from './parts.tsx';
import shared from './Screens.module.css';
import styles from './Welcome.module.css';
import { useArrival } from './use-arrival.ts';

const SKIP_COOKIE = 'tapedeck-skip-welcome';
const SKIP_SECONDS = 365 * 24 * 60 * 60;
/** Only a cookie with content counts. */
function hasSkipCookie(): boolean {
  return document.cookie
    .split('; ')
    .some((part) => part.startsWith(`${SKIP_COOKIE}=`) && part.length > SKIP_COOKIE.length + 1);
}

function setSkipCookie(isOn: boolean): void {
  document.cookie = `${SKIP_COOKIE}=${isOn ? '1' : ''}; max-age=${isOn ? SKIP_SECONDS : 0}; path=/; samesite=lax`;
}

/** What the product is, and the way in; with `?demo` the way into a demo. */
export function Welcome() {
  const { platform } = useDesk();
  const navigate = useNavigate();
  const { arrive } = useArrival();
  const session = useSessionState();
  const isDemo = useSearchParams()[0].has('demo');
  const [isSkipping, setSkipping] = useState(false);
  const [start, setStart] = useState<'not tried' | 'under way' | 'failed'>('not tried');
  if (!isDemo && hasSkipCookie() && !isSkipping) return <Navigate to="/start" replace />;
  async function startDemo() {
    setStart('under way');
    if (await platform.session.startDemo()) arrive({ isSignIn: true });
    else setStart('failed');
  }
  return (
    <Screen>
      <div className={styles.welcome}>
        <div className={styles.pitch}>
          <div className={shared.brand}>
            <BrandIcon />
            <Heading className={shared.brandName} title="Welcome">
              Tapedeck
            </Heading>
          </div>
          <p className={styles.claim}>A workstation for stocks and options, in your browser.</p>
          <div className={shared.row}>
            {/* Keyed by page: a focused control is replaced, not changed into another one under the pointer, and Enter runs this page's action. */}
            <Button
              key={isDemo ? 'demo' : 'welcome'}
              autoFocus
              tone="primary"
              disabled={start === 'under way'}
              onClick={() => {
                if (isDemo) void startDemo();
                else void navigate('/start');
              }}
            >
              {isDemo ? 'Start demo' : 'Continue'}
            </Button>
            {isDemo ? (
              <Link key="sign-in" to="/login">
                Sign in
              </Link>
            ) : (
              <Link key="demo" to="/welcome?demo">
                Try the demo
              </Link>
            )}
            {start === 'under way' ? <Spinner label="Starting the demo" /> : null}
          </div>
          {isDemo ? (
            <div className={shared.error} role="alert">
              {start === 'failed' ? session.error : null}
            </div>
          ) : (
            <Checkbox
              label="Do not show this page at startup"
              isChecked={isSkipping}
              onChange={(isOn) => {
                setSkipping(isOn);
                setSkipCookie(isOn);
              }}
            />
          )}
        </div>
        <Features />
      </div>
    </Screen>
  );
}

/** The installed tools with what each is for. */
function Features() {
  const { plugins } = useDesk();
  return (
    <ul className={styles.features} aria-label="Tools">
      {plugins.all.map(({ id, title, summary, icon: Icon }) => (
        <li key={id}>
          <Icon size={15} aria-hidden />
          <strong>{title}</strong>
          <span>{summary}</span>
        </li>
      ))}
    </ul>
  );
}

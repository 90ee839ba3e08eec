import { Bell, Braces, BriefcaseBusiness, CandlestickChart, Layers, Radar, Rows3, SplitSquareHorizontal, type LucideIcon } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { UserSettings } from '../../client/types.ts';
import { Button, Checkbox, classNames, PasswordField, Spinner, TextField } from '../../ui/index.ts';
import { useDesk, useSessionState } from '../desk.ts';
import { CandleStrip } from './CandleStrip.tsx';
import styles from './Screens.module.css';

const DEFAULT_PATH = '/workspace';
const SKIP_COOKIE = 'tapedeck-skip-welcome';
const SKIP_SECONDS = 365 * 24 * 60 * 60;
const FEATURES: readonly (readonly [string, string, LucideIcon])[] = [
  ['Market View', 'Watch lists with live prices', Rows3], ['Market Maker', 'Depth and time and sales', Layers], ['MarketScreen', 'Find symbols by filters', Radar], ['Chart', 'Prices, studies and drawings', CandlestickChart],
  ['Option Chain', 'Calls, puts and greeks', SplitSquareHorizontal], ['Price Alerts', 'High and low alerts per symbol', Bell], ['AlgoStream', 'Write, backtest and run strategies', Braces], ['Trade Manager', 'Orders, trades and positions', BriefcaseBusiness],
];

/** The wanted path after signing in; only paths of this site. */
function nextPath(next: string | undefined): string { return next !== undefined && next.startsWith('/') && !next.startsWith('//') ? next : DEFAULT_PATH; }
export function withNext(route: '/start' | '/login', path: string | undefined): string { return path === undefined || path === DEFAULT_PATH ? route : `${route}/${encodeURIComponent(path)}`; }
function Brand() { return <h1 className={styles.brand}><img src="/favicon.svg" alt="" width={24} height={24} />Tapedeck</h1>; }

/** The pages outside the desk: content over a line of drawn candles. */
function Screen({ children }: { readonly children: ReactNode }) { return <main className={styles.screen}>{children}<CandleStrip /></main>; }

function hasSkipCookie(): boolean { return document.cookie.split('; ').some((part) => part.startsWith(`${SKIP_COOKIE}=`) && part.length > SKIP_COOKIE.length + 1); }

export function Welcome() {
  const desk = useDesk();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const session = useSessionState();
  const [isSkipping, setSkipping] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const isDemo = search.has('demo');
  if (!isDemo && hasSkipCookie() && !isSkipping) return <Navigate to="/start" replace />;
  async function go() {
    if (!isDemo) { void navigate('/start'); return; }
    setStarting(true);
    if (await desk.platform.session.startDemo()) { desk.enter(); void navigate(DEFAULT_PATH); } else setStarting(false);
  }
  return (
    <Screen>
      <div className={styles.welcome}>
        <div className={styles.pitch}>
          <Brand />
          <p className={styles.claim}>A workstation for stocks and options, in your browser.</p>
          <div className={styles.row}>
            <Button tone="primary" disabled={isStarting} onClick={() => void go()}>{isDemo ? 'Start demo' : 'Continue'}</Button>
            {isDemo ? <Link to="/login">Sign in</Link> : <Link to="/welcome?demo">Try the demo</Link>}
            {isStarting ? <Spinner label="Starting the demo" /> : null}
          </div>
          {isDemo ? <div className={styles.error} role="alert">{isStarting ? null : session.error}</div> : <Checkbox label="Do not show this page at startup" isChecked={isSkipping} onChange={(isOn) => { setSkipping(isOn); document.cookie = `${SKIP_COOKIE}=${isOn ? '1' : ''}; max-age=${isOn ? SKIP_SECONDS : 0}; path=/; samesite=lax`; }} />}
        </div>
        <ul className={styles.features} aria-label="Tools">{FEATURES.map(([name, text, Icon]) => <li key={name}><Icon size={15} aria-hidden /><strong>{name}</strong><span>{text}</span></li>)}</ul>
      </div>
    </Screen>
  );
}

const PHASE_TEXT = { 'logged-out': 'Checking login status...', connecting: 'Connecting to server...', 'checking-login': 'Checking login status...', 'loading-account': 'Loading account information...', 'logged-in': 'Loading account information...', 'demo-expired': 'Checking login status...' } as const;

export function Start() {
  const desk = useDesk();
  const { next } = useParams();
  const navigate = useNavigate();
  const { phase } = useSessionState();
  useEffect(() => {
    let isGone = false;
    void desk.platform.session.resume().then((isIn) => {
      if (isGone) return;
      if (isIn) desk.enter();
      void navigate(isIn ? nextPath(next) : withNext('/login', next), { replace: true });
    });
    return () => { isGone = true; };
  }, [desk, navigate, next]);
  return <Screen><div className={classNames(styles.box, styles.card)}><Brand /><div className={styles.row} role="status"><Spinner label="Connecting" />{PHASE_TEXT[phase]}</div></div></Screen>;
}

export function Login() {
  const desk = useDesk();
  const { next } = useParams();
  const navigate = useNavigate();
  const session = useSessionState();
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [isValidated, setValidated] = useState(false);
  const [isBusy, setBusy] = useState(false);
  async function submit() {
    setValidated(true);
    if (userName.trim() === '' || password === '' || isBusy) return;
    setBusy(true);
    const isIn = await desk.platform.session.login(userName.trim(), password);
    setBusy(false);
    if (isIn) { desk.enter(); void navigate(nextPath(next), { replace: true }); }
  }
  return (
    <Screen>
      <form className={classNames(styles.box, styles.card)} noValidate onSubmit={(event) => { event.preventDefault(); void submit(); }}>
        <Brand />
        <TextField label="Username" name="username" autoComplete="username" autoFocus value={userName} onChange={setUserName} error={isValidated && userName.trim() === '' ? 'Username is required' : null} />
        <PasswordField label="Password" name="password" autoComplete="current-password" value={password} onChange={setPassword} error={isValidated && password === '' ? 'Password is required' : null} />
        <Button type="submit" tone="primary" disabled={isBusy}>Sign in</Button>
        <div className={styles.error} role="alert">{isBusy ? null : session.error}</div>
        <p className={styles.foot}>No account? <Link to="/welcome?demo">Try the demo</Link></p>
      </form>
    </Screen>
  );
}

export function Logout() {
  const desk = useDesk();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    // Settings are saved first; a failed save must not keep anyone signed in.
    void desk.platform.settings.flush().catch(() => undefined).then(() => desk.platform.session.logout()).catch(() => undefined).then(() => setDone(true));
  }, [desk]);
  return <Screen><div className={classNames(styles.box, styles.card)}><Brand /><p role="status">{isDone ? 'Logged out' : 'Logging out...'}</p>{isDone ? <Link to="/login">Login</Link> : null}</div></Screen>;
}

function Choice<Value extends string>({ legend, value, options, onChange }: { readonly legend: string; readonly value: Value; readonly options: readonly (readonly [Value, string])[]; readonly onChange: (value: Value) => void }) {
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map(([option, label]) => <label key={option} className={styles.choice}><input type="radio" name={legend} checked={option === value} onChange={() => onChange(option)} />{label}</label>)}
    </fieldset>
  );
}

/** Three rows as the chosen look would draw them. */
function Sample() {
  return (
    <div className={styles.sample} aria-hidden>
      {([['Up', '+1.24%', 'up'], ['Down', '-0.87%', 'down'], ['Unchanged', '0.00%', 'flat']] as const).map(([text, amount, direction]) => <div key={text} data-direction={direction}><span>{text}</span><span>{amount}</span></div>)}
    </div>
  );
}

export function Settings() {
  const { settings } = useDesk().platform;
  const navigate = useNavigate();
  const [look, setLook] = useState<UserSettings>(settings.get());
  const [error, setError] = useState<string | null>(null);
  useEffect(() => settings.subscribe(() => setLook(settings.get())), [settings]);
  // Leaving by any other way than Save drops what was only tried out; after a save there is nothing to drop.
  useEffect(() => () => settings.revert(), [settings]);
  async function save() {
    try { await settings.save(); void navigate(DEFAULT_PATH); } catch (cause) { setError(cause instanceof Error ? cause.message : 'Settings were not saved. Try again.'); }
  }
  return (
    <main className={classNames(styles.screen, styles.plain)}>
      <form className={classNames(styles.box, styles.settings)} onSubmit={(event) => { event.preventDefault(); void save(); }}>
        <h1>Settings</h1>
        <Choice legend="Theme" value={look.theme} options={[['light', 'Light'], ['dark', 'Dark']]} onChange={(theme) => settings.preview({ theme })} />
        <Choice legend="Row height" value={look.density} options={[['normal', 'Normal'], ['compact', 'Compact']]} onChange={(density) => settings.preview({ density })} />
        <Choice legend="Price colours" value={look.pricePalette} options={[['classic', 'Green up, red down'], ['color-safe', 'Blue up, orange down'], ['red-up', 'Red up, green down']]} onChange={(pricePalette) => settings.preview({ pricePalette })} />
        <Sample />
        <div className={styles.error} role="alert">{error}</div>
        <div className={styles.inBox}><Button onClick={() => { settings.revert(); void navigate(DEFAULT_PATH); }}>Cancel</Button><Button type="submit" tone="primary">Save</Button></div>
      </form>
    </main>
  );
}

export function NotFound() {
  return (
    <Screen>
      <div className={classNames(styles.box, styles.card)}>
        <Brand />
        <div><h2>404: there is no such page</h2><p className={styles.muted}>The address may be mistyped.</p></div>
        <Link to="/workspace">Back to Platform</Link>
      </div>
    </Screen>
  );
}

export function DemoExpired() {
  return (
    <Screen>
      <div className={classNames(styles.box, styles.card)}>
        <Brand />
        <div><h2>The demo has ended</h2><p className={styles.muted}>Start another one, or sign in with your account.</p></div>
        <div className={styles.row}><Link to="/welcome?demo">Start demo</Link><Link to="/login">Sign in</Link></div>
      </div>
    </Screen>
  );
}

import { BookOpen, ChevronDown, CircleHelp, CircleUser, LogOut, Search, Settings } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { reportLater } from '../../client/observable.ts';
import { formatTime } from '../../plugin-api/index.ts';
import { IconButton, hintWithKey, Menu, siteAddress, type MenuEntry } from '../../ui/index.ts';
import { useDesk, useSessionState } from '../desk-context.ts';
import { NotificationBell } from '../dialogs/NotificationPopup.tsx';
import { ConflictWatch } from './ConflictWatch.tsx';
import { ConnectionLights } from './ConnectionLights.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { DeskModes } from './DeskModes.tsx';
import { demoLeft } from './demo-left.ts';
import { DeskDocks } from './DeskDocks.tsx';
import { ReplayMark } from './ReplayMark.tsx';
import styles from './Shell.module.css';
import { registerShellCommands } from './shell-commands.tsx';
import { PALETTE_COMMAND } from './command-keys.ts';
import { ToolBar } from './ToolBar.tsx';
import { WorkspaceTabs } from './WorkspaceTabs.tsx';

/** Brand, workspace tabs, connections, exchange time, account and user menu: the whole chrome of the desk, and its windows below it. */
export function MenuBar() {
  const { commands, dialogs } = useDesk();
  const session = useSessionState();
  const hasCommands = useShellCommands();
  if (!hasCommands || session.phase === 'demo-expired') return null;
  const run = (id: string) => () => void commands.run(id);
  return (
    <>
      <header className={styles.bar}>
        <Link to="/workspace" className={styles.brand} aria-label="Tapedeck">
          <img src={siteAddress('/favicon.svg')} alt="" width={16} height={16} />
          <span className={styles.brandName}>Tapedeck</span>
        </Link>
        <WorkspaceTabs />
        <ToolBar />
        <div className={styles.right}>
          <DeskModes />
          <ConnectionNotice />
          <ConflictWatch />
          <ReplayMark />
          <DemoCountdown endsAtMs={session.demoEndsAtMs} />
          <IconButton
            label="Find a command"
            hint={hintWithKey('Find a command', commands.get(PALETTE_COMMAND)?.key)}
            onClick={run(PALETTE_COMMAND)}
          >
            <Search size={14} />
          </IconButton>
          <NotificationBell notifications={dialogs.notifications} />
          <ConnectionLights />
          <ExchangeClock />
          <AccountBadge />
          <UserMenu />
        </div>
      </header>
      <DeskDocks />
      <Announcements />
    </>
  );
}

/** Registers the commands of the desk as long as a user is signed in. True once they are there: menus show what can be run. */
function useShellCommands(): boolean {
  const desk = useDesk();
  const navigate = useNavigate();
  // The router returns another function at every address; the commands stay registered through all of them.
  const go = useRef(navigate);
  useEffect(() => {
    go.current = navigate;
  }, [navigate]);
  const [areRegistered, setRegistered] = useState(false);
  const tools = useSyncExternalStore(desk.plugins.subscribe, () => desk.plugins.all);
  useEffect(() => {
    import('../third-party/load-tools.ts').then(
      ({ loadThirdPartyTools }) => loadThirdPartyTools(desk),
      reportLater,
    );
  }, [desk]);
  useLayoutEffect(() => {
    // Each tool has commands.
    void tools;
    const remove = registerShellCommands(desk, (path) => void go.current(path));
    setRegistered(true);
    return remove;
  }, [desk, tools]);
  return areRegistered;
}

/** PAPER or LIVE, and the account's name. */
function AccountBadge() {
  const { isLive, account } = useSessionState();
  return (
    <span className={styles.account}>
      <span className={styles.badge} data-live={isLive}>
        {isLive ? 'LIVE' : 'PAPER'}
      </span>
      <span className={styles.accountName} title={account ?? undefined}>
        {account}
      </span>
    </span>
  );
}

function UserMenu() {
  const { commands } = useDesk();
  const { userName, isDemo } = useSessionState();
  const run = (id: string) => () => void commands.run(id);
  const entries: readonly MenuEntry[] = [
    { id: 'settings', label: 'Settings', icon: Settings, run: run('settings.open') },
    { id: 'getting-started', label: 'Getting Started', icon: BookOpen, run: run('help.getting-started') },
    { id: 'tips', label: 'Tips & Tricks', icon: CircleHelp, run: run('help.tips-and-tricks') },
    { id: 'profile', label: 'Profile', icon: CircleUser, run: run('profile.open') },
  ];
  const logout = {
    id: 'logout',
    label: 'Logout',
    icon: LogOut,
    hasSeparator: true,
    run: run('session.logout'),
  };
  return (
    <Menu
      align="end"
      label="User"
      trigger={
        <button type="button" className={styles.user} title={userName ?? undefined}>
          <span className={styles.userName}>{userName ?? 'anonymous'}</span>
          <ChevronDown size={12} />
        </button>
      }
      entries={isDemo ? entries : [...entries, logout]}
    />
  );
}

/** Exchange time, written once a second without a render. */
function ExchangeClock() {
  const { platform } = useDesk();
  const element = useRef<HTMLTimeElement>(null);
  useEffect(() => {
    const write = () => {
      if (element.current)
        element.current.textContent = `${formatTime(platform.exchangeMs(), 'HH:mm:ss')} ET`;
    };
    write();
    const timer = setInterval(write, 1000);
    return () => clearInterval(timer);
  }, [platform]);
  return <time ref={element} className={styles.clock} aria-label="Exchange time" />;
}

/** How long the demo still lasts, in its last minutes. */
function DemoCountdown({ endsAtMs }: { readonly endsAtMs: number | null }) {
  const [left, setLeft] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setLeft(demoLeft(endsAtMs, Date.now()));
    read();
    if (endsAtMs === null) return;
    const timer = setInterval(read, 1000);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return left === null ? null : (
    <span role="timer" className={styles.countdown}>
      Demo ends in {left}
    </span>
  );
}

/** Text for screen readers only. */
function Announcements() {
  const { announcer } = useDesk();
  const { text, count } = useStore(announcer.store);
  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      <span key={count}>{text}</span>
    </div>
  );
}

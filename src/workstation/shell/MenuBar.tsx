import { ChevronDown, LayoutGrid, LogOut, Pencil, Plus, Search, Settings, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import type { ConnectionName } from '../../client/types.ts';
import { IconButton, Menu, Tooltip } from '../../ui/index.ts';
import { useDesk, useSessionState } from '../desk.ts';
import styles from './Shell.module.css';

const CONNECTIONS: readonly { readonly name: ConnectionName; readonly label: string }[] = [{ name: 'trading', label: 'Trade' }, { name: 'streaming', label: 'Feed' }, { name: 'data', label: 'Data' }];
const STATUS_TEXT = { idle: 'not connected', connecting: 'connecting', open: 'connected', waiting: 'waiting to reconnect', closed: 'closed' } as const;
const exchangeTime = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

/** Brand, workspace tabs, connections, exchange time, account and user menu: the whole chrome of the desk. */
export function MenuBar() {
  const { commands } = useDesk();
  const session = useSessionState();
  const run = (id: string) => () => void commands.run(id);
  return (
    <header className={styles.bar}>
      <Link to="/workspace" className={styles.brand}><img src="/favicon.svg" alt="" width={16} height={16} />Tapedeck</Link>
      <WorkspaceTabs />
      <div className={styles.right}>
        <IconButton label="Find a command" hint="Find a command (Ctrl+K)" onClick={run('palette.open')}><Search size={14} /></IconButton>
        <span className={styles.links}>
          {CONNECTIONS.map(({ name, label }) => {
            const { status, error } = session.connections[name];
            return <Tooltip key={name} text={`${label}: ${error ?? STATUS_TEXT[status]}`}><span className={styles.link} data-status={status} data-connection={name}>{label}</span></Tooltip>;
          })}
        </span>
        <ExchangeClock />
        <span className={styles.account}><span className={styles.badge} data-live={session.isLive}>{session.isLive ? 'LIVE' : 'PAPER'}</span>{session.account}</span>
        <Menu align="end" label="User" trigger={<button type="button" className={styles.user}>{session.userName ?? 'anonymous'}<ChevronDown size={12} /></button>} entries={[
          { id: 'settings', label: 'Settings', icon: Settings, run: run('settings.open') },
          { id: 'tips', label: 'Tips & Tricks', run: run('window.help') },
          ...(session.isDemo ? [] : [{ id: 'logout', label: 'Logout', icon: LogOut, hasSeparator: true, run: run('session.logout') }]),
        ]} />
      </div>
    </header>
  );
}

function WorkspaceTabs() {
  const { commands, workspaces } = useDesk();
  const items = useStore(workspaces, (state) => state.Workspaces);
  const current = useStore(workspaces, (state) => state.Current);
  const run = (id: string) => () => void commands.run(id);
  return (
    <>
      <div role="tablist" aria-label="Workspaces" className={styles.tabs}>
        {items.map(({ Id, Name }) => <button key={Id} type="button" role="tab" aria-selected={Id === current} title={Name} className={styles.tab} onClick={() => void commands.run('workspace.select', { workspaceId: Id })}>{Name}</button>)}
      </div>
      <div className={styles.group}>
        {current === null ? null : (
          <>
            <IconButton label="Rename workspace" onClick={run('workspace.rename')}><Pencil size={13} /></IconButton>
            <IconButton label="Delete workspace" onClick={run('workspace.delete')}><Trash2 size={13} /></IconButton>
            <IconButton label="Choose window layout" onClick={run('layout.choose')}><LayoutGrid size={14} /></IconButton>
          </>
        )}
        <IconButton label="New workspace" onClick={run('workspace.add')}><Plus size={15} /></IconButton>
      </div>
    </>
  );
}

/** Exchange time, written once a second without a render. */
function ExchangeClock() {
  const { platform } = useDesk();
  const element = useRef<HTMLTimeElement>(null);
  useEffect(() => {
    const write = () => { if (element.current) element.current.textContent = `${exchangeTime.format(platform.exchangeMs())} ET`; };
    write();
    const timer = setInterval(write, 1000);
    return () => clearInterval(timer);
  }, [platform]);
  return <time ref={element} className={styles.clock} aria-label="Exchange time" />;
}

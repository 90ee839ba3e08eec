import { CircleHelp, Link2, Link2Off, Maximize2, Minimize2, Plus, Rows2, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore, type ComponentType } from 'react';
import { useStore } from 'zustand';
import type { WindowKey } from '../../../layouts/index.ts';
import type { AnyPlugin, ToolProps } from '../../plugin-api/index.ts';
import { Button, EmptyState, IconButton, Menu, Skeleton } from '../../ui/index.ts';
import { isOffered, isPermitted, useDesk, useSessionState } from '../desk.ts';
import { parkedWindows, type Workspace } from '../workspace/workspace-state.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { createWindow, windowIdOf, type WindowController } from './window-controller.ts';
import styles from './WindowFrame.module.css';

export interface WindowFrameProps { readonly workspaceId: number; readonly windowKey: WindowKey; readonly isMaximised: boolean; readonly isVisible: boolean; readonly canMaximiseRow: boolean }

/** One window of a workspace: a tool in its frame, or the offer to add one. */
export function WindowFrame(props: WindowFrameProps) {
  const desk = useDesk();
  const { workspaceId, windowKey } = props;
  const tool = useStore(desk.workspaces, (state) => state.Workspaces.find((item) => item.Id === workspaceId)?.LayoutData[windowKey]?.Tool);
  const plugin = tool === undefined ? undefined : desk.plugins.get(tool);
  if (tool === undefined) return <EmptyWindow workspaceId={workspaceId} windowKey={windowKey} />;
  if (plugin === undefined) return <UnknownTool tool={tool} {...props} />;
  return <ToolFrame key={tool} plugin={plugin} {...props} />;
}

function EmptyWindow({ workspaceId, windowKey }: { readonly workspaceId: number; readonly windowKey: WindowKey }) {
  const desk = useDesk();
  const session = useSessionState();
  const workspace = useStore(desk.workspaces, (state): Workspace | undefined => state.Workspaces.find((item) => item.Id === workspaceId));
  const windowId = windowIdOf(workspaceId, windowKey);
  const parked = workspace === undefined ? [] : parkedWindows(workspace).flatMap((key) => { const id = workspace.LayoutData[key]?.Tool; return id === undefined ? [] : [{ key, title: desk.plugins.get(id)?.title ?? id }]; });
  const entries = [
    ...desk.plugins.all.filter((plugin) => isOffered(plugin, session)).map((plugin) => ({ id: plugin.id, label: plugin.title, icon: plugin.icon, run: () => void desk.commands.run('window.add-tool', { windowId, tool: plugin.id }) })),
    ...parked.map(({ key, title }, index) => ({ id: key, label: `Bring back ${title}`, hasSeparator: index === 0, run: () => void desk.commands.run('window.bring-back', { windowId, from: key }) })),
  ];
  return (
    <section className={styles.frame} aria-label="Empty window" data-window={windowKey}>
      <EmptyState title="Empty window" text="Choose what this window shows." action={<Menu label="Add tool" entries={entries} trigger={<Button><Plus size={14} />Add tool</Button>} />} />
    </section>
  );
}

function UnknownTool({ tool, workspaceId, windowKey }: WindowFrameProps & { readonly tool: string }) {
  const desk = useDesk();
  return (
    <section className={styles.frame} aria-label={tool} data-window={windowKey}>
      <EmptyState title={`The tool ${tool} is not installed`} text="Its settings are kept. Close the window to use it for another tool." action={<Button onClick={() => void desk.commands.run('window.close', { windowId: windowIdOf(workspaceId, windowKey) })}>Close window</Button>} />
    </section>
  );
}

function ToolFrame({ plugin, workspaceId, windowKey, isMaximised, isVisible, canMaximiseRow }: WindowFrameProps & { readonly plugin: AnyPlugin }) {
  const desk = useDesk();
  const session = useSessionState();
  const window = useMemo(() => {
    const stored = desk.workspaces.getState().Workspaces.find((item) => item.Id === workspaceId)?.LayoutData[windowKey] ?? { Tool: plugin.id, version: plugin.state.migrations.length, data: plugin.state.initial, linked: true };
    return createWindow({ workspaceId, key: windowKey, plugin, stored, platform: desk.platform, store: desk.workspaces, windows: desk.windows });
  }, [desk, workspaceId, windowKey, plugin]);
  useEffect(() => desk.windows.add(window), [desk, window]);
  useEffect(() => {
    if (window.hasLostState) desk.toaster.show({ message: `${plugin.title} could not read its saved state and starts with its defaults.`, tone: 'warning' });
  }, [desk, window, plugin]);
  useEffect(() => {
    const read = () => window.setActive(isVisible && document.visibilityState === 'visible');
    read();
    document.addEventListener('visibilitychange', read);
    return () => { document.removeEventListener('visibilitychange', read); window.setActive(false); };
  }, [window, isVisible]);

  const run = (id: string) => void desk.commands.run(id, { windowId: window.id });
  const focus = () => desk.windows.setFocused(window.id);
  const Icon = plugin.icon;
  const title = useSyncExternalStore(window.subscribe, window.title);
  return (
    <section className={styles.frame} aria-label={title} data-window={windowKey} data-tool={plugin.id} onFocusCapture={focus} onPointerDownCapture={focus}
      onDragOver={(event) => { if (event.dataTransfer.types.includes('text/x-tapedeck-symbol')) event.preventDefault(); }}
      onDrop={(event) => { const symbol = event.dataTransfer.getData('text/x-tapedeck-symbol'); if (symbol !== '') { event.preventDefault(); window.receive({ type: 'instrument', symbol }); } }}
    >
      <header className={styles.bar} onDoubleClick={(event) => { if (!(event.target instanceof Element) || event.target.closest('button') === null) run('window.maximise'); }}>
        <span className={styles.icon} aria-hidden><Icon size={14} /></span>
        <h2 className={styles.title} title={title}>{title}</h2>
        <Toolbar window={window} />
        <span className={styles.line} />
        <span className={styles.quiet}>
          <IconButton label="Tips & Tricks" onClick={() => run('window.help')}><CircleHelp size={14} /></IconButton>
          {canMaximiseRow ? <IconButton label="Maximize row" onClick={() => run('window.maximise-row')}><Rows2 size={14} /></IconButton> : null}
          <IconButton label={isMaximised ? 'Restore' : 'Maximize'} onClick={() => run('window.maximise')}>{isMaximised ? <Minimize2 size={13} /> : <Maximize2 size={13} />}</IconButton>
          <IconButton label="Close" onClick={() => run('window.close')}><X size={14} /></IconButton>
        </span>
      </header>
      <div className={styles.content}>
        {isPermitted(plugin, session) ? <ToolContent plugin={plugin} window={window} /> : <EmptyState title="No access" text={`You don't have permissions to access ${plugin.title}. Consider subscribing to get access to ${plugin.title}`} />}
      </div>
    </section>
  );
}

/** The tool's own buttons, from its manifest; the link toggle among them. */
function Toolbar({ window }: { readonly window: WindowController }) {
  const desk = useDesk();
  useSyncExternalStore(window.subscribe, window.getState);
  const isLinked = useSyncExternalStore(window.subscribe, window.isLinked);
  return window.plugin.toolbar.map((id) => {
    if (id === 'link') {
      const hint = isLinked ? 'Link active, click to unlink' : 'Link inactive, click to link';
      return <IconButton key={id} label={hint} isOn={isLinked} onClick={() => void desk.commands.run('window.toggle-link', { windowId: window.id })}>{isLinked ? <Link2 size={14} /> : <Link2Off size={14} />}</IconButton>;
    }
    const command = window.plugin.commands.find((candidate) => candidate.id === id);
    if (command === undefined) return null;
    const Icon = command.icon;
    const isOn = command.isOn?.(window);
    return (
      <IconButton key={id} label={command.title} disabled={!(command.isEnabled?.(window) ?? true)} {...(isOn === undefined ? {} : { isOn })} onClick={() => void desk.commands.run(`${window.plugin.id}.${id}`, { windowId: window.id })}>
        {Icon ? <Icon size={14} /> : command.title}
      </IconButton>
    );
  });
}

function ToolContent({ plugin, window }: { readonly plugin: AnyPlugin; readonly window: WindowController }) {
  const [attempt, setAttempt] = useState(0);
  // A new lazy component per attempt: a failed download is tried again.
  const Tool = useMemo((): ComponentType<ToolProps<unknown>> => { void attempt; return lazy(() => plugin.load()); }, [plugin, attempt]);
  return (
    <ErrorBoundary name={plugin.title} onRetry={() => setAttempt((count) => count + 1)}>
      <Suspense fallback={<Skeleton label={`Loading ${plugin.title}`} />}><Tool window={window} /></Suspense>
    </ErrorBoundary>
  );
}

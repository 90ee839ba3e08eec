import { ChevronDown } from 'lucide-react';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type MouseEvent,
} from 'react';
import { useStore } from 'zustand';
import { instrumentContext, type AnyPlugin, type ToolProps } from '../../plugin-api/index.ts';
import { EmptyState, IconButton, Menu, Skeleton, type MenuEntry } from '../../ui/index.ts';
import { helpAddress } from '../help/index.ts';
import { isPermitted, useDesk, useSessionState } from '../desk-context.ts';
import { workspaceOf } from '../workspace/workspace-state.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LinkControl } from './LinkControl.tsx';
import { createWindow, type WindowController } from './window-controller.ts';
import { WindowBar } from './WindowBar.tsx';
import type { WindowFrameProps } from './window-props.ts';
import styles from './WindowFrame.module.css';

const PLANS_TOPIC = 'plans';
const SYMBOL_DRAG = 'text/x-tapedeck-symbol';

/** A tool in its frame. */
export function ToolFrame({
  plugin,
  dock,
  windowKey,
  isCurrent,
}: WindowFrameProps & { readonly plugin: AnyPlugin }) {
  const desk = useDesk();
  const session = useSessionState();
  const { workspaceId } = dock;
  const stored = useStore(desk.workspaces, (state) => workspaceOf(state, workspaceId)?.LayoutData[windowKey]);
  /** Counts the beginnings of a tool that does not follow its state. */
  const [beginning, beginAnew] = useReducer((count: number) => count + 1, 0);
  const window = useMemo(() => {
    const from = workspaceOf(desk.workspaces.getState(), workspaceId)?.LayoutData[windowKey] ?? {
      Tool: plugin.id,
      version: plugin.state.migrations.length,
      data: plugin.state.initial,
      link: 1 as const,
    };
    return createWindow({
      workspaceId,
      key: windowKey,
      plugin,
      stored: from,
      platform: desk.platform,
      store: desk.workspaces,
      windows: desk.windows,
    });
  }, [desk, workspaceId, windowKey, plugin]);
  const tellLost = useCallback(
    () =>
      desk.toaster.show({
        message: `${plugin.title} could not read its saved state and starts with its defaults.`,
        tone: 'warning',
      }),
    [desk, plugin],
  );
  // Another window's content was put here (swapped, or workspaces from elsewhere): the tool goes on from that.
  useLayoutEffect(() => {
    if (stored === undefined || window.isOwn(stored)) return;
    if (!window.adopt(stored)) tellLost();
    if (plugin.followsState !== true) beginAnew();
  }, [stored, window, plugin, tellLost]);
  useEffect(() => desk.windows.add(window), [desk, window]);
  useEffect(() => {
    if (window.hasLostState) tellLost();
  }, [window, tellLost]);

  useSyncExternalStore(dock.subscribe, dock.view);
  const popout = useSyncExternalStore(dock.subscribe, () => dock.windowOf(windowKey));
  const isShown = dock.isPopped(windowKey) || (isCurrent && dock.isShown(windowKey));
  const isActive = useSyncExternalStore(window.subscribe, window.isActive);
  useEffect(() => {
    const page = popout?.document ?? document;
    const read = () => window.setActive(isShown && page.visibilityState === 'visible');
    read();
    page.addEventListener('visibilitychange', read);
    return () => {
      page.removeEventListener('visibilitychange', read);
      window.setActive(false);
    };
  }, [window, isShown, popout]);

  const title = useSyncExternalStore(window.subscribe, window.title);
  const state = useSyncExternalStore(window.subscribe, window.getState);
  const isChanged = useMemo(() => plugin.isChanged?.(state) ?? false, [plugin, state]);
  useEffect(() => {
    if (popout !== undefined) popout.document.title = `${title} · Tapedeck`;
  }, [popout, title]);
  const isAllowed = isPermitted(plugin, session);
  const focus = () => desk.windows.setFocused(window.id);
  return (
    <section
      className={styles.frame}
      aria-label={title}
      data-window={windowKey}
      data-window-id={window.id}
      data-tool={plugin.id}
      data-active={isActive}
      tabIndex={-1}
      onFocusCapture={focus}
      onPointerDownCapture={focus}
      onDragOver={(event) => {
        if (isAllowed && event.dataTransfer.types.includes(SYMBOL_DRAG)) event.preventDefault();
      }}
      onDrop={(event) => {
        const symbol = event.dataTransfer.getData(SYMBOL_DRAG);
        if (isAllowed && symbol !== '') {
          event.preventDefault();
          desk.windows.give(window, instrumentContext(symbol));
        }
      }}
    >
      <WindowBar dock={dock} windowKey={windowKey} title={title} isChanged={isChanged} icon={plugin.icon}>
        {isAllowed ? <Toolbar window={window} /> : null}
      </WindowBar>
      <div className={styles.content}>
        {isAllowed ? (
          <ToolContent key={beginning} plugin={plugin} window={window} />
        ) : (
          <EmptyState
            title="No access"
            text={`You don't have permissions to access ${plugin.title}. Consider subscribing to get access to ${plugin.title}`}
            action={<PlansLink />}
          />
        )}
      </div>
    </section>
  );
}

/** Leads to the page of plans: in the help dialog, or in a tab of its own where a person asks for one. */
function PlansLink() {
  const { commands } = useDesk();
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void commands.run('help.tips-and-tricks', { topic: PLANS_TOPIC });
  };
  return (
    <a
      className={styles.plans}
      href={helpAddress(PLANS_TOPIC)}
      target="_blank"
      rel="noreferrer"
      onClick={open}
    >
      See plans
    </a>
  );
}

/** The tool's own buttons, from its manifest; the link toggle among them. */
function Toolbar({ window }: { readonly window: WindowController }) {
  const desk = useDesk();
  useSyncExternalStore(window.subscribe, window.getState);
  useSessionState();
  const run = (id: string) => () =>
    void desk.commands.run(`${window.plugin.id}.${id}`, { windowId: window.id });
  const commandOf = (id: string) => {
    const command = window.plugin.commands.find((candidate) => candidate.id === id);
    return command !== undefined && (command.isShown?.(window) ?? true) ? command : undefined;
  };
  return window.plugin.toolbar.map((item) => {
    if (item === 'link') return <LinkControl key={item} window={window} />;
    if (typeof item !== 'string') {
      const { title, icon: Icon, commands } = item;
      const entries = commands.flatMap((id): readonly MenuEntry[] => {
        const command = commandOf(id);
        if (command === undefined) return [];
        const isChecked = command.isOn?.(window);
        return [
          {
            id,
            label: command.title,
            ...(command.icon === undefined ? {} : { icon: command.icon }),
            ...(isChecked === undefined ? {} : { isChecked }),
            isDisabled: !(command.isEnabled?.(window) ?? true),
            run: run(id),
          },
        ];
      });
      return (
        <Menu
          key={title}
          label={title}
          entries={entries}
          trigger={
            <button type="button" className={styles.drop} aria-label={title} title={title}>
              <Icon size={14} aria-hidden />
              <ChevronDown size={10} aria-hidden />
            </button>
          }
        />
      );
    }
    const command = commandOf(item);
    if (command === undefined) return null;
    const Icon = command.icon;
    const isOn = command.isOn?.(window);
    return (
      <IconButton
        key={item}
        label={command.title}
        disabled={!(command.isEnabled?.(window) ?? true)}
        {...(isOn === undefined ? {} : { isOn })}
        onClick={run(item)}
      >
        {Icon ? <Icon size={14} /> : command.title}
      </IconButton>
    );
  });
}

function ToolContent({ plugin, window }: { readonly plugin: AnyPlugin; readonly window: WindowController }) {
  const [attempt, setAttempt] = useState(0);
  // A new lazy component per attempt: a failed download is tried again.
  const Tool = useMemo((): ComponentType<ToolProps<unknown>> => {
    void attempt;
    return lazy(() => plugin.load());
  }, [plugin, attempt]);
  return (
    <ErrorBoundary name={plugin.title} onRetry={() => setAttempt((count) => count + 1)}>
      <Suspense fallback={<Skeleton label={`Loading ${plugin.title}`} />}>
        <Tool tool={window} />
      </Suspense>
    </ErrorBoundary>
  );
}

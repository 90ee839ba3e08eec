import {
  lazy,
  memo,
  Suspense,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type MouseEvent,
} from 'react';
import { instrumentContext, useReadable, type AnyPlugin, type ToolProps } from '../../plugin-api/index.ts';
import { EmptyState, Skeleton } from '../../ui/index.ts';
import { helpAddress } from '../help/index.ts';
import { isPermitted, useDesk, useSessionState } from '../desk-context.ts';
import { isChangedState } from '../tool-faults.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { takeTurn } from './mount-turns.ts';
import { Toolbar } from './Toolbar.tsx';
import { useToolWindow, useWindowActivity } from './use-tool-window.ts';
import type { WindowController } from './window-controller.ts';
import { WindowBar } from './WindowBar.tsx';
import type { WindowFrameProps } from './window-props.ts';
import styles from './WindowFrame.module.css';

const PLANS_TOPIC = 'plans';
const SYMBOL_DRAG = 'text/x-tapedeck-symbol';

/** Frame of a tool: title bar, toolbar and content. Symbols can be dropped on it. */
export function ToolFrame({ plugin, dock, windowKey }: WindowFrameProps & { readonly plugin: AnyPlugin }) {
  const desk = useDesk();
  const session = useSessionState();
  const { window, restarts } = useToolWindow(plugin, dock, windowKey);
  const isActive = useWindowActivity(window, dock, windowKey);
  const toolbar = useMemo(() => <Toolbar window={window} />, [window]);
  const title = useSyncExternalStore(window.subscribe, window.title);
  const state = useSyncExternalStore(window.subscribe, window.getState);
  const isChanged = useReadable(desk.platform.alertDocuments, (alerts) =>
    isChangedState(plugin, state, alerts),
  );
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
      <WindowBar
        dock={dock}
        windowKey={windowKey}
        title={title}
        isChanged={isChanged}
        icon={plugin.icon}
        hasSettings={plugin.settings !== undefined}
      >
        {isAllowed ? toolbar : null}
      </WindowBar>
      <div className={styles.content}>
        {isAllowed ? (
          <ToolContent key={restarts} plugin={plugin} window={window} />
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

/** Opens the page of plans in the help dialog; with Ctrl, Cmd or Shift in a browser tab, as for any link. */
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

type ToolComponent = ComponentType<ToolProps<unknown>>;
/** The tools whose code is there. React shows the content of a lazy component 300 ms after its placeholder at the earliest, so these are not lazy. */
const loadedTools = new WeakMap<AnyPlugin, ToolComponent>();

async function loadTool(plugin: AnyPlugin): Promise<{ readonly default: ToolComponent }> {
  const loaded = await plugin.load();
  loadedTools.set(plugin, loaded.default);
  return loaded;
}

const ToolContent = memo(function ToolContent({
  plugin,
  window,
}: {
  readonly plugin: AnyPlugin;
  readonly window: WindowController;
}) {
  const [attempt, setAttempt] = useState(0);
  // A new lazy component per attempt: React never retries a failed download by itself.
  const Tool = useMemo((): ToolComponent => {
    void attempt;
    return loadedTools.get(plugin) ?? lazy(() => loadTool(plugin));
  }, [plugin, attempt]);
  // Code that has to be loaded comes later anyway.
  const [isMounted, setMounted] = useState(() => !loadedTools.has(plugin));
  useEffect(() => (isMounted ? undefined : takeTurn(() => setMounted(true))), [isMounted]);
  const placeholder = <Skeleton label={`Loading ${plugin.title}`} />;
  return (
    <ErrorBoundary name={plugin.title} onRetry={() => setAttempt((count) => count + 1)}>
      <Suspense fallback={placeholder}>{isMounted ? <Tool tool={window} /> : placeholder}</Suspense>
    </ErrorBoundary>
  );
});

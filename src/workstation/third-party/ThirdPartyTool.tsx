import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type RefObject,
} from 'react';
import type { ListedTool } from '../../client/types.ts';
import { toolSettings, useReadable, type ToolProps, type ToolWindow } from '../../plugin-api/index.ts';
import { Button, EmptyState, siteAddress } from '../../ui/index.ts';
import { ConsentPanel } from './ConsentPanel.tsx';
import { consentText, isAllowed, permissionsOf, setConsent } from './consent.ts';
import { readTheme } from './read-theme.ts';
import { thirdPartySettings } from './third-party-settings.ts';
import type { ThirdPartyState } from './third-party-state.ts';
import { runningTools, toolRuns } from './tool-runs.ts';
import { ToolSession, type ToolSessionState } from './tool-session.ts';
import styles from './ThirdPartyTool.module.css';

type Window = ToolWindow<ThirdPartyState>;

/** The component of the windows of a third-party tool. */
export function thirdPartyTool(listed: ListedTool): ComponentType<ToolProps<ThirdPartyState>> {
  return function ThirdPartyTool({ tool }) {
    const { settings, commands } = tool.platform;
    const isPermitted = useReadable(settings, (values) => isAllowed(listed, values));
    const isChanged = useReadable(settings, ({ toolConsents }) => toolConsents[listed.id] !== undefined);
    const { attempt, isStopped } = useSyncExternalStore(toolRuns.subscribe, () => toolRuns.get(tool.id));
    if (!isPermitted)
      return (
        <ConsentPanel
          tool={listed}
          isChanged={isChanged}
          onAllow={() => void setConsent(tool.platform, listed.id, consentText(listed))}
          onCancel={() => void commands.run('window.close', { windowId: tool.id })}
        />
      );
    if (isStopped)
      return (
        <Notice
          title={`${listed.title} is stopped`}
          text="It is not loaded until you start it."
          windowId={tool.id}
        />
      );
    return <RunningTool key={attempt} listed={listed} tool={tool} />;
  };
}

interface RunningToolProps {
  readonly listed: ListedTool;
  readonly tool: Window;
}

/** The frame with the page of the tool, and what covers it when the tool does not respond or was ended. */
function RunningTool({ listed, tool }: RunningToolProps) {
  const [state, setState] = useState<ToolSessionState>({ kind: 'starting' });
  const frame = useRef<HTMLIFrameElement>(null);
  const onLoad = useToolSession({ listed, tool }, frame, setState);
  return (
    <div className={styles.tool}>
      {state.kind === 'stopped' ? null : (
        <iframe
          ref={frame}
          className={styles.frame}
          title={listed.title}
          sandbox="allow-scripts"
          allow=""
          referrerPolicy="no-referrer"
          src={siteAddress(`/api/Tools/${listed.id}/${listed.sha256}`)}
          onLoad={onLoad}
        />
      )}
      {state.kind === 'silent' ? (
        <div className={styles.cover}>
          <Notice
            title="This tool does not respond"
            text={`${listed.title} has not answered for 5 seconds. The workstation is not affected.`}
            windowId={tool.id}
            canStop
          />
        </div>
      ) : null}
      {state.kind === 'stopped' ? (
        <Notice title={`${listed.title} was stopped`} text={state.reason} windowId={tool.id} />
      ) : null}
    </div>
  );
}

/** The session of the page in the frame. Returns what to call when the frame has loaded. */
function useToolSession(
  { listed, tool }: RunningToolProps,
  frame: RefObject<HTMLIFrameElement | null>,
  onState: (state: ToolSessionState) => void,
): () => void {
  const session = useRef<ToolSession | null>(null);
  /** The page that has the session. A frame that moves to another browser window gets another page. */
  const page = useRef<object | null>(null);
  useEffect(() => runningTools.add(tool.id, (id) => session.current?.runCommand(id)), [tool]);
  useEffect(
    () => () => {
      session.current?.dispose();
      session.current = null;
      page.current = null;
    },
    [],
  );
  return useCallback(() => {
    const target = frame.current?.contentWindow ?? null;
    if (target === null) return;
    if (target === page.current) {
      session.current?.stop('Its page was left.');
      return;
    }
    session.current?.dispose();
    page.current = target;
    const { port1, port2 } = new MessageChannel();
    const root = document.documentElement;
    const definition = thirdPartySettings(listed);
    session.current = new ToolSession({
      window: tool,
      permissions: permissionsOf(listed),
      commands: listed.commands.map(({ id }) => id),
      settings: definition === null ? null : toolSettings(tool.platform, definition),
      port: port1,
      theme: () => readTheme(tool.platform.settings.get().theme, root),
      onState,
      nowMs: () => performance.now(),
    });
    onState({ kind: 'starting' });
    // The page has an opaque origin, which no target can name. The channel goes to whatever the frame has loaded: pages of this server only, by its policy.
    target.postMessage('tapedeck.tool', '*', [port2]);
  }, [frame, listed, tool, onState]);
}

/** Why nothing of the tool is shown, with the ways on. */
function Notice({
  title,
  text,
  windowId,
  canStop = false,
}: {
  readonly title: string;
  readonly text: string;
  readonly windowId: string;
  readonly canStop?: boolean;
}) {
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <>
          {canStop ? <Button onClick={() => toolRuns.stop(windowId)}>Stop</Button> : null}
          <Button tone="primary" onClick={() => toolRuns.reload(windowId)}>
            Reload
          </Button>
        </>
      }
    />
  );
}

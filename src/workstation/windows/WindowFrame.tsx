import { Plus } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { Button, EmptyState, Menu } from '../../ui/index.ts';
import { isOffered, useDesk, useSessionState } from '../desk-context.ts';
import { firstWindowWithTool, parkedWindows, workspaceOf } from '../workspace/workspace-state.ts';
import { PortalHost } from './PortalHost.tsx';
import { ToolFrame } from './ToolFrame.tsx';
import { WindowBar } from './WindowBar.tsx';
import { windowIdOf } from './window-controller.ts';
import type { WindowFrameProps } from './window-props.ts';
import styles from './WindowFrame.module.css';

/** One window of a workspace: a tool in its frame, or the offer to add one. */
export function WindowFrame(props: WindowFrameProps) {
  const desk = useDesk();
  const { dock, windowKey } = props;
  const { workspaceId } = dock;
  const place = useSyncExternalStore(dock.subscribe, () => dock.windowOf(windowKey)?.document.body ?? null);
  const tool = useStore(
    desk.workspaces,
    (state) => workspaceOf(state, workspaceId)?.LayoutData[windowKey]?.Tool,
  );
  // Third-party tools come after the workspaces.
  useSyncExternalStore(desk.plugins.subscribe, () => desk.plugins.all);
  const plugin = tool === undefined ? undefined : desk.plugins.get(tool);
  const holder = useStore(desk.workspaces, (state) => {
    const first = plugin?.isSingleton ? firstWindowWithTool(state, plugin.id) : undefined;
    return first === undefined || (first.workspace.Id === workspaceId && first.key === windowKey)
      ? null
      : first.workspace.Name;
  });
  const frame =
    tool === undefined ? (
      <EmptyWindow {...props} />
    ) : plugin === undefined ? (
      <NoteWindow
        {...props}
        name={tool}
        title={desk.plugins.mayCome(tool) ? 'Loading third-party tools' : `The tool ${tool} is not installed`}
        text="Its settings are kept. Close the window to use it for another tool."
      />
    ) : holder !== null ? (
      <NoteWindow
        {...props}
        name={plugin.title}
        title={plugin.title}
        text={`${plugin.title} is already in workspace ${holder}.`}
        onGoThere={() => void desk.platform.tools.show(plugin.id)}
      />
    ) : (
      <ToolFrame key={tool} plugin={plugin} {...props} />
    );
  return <PortalHost place={place}>{frame}</PortalHost>;
}

function EmptyWindow({ dock, windowKey }: WindowFrameProps) {
  const desk = useDesk();
  const session = useSessionState();
  const workspace = useStore(desk.workspaces, (state) => workspaceOf(state, dock.workspaceId));
  const windowId = windowIdOf(dock.workspaceId, windowKey);
  const parked =
    workspace === undefined
      ? []
      : parkedWindows(workspace).flatMap((key) => {
          const id = workspace.LayoutData[key]?.Tool;
          return id === undefined ? [] : [{ key, title: desk.plugins.get(id)?.title ?? id }];
        });
  const entries = [
    ...desk.plugins.all
      .filter((plugin) => isOffered(plugin, session))
      .map((plugin) => ({
        id: plugin.id,
        label: plugin.title,
        icon: plugin.icon,
        run: () => void desk.commands.run('window.add-tool', { windowId, tool: plugin.id }),
      })),
    ...parked.map(({ key, title }, index) => ({
      id: key,
      label: `Bring back ${title}`,
      hasSeparator: index === 0,
      run: () => void desk.commands.run('window.bring-back', { windowId, from: key }),
    })),
  ];
  const focus = () => desk.windows.setFocused(windowId);
  return (
    <section
      className={styles.frame}
      aria-label="Empty window"
      data-window={windowKey}
      data-window-id={windowId}
      tabIndex={-1}
      onFocusCapture={focus}
      onPointerDownCapture={focus}
    >
      <WindowBar dock={dock} windowKey={windowKey} title="Empty" icon={null} />
      <div className={styles.content} data-window-content>
        <EmptyState
          title="Empty window"
          text="Choose what this window shows."
          action={
            <Menu
              label="Add tool"
              entries={entries}
              trigger={
                <Button>
                  <Plus size={14} />
                  Add tool
                </Button>
              }
            />
          }
        />
      </div>
    </section>
  );
}

interface NoteWindowProps extends WindowFrameProps {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** The tool is shown elsewhere: goes to that window. */
  readonly onGoThere?: () => void;
}

/** A window that keeps a tool it cannot show. */
function NoteWindow({ dock, windowKey, name, title, text, onGoThere }: NoteWindowProps) {
  const desk = useDesk();
  const windowId = windowIdOf(dock.workspaceId, windowKey);
  const focus = () => desk.windows.setFocused(windowId);
  return (
    <section
      className={styles.frame}
      aria-label={name}
      data-window={windowKey}
      data-window-id={windowId}
      tabIndex={-1}
      onFocusCapture={focus}
      onPointerDownCapture={focus}
    >
      <WindowBar dock={dock} windowKey={windowKey} title={name} icon={null} />
      <div className={styles.content}>
        <EmptyState
          title={title}
          text={text}
          action={
            <>
              {onGoThere === undefined ? null : (
                <Button tone="primary" onClick={onGoThere}>
                  Go there
                </Button>
              )}
              <Button onClick={() => void desk.commands.run('window.close', { windowId })}>
                Close window
              </Button>
            </>
          }
        />
      </div>
    </section>
  );
}

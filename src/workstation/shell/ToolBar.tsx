import { useStore } from 'zustand';
import { useReadable } from '../../plugin-api/index.ts';
import { IconButton } from '../../ui/index.ts';
import { isOffered, useDesk, useSessionState } from '../desk-context.ts';
import { defaultToolbar } from './default-toolbar.ts';
import { currentOf, shownWindows } from '../workspace/workspace-state.ts';
import styles from './Shell.module.css';

/** The tools that the settings put within reach: each goes into the first empty window of the workspace on screen. */
export function ToolBar() {
  const { platform, plugins, workspaces, commands } = useDesk();
  const session = useSessionState();
  const chosen = useReadable(platform.settings, ({ toolbarItems }) => toolbarItems);
  const ids = chosen ?? defaultToolbar(plugins);
  const hasRoom = useStore(workspaces, (state) => {
    const workspace = currentOf(state);
    return (
      workspace !== undefined &&
      shownWindows(workspace).some((key) => workspace.LayoutData[key] === undefined)
    );
  });
  const tools = ids.flatMap((id) => plugins.get(id) ?? []).filter((plugin) => isOffered(plugin, session));
  if (tools.length === 0) return null;
  return (
    <div role="group" aria-label="Toolbar" className={styles.tools}>
      {tools.map(({ id, title, icon: Icon }) => (
        <IconButton
          key={id}
          label={`Add ${title}`}
          hint={hasRoom ? `Add ${title} to the empty window` : `Add ${title}: there is no empty window`}
          disabled={!hasRoom}
          focusableWhenDisabled
          onClick={() => void commands.run(`window.add-tool.${id}`)}
        >
          <Icon size={14} />
        </IconButton>
      ))}
    </div>
  );
}

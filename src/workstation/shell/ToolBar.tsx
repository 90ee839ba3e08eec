import { useStore } from 'zustand';
import { useReadable } from '../../plugin-api/index.ts';
import { IconButton } from '../../ui/index.ts';
import { isOffered, useDesk, useSessionState } from '../desk-context.ts';
import { defaultToolbar } from './default-toolbar.ts';
import { roomForTool } from './room-for-tool.ts';
import styles from './Shell.module.css';

const PLACES = {
  window: ' to the empty window',
  tab: ' as a tab of the window last used',
  locked: ': the layout is locked, and there is no empty window',
  'no-workspace': ': there is no workspace',
};

/**
 * The tools that the settings put within reach: each goes into the first empty window of the workspace on screen, or where there is none
 * into a tab.
 */
export function ToolBar() {
  const { platform, plugins, workspaces, commands } = useDesk();
  const session = useSessionState();
  const chosen = useReadable(platform.settings, ({ toolbarItems }) => toolbarItems);
  const ids = chosen ?? defaultToolbar(plugins);
  // Which window was used last does not matter here.
  const room = useStore(workspaces, (state) => {
    const found = roomForTool(state, null);
    return typeof found === 'string' ? found : found.isTab ? 'tab' : 'window';
  });
  const tools = ids.flatMap((id) => plugins.get(id) ?? []).filter((plugin) => isOffered(plugin, session));
  if (tools.length === 0) return null;
  return (
    <div role="group" aria-label="Toolbar" className={styles.tools}>
      {tools.map(({ id, title, icon: Icon }) => (
        <IconButton
          key={id}
          label={`Add ${title}`}
          hint={`Add ${title}${PLACES[room]}`}
          disabled={room === 'locked' || room === 'no-workspace'}
          focusableWhenDisabled
          onClick={() => void commands.run(`window.add-tool.${id}`)}
        >
          <Icon size={14} />
        </IconButton>
      ))}
    </div>
  );
}

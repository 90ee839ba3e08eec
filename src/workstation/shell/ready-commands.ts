import { layouts } from '../../../layouts/index.ts';
import type { Command } from '../../plugin-api/index.ts';
import { isOffered, type Desk } from '../desk-context.ts';
import { windowIdOf } from '../windows/window-controller.ts';
import { currentOf } from '../workspace/workspace-state.ts';
import { sayLocked } from './say-locked.ts';
import { roomIn } from './room-for-tool.ts';

/** Commands whose argument is already chosen, so that the palette finds them: each layout, each tool, the other theme. */
export function readyCommands(desk: Desk): readonly Command[] {
  const { workspaces, plugins, platform, commands, dialogs } = desk;
  const current = () => currentOf(workspaces.getState());
  return [
    ...layouts.map(({ code, title }): Command => ({
      id: `layout.choose.${code}`,
      title: `Layout: ${title}`,
      isEnabled: () => current() !== undefined,
      run: async () => {
        await commands.run('layout.choose', { code });
      },
    })),
    ...plugins.all.map((plugin): Command => ({
      id: `window.add-tool.${plugin.id}`,
      title: `Add tool: ${plugin.title}`,
      isEnabled: () => roomIn(desk) !== 'no-workspace' && isOffered(plugin, platform.session.get()),
      run: async () => {
        const room = roomIn(desk);
        if (room === 'locked') sayLocked(desk);
        if (typeof room === 'string') return;
        const windowId = windowIdOf(room.workspaceId, room.key);
        await commands.run('window.add-tool', { windowId, tool: plugin.id, isTab: room.isTab });
      },
    })),
    ...plugins.all.map((plugin): Command => ({
      id: `tool.open.${plugin.id}`,
      title: `Open ${plugin.title}`,
      icon: plugin.icon,
      isEnabled: () => isOffered(plugin, platform.session.get()),
      run: async () => {
        const { tools } = platform;
        await (plugin.isShownOnOpen === true ? tools.show(plugin.id) : tools.open(plugin.id));
      },
    })),
    {
      id: 'theme.switch',
      title: 'Switch between light and dark',
      run: async () => {
        const { settings, session } = platform;
        const theme = settings.get().theme === 'dark' ? 'light' : 'dark';
        settings.preview({ theme });
        // A demo has nowhere to keep it.
        if (session.get().isDemo) return;
        try {
          await settings.save({ theme });
        } catch (cause) {
          dialogs.toast({
            message: cause instanceof Error ? cause.message : 'The theme was not saved. Try again.',
            tone: 'error',
          });
        }
      },
    },
  ];
}

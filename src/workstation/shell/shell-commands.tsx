import type { ConnectionName } from '../../client/types.ts';
import type { Command, CommandArguments } from '../../plugin-api/index.ts';
import { isPermitted, type Desk } from '../desk-context.ts';
import { CommandPalette } from '../dialogs/CommandPalette.tsx';
import { recentCommands, rememberCommand } from '../dialogs/recent-commands.ts';
import { layoutCommands } from './layout-commands.tsx';
import { readyCommands } from './ready-commands.ts';
import { windowCommands } from './window-commands.ts';
import { workspaceCommands } from './workspace-commands.tsx';

const CONNECTION_NAMES: readonly ConnectionName[] = ['trading', 'streaming', 'data'];

/** Shows the palette and runs what was chosen, about the window that had the focus. */
async function openPalette({ dialogs, windows, commands }: Desk): Promise<void> {
  const windowId = windows.focusedId();
  const recent = recentCommands(localStorage);
  const id = await dialogs.open<string>({
    title: 'Commands',
    width: 480,
    content: ({ close }) => (
      <CommandPalette commands={commands} windowId={windowId} recent={recent} onRun={close} />
    ),
  });
  if (id === null) return;
  rememberCommand(localStorage, id);
  await commands.run(id, windowId === null ? {} : { windowId });
}

/** Registers the commands of the shell. Returns the way to remove them. */
export function registerShellCommands(desk: Desk, navigate: (path: string) => void): () => void {
  const { windows, plugins, platform } = desk;
  const commands: readonly Command[] = [
    {
      id: 'palette.open',
      title: 'Find a command',
      key: '$mod+k',
      run: () => openPalette(desk),
    },
    ...workspaceCommands(desk),
    ...layoutCommands(desk),
    ...windowCommands(desk),
    ...readyCommands(desk),
    { id: 'settings.open', title: 'Settings', run: () => navigate('/Settings') },
    { id: 'profile.open', title: 'Profile', run: () => navigate('/profile') },
    {
      id: 'session.reconnect',
      title: 'Reconnect now',
      isEnabled: () =>
        Object.values(platform.session.get().connections).some(({ status }) => status === 'waiting'),
      run: ({ connection }) =>
        platform.session.reconnect(CONNECTION_NAMES.find((name) => name === connection)),
    },
    {
      id: 'session.logout',
      title: 'Logout',
      isEnabled: () => !platform.session.get().isDemo,
      run: () => navigate('/logout'),
    },
  ];
  const removers = commands.map((command) => desk.commands.register(command));
  for (const plugin of plugins.all) {
    for (const { id, title, icon, key, isEnabled, isOn, run } of plugin.commands) {
      const mine = (args: CommandArguments) => {
        const window = windows.get(args.windowId ?? windows.focusedId() ?? '');
        return window?.plugin === plugin && isPermitted(plugin, platform.session.get()) ? window : undefined;
      };
      removers.push(
        desk.commands.register({
          id: `${plugin.id}.${id}`,
          title: `${plugin.title}: ${title}`,
          ...(icon ? { icon } : {}),
          ...(key ? { key } : {}),
          isEnabled: (args) => {
            const window = mine(args);
            return window !== undefined && (isEnabled?.(window) ?? true);
          },
          isOn: (args) => {
            const window = mine(args);
            return window !== undefined && (isOn?.(window) ?? false);
          },
          run: async (args) => {
            const window = mine(args);
            if (window !== undefined) await run(window, args);
          },
        }),
      );
    }
  }
  return () => {
    for (const remove of removers) remove();
  };
}

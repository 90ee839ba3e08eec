import { ADMINISTRATOR, hasPermission } from '../../domain/permissions.ts';
import type { ConnectionName } from '../../client/types.ts';
import type { Command, CommandArguments } from '../../plugin-api/index.ts';
import { isPermitted, type Desk } from '../desk-context.ts';
import { recentCommands, rememberCommand } from '../dialogs/recent-commands.ts';
import { alertStep } from '../workspace/undo-alerts.ts';
import { settingsStep } from '../workspace/undo-steps.ts';
import { ORDER_REQUESTS_COMMAND, PALETTE_COMMAND } from './command-keys.ts';
import { layoutCommands } from './layout-commands.tsx';
import { placesToGo, showSymbol } from './places-to-go.ts';
import { readyCommands } from './ready-commands.ts';
import { followDocuments } from './follow-documents.ts';
import { windowCommands } from './window-commands.ts';
import { workspaceCommands } from './workspace-commands.tsx';

const CONNECTION_NAMES: readonly ConnectionName[] = ['trading', 'streaming', 'data'];

/** Shows the palette and runs what was chosen, about the window that had the focus. */
async function openPalette(desk: Desk): Promise<void> {
  const { dialogs, windows, commands, platform } = desk;
  const windowId = windows.focusedId();
  const args = windowId === null ? {} : { windowId };
  const places = placesToGo(desk);
  const chosen = await dialogs.palette({
    commands: commands.all().filter((command) => command.isEnabled?.(args) ?? true),
    places,
    symbols: platform.symbols,
    recent: recentCommands(localStorage),
  });
  if (chosen === null) return;
  if (chosen.kind === 'symbol') {
    showSymbol(desk, chosen.symbol);
    return;
  }
  rememberCommand(localStorage, chosen.id);
  const place = places.find(({ id }) => id === chosen.id);
  await (place === undefined ? commands.run(chosen.id, args) : place.run({}));
}

/** Shows the keys of all commands that this user has. */
async function openKeyMap({ commands, dialogs, plugins }: Desk): Promise<void> {
  const [{ KeyMap }, { keyMap }] = await Promise.all([
    import('../help/KeyMap.tsx'),
    import('../help/key-map.ts'),
  ]);
  const groups = keyMap(commands.all(), plugins.all);
  const editors = commands
    .all()
    .filter(({ editsKeys, isEnabled }) => editsKeys === true && isEnabled?.({}) !== false);
  const chosen = await dialogs.open<string>({
    title: 'Keyboard shortcuts',
    width: 720,
    content: ({ close }) => <KeyMap groups={groups} editors={editors} onEdit={close} />,
  });
  if (chosen !== null) await commands.run(chosen);
}

/** The tool of the window that a command is about: the one it was run from, else the one with the focus. */
const toolOf = ({ windows }: Desk, { windowId }: CommandArguments) =>
  windows.get(windowId ?? windows.focusedId() ?? '')?.plugin;

/** Gives the focus to Reject of the request that is shown; folded requests unfold first, which does the same. */
function goToRequests(): void {
  const requests = document.querySelector('[data-order-requests]');
  requests?.querySelector<HTMLElement>('[data-unfold]')?.click();
  requests?.querySelector<HTMLElement>('[data-safe]')?.focus();
}

/** Commands that open the pages beside the desk, and those of the session. */
function pageCommands(desk: Desk, navigate: (path: string) => void): readonly Command[] {
  const { session, proposals } = desk.platform;
  return [
    {
      id: ORDER_REQUESTS_COMMAND,
      title: 'Go to the order requests of programs',
      key: 'F8',
      isEnabled: () => (proposals.get()?.get().length ?? 0) > 0,
      run: goToRequests,
    },
    { id: 'settings.open', title: 'Settings', run: () => navigate('/Settings') },
    {
      id: 'window.tool-settings',
      title: 'Settings of this tool',
      isEnabled: (args) => toolOf(desk, args)?.settings !== undefined,
      run: (args) => {
        const tool = toolOf(desk, args);
        if (tool !== undefined) navigate(`/Settings?find=${encodeURIComponent(`${tool.title} settings`)}`);
      },
    },
    { id: 'profile.open', title: 'Profile', run: () => navigate('/profile') },
    { id: 'notifications.open', title: 'Notifications', run: () => navigate('/Notifications') },
    {
      id: 'administration.open',
      title: 'Administration',
      isEnabled: () => hasPermission(session.get().permissionMask, ADMINISTRATOR),
      run: () => navigate('/Administration'),
    },
    {
      id: 'session.reconnect',
      title: 'Reconnect now',
      isEnabled: () => Object.values(session.get().connections).some(({ status }) => status === 'waiting'),
      run: ({ connection }) => session.reconnect(CONNECTION_NAMES.find((name) => name === connection)),
    },
    {
      id: 'session.logout',
      title: 'Logout',
      isEnabled: () => !session.get().isDemo,
      run: () => navigate('/logout'),
    },
  ];
}

/** Registers the commands of the shell. Returns the way to remove them. */
export function registerShellCommands(desk: Desk, navigate: (path: string) => void): () => void {
  const { platform } = desk;
  const commands: readonly Command[] = [
    {
      id: PALETTE_COMMAND,
      title: 'Find a command, window or symbol',
      key: '$mod+k',
      run: () => openPalette(desk),
    },
    {
      id: 'help.keys',
      title: 'Keyboard shortcuts',
      key: 'Shift+?',
      run: () => openKeyMap(desk),
    },
    {
      id: 'help.edit-keys',
      title: 'Change keyboard shortcuts…',
      editsKeys: true,
      run: async () => {
        const { openCommandKeys } = await import('../command-keys/CommandKeysEditor.tsx');
        await openCommandKeys(desk);
      },
    },
    ...workspaceCommands(desk),
    ...layoutCommands(desk),
    ...windowCommands(desk),
    ...readyCommands(desk),
    ...pageCommands(desk, navigate),
  ];
  const removers = commands.map((command) => desk.commands.register(command));
  removers.push(
    platform.settings.onSave((before, after) => desk.undo.record(settingsStep(before, after))),
    platform.alertDocuments.onChange((changes) => desk.undo.record(alertStep(changes))),
    followDocuments(desk),
  );
  removers.push(...registerWindowCommands(desk));
  return () => {
    for (const remove of removers) remove();
  };
}

/** Registers the commands of the tools' windows; returns the functions that remove them. */
function registerWindowCommands({ plugins, windows, platform, commands }: Desk): readonly (() => void)[] {
  return plugins.all.flatMap((plugin) =>
    plugin.commands.map(({ id, title, icon, key, isEnabled, isOn, run }) => {
      const mine = (args: CommandArguments) => {
        const window = windows.get(args.windowId ?? windows.focusedId() ?? '');
        return window?.plugin === plugin && isPermitted(plugin, platform.session.get()) ? window : undefined;
      };
      return commands.register({
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
      });
    }),
  );
}

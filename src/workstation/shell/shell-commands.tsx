import { WINDOW_KEYS, type WindowKey } from '../../../layouts/index.ts';
import type { Command, CommandArguments } from '../../plugin-api/index.ts';
import { isOffered, type Desk } from '../desk.ts';
import { CommandPalette } from '../dialogs/CommandPalette.tsx';
import { NameForm } from '../dialogs/NameForm.tsx';
import { helpText } from '../help/help-texts.ts';
import * as reduce from '../workspace/workspace-state.ts';
import { LayoutChooser } from './LayoutChooser.tsx';

/** Registers the commands of the shell. Returns the way to remove them. */
export function registerShellCommands(desk: Desk, navigate: (path: string) => void): () => void {
  const { workspaces, dialogs, windows, plugins, platform } = desk;
  const current = () => reduce.currentOf(workspaces.getState());
  const hasCurrent = () => current() !== undefined;
  const windowOf = (args: CommandArguments) => windows.get(args.windowId ?? windows.focusedId() ?? '');
  /** Workspace and slot of a window id, also of an empty window. */
  const slotOf = (args: CommandArguments): { id: number; key: WindowKey } | null => {
    const [id, name] = String(args.windowId ?? windows.focusedId() ?? '').split(':');
    const key = WINDOW_KEYS.find((candidate) => candidate === name);
    return key === undefined ? null : { id: Number(id), key };
  };
  const askName = (title: string, initial: string, own: number | null) => dialogs.open<string>({ title, width: 320, content: ({ close }) => <NameForm initial={initial} errorOf={(name) => reduce.nameError(workspaces.getState(), name, own)} close={close} /> });

  const commands: Command[] = [
    { id: 'palette.open', title: 'Find a command', key: '$mod+k', run: async () => {
      const windowId = windows.focusedId();
      const id = await dialogs.open<string>({ title: 'Commands', width: 480, content: ({ close }) => <CommandPalette commands={desk.commands} windowId={windowId} onRun={close} /> });
      if (id !== null) await desk.commands.run(id, windowId === null ? {} : { windowId });
    } },
    { id: 'workspace.add', title: 'New workspace', run: async () => {
      const name = await askName('New workspace', '', null);
      if (name !== null) workspaces.change((draft) => reduce.addWorkspace(draft, name));
    } },
    { id: 'workspace.rename', title: 'Rename workspace', isEnabled: hasCurrent, run: async () => {
      const own = current();
      const name = own === undefined ? null : await askName('Rename workspace', own.Name, own.Id);
      if (own !== undefined && name !== null) workspaces.change((draft) => reduce.renameWorkspace(draft, own.Id, name));
    } },
    { id: 'workspace.delete', title: 'Delete workspace', isEnabled: hasCurrent, run: async () => {
      const own = current();
      if (own !== undefined && await dialogs.confirm({ title: 'Delete workspace', message: `Delete workspace ${own.Name}?` })) workspaces.change((draft) => reduce.deleteWorkspace(draft, own.Id));
    } },
    { id: 'workspace.select', title: 'Next workspace', isEnabled: hasCurrent, run: ({ workspaceId }) => {
      const { Workspaces, Current } = workspaces.getState();
      const next = Workspaces[(Workspaces.findIndex((item) => item.Id === Current) + 1) % Workspaces.length]?.Id;
      const id = typeof workspaceId === 'number' ? workspaceId : next;
      if (id !== undefined) workspaces.change((draft) => reduce.selectWorkspace(draft, id));
    } },
    { id: 'layout.choose', title: 'Choose window layout', isEnabled: hasCurrent, run: async ({ code }) => {
      const own = current();
      if (own === undefined) return;
      const chosen = typeof code === 'string' ? code : await dialogs.open<string>({ title: 'Choose window layout:', width: 420, content: ({ close }) => <LayoutChooser workspace={own} titleOf={(tool) => plugins.get(tool)?.title ?? tool} onChoose={close} /> });
      if (chosen !== null) workspaces.change((draft) => reduce.chooseLayout(draft, own.Id, chosen));
    } },
    { id: 'window.add-tool', title: 'Add tool', isEnabled: (args) => typeof args['tool'] === 'string', run: async (args) => {
      const plugin = plugins.get(String(args['tool']));
      const slot = slotOf(args);
      if (plugin === undefined || slot === null || !isOffered(plugin, platform.session.get())) return;
      const holder = plugin.isSingleton ? reduce.workspaceWithTool(workspaces.getState(), plugin.id) : undefined;
      if (holder !== undefined) { await dialogs.alert({ title: plugin.title, message: `${plugin.title} is already in workspace ${holder.Name}.` }); return; }
      workspaces.change((draft) => reduce.putWindow(draft, slot.id, slot.key, { Tool: plugin.id, version: plugin.state.migrations.length, data: plugin.state.initial, linked: true }));
    } },
    { id: 'window.bring-back', title: 'Bring back tool', isEnabled: (args) => typeof args['from'] === 'string', run: (args) => {
      const slot = slotOf(args);
      const from = WINDOW_KEYS.find((key) => key === args['from']);
      if (slot !== null && from !== undefined) workspaces.change((draft) => reduce.swapWindows(draft, slot.id, slot.key, from));
    } },
    { id: 'window.close', title: 'Close window', run: (args) => { const slot = slotOf(args); if (slot !== null) workspaces.change((draft) => reduce.putWindow(draft, slot.id, slot.key, undefined)); } },
    { id: 'window.toggle-link', title: 'Link or unlink window', isOn: (args) => windowOf(args)?.isLinked() ?? false, run: (args) => { const window = windowOf(args); window?.setLinked(!window.isLinked()); } },
    { id: 'window.help', title: 'Tips & Tricks', key: 'F1', run: async (args) => {
      const plugin = windowOf(args)?.plugin;
      await dialogs.open<true>({ title: plugin === undefined ? 'Tips & Tricks' : `Tips & Tricks: ${plugin.title}`, width: 460, content: () => <div style={{ display: 'grid', gap: 10 }}>{helpText(plugin?.helpTopic ?? '').map((text) => <p key={text}>{text}</p>)}</div> });
    } },
    { id: 'settings.open', title: 'Settings', run: () => navigate('/settings') },
    { id: 'session.logout', title: 'Logout', isEnabled: () => !platform.session.get().isDemo, run: () => navigate('/logout') },
  ];
  const removers = commands.map((command) => desk.commands.register(command));
  for (const plugin of plugins.all) {
    for (const { id, title, icon, key, isEnabled, isOn, run } of plugin.commands) {
      const mine = (args: CommandArguments) => { const window = windowOf(args); return window?.plugin === plugin ? window : undefined; };
      removers.push(desk.commands.register({
        id: `${plugin.id}.${id}`, title: `${plugin.title}: ${title}`, ...(icon ? { icon } : {}), ...(key ? { key } : {}),
        isEnabled: (args) => { const window = mine(args); return window !== undefined && (isEnabled?.(window) ?? true); },
        isOn: (args) => { const window = mine(args); return window !== undefined && (isOn?.(window) ?? false); },
        run: async (args) => { const window = mine(args); if (window !== undefined) await run(window, args); },
      }));
    }
  }
  return () => { for (const remove of removers) remove(); };
}

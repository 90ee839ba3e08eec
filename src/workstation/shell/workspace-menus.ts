import { Copy, Download, History, LayoutDashboard, Pencil, Trash2, Redo2, Undo2, Upload } from 'lucide-react';
import type { CommandRegistry } from '../../plugin-api/index.ts';
import type { MenuEntry } from '../../ui/index.ts';
import type { Workspace } from '../workspace/workspace-state.ts';

/** Entries of the context menu of one workspace's tab. */
export function tabMenu(
  commands: CommandRegistry,
  { Id: workspaceId, IsLocked = false }: Pick<Workspace, 'Id' | 'IsLocked'>,
): readonly MenuEntry[] {
  const run = (command: string) => () => void commands.run(command, { workspaceId });
  return [
    { id: 'rename', label: 'Rename', icon: Pencil, shortcut: 'F2', run: run('workspace.rename') },
    { id: 'duplicate', label: 'Duplicate', icon: Copy, run: run('workspace.duplicate') },
    { id: 'export', label: 'Export to a file', icon: Download, run: run('workspace.export') },
    { id: 'lock', label: 'Lock layout', isChecked: IsLocked, run: run('layout.lock') },
    {
      id: 'delete',
      label: 'Delete',
      icon: Trash2,
      isDestructive: true,
      hasSeparator: true,
      shortcut: 'Del',
      run: run('workspace.delete'),
    },
  ];
}

interface AllWorkspacesMenu {
  readonly commands: CommandRegistry;
  readonly workspaces: readonly Pick<Workspace, 'Id' | 'Name'>[];
  /** Id of the workspace on screen; null on pages outside of the desk. */
  readonly current: number | null;
  readonly select: (workspaceId: number) => void;
}

/** Entries of the menu "All workspaces": one per workspace, then what can be done with the one on screen. */
export function allWorkspacesMenu({
  commands,
  workspaces,
  current,
  select,
}: AllWorkspacesMenu): readonly MenuEntry[] {
  const run = (command: string) => () => void commands.run(command);
  const ofCurrent: readonly MenuEntry[] = [
    {
      id: 'duplicate',
      label: 'Duplicate workspace',
      icon: Copy,
      hasSeparator: true,
      run: run('workspace.duplicate'),
    },
    { id: 'export', label: 'Export workspace to a file', icon: Download, run: run('workspace.export') },
  ];
  return [
    ...workspaces.map(({ Id, Name }) => ({
      id: `workspace-${Id}`,
      label: Name,
      isChecked: Id === current,
      run: () => select(Id),
    })),
    ...(current === null ? [] : ofCurrent),
    {
      id: 'gallery',
      label: 'Ready workspaces',
      icon: LayoutDashboard,
      hasSeparator: current === null && workspaces.length > 0,
      run: run('workspace.gallery'),
    },
    ...fileEntries(commands),
    {
      id: 'history',
      label: 'History of workspaces',
      icon: History,
      isDisabled: !isEnabled(commands, 'workspace.history'),
      run: run('workspace.history'),
    },
  ];
}

/** Entries of the menu "Edit", with the titles of the changes that can be undone and done again next. */
export function editMenu(
  commands: CommandRegistry,
  { last, next }: { readonly last: string | undefined; readonly next: string | undefined },
): readonly MenuEntry[] {
  const run = (command: string) => () => void commands.run(command);
  return [
    {
      id: 'undo',
      label: last === undefined ? 'Undo' : `Undo: ${last}`,
      icon: Undo2,
      ...shortcutOf(commands, 'edit.undo'),
      isDisabled: last === undefined,
      run: run('edit.undo'),
    },
    {
      id: 'redo',
      label: next === undefined ? 'Redo' : `Redo: ${next}`,
      icon: Redo2,
      ...shortcutOf(commands, 'edit.redo'),
      isDisabled: next === undefined,
      run: run('edit.redo'),
    },
  ];
}

/** The key of a command, as an entry of a menu has it. */
const shortcutOf = (commands: CommandRegistry, command: string): Pick<MenuEntry, 'shortcut'> => {
  const key = commands.get(command)?.key;
  return key === undefined ? {} : { shortcut: key };
};

const isEnabled = (commands: CommandRegistry, command: string): boolean =>
  commands.get(command)?.isEnabled?.({}) ?? false;

/** Entries about files that are not about the workspace on screen. */
function fileEntries(commands: CommandRegistry): readonly MenuEntry[] {
  const run = (command: string) => () => void commands.run(command);
  return [
    {
      id: 'import',
      label: 'Import workspace from a file',
      icon: Upload,
      run: run('workspace.import'),
    },
    {
      id: 'export-everything',
      label: 'Export everything to a file',
      icon: Download,
      isDisabled: !isEnabled(commands, 'user.export'),
      run: run('user.export'),
    },
    {
      id: 'import-everything',
      label: 'Import everything from a file',
      icon: Upload,
      isDisabled: !isEnabled(commands, 'user.import'),
      run: run('user.import'),
    },
  ];
}

import { Copy, Download, Pencil, Trash2, Undo2, Upload } from 'lucide-react';
import type { CommandRegistry } from '../../plugin-api/index.ts';
import type { MenuEntry } from '../../ui/index.ts';
import type { Workspace } from '../workspace/workspace-state.ts';

/** Entries of the context menu of one workspace's tab. */
export function tabMenu(commands: CommandRegistry, workspaceId: number): readonly MenuEntry[] {
  const run = (command: string) => () => void commands.run(command, { workspaceId });
  return [
    { id: 'rename', label: 'Rename', icon: Pencil, shortcut: 'F2', run: run('workspace.rename') },
    { id: 'duplicate', label: 'Duplicate', icon: Copy, run: run('workspace.duplicate') },
    { id: 'export', label: 'Export to a file', icon: Download, run: run('workspace.export') },
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
      id: 'import',
      label: 'Import workspace from a file',
      icon: Upload,
      hasSeparator: current === null && workspaces.length > 0,
      run: run('workspace.import'),
    },
    {
      id: 'undo',
      label: 'Undo',
      icon: Undo2,
      shortcut: 'Ctrl+Z',
      hasSeparator: true,
      isDisabled: !(commands.get('edit.undo')?.isEnabled?.({}) ?? false),
      run: run('edit.undo'),
    },
  ];
}

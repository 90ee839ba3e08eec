import { hasPermission, Permission } from '../../domain/permissions.ts';
import type { Command, CommandArguments } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { NameForm } from '../dialogs/NameForm.tsx';
import { randomId } from '../../client/random-id.ts';
import { alertIdsOf, withAlertIds } from '../workspace/alert-references.ts';
import { deleteStep, workspaceStep } from '../workspace/undo-steps.ts';
import * as reduce from '../workspace/workspace-state.ts';
import { reportClosed } from './closed-windows.ts';
import { drawingsToExport, drawingsToImport } from './drawing-transfer.ts';
import { chooseWorkspaceFile, saveAsFile } from './files.ts';
import { focusTab } from './focus-tab.ts';
import { undoCommands } from './undo-commands.ts';
import { performWithToast } from './undo-toast.ts';
import {
  readWorkspaceFile,
  workspaceFileName,
  writeWorkspaceFile,
  type ImportedWorkspace,
} from '../workspace/workspace-file.ts';

/** Finds the workspace that a command is about: that of the argument `workspaceId`, or the one on screen. */
function workspaceFinder({ workspaces }: Desk) {
  const find = ({ workspaceId }: CommandArguments): reduce.Workspace | undefined => {
    const state = workspaces.getState();
    return typeof workspaceId === 'number' ? reduce.workspaceOf(state, workspaceId) : reduce.currentOf(state);
  };
  return {
    exists: (args: CommandArguments): boolean => find(args) !== undefined,
    /** A command's `run` that does nothing when there is no such workspace. */
    onWorkspace:
      (run: (workspace: reduce.Workspace) => void | Promise<void>) =>
      async (args: CommandArguments): Promise<void> => {
        const workspace = find(args);
        if (workspace !== undefined) await run(workspace);
      },
  };
}

/** Commands about workspaces. They work on the one on screen, or on that of the argument `workspaceId`. */
export function workspaceCommands(desk: Desk): readonly Command[] {
  return [
    ...nameCommands(desk),
    ...chooseCommands(desk),
    ...copyCommands(desk),
    importCommand(desk),
    historyCommand(desk),
    {
      id: 'workspace.gallery',
      title: 'Ready workspaces',
      run: async () => {
        const { openGallery } = await import('../gallery/open-gallery.tsx');
        await openGallery(desk);
      },
    },
    ...undoCommands(desk),
  ];
}

function historyCommand(desk: Desk): Command {
  return {
    id: 'workspace.history',
    title: 'History of workspaces',
    // A demo's workspaces are not stored.
    isEnabled: () => !desk.platform.session.get().isDemo,
    run: async () => {
      const { openHistory } = await import('../history/open-history.tsx');
      await openHistory(desk);
    },
  };
}

function nameCommands(desk: Desk): readonly Command[] {
  const { workspaces, undo, dialogs } = desk;
  const { exists, onWorkspace } = workspaceFinder(desk);
  /** Opens the name dialog; `id` is the workspace that may keep its present name. */
  const enterName = (title: string, initial: string, id: number | null) =>
    dialogs.open<string>({
      title,
      width: 320,
      content: ({ close }) => (
        <NameForm
          initial={initial}
          errorOf={(name) => reduce.nameError(workspaces.getState(), name, id)}
          close={close}
        />
      ),
    });
  return [
    {
      id: 'workspace.add',
      title: 'New workspace',
      run: async () => {
        const name = await enterName('New workspace', '', null);
        if (name === null) return;
        undo.perform({
          title: `Add workspace ${name.trim()}`,
          workspaceId: null,
          apply: (draft) => reduce.addWorkspace(draft, name),
        });
      },
    },
    {
      id: 'workspace.rename',
      title: 'Rename workspace',
      isEnabled: exists,
      run: onWorkspace(async ({ Id, Name }) => {
        const name = await enterName('Rename workspace', Name, Id);
        if (name === null) return;
        undo.perform(
          workspaceStep(workspaces.getState(), Id, `Rename workspace ${Name}`, (draft) =>
            reduce.renameWorkspace(draft, Id, name),
          ),
        );
      }),
    },
  ];
}

function chooseCommands(desk: Desk): readonly Command[] {
  const { workspaces, dialogs } = desk;
  const { exists, onWorkspace } = workspaceFinder(desk);
  return [
    {
      id: 'workspace.delete',
      title: 'Delete workspace',
      isEnabled: exists,
      run: onWorkspace(async (workspace) => {
        const { Id, Name } = workspace;
        const isAgreed = await dialogs.confirm({
          title: 'Delete workspace',
          message: `Delete workspace ${Name}?`,
        });
        if (!isAgreed) return;
        performWithToast(desk, deleteStep(workspaces.getState(), Id), `“${Name}” deleted.`);
        reportClosed(desk, reduce.toolsIn(workspace));
        focusTab();
      }),
    },
    {
      id: 'workspace.select',
      title: 'Next workspace',
      isEnabled: () => workspaces.getState().Workspaces.length > 0,
      run: ({ workspaceId }) => {
        const { Workspaces, Current } = workspaces.getState();
        const next =
          Workspaces[(Workspaces.findIndex((item) => item.Id === Current) + 1) % Workspaces.length]?.Id;
        const id = typeof workspaceId === 'number' ? workspaceId : next;
        if (id !== undefined) workspaces.change((draft) => reduce.selectWorkspace(draft, id));
      },
    },
  ];
}

function copyCommands(desk: Desk): readonly Command[] {
  const { workspaces, undo, announcer } = desk;
  const { exists, onWorkspace } = workspaceFinder(desk);
  return [
    {
      id: 'workspace.duplicate',
      title: 'Duplicate workspace',
      isEnabled: exists,
      run: onWorkspace((workspace) => {
        undo.perform({
          title: `Duplicate workspace ${workspace.Name}`,
          workspaceId: null,
          apply: (draft) => {
            reduce.insertWorkspace(draft, workspace, {
              index: draft.Workspaces.findIndex((item) => item.Id === workspace.Id) + 1,
            });
          },
        });
        announcer.say(`Workspace ${reduce.currentOf(workspaces.getState())?.Name ?? ''} added`);
      }),
    },
    {
      id: 'workspace.export',
      title: 'Export workspace to a file',
      isEnabled: exists,
      run: onWorkspace((workspace) => exportWorkspace(desk, workspace)),
    },
  ];
}

/** Saves a workspace as a file, with the alerts that its windows list and the shared drawings that its charts show. */
async function exportWorkspace(desk: Desk, workspace: reduce.Workspace): Promise<void> {
  const { platform, plugins, dialogs } = desk;
  const { rows, isLoaded } = platform.alertDocuments.get();
  const ids = alertIdsOf(workspace, plugins.get);
  const { permissionMask } = platform.session.get();
  if (ids.length > 0 && !isLoaded && hasPermission(permissionMask, Permission.ChartAlerts))
    return dialogs.alert({
      title: 'Export workspace',
      message:
        'The alerts of this workspace have not been loaded yet. Try again once the server is connected.',
    });
  const alerts = ids.flatMap((id) => rows.get(id) ?? []);
  const drawings = await drawingsToExport(desk, workspace);
  if (drawings === null)
    return dialogs.alert({
      title: 'Export workspace',
      message:
        'The shared drawings of this workspace could not be loaded. Try again once the server is connected.',
    });
  saveAsFile(workspaceFileName(workspace.Name), writeWorkspaceFile(workspace, alerts, drawings));
}

/**
 * Adds the workspace of a file with its shared drawings. Its alerts get new ids: they are alerts of this user, beside those that the file was made
 * from.
 */
function addImported(
  { platform, undo, plugins }: Desk,
  file: ImportedWorkspace,
  addDrawings: () => void,
): void {
  const newIds = new Map(alertIdsOf(file.workspace, plugins.get).map((id) => [id, randomId()]));
  platform.alertDocuments.put(
    file.alerts.flatMap((row) => {
      const Id = newIds.get(row.Id);
      return Id === undefined ? [] : { ...row, Id };
    }),
  );
  const title = `Import workspace ${file.workspace.Name}`;
  undo.join(title, () => {
    addDrawings();
    undo.perform({
      title,
      workspaceId: null,
      apply: (draft) => {
        reduce.insertWorkspace(draft, withAlertIds(file.workspace, newIds, plugins.get));
      },
    });
  });
}

/** What was left out of an imported file or cannot be used here, as sentences; empty when there is nothing. */
function importNotes({ unknownTools, unreadableAlerts, unreadableDrawings }: ImportedWorkspace): string {
  return [
    ...(unknownTools.length === 0
      ? []
      : [` These tools are not installed and are kept as they are: ${unknownTools.join(', ')}.`]),
    ...(unreadableAlerts === 0 ? [] : [` Alerts that could not be read: ${unreadableAlerts}.`]),
    ...(unreadableDrawings === 0 ? [] : [` Drawings that could not be read: ${unreadableDrawings}.`]),
  ].join('');
}

function importCommand(desk: Desk): Command {
  const { workspaces, dialogs, plugins } = desk;
  return {
    id: 'workspace.import',
    title: 'Import workspace from a file',
    run: async () => {
      const text = await chooseWorkspaceFile();
      if (text === null) return;
      const read = text.ok ? readWorkspaceFile(text.text, (tool) => plugins.get(tool) !== undefined) : text;
      if (!read.ok) {
        await dialogs.alert({ title: 'Import workspace', message: read.message });
        return;
      }
      const drawings = await drawingsToImport(desk, read.drawings);
      if (drawings === null) {
        await dialogs.alert({
          title: 'Import workspace',
          message:
            'This workspace has shared drawings, which cannot be added now. Nothing was imported. Try again once the server is connected.',
        });
        return;
      }
      addImported(desk, read, drawings.add);
      const name = reduce.currentOf(workspaces.getState())?.Name ?? '';
      const notes = importNotes(read) + drawings.leftOut;
      dialogs.toast({
        message: `“${name}” imported.${drawings.added}${notes}`,
        tone: notes === '' ? 'success' : 'warning',
      });
      focusTab();
    },
  };
}

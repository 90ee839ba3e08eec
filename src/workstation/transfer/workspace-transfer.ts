import { hasPermission, Permission } from '../../domain/permissions.ts';
import { randomId } from '../../client/random-id.ts';
import type { Desk } from '../desk-context.ts';
import { saveJsonFile } from '../../ui/index.ts';
import { focusTab } from '../shell/focus-tab.ts';
import { alertIdsOf, withAlertIds } from '../workspace/alert-references.ts';
import { currentOf, insertWorkspace, type Workspace } from '../workspace/workspace-state.ts';
import { drawingsToExport, drawingsToImport } from './drawing-transfer.ts';
import {
  readWorkspaceFile,
  workspaceFileName,
  writeWorkspaceFile,
  type ImportedWorkspace,
} from './workspace-file.ts';

/** Saves a workspace as a file, with the alerts that its windows list and the shared drawings that its charts show. */
export async function exportWorkspace(desk: Desk, workspace: Workspace): Promise<void> {
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
  saveJsonFile(workspaceFileName(workspace.Name), writeWorkspaceFile(workspace, alerts, drawings));
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
  const alerts = file.alerts.flatMap((row) => {
    const Id = newIds.get(row.Id);
    return Id === undefined ? [] : { ...row, Id };
  });
  const title = `Import workspace ${file.workspace.Name}`;
  undo.join(title, () => {
    platform.alertDocuments.put(alerts);
    addDrawings();
    undo.perform({
      title,
      workspaceId: null,
      apply: (draft) => {
        insertWorkspace(draft, withAlertIds(file.workspace, newIds, plugins.get));
      },
    });
  });
}

/** What was left out of an imported file or cannot be used here, as sentences; empty when there is nothing. */
function importNotes(file: ImportedWorkspace): string {
  const { unknownTools, unreadableAlerts, unreadableDrawings, leftOut } = file;
  return [
    ...(leftOut.length === 0 ? [] : [` Left out because it could not be read: ${leftOut.join(', ')}.`]),
    ...(unknownTools.length === 0
      ? []
      : [` These tools are not installed and are kept as they are: ${unknownTools.join(', ')}.`]),
    ...(unreadableAlerts === 0 ? [] : [` Alerts that could not be read: ${unreadableAlerts}.`]),
    ...(unreadableDrawings === 0 ? [] : [` Drawings that could not be read: ${unreadableDrawings}.`]),
  ].join('');
}

/** Adds the workspace of a file, or reports under the title why it cannot be added. */
export async function importWorkspace(desk: Desk, text: string, title: string): Promise<void> {
  const { workspaces, dialogs, plugins } = desk;
  const read = readWorkspaceFile(text, (tool) => plugins.get(tool) !== undefined);
  if (!read.ok) return dialogs.alert({ title, message: read.message });
  const drawings = await drawingsToImport(desk, read.drawings);
  if (drawings === null)
    return dialogs.alert({
      title,
      message:
        'This workspace has shared drawings, which cannot be added now. Nothing was imported. Try again once the server is connected.',
    });
  addImported(desk, read, drawings.add);
  const name = currentOf(workspaces.getState())?.Name ?? '';
  const notes = importNotes(read) + drawings.leftOut;
  dialogs.toast({
    message: `“${name}” imported.${drawings.added}${notes}`,
    tone: notes === '' ? 'success' : 'warning',
  });
  focusTab();
}

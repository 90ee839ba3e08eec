import type { Desk } from '../desk-context.ts';
import { performWithToast } from '../shell/undo-toast.ts';
import { HistoryDialog } from './HistoryDialog.tsx';
import { restoreStep } from './version-changes.ts';

/** Opens the history of the workspaces. What has not been stored yet is stored before, so that it is in the list. */
export async function openHistory(desk: Desk): Promise<void> {
  const { dialogs, platform, workspaces, plugins, docks } = desk;
  docks.flush();
  // What cannot be stored now is reported by the page, and the list is shown without it.
  await platform.settings.flush().catch(() => undefined);
  await dialogs.open<never>({
    title: 'History of workspaces',
    width: 720,
    content: () => (
      <HistoryDialog
        history={platform.workspaceHistory}
        workspaces={workspaces}
        titleOf={(tool) => plugins.get(tool)?.title ?? tool}
        onRestore={(then) =>
          performWithToast(desk, restoreStep(workspaces.getState(), then), `${then.Name} restored.`)
        }
      />
    ),
  });
}

import type { Desk } from '../desk-context.ts';
import { saveJsonFile } from '../../ui/index.ts';
import type { ChosenFile } from '../shell/files.ts';
import { focusTab } from '../shell/focus-tab.ts';
import { offerUndo } from '../shell/undo-toast.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { planImport } from './plan-import.ts';
import { contentsText, linesOf } from './plan-parts.ts';
import { loadEverything, type Work } from './present-data.ts';
import { runImport, type ImportOutcome } from './run-import.ts';
import { isUserFile, readUserFile, userFileName, writeUserFile, type UserContents } from './user-file.ts';
import { importWorkspace } from './workspace-transfer.ts';

const EXPORT_TITLE = 'Export everything';
const IMPORT_TITLE = 'Import from a file';

/** Saves everything that the user has made as a file. */
export async function openExport(desk: Desk): Promise<void> {
  const { dialogs, docks } = desk;
  docks.flush();
  const load = (work: Work) => loadEverything(desk, work);
  const contents = await dialogs.open<UserContents>({
    title: EXPORT_TITLE,
    width: 420,
    content: ({ close }) => <ExportDialog load={load} close={close} />,
  });
  if (contents === null) return;
  saveJsonFile(userFileName(Date.now()), writeUserFile(contents, Date.now()));
  const { settings, workspace, save, alert, drawing, strategy } = contents;
  const counts = contentsText({
    settings: settings.length,
    workspace: workspace.length,
    save: save.length,
    alert: alert.length,
    drawing: drawing.length,
    strategy: strategy.length,
  });
  dialogs.toast({ message: `Exported: ${counts}.`, tone: 'success' });
}

/**
 * Imports the file that the user has chosen: a workspace, or everything that a user has made. `title` is that of the message about a file that is
 * neither.
 */
export async function importFile(desk: Desk, file: ChosenFile, title: string): Promise<void> {
  const { dialogs, platform } = desk;
  if (!file.ok) return dialogs.alert({ title: IMPORT_TITLE, message: file.message });
  if (!isUserFile(file.text)) return importWorkspace(desk, file.text, title);
  if (platform.session.get().isDemo)
    return dialogs.alert({
      title: IMPORT_TITLE,
      message: 'Importing everything is not supported during Demo Session.',
    });
  const read = readUserFile(file.text);
  if (!read.ok) return dialogs.alert({ title: IMPORT_TITLE, message: read.message });
  await importContents(desk, read.contents, read.problems);
}

async function importContents(
  desk: Desk,
  contents: UserContents,
  problems: readonly string[],
): Promise<void> {
  const { dialogs, plugins } = desk;
  const plan = (work: Work) => planImport(desk, contents, work);
  const titleOf = (toolType: string) =>
    plugins.all.find(({ savedItemType }) => savedItemType === toolType)?.title ?? toolType;
  let done: ImportOutcome | undefined;
  let isRunning = false;
  await dialogs.open<ImportOutcome>({
    title: IMPORT_TITLE,
    width: 560,
    // While it runs, only its Cancel button ends it: the dialog then shows what was added.
    mayLeave: () => Promise.resolve(!isRunning),
    content: ({ close }) => (
      <ImportDialog
        problems={problems}
        plan={plan}
        linesOf={(planned) => linesOf(planned, titleOf)}
        run={async (planned, chosen, work) => {
          isRunning = true;
          done = await runImport(desk, planned, chosen, work);
          isRunning = false;
          return done;
        }}
        close={close}
      />
    ),
  });
  if (done?.step) offerUndo(desk, done.step, 'Import finished.');
  focusTab();
}

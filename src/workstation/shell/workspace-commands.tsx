import type { Command, CommandArguments } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { NameForm } from '../dialogs/NameForm.tsx';
import { deleteStep, workspaceStep } from '../workspace/undo-steps.ts';
import * as reduce from '../workspace/workspace-state.ts';
import { reportClosed } from './closed-windows.ts';
import { chooseExportedFile } from './files.ts';
import { focusTab } from './focus-tab.ts';
import { undoCommands } from './undo-commands.ts';
import { performWithToast } from './undo-toast.ts';

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
    ...fileCommands(desk),
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
    ...Array.from({ length: NUMBERED_WORKSPACES }, (_, index) => numberedCommand(desk, index)),
  ];
}

/** The first workspaces have commands of their own, for which the user may choose keys. */
const NUMBERED_WORKSPACES = 9;

const numberedCommand = ({ workspaces }: Desk, index: number): Command => ({
  id: `workspace.go-${index + 1}`,
  title: `Go to workspace ${index + 1}`,
  isEnabled: () => workspaces.getState().Workspaces[index] !== undefined,
  run: () => {
    const workspace = workspaces.getState().Workspaces[index];
    if (workspace) workspaces.change((draft) => reduce.selectWorkspace(draft, workspace.Id));
  },
});

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
  ];
}

/** Files of one workspace, and of everything that the user has made. */
function fileCommands(desk: Desk): readonly Command[] {
  const { exists, onWorkspace } = workspaceFinder(desk);
  const isUser = () => !desk.platform.session.get().isDemo;
  return [
    {
      id: 'workspace.export',
      title: 'Export workspace to a file',
      isEnabled: exists,
      run: onWorkspace(async (workspace) =>
        (await import('../transfer/workspace-transfer.ts')).exportWorkspace(desk, workspace),
      ),
    },
    {
      id: 'workspace.import',
      title: 'Import workspace from a file',
      run: () => importFile(desk, 'Import workspace'),
    },
    {
      id: 'user.export',
      title: 'Export everything to a file',
      // What a demo makes is not stored.
      isEnabled: isUser,
      run: async () => (await import('../transfer/open-transfer.tsx')).openExport(desk),
    },
    {
      id: 'user.import',
      title: 'Import everything from a file',
      isEnabled: isUser,
      run: () => importFile(desk, 'Import everything'),
    },
  ];
}

/** Imports the file that the user chooses: a workspace, or everything that a user has made. */
async function importFile(desk: Desk, title: string): Promise<void> {
  // At once: the browser opens its dialog only while it handles a click or a key.
  const file = await chooseExportedFile();
  if (file !== null) await (await import('../transfer/open-transfer.tsx')).importFile(desk, file, title);
}

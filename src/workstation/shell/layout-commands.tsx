import type { Command } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { layoutsIn } from '../workspace/saved-layouts.ts';
import { workspaceStep } from '../workspace/undo-steps.ts';
import {
  applySavedLayout,
  chooseLayout,
  currentOf,
  lockLayout,
  parkedWindows,
} from '../workspace/workspace-state.ts';
import { LayoutChooser, type ChosenLayout } from './LayoutChooser.tsx';
import { ManageLayouts } from './ManageLayouts.tsx';
import { sayLocked } from './say-locked.ts';
import { offerUndo } from './undo-toast.ts';
import { loadSaveStore } from './use-saved-layouts.ts';

/** Commands about the layout of the workspace on screen, and about saved layouts. */
export function layoutCommands(desk: Desk): readonly Command[] {
  const { workspaces, dialogs, undo, commands } = desk;
  const current = () => currentOf(workspaces.getState());
  return [
    lockCommand(desk),
    // Arguments: `code`, one of the eight, or `name` of a saved layout; without either the chooser opens.
    {
      id: 'layout.choose',
      title: 'Choose window layout',
      isEnabled: () => current() !== undefined,
      run: async ({ code, name }) => {
        const workspace = current();
        if (workspace === undefined) return;
        if (workspace.IsLocked === true) {
          sayLocked(desk);
          return;
        }
        const given: ChosenLayout | null =
          typeof code === 'string' ? { code } : typeof name === 'string' ? await savedAs(desk, name) : null;
        if (typeof name === 'string' && given === null) return;
        const chosen =
          given ??
          (await dialogs.open<ChosenLayout>({
            title: 'Choose window layout:',
            width: 420,
            content: ({ close }) => <LayoutChooser desk={desk} workspace={workspace} onChoose={close} />,
          }));
        if (chosen === null) return;
        if (chosen === 'manage') {
          await commands.run('layout.manage');
          return;
        }
        const done = undo.perform(
          workspaceStep(workspaces.getState(), workspace.Id, 'Choose layout', (draft) =>
            'code' in chosen
              ? chooseLayout(draft, workspace.Id, chosen.code)
              : applySavedLayout(draft, workspace.Id, chosen.Tree),
          ),
        );
        const after = current();
        const hiddenCount = after === undefined ? 0 : parkedWindows(after).length;
        if (done !== null && hiddenCount > parkedWindows(workspace).length)
          offerUndo(desk, done, hiddenText(hiddenCount), 'hidden-windows');
      },
    },
    ...savedLayoutCommands(desk),
  ];
}

/** Commands about the layouts that the user has saved. */
function savedLayoutCommands(desk: Desk): readonly Command[] {
  const { dialogs, undo } = desk;
  return [
    {
      id: 'layout.manage',
      title: 'Manage saved layouts',
      run: async () => {
        await dialogs.open<never>({
          title: 'Manage saved layouts',
          width: 440,
          content: ({ close }) => <ManageLayouts desk={desk} close={() => close(null)} />,
        });
      },
    },
    {
      id: 'layout.delete',
      title: 'Delete saved layout',
      needsArguments: true,
      isEnabled: ({ name }) => typeof name === 'string',
      run: async ({ name }) => {
        if (typeof name !== 'string') return;
        const store = await loadSaveStore(desk);
        const layout = layoutsIn(store?.get().rows ?? []).find(({ Name }) => Name === name);
        if (store === null || layout === undefined) return;
        const done = undo.join(`Delete layout ${name}`, () => store.remove([layout.Id]));
        if (done !== null) offerUndo(desk, done, `Layout “${name}” deleted.`);
      },
    },
  ];
}

/** The saved layout of a name; null when there is none, or the saves cannot be loaded now. */
async function savedAs(desk: Desk, name: string): Promise<ChosenLayout | null> {
  const store = await loadSaveStore(desk);
  return layoutsIn(store?.get().rows ?? []).find(({ Name }) => Name === name) ?? null;
}

const hiddenText = (count: number): string =>
  count === 1
    ? 'One window is hidden: the layout has fewer places. A larger layout shows it again, as does “Go to …” in the commands.'
    : `${count} windows are hidden: the layout has fewer places. A larger layout shows them again; “Go to …” in the commands shows one of them.`;

function lockCommand({ workspaces, undo, announcer }: Desk): Command {
  const current = () => currentOf(workspaces.getState());
  return {
    id: 'layout.lock',
    title: 'Lock or unlock layout',
    isEnabled: () => current() !== undefined,
    isOn: () => current()?.IsLocked === true,
    // Argument: `workspaceId`, else the workspace on screen.
    run: ({ workspaceId }) => {
      const { Workspaces } = workspaces.getState();
      const workspace = Workspaces.find(({ Id }) => Id === workspaceId) ?? current();
      if (workspace === undefined) return;
      const locks = workspace.IsLocked !== true;
      undo.perform(
        workspaceStep(workspaces.getState(), workspace.Id, locks ? 'Lock layout' : 'Unlock layout', (draft) =>
          lockLayout(draft, workspace.Id, locks),
        ),
      );
      announcer.say(locks ? 'Layout locked' : 'Layout unlocked');
    },
  };
}

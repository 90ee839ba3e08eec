import type { Command } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { deleteLayoutStep, layoutStep } from '../workspace/undo-steps.ts';
import { applySavedLayout, chooseLayout, currentOf } from '../workspace/workspace-state.ts';
import { LayoutChooser, type ChosenLayout } from './LayoutChooser.tsx';
import { ManageLayouts } from './ManageLayouts.tsx';
import { performWithToast } from './undo-toast.ts';

/** Commands about the layout of the workspace on screen, and about saved layouts. */
export function layoutCommands(desk: Desk): readonly Command[] {
  const { workspaces, dialogs, undo, plugins, commands } = desk;
  const current = () => currentOf(workspaces.getState());
  return [
    // Arguments: `code`, one of the eight, or `name` of a saved layout; without either the chooser opens.
    {
      id: 'layout.choose',
      title: 'Choose window layout',
      isEnabled: () => current() !== undefined,
      run: async ({ code, name }) => {
        const workspace = current();
        if (workspace === undefined) return;
        const given: ChosenLayout | null =
          typeof code === 'string' ? { code } : typeof name === 'string' ? { name } : null;
        const chosen =
          given ??
          (await dialogs.open<ChosenLayout>({
            title: 'Choose window layout:',
            width: 420,
            content: ({ close }) => (
              <LayoutChooser
                workspace={workspace}
                saved={workspaces.getState().SavedLayouts}
                titleOf={(tool) => plugins.get(tool)?.title ?? tool}
                onChoose={close}
              />
            ),
          }));
        if (chosen === null) return;
        if (chosen === 'manage') {
          await commands.run('layout.manage');
          return;
        }
        undo.perform(
          layoutStep(workspaces.getState(), workspace.Id, 'Choose layout', (draft) =>
            'code' in chosen
              ? chooseLayout(draft, workspace.Id, chosen.code)
              : applySavedLayout(draft, workspace.Id, chosen.name),
          ),
        );
      },
    },
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
      isEnabled: ({ name }) => typeof name === 'string',
      run: ({ name }) => {
        if (typeof name === 'string')
          performWithToast(desk, deleteLayoutStep(workspaces.getState(), name), `Layout “${name}” deleted.`);
      },
    },
  ];
}

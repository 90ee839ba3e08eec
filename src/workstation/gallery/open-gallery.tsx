import { readyWorkspaces } from '../../../plugins/ready-workspaces.ts';
import type { ReadyWorkspace } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { focusTab } from '../shell/focus-tab.ts';
import { performWithToast } from '../shell/undo-toast.ts';
import { readyWorkspaceStep, toolsElsewhere, toolsOf } from './add-ready-workspace.ts';
import { Gallery } from './Gallery.tsx';

/** Shows the ready workspaces whose tools this desk has, and adds the chosen one. */
export async function openGallery(desk: Desk): Promise<void> {
  const { dialogs, plugins, platform } = desk;
  const workspaces = readyWorkspaces.filter(({ content }) =>
    toolsOf(content).some((tool) => plugins.get(tool) !== undefined),
  );
  const chosen = await dialogs.open<ReadyWorkspace>({
    title: 'Ready workspaces',
    width: 640,
    content: ({ close }) => <Gallery workspaces={workspaces} plugins={plugins} onChoose={close} />,
  });
  if (chosen === null) return;
  const step = readyWorkspaceStep(chosen, { plugins, session: platform.session.get() });
  const elsewhere = toolsElsewhere(chosen, desk, desk.workspaces.getState()).map(
    ({ title, workspace }) => ` ${title} stays in ${workspace}.`,
  );
  performWithToast(desk, step, `“${chosen.title}” added.${elsewhere.join('')}`);
  focusTab();
}

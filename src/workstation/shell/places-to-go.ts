import { windowKeysOf, type WindowKey } from '../../../layouts/index.ts';
import { instrumentContext, restoreState, type Command } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { titleOfState } from '../tool-faults.ts';
import { focusWindow } from '../windows/focus-window.ts';
import { windowIdOf } from '../windows/window-controller.ts';
import { workspaceStep } from '../workspace/undo-steps.ts';
import {
  selectWindow,
  selectWorkspace,
  shownWindows,
  swapWindows,
  type StoredWindow,
  type Workspace,
} from '../workspace/workspace-state.ts';

type Go = Pick<Desk, 'workspaces' | 'windows' | 'plugins' | 'docks'> & {
  readonly undo: Pick<Desk['undo'], 'perform'>;
};

/** Workspaces and windows that the palette finds beside the commands: choosing one shows it. */
export function placesToGo(desk: Go): readonly Command[] {
  return desk.workspaces.getState().Workspaces.flatMap((workspace) => [
    {
      id: `go.workspace.${workspace.Id}`,
      title: `Go to workspace ${workspace.Name}`,
      run: () => desk.workspaces.change((draft) => selectWorkspace(draft, workspace.Id)),
    },
    ...windowKeysOf(workspace.LayoutData).flatMap((key): readonly Command[] => {
      const stored = workspace.LayoutData[key];
      if (stored === undefined) return [];
      const id = windowIdOf(workspace.Id, key);
      return [
        {
          id: `go.window.${id}`,
          title: `Go to ${titleOf(desk, id, stored)} in ${workspace.Name}`,
          run: () => showWindow(desk, workspace, key),
        },
      ];
    }),
  ]);
}

/** Shows a symbol in the window last used that is about one symbol, or in the first that is; where there is none, in the next that opens. */
export function showSymbol({ windows, toaster }: Pick<Desk, 'windows' | 'toaster'>, symbol: string): void {
  if (!windows.request(instrumentContext(symbol)))
    toaster.show({
      message: `No window here shows one symbol. Add one, such as a chart: it opens with ${symbol}.`,
      tone: 'neutral',
      key: 'show-symbol',
    });
}

/** The title of a window, on screen or not. */
function titleOf({ windows, plugins }: Go, id: string, stored: StoredWindow): string {
  const open = windows.get(id);
  if (open !== undefined) return open.title();
  const plugin = plugins.get(stored.Tool);
  if (plugin === undefined) return stored.Tool;
  const state = restoreState(plugin.state, { version: stored.version, data: stored.data });
  return state.ok ? titleOfState(plugin, state.value) : plugin.title;
}

/** Shows a window of any workspace. One that waits for room takes the place of the last window, which then waits. */
export function showWindow(
  { workspaces, docks, undo }: Pick<Go, 'workspaces' | 'docks' | 'undo'>,
  workspace: Workspace,
  wanted: WindowKey,
): void {
  const shown = shownWindows(workspace);
  const key = shown.includes(wanted) ? wanted : (shown.at(-1) ?? wanted);
  workspaces.change((draft) => {
    selectWorkspace(draft, workspace.Id);
    selectWindow(draft, workspace.Id, key);
  });
  if (key !== wanted)
    undo.perform(
      workspaceStep(workspaces.getState(), workspace.Id, 'Show hidden window', (draft) =>
        swapWindows(draft, workspace.Id, key, wanted),
      ),
    );
  focusWindow(docks, windowIdOf(workspace.Id, key));
}

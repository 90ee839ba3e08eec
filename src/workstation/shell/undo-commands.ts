import { windowsOf } from '../../../layouts/index.ts';
import type { Command } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { focusWindow } from '../windows/focus-window.ts';
import { windowIdOf } from '../windows/window-controller.ts';
import type { Change } from '../workspace/undo-change-schema.ts';
import type { UndoStep } from '../workspace/undo-steps.ts';
import type { Travelled } from '../workspace/undo-history.ts';
import * as reduce from '../workspace/workspace-state.ts';
import { closedBetween, reportClosed } from './closed-windows.ts';
import { focusTab, focusWhenLost } from './focus-tab.ts';
import { basePath } from '../../ui/index.ts';
import { isDeskPath } from './workspace-path.ts';
import { closeUndoToast } from './undo-toast.ts';

/** Changes after which the windows are where they were. */
const KEEPS_FOCUS: ReadonlySet<Change['Kind']> = new Set(['tool', 'settings', 'alert', 'drawing', 'save']);

/** True when the user sees what a step changes: the desk, or settings alone, which every page follows. */
const isInView = (step: UndoStep | undefined): boolean =>
  isDeskPath(location.pathname.slice(basePath().length)) ||
  step?.changes.every(({ Kind }) => Kind === 'settings') === true;

/** Undo and redo of what the user does to workspaces and tools. Nothing of it reaches an order. */
export function undoCommands(desk: Desk): readonly Command[] {
  const { undo } = desk;
  const redo = (): void => travel(desk, 'done again', () => undo.redo());
  return [
    {
      id: 'edit.undo',
      title: 'Undo',
      key: '$mod+z',
      // The toast of a step undoes it on any page.
      isEnabled: ({ step }) => undo.last() !== undefined && (step !== undefined || isInView(undo.last())),
      // Only the toast of a step hands over `step`.
      run: ({ step }) =>
        travel(desk, 'undone', () =>
          undo.undo(step === undefined ? undo.last() : (step as ReturnType<typeof undo.last>)),
        ),
    },
    {
      id: 'edit.redo',
      title: 'Redo',
      key: '$mod+Shift+z',
      otherKey: '$mod+y',
      isEnabled: () => undo.next() !== undefined && isInView(undo.next()),
      run: redo,
    },
  ];
}

function travel(desk: Desk, how: 'undone' | 'done again', go: () => Travelled | null): void {
  const { workspaces, announcer, docks, toaster } = desk;
  // Splitters that were just moved are the last step.
  docks.flush();
  const before = workspaces.getState();
  const travelled = go();
  if (travelled === null) return;
  const { step, outcome } = travelled;
  if (how === 'undone' && outcome !== 'waits') closeUndoToast(desk, step);
  if (outcome !== 'done') {
    toaster.show({
      message: `“${step.title}” cannot be ${how}: ${outcome === 'gone' ? 'what it changed is gone.' : 'what it changed is not loaded yet. Try again in a moment.'}`,
      tone: 'neutral',
      key: 'undo',
    });
    return;
  }
  announcer.say(how === 'undone' ? `Undone: ${step.title}` : `Done again: ${step.title}`);
  const after = workspaces.getState();
  reportClosed(desk, closedBetween(before, after));
  const returned = returnedWindow(before, after) ?? windowOfPopout(step);
  if (returned !== null) focusWindow(docks, returned);
  // The focus stays in a tool that shows again what it showed.
  else if (step.changes.every(({ Kind }) => KEEPS_FOCUS.has(Kind))) focusWhenLost();
  else focusTab();
}

/** Id of a window that a step has opened in a browser window or brought back from it. */
function windowOfPopout({ changes }: UndoStep): string | null {
  for (const change of changes) {
    if (change.Kind !== 'popouts') continue;
    const [key] = [...change.Before, ...change.After].flatMap(({ Tree }) => windowsOf(Tree));
    if (key !== undefined) return windowIdOf(change.Id, key);
  }
  return null;
}

/** Id of a window of the workspace on screen that was empty before. */
function returnedWindow(before: reduce.WorkspacesState, after: reduce.WorkspacesState): string | null {
  const workspace = reduce.currentOf(after);
  const old = workspace === undefined ? undefined : reduce.workspaceOf(before, workspace.Id);
  if (workspace === undefined || old === undefined) return null;
  const key = reduce
    .shownWindows(workspace)
    .find(
      (candidate) => workspace.LayoutData[candidate] !== undefined && old.LayoutData[candidate] === undefined,
    );
  return key === undefined ? null : `${workspace.Id}:${key}`;
}

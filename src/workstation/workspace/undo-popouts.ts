import { isSameShape, windowsOf, withoutWindows } from '../../../layouts/index.ts';
import type { Panel } from './dock-view.ts';
import type { Change, ChangeOf, Side } from './undo-change-schema.ts';
import type { UndoStep } from './undo-steps.ts';

type PopoutChange = ChangeOf<'popouts'>;
type PlacedPopout = PopoutChange['Before'][number];

/** Opens and closes browser windows as a step says; false when nothing was to be done. */
export interface PopoutAccess {
  travel(change: PopoutChange, side: Side): boolean;
}

/** What a user has changed of the browser windows of a workspace; null when each has the windows that it had, at their places in it. */
export function popoutStep(
  title: string,
  workspaceId: number,
  before: readonly PlacedPopout[],
  after: readonly PlacedPopout[],
): UndoStep | null {
  const without = (all: readonly PlacedPopout[], others: readonly PlacedPopout[]) =>
    all.filter(({ Tree }) => !others.some((other) => isSameShape(other.Tree, Tree)));
  const [Before, After] = [without(before, after), without(after, before)];
  if (Before.length + After.length === 0) return null;
  return { title, workspaceId, changes: [{ Kind: 'popouts', Id: workspaceId, Before, After }] };
}

/**
 * The browser windows of a workspace at one side of a step. Those that the step did not change stay. A browser window that keeps one of its windows stays open; others
 * get an id of `nextId`.
 */
export function popoutsAt(
  now: readonly Panel[],
  change: PopoutChange,
  side: Side,
  nextId: () => string,
): readonly Panel[] {
  const changed = new Set([...change.Before, ...change.After].flatMap(({ Tree }) => windowsOf(Tree)));
  const rest = now.flatMap((panel) => {
    const tree = withoutWindows(panel.tree, changed);
    return tree === null ? [] : { ...panel, tree };
  });
  const free = now.filter(({ id }) => !rest.some((panel) => panel.id === id));
  const target = change[side].map(({ Tree, Rect }): Panel => {
    const keys = windowsOf(Tree);
    const at = free.findIndex(({ tree }) => windowsOf(tree).some((key) => keys.includes(key)));
    const [open] = at === -1 ? [] : free.splice(at, 1);
    return open === undefined ? { id: nextId(), tree: Tree, rect: Rect } : { ...open, tree: Tree };
  });
  return [...rest, ...target];
}

/** Brings the browser windows of a step to one of its sides. Returns whether anything was done. */
export function travelPopouts(popouts: PopoutAccess, changes: readonly Change[], side: Side): boolean {
  const ordered = side === 'Before' ? changes.toReversed() : changes;
  return ordered.map((change) => change.Kind === 'popouts' && popouts.travel(change, side)).includes(true);
}

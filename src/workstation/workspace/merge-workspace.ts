import { isSameShape, type WindowKey } from '../../../layouts/index.ts';
import { isSameContent } from './same-content.ts';
import { layoutOf, undockedOf, type StoredWindow, type Workspace } from './workspace-state.ts';

/** The result of a merge when both sides changed the same thing differently. */
export const CONFLICT = Symbol('conflict');

/** Three-way merge of one value: of that side which has changed it. `undefined` stands for what does not exist, in the arguments and in the result. */
function mergeValue<Value>(
  base: Value | undefined,
  mine: Value | undefined,
  theirs: Value | undefined,
): Value | undefined | typeof CONFLICT {
  if (isSameContent(mine, base)) return theirs;
  return isSameContent(theirs, base) || isSameContent(mine, theirs) ? mine : CONFLICT;
}

/** How the windows of a workspace lie: parts of one arrangement, which are merged as a whole. */
type Arrangement = Pick<Workspace, 'Layout' | 'Tree' | 'Sizes' | 'Undocked'>;

const arrangementOf = ({ Layout, Tree, Sizes, Undocked }: Workspace): Arrangement => ({
  Layout,
  Sizes,
  ...(Tree === undefined ? {} : { Tree }),
  ...(Undocked === undefined ? {} : { Undocked }),
});

/** The same windows at the same places, whatever their sizes and whichever of a stack is selected. */
const isSameArrangement = (left: Workspace, right: Workspace): boolean =>
  isSameShape(layoutOf(left), layoutOf(right)) && isSameContent(undockedOf(left), undockedOf(right));

function mergeArrangement(
  base: Workspace,
  mine: Workspace,
  theirs: Workspace,
): Arrangement | typeof CONFLICT {
  const merged = mergeValue(arrangementOf(base), arrangementOf(mine), arrangementOf(theirs));
  if (merged !== CONFLICT && merged !== undefined) return merged;
  // Splitters and selected tabs give way to windows that were moved; where both have only these, each machine has a screen of its own.
  if (isSameArrangement(theirs, base)) return arrangementOf(mine);
  return isSameArrangement(mine, base) ? arrangementOf(theirs) : CONFLICT;
}

function mergeWindows(
  base: Workspace,
  mine: Workspace,
  theirs: Workspace,
): Workspace['LayoutData'] | typeof CONFLICT {
  const merged: Record<WindowKey, StoredWindow> = {};
  const all = { ...theirs.LayoutData, ...mine.LayoutData };
  // The keys of both are names of windows.
  for (const key of Object.keys(all) as WindowKey[]) {
    const window = mergeValue(base.LayoutData[key], mine.LayoutData[key], theirs.LayoutData[key]);
    if (window === CONFLICT) return CONFLICT;
    if (window !== undefined) merged[key] = window;
  }
  return merged;
}

/**
 * Merges what both sides changed in one workspace since `base`: its name, its lock, how its windows lie, and each window for itself. A conflict when
 * both changed the same of these.
 */
export function mergeWorkspace(
  base: Workspace,
  mine: Workspace,
  theirs: Workspace,
): Workspace | typeof CONFLICT {
  const name = mergeValue(base.Name, mine.Name, theirs.Name);
  const isLocked = mergeValue(base.IsLocked ?? false, mine.IsLocked ?? false, theirs.IsLocked ?? false);
  const arrangement = mergeArrangement(base, mine, theirs);
  const windows = mergeWindows(base, mine, theirs);
  if (name === CONFLICT || isLocked === CONFLICT || arrangement === CONFLICT || windows === CONFLICT)
    return CONFLICT;
  return {
    Id: mine.Id,
    Name: name ?? mine.Name,
    ...arrangement,
    LayoutData: windows,
    ...(isLocked === true ? { IsLocked: true } : {}),
  };
}

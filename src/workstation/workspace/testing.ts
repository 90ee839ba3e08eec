import { fc } from '@fast-check/vitest';
import { layouts, type LayoutGroup, type WindowKey } from '../../../layouts/index.ts';
import { movedTo, withAdded, type Destination } from './dock-moves.ts';
import { firstWorkspaces } from './first-workspaces.ts';
import { changesBetween } from './undo-changes.ts';
import { type AlertAccess, travelAlerts } from './undo-alerts.ts';
import { areDrawingsLoaded, type DrawingAccess, travelDrawings } from './undo-drawings.ts';
import { areSavesLoaded, type SaveAccess, travelSaves } from './undo-saves.ts';
import { type PopoutAccess, travelPopouts } from './undo-popouts.ts';
import { bringUndo, createUndoHistory, type UndoHistory, type UndoParts } from './undo-history.ts';
import { travel } from './undo-travel.ts';
import * as reduce from './workspace-state.ts';

// In the page the shell does this.
bringUndo({
  changesBetween,
  travel,
  travelAlerts,
  areDrawingsLoaded,
  travelDrawings,
  areSavesLoaded,
  travelSaves,
  travelPopouts,
});

const NO_ALERTS: AlertAccess = {
  get: () => ({ rows: new Map(), isLoaded: true }),
  put: () => {},
  restore: () => {},
  remove: () => {},
};

const NO_DRAWINGS: DrawingAccess = {
  get: () => null,
  open: () => Promise.reject(new Error('there are no shared drawings')),
};

const NO_SAVES: SaveAccess = {
  get: () => null,
  open: () => Promise.reject(new Error('there are no saves')),
};

/** There are no browser windows. */
const NO_POPOUTS: PopoutAccess = { travel: () => false };

/** A history of workspaces, with what the test needs of the rest. */
export const undoOf = (workspaces: UndoParts['workspaces'], parts: Partial<UndoParts> = {}): UndoHistory =>
  createUndoHistory({
    workspaces,
    alerts: NO_ALERTS,
    drawings: NO_DRAWINGS,
    saves: NO_SAVES,
    popouts: NO_POPOUTS,
    applySettings: () => {},
    ...parts,
  });

/** What the property tests of the workspaces do and look at. */

export type Step = (draft: reduce.WorkspacesState) => void;

export const tool = (id: string, data: unknown = { id }): reduce.StoredWindow => ({
  Tool: id,
  version: 0,
  data,
  link: 1,
});
export const start = () =>
  firstWorkspaces([
    { id: 'market-view', version: 0, data: {} },
    { id: 'trade-manager', version: 0, data: {} },
  ]);
export const toolsOf = (state: reduce.WorkspacesState) =>
  state.Workspaces.flatMap((workspace) => reduce.toolsIn(workspace).map(({ Tool }) => Tool)).sort();

const id = fc.integer({ min: 0, max: 6 });
const name = fc.constantFrom('', ' ', 'A', 'B', 'C ', 'Workspace 1');
const KEYS: readonly WindowKey[] = ['Window1', 'Window2', 'Window3', 'Window4', 'Window5', 'Window12'];
export const anyKey = fc.constantFrom(...KEYS);
const side = fc.constantFrom('left' as const, 'right' as const, 'up' as const, 'down' as const);
const besideOrStacked = fc.record({
  by: anyKey,
  side: fc.oneof(side, fc.constant('stack' as const)),
});
/** Moves or adds a window, as dragging and the commands do. */
export const anyMove = fc.oneof(
  fc.tuple(anyKey, fc.oneof(besideOrStacked, fc.record({ edge: side }))).map(
    ([key, to]: readonly [WindowKey, Destination]) =>
      (tree: LayoutGroup): LayoutGroup =>
        movedTo(tree, key, to),
  ),
  fc.tuple(anyKey, besideOrStacked).map(
    ([key, to]) =>
      (tree: LayoutGroup): LayoutGroup =>
        withAdded(tree, key, to),
  ),
);
export const anyTree = fc
  .tuple(fc.constantFrom(...layouts.map((layout) => layout.root)), fc.array(anyMove, { maxLength: 5 }))
  .map(([root, moves]) => moves.reduce((tree, move) => move(tree), root));

/** Changes that must not lose a tool. */
export const structural = fc.oneof(
  fc.tuple(id, name).map(
    ([at, text]): Step =>
      (draft) =>
        reduce.renameWorkspace(draft, at, text),
  ),
  name.map(
    (text): Step =>
      (draft) =>
        reduce.addWorkspace(draft, text),
  ),
  id.map(
    (at): Step =>
      (draft) =>
        reduce.selectWorkspace(draft, at),
  ),
  fc.tuple(id, fc.integer({ min: -1, max: 8 })).map(
    ([at, index]): Step =>
      (draft) =>
        reduce.moveWorkspace(draft, at, index),
  ),
  fc.tuple(id, fc.constantFrom('nonsense', 'free', ...layouts.map((layout) => layout.code))).map(
    ([at, code]): Step =>
      (draft) =>
        reduce.chooseLayout(draft, at, code),
  ),
  fc.tuple(id, anyTree).map(
    ([at, tree]): Step =>
      (draft) =>
        reduce.arrange(draft, at, tree),
  ),
  fc.tuple(id, anyTree).map(
    ([at, tree]): Step =>
      (draft) =>
        reduce.applySavedLayout(draft, at, tree),
  ),
  fc.tuple(id, anyKey, anyKey).map(
    ([at, first, second]): Step =>
      (draft) =>
        reduce.swapWindows(draft, at, first, second),
  ),
);
/** Changes by which a user removes or adds a tool on purpose. */
export const destructive = fc.oneof(
  id.map(
    (at): Step =>
      (draft) =>
        reduce.deleteWorkspace(draft, at),
  ),
  fc.tuple(id, anyKey, fc.constantFrom('chart', 'option-chain')).map(
    ([at, where, which]): Step =>
      (draft) =>
        reduce.putWindow(draft, at, where, tool(which)),
  ),
  id.map((at): Step => (draft) => {
    const original = reduce.workspaceOf(draft, at);
    if (original !== undefined) reduce.insertWorkspace(draft, structuredClone(plain(original)));
  }),
);
/** A draft of the state library is no plain value. */
function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

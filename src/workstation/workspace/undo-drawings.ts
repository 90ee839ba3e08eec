import type { DrawingChange, SharedDrawings } from '../../client/types.ts';
import { type Drawing, DRAWING_PARTS, isSameDrawing } from '../../domain/drawings/index.ts';
import { otherSide, type Change, type ChangeOf, type Side } from './undo-change-schema.ts';
import type { UndoStep } from './undo-steps.ts';

/** Loads, adds, changes and removes shared drawings. */
export type DrawingAccess = Pick<SharedDrawings, 'get' | 'open'>;

function titleOf(changes: readonly DrawingChange[]): string {
  const verbs = new Set(
    changes.map(({ before, after }) => (before === null ? 'Add' : after === null ? 'Remove' : 'Change')),
  );
  const [verb = 'Change', ...others] = verbs;
  const [first] = changes;
  const symbol = (first?.after ?? first?.before)?.Symbol ?? '';
  if (changes.length === 1) return `${verb} drawing on ${symbol}`;
  return `${others.length === 0 ? verb : 'Change'} ${changes.length} drawings on ${symbol}`;
}

/** What a tool has changed of the shared drawings; null when that is nothing. */
export function drawingStep(changes: readonly DrawingChange[]): UndoStep | null {
  if (changes.length === 0) return null;
  return {
    title: titleOf(changes),
    workspaceId: null,
    changes: changes.map(({ before, after }) => ({ Kind: 'drawing', Before: before, After: after })),
  };
}

/** The symbols of the drawings that a step has changed. */
const symbolsOf = (changes: readonly Change[]): readonly string[] =>
  changes.flatMap((change) =>
    change.Kind === 'drawing' ? ((change.After ?? change.Before)?.Symbol ?? []) : [],
  );

/** True when the drawings of a step can be changed now. Otherwise they are loaded. */
export function areDrawingsLoaded(drawings: DrawingAccess, changes: readonly Change[]): boolean {
  const symbols = symbolsOf(changes);
  if (symbols.length === 0) return true;
  const store = drawings.get();
  if (store !== null && symbols.every((symbol) => store.drawingsOf(symbol).get().isLoaded)) return true;
  // A failure is seen at the next attempt: the step stays where it is.
  drawings.open().then(
    (opened) => opened.load(symbols),
    () => {},
  );
  return false;
}

/** Brings the drawings of a step to one of its sides. Returns whether anything was done. */
export function travelDrawings(drawings: DrawingAccess, changes: readonly Change[], side: Side): boolean {
  const ordered = side === 'Before' ? changes.toReversed() : changes;
  return ordered
    .map((change) => change.Kind === 'drawing' && travelDrawing(drawings, change, side))
    .includes(true);
}

/** False when the drawing is gone, or is there although the step says that it is not. */
function travelDrawing(drawings: DrawingAccess, change: ChangeOf<'drawing'>, side: Side): boolean {
  const [target, now] = [change[side], change[otherSide(side)]];
  const row = target ?? now;
  const store = drawings.get();
  if (row === null || store === null) return false;
  const present = store
    .drawingsOf(row.Symbol)
    .get()
    .rows.find(({ Id }) => Id === row.Id);
  if (target === null) {
    if (present === undefined) return false;
    store.remove([row.Id]);
  } else if (now === null) {
    if (present !== undefined) return false;
    store.restore([target]);
  } else {
    const changed = present && changedBack(present, target, now);
    if (changed === undefined || present === undefined || isSameDrawing(changed, present)) return false;
    store.put([changed]);
  }
  return true;
}

/** The drawing with what the change left as it is in `target`. What has changed since stays. */
function changedBack(present: Drawing, target: Drawing, now: Drawing): Drawing {
  let row = present;
  for (const { fields, isSame } of DRAWING_PARTS)
    if (!isSame(target, now) && isSame(present, now))
      row = { ...row, ...Object.fromEntries(fields.map((field) => [field, target[field]])) };
  return row;
}

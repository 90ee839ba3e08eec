import {
  ALERT_SIDES,
  type AlertRow,
  type AlertSide,
  hasSameSide,
  isSameAlert,
  withSideAgain,
} from '../../domain/alerts/index.ts';
import type { AlertChange, AlertDocumentStore } from '../../client/types.ts';
import { otherSide, type Change, type ChangeOf, type Side } from './undo-change-schema.ts';
import type { UndoStep } from './undo-steps.ts';

/** Adds, changes and removes alerts. */
export type AlertAccess = Pick<AlertDocumentStore, 'get' | 'put' | 'restore' | 'remove'>;

const symbolOf = ({ before, after }: AlertChange): string | undefined => (after ?? before)?.Symbol;

function titleOf(changes: readonly AlertChange[]): string {
  const verbs = new Set(
    changes.map(({ before, after }) => (before === null ? 'Add' : after === null ? 'Remove' : 'Change')),
  );
  const [verb = 'Change', ...others] = verbs;
  const [first] = changes;
  if (first === undefined || changes.length > 1)
    return `${others.length === 0 ? verb : 'Change'} ${changes.length} alerts`;
  return `${verb} alert on ${symbolOf(first)}`;
}

/** What a tool has changed of the alerts. Null when they have only fired, which is not undone. */
export function alertStep(changes: readonly AlertChange[]): UndoStep | null {
  const made = changes.filter(
    ({ before, after }) => before === null || after === null || !hasOnlyFiredSince(before, after),
  );
  if (made.length === 0) return null;
  return {
    title: titleOf(made),
    workspaceId: null,
    changes: made.map(({ before, after }) => ({ Kind: 'alert', Before: before, After: after })),
  };
}

/** Firing gives an armed side its time. Its arm stays, while all that a user does to a side gives it another arm. */
function hasOnlyFiredSince(before: AlertRow, after: AlertRow): boolean {
  return before.Paused === after.Paused && before.HighArm === after.HighArm && before.LowArm === after.LowArm;
}

/**
 * Brings the alerts of a step to one of its sides, and returns the changes as they are to be travelled next: an alert that goes is kept as it was
 * last, so that its arms rise on when it comes back. Null when nothing could be done.
 */
export function travelAlerts(
  alerts: AlertAccess,
  changes: readonly Change[],
  side: Side,
): readonly Change[] | null {
  let isDone = false;
  const ordered = side === 'Before' ? changes.toReversed() : changes;
  const next = ordered.map((change) => {
    if (change.Kind !== 'alert') return change;
    const travelled = travelAlert(alerts, change, side);
    isDone ||= travelled !== null;
    return travelled ?? change;
  });
  if (!isDone) return null;
  return side === 'Before' ? next.toReversed() : next;
}

/** Null when the alert is gone, or is there although the step says that it is not. */
function travelAlert(alerts: AlertAccess, change: ChangeOf<'alert'>, side: Side): ChangeOf<'alert'> | null {
  const [target, now] = [change[side], change[otherSide(side)]];
  const id = (target ?? now)?.Id ?? '';
  const present = alerts.get().rows.get(id);
  if (target === null) {
    if (present === undefined) return null;
    alerts.remove([id]);
    return { ...change, [otherSide(side)]: present };
  }
  if (now === null) {
    if (present !== undefined) return null;
    alerts.restore([target]);
    return change;
  }
  if (present === undefined) return null;
  const changed = changedBack(present, target, now);
  if (isSameAlert(changed, present)) return null;
  alerts.put([changed]);
  return change;
}

/** The alert with what the change left as it is in `target`. What has changed since stays. */
function changedBack(present: AlertRow, target: AlertRow, now: AlertRow): AlertRow {
  const isPause = target.Paused !== now.Paused && present.Paused === now.Paused;
  return ALERT_SIDES.reduce(
    (row, side) => {
      const isSide = !hasSameSide(target, now, side) && levelOf(row, side) === levelOf(now, side);
      return isSide ? withSideAgain(row, target, side) : row;
    },
    isPause ? { ...present, Paused: target.Paused } : present,
  );
}

const levelOf = ({ HighAlert, LowAlert }: AlertRow, side: AlertSide): number | null =>
  side === 'High' ? HighAlert : LowAlert;

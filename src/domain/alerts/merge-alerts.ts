import { ALERT_SIDES, type AlertRow, type AlertSide, withSideOf } from './alert.ts';

/** A level that another writer set and that the merge does not keep. */
export interface LostLevel {
  readonly side: AlertSide;
  /** In the unit of the alert's column; null when that writer removed the level. */
  readonly level: number | null;
}

/** An alert that two writers changed, and the levels that were given up for those of the other writer. */
export interface MergedAlert {
  readonly row: AlertRow;
  readonly lost: readonly LostLevel[];
}

interface Side {
  readonly level: number | null;
  readonly timeMs: number | null;
  readonly arm: number;
}

const sideOf = (row: AlertRow, side: AlertSide): Side =>
  side === 'High'
    ? { level: row.HighAlert, timeMs: row.HighAlertTime, arm: row.HighArm }
    : { level: row.LowAlert, timeMs: row.LowAlertTime, arm: row.LowArm };

const isSameSide = (left: Side, right: Side): boolean =>
  left.level === right.level && left.timeMs === right.timeMs && left.arm === right.arm;

/** True when a side has the same level, firing time and arm in both. */
export const hasSameSide = (left: AlertRow, right: AlertRow, side: AlertSide): boolean =>
  isSameSide(sideOf(left, side), sideOf(right, side));

/** True when two alerts, or the absence of both, have the same content. */
export function isSameAlert(left: AlertRow | null, right: AlertRow | null): boolean {
  if (left === null || right === null) return left === right;
  return (
    left.Id === right.Id &&
    left.Symbol === right.Symbol &&
    left.Column === right.Column &&
    left.Paused === right.Paused &&
    left.Adjusted === right.Adjusted &&
    ALERT_SIDES.every((side) => hasSameSide(left, right, side))
  );
}

/** True when nothing but firing times came to `base`: no user has changed the alert since. */
export function hasOnlyFired(base: AlertRow, now: AlertRow): boolean {
  const withTimes = { ...base, HighAlertTime: now.HighAlertTime, LowAlertTime: now.LowAlertTime };
  return isSameAlert(withTimes, now);
}

/**
 * Merges an unsent change with the stored alert. Both sides and the pause are merged apart: what only one writer changed since `base`
 * stands. Of a side that both changed, the higher arm stands; with equal arms the stored one, because it may have fired under that arm.
 * Without a base (the alert was new to both writers), both sides count as changed and the pause is that of the unsent change.
 */
export function mergeAlerts(base: AlertRow | null, mine: AlertRow, stored: AlertRow): MergedAlert {
  const isPauseMine = base === null || mine.Paused !== base.Paused;
  let row: AlertRow = { ...stored, Paused: isPauseMine ? mine.Paused : stored.Paused };
  const lost: LostLevel[] = [];
  for (const side of ALERT_SIDES) {
    const [unsent, other] = [sideOf(mine, side), sideOf(stored, side)];
    const before = base === null ? undefined : sideOf(base, side);
    if (isSameSide(unsent, other) || (before !== undefined && isSameSide(unsent, before))) continue;
    const isOtherArmed = before === undefined ? other.arm > 0 : other.arm > before.arm;
    const isMine = unsent.arm > other.arm;
    if (isMine) row = withSideOf(row, mine, side);
    const given = isMine ? other : unsent;
    if (isOtherArmed && unsent.level !== other.level) lost.push({ side, level: given.level });
  }
  return { row, lost };
}

/**
 * The stored alert after a release without alert documents offers its own copy: a side with a higher arm than the stored one is a change that
 * was never sent, and stands. Everything else is as stored, because it may have fired or changed since.
 */
export function adoptAlert(stored: AlertRow, offered: AlertRow): AlertRow {
  return mergeAlerts(null, { ...offered, Paused: stored.Paused }, stored).row;
}

/**
 * A row of Price Alerts (spec tools.md §3 "Alert row"). Levels are in the unit of the watched column: dollars for `Last`, per cent for a
 * percentage. An arm rises whenever its side is set or reset, so that one arming fires once, on the server or in the page.
 */
export interface AlertRow {
  /** Unique; made when the row is added. */
  readonly Id: string;
  readonly Symbol: string;
  /** Id of the column that is watched; `Last` for a price alert. */
  readonly Column: string;
  readonly HighAlert: number | null;
  /** When the high alert fired, exchange UTC ms; null while it has not. */
  readonly HighAlertTime: number | null;
  readonly HighArm: number;
  readonly LowAlert: number | null;
  readonly LowAlertTime: number | null;
  readonly LowArm: number;
  readonly Paused: boolean;
  /** How the last split changed the levels, in one line; absent once the user has set a level since. */
  readonly Adjusted?: string;
}

/** The column of a price alert. */
export const PRICE_COLUMN = 'Last';
/** The sides of an alert: above the high level, below the low level. */
export const ALERT_SIDES = ['High', 'Low'] as const;
/** The level of an alert that a firing reached. */
export type AlertSide = (typeof ALERT_SIDES)[number];

/** One firing of one side. */
export interface AlertFiring {
  readonly AlertId: string;
  readonly Side: AlertSide;
  readonly Arm: number;
  readonly Symbol: string;
  readonly Column: string;
  readonly Level: number;
  /** The column's value that fired it. */
  readonly Value: number;
  /** Exchange UTC ms. */
  readonly Timestamp: number;
}

/** An alert without levels. */
export function newAlert(id: string, symbol: string, column = PRICE_COLUMN): AlertRow {
  return {
    Id: id,
    Symbol: symbol,
    Column: column,
    HighAlert: null,
    HighAlertTime: null,
    HighArm: 0,
    LowAlert: null,
    LowAlertTime: null,
    LowArm: 0,
    Paused: false,
  };
}

const sideOf = (row: AlertRow, side: AlertSide) =>
  side === 'High'
    ? { level: row.HighAlert, firedMs: row.HighAlertTime, arm: row.HighArm }
    : { level: row.LowAlert, firedMs: row.LowAlertTime, arm: row.LowArm };

/** True when the side waits for its level: it has one, has not fired and the row is not paused. */
export function isArmed(row: AlertRow, side: AlertSide): boolean {
  const { level, firedMs } = sideOf(row, side);
  return !row.Paused && level !== null && firedMs === null;
}

/** True when the value fires the side: beyond the level, not at it. */
function isReached(row: AlertRow, side: AlertSide, value: number): boolean {
  const { level } = sideOf(row, side);
  if (level === null || !isArmed(row, side)) return false;
  return side === 'High' ? value > level : value < level;
}

/** What fires at a value, at most one of each side. A price of 0 is no price yet and fires nothing. */
export function firingsAt(row: AlertRow, value: number | null, timestampMs: number): AlertFiring[] {
  if (value === null || !Number.isFinite(value) || (row.Column === PRICE_COLUMN && value <= 0)) return [];
  return ALERT_SIDES.filter((side) => isReached(row, side, value)).map((side) => {
    const { level, arm } = sideOf(row, side);
    return {
      AlertId: row.Id,
      Side: side,
      Arm: arm,
      Symbol: row.Symbol,
      Column: row.Column,
      Level: level ?? 0,
      Value: value,
      Timestamp: timestampMs,
    };
  });
}

/** Records a firing; the same row when it is of another arming or has its time already. */
export function withFiring(
  row: AlertRow,
  firing: Pick<AlertFiring, 'AlertId' | 'Side' | 'Arm' | 'Timestamp'>,
): AlertRow {
  const { arm, firedMs, level } = sideOf(row, firing.Side);
  if (row.Id !== firing.AlertId || arm !== firing.Arm || firedMs !== null || level === null) return row;
  return firing.Side === 'High'
    ? { ...row, HighAlertTime: firing.Timestamp }
    : { ...row, LowAlertTime: firing.Timestamp };
}

/** Sets or removes a level, and arms the side again. */
export function withLevel(
  { Adjusted: _adjusted, ...row }: AlertRow,
  side: AlertSide,
  level: number | null,
): AlertRow {
  return side === 'High'
    ? { ...row, HighAlert: level, HighAlertTime: null, HighArm: row.HighArm + 1 }
    : { ...row, LowAlert: level, LowAlertTime: null, LowArm: row.LowArm + 1 };
}

/** The alert with one side as it is in another state of this alert: its level, its firing time and its arm. */
export function withSideOf(row: AlertRow, from: AlertRow, side: AlertSide): AlertRow {
  return side === 'High'
    ? { ...row, HighAlert: from.HighAlert, HighAlertTime: from.HighAlertTime, HighArm: from.HighArm }
    : { ...row, LowAlert: from.LowAlert, LowAlertTime: from.LowAlertTime, LowArm: from.LowArm };
}

/** The alert with the level and firing time that a side had in another state of it, under a new arm: a level without a time can fire. */
export function withSideAgain(row: AlertRow, from: AlertRow, side: AlertSide): AlertRow {
  return side === 'High'
    ? {
        ...row,
        HighAlert: from.HighAlert,
        HighAlertTime: from.HighAlertTime,
        HighArm: row.HighArm + 1,
      }
    : { ...row, LowAlert: from.LowAlert, LowAlertTime: from.LowAlertTime, LowArm: row.LowArm + 1 };
}

/** Clears the time at which a side fired, and arms it again. */
export function withReset(row: AlertRow, side: AlertSide): AlertRow {
  return withLevel(row, side, sideOf(row, side).level);
}

/** `SYMBOL is trading above PRICE`; for another column than the price, `SYMBOL: LABEL is above LEVEL`. */
export function alertText(
  firing: Pick<AlertFiring, 'Symbol' | 'Column' | 'Side'>,
  level: string,
  columnLabel: string,
): string {
  const way = firing.Side === 'High' ? 'above' : 'below';
  return firing.Column === PRICE_COLUMN
    ? `${firing.Symbol} is trading ${way} ${level}`
    : `${firing.Symbol}: ${columnLabel} is ${way} ${level}`;
}

import { err, ok, type Result } from '../assert/assert.ts';
import { isSymbolForm } from '../symbols/symbol.ts';
import type { AlertRow } from './alert.ts';

/** Version of the body of an alert document. Raise it when the fields of `AlertRow` change, and read older versions in `readAlert`. */
export const ALERT_SCHEMA_VERSION = 1;
/** Max alerts of one user, in all windows together. */
export const MAX_ALERTS_PER_USER = 2_000;
const MAX_ID_LENGTH = 64;
const MAX_ADJUSTED_LENGTH = 300;

/** Why a stored body is no alert: a later release wrote it, or a field is missing or out of range. */
export type AlertReadFailure = 'too-new' | 'invalid';

/** A text of 1 to `maxLength` characters; undefined for anything else. */
function textOf(value: unknown, maxLength: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined;
}

function isLevel(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && Number.isFinite(value));
}

function isTime(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && Number.isFinite(value) && value >= 0);
}

function isArm(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

interface Side {
  readonly level: number | null;
  readonly timeMs: number | null;
  readonly arm: number;
}

function readSide(level: unknown, timeMs: unknown, arm: unknown): Side | undefined {
  return isLevel(level) && isTime(timeMs) && isArm(arm) ? { level, timeMs, arm } : undefined;
}

/**
 * Reads the body of an alert document, or a row of a Price Alerts window of version 0, which has the same fields. Symbols are stored in
 * upper case: an alert on `aapl` would never fire. A text that cannot be a symbol is invalid: a subscription of a window that contains it
 * would be refused with all of the window's symbols. Unknown fields are left out.
 */
export function readAlert(schemaVersion: number, value: unknown): Result<AlertRow, AlertReadFailure> {
  if (schemaVersion > ALERT_SCHEMA_VERSION) return err('too-new');
  if (schemaVersion !== ALERT_SCHEMA_VERSION || typeof value !== 'object' || value === null)
    return err('invalid');
  // Each field is checked below before it is used.
  const row = value as Readonly<Partial<Record<keyof AlertRow, unknown>>>;
  const id = textOf(row.Id, MAX_ID_LENGTH);
  const symbol = typeof row.Symbol === 'string' ? row.Symbol.toUpperCase() : '';
  const column = textOf(row.Column, MAX_ID_LENGTH);
  const high = readSide(row.HighAlert, row.HighAlertTime, row.HighArm);
  const low = readSide(row.LowAlert, row.LowAlertTime, row.LowArm);
  if (id === undefined || !isSymbolForm(symbol) || column === undefined) return err('invalid');
  if (high === undefined || low === undefined || typeof row.Paused !== 'boolean') return err('invalid');
  // A line for the user only: an unreadable one is left out.
  const adjusted = textOf(row.Adjusted, MAX_ADJUSTED_LENGTH);
  return ok({
    Id: id,
    Symbol: symbol,
    Column: column,
    HighAlert: high.level,
    HighAlertTime: high.timeMs,
    HighArm: high.arm,
    LowAlert: low.level,
    LowAlertTime: low.timeMs,
    LowArm: low.arm,
    Paused: row.Paused,
    ...(adjusted === undefined ? {} : { Adjusted: adjusted }),
  });
}

/** Reads the JSON text of a stored alert document. */
export function readAlertText(schemaVersion: number, text: string): Result<AlertRow, AlertReadFailure> {
  try {
    const body: unknown = JSON.parse(text);
    return readAlert(schemaVersion, body);
  } catch {
    return err('invalid');
  }
}

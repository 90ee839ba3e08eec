import { DAY_MS } from '../../domain/calendar/durations.ts';
import type { VariableReader } from '../variable-reader.ts';

/** How long stored data is kept; undefined = for ever. Nothing here is needed for orders, positions or cash. */
export interface Retention {
  /** Sessions after their end. */
  readonly sessionsMs: number;
  /** Alerts that fired, by exchange time. The newest of a user always stays. */
  readonly firedAlertsMs: number | undefined;
  /** Deliveries of notices after their end. The newest of a user always stays. */
  readonly deliveriesMs: number | undefined;
  /** Runs of strategies after their end, with their orders and reports, by exchange time. The order journal keeps the orders of live runs. */
  readonly strategyRunsMs: number | undefined;
  /** Earlier versions of workspaces, alerts, drawings and saved items. The newest version of a user's workspaces always stays. */
  readonly versionsMs: number;
  /** Ids of removed alerts, drawings and saves, which prevent a browser that was offline from bringing them back. */
  readonly removedDocumentsMs: number;
}

const MAX_DAYS = 3_650;

/** Reads the variables `TAPEDECK_KEEP_…_DAYS`. */
export function readRetention(variables: VariableReader): Retention {
  const days = (name: string, fallback: number, least: number, most = MAX_DAYS): number =>
    DAY_MS *
    variables.read(
      `TAPEDECK_KEEP_${name}_DAYS`,
      fallback,
      `a whole number of days from ${least} to ${most}`,
      (text) => daysWithin(text, least, most),
    );
  const daysOrForEver = (name: string): number | undefined => {
    const kept = variables.read<number | 'forever'>(
      `TAPEDECK_KEEP_${name}_DAYS`,
      'forever',
      `a whole number of days from 1 to ${MAX_DAYS}, or "forever"`,
      (text) => (text === 'forever' ? text : daysWithin(text, 1, MAX_DAYS)),
    );
    return kept === 'forever' ? undefined : kept * DAY_MS;
  };
  return {
    sessionsMs: days('SESSIONS', 0, 0),
    firedAlertsMs: daysOrForEver('FIRED_ALERTS'),
    deliveriesMs: daysOrForEver('DELIVERIES'),
    strategyRunsMs: daysOrForEver('STRATEGY_RUNS'),
    // Versions are thinned out to 30 days in any case.
    versionsMs: days('VERSIONS', 30, 1, 30),
    removedDocumentsMs: days('REMOVED_DOCUMENTS', 90, 7),
  };
}

function daysWithin(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : undefined;
  return value !== undefined && value >= least && value <= most ? value : undefined;
}

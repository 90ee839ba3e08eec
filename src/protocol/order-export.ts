import * as v from 'valibot';
import { accountField, longText } from './fields.ts';
import { executionReportBody, orderBody } from './orders.ts';
import { actionBody } from './corporate-actions.ts';
import { settlementBody } from './settlements.ts';

/** A day of the exchange, New York. */
export const dayText = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, 'a day as YYYY-MM-DD expected'),
  v.isoDate(),
  v.check(isDayOfCalendar, 'a day of the calendar expected'),
);

/** False for 31 February, which has the form of a day. */
function isDayOfCalendar(day: string): boolean {
  const ms = Date.parse(`${day}T00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(day);
}

const EXPORT_FORMATS = ['csv', 'json'] as const;
/** The account, the format and the first and last day of an export. */
export const orderExportParams = v.strictObject({
  account: accountField,
  format: v.optional(v.picklist(EXPORT_FORMATS), 'csv'),
  from: v.optional(dayText),
  to: v.optional(dayText),
});

/** A report, with its description. */
const exportedReport = v.object({ ...executionReportBody.entries, Words: longText });
/** A settlement, with its description. */
const exportedSettlement = v.object({ ...settlementBody.entries, Words: longText });
/** The JSON form of an export: orders with their reports, settlements and corporate actions. */
export const orderExportBody = v.object({
  Account: accountField,
  From: v.nullable(v.string()),
  To: v.nullable(v.string()),
  /** By the time they were created; each with all of its reports, oldest first. */
  Orders: v.array(v.object({ ...orderBody.entries, Reports: v.array(exportedReport) })),
  /** Reports that belong to no order of the account: refusals of requests about unknown orders. */
  OtherReports: v.array(exportedReport),
  /** Ends of positions in options, which are no order's: oldest first. */
  Settlements: v.array(exportedSettlement),
  /** Corporate actions that changed the account, oldest first. */
  Actions: v.array(actionBody),
});

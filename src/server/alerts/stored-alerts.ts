import * as v from 'valibot';
import {
  ALERT_SCHEMA_VERSION,
  type AlertRow,
  MAX_ALERTS_PER_USER,
  readAlert,
} from '../../domain/alerts/index.ts';

/** Id of the tool whose windows have the alerts. */
export const ALERTS_TOOL = 'price-alerts';

const toolSchema = v.object({
  Tool: v.literal(ALERTS_TOOL),
  data: v.object({ Alerts: v.array(v.unknown()) }),
});
/** `Kept` has alerts without a window: they were created on a chart or in a grid while there was no window of Price Alerts. */
const workspacesSchema = v.object({
  Workspaces: v.array(v.object({ LayoutData: v.record(v.string(), v.unknown()) })),
  Kept: v.fallback(v.optional(v.array(v.unknown()), []), []),
});

/** The alerts in a user's stored workspaces, with a window or without one; unreadable ones are left out. */
export function alertsOfWorkspaces(text: string): AlertRow[] {
  if (!text.includes(ALERTS_TOOL)) return [];
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return [];
  }
  const workspaces = v.safeParse(workspacesSchema, stored);
  if (!workspaces.success) return [];
  const rows = new Map<string, AlertRow>();
  const { Workspaces, Kept } = workspaces.output;
  for (const tool of [...Workspaces.flatMap(({ LayoutData }) => Object.values(LayoutData)), ...Kept]) {
    const read = v.safeParse(toolSchema, tool);
    if (!read.success) continue;
    for (const candidate of read.output.data.Alerts) {
      const row = readAlert(ALERT_SCHEMA_VERSION, candidate);
      // Workspaces stored by an older version may have a window twice with the same alert ids: each fires once.
      if (row.ok && rows.size < MAX_ALERTS_PER_USER && !rows.has(row.value.Id))
        rows.set(row.value.Id, row.value);
    }
  }
  return [...rows.values()];
}

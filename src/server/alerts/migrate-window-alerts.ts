import * as v from 'valibot';
import {
  ALERT_SCHEMA_VERSION,
  type AlertRow,
  MAX_ALERTS_PER_USER,
  readAlert,
  withFiring,
} from '../../domain/alerts/index.ts';
import type { Repositories } from '../storage/repositories.ts';

/*
 * Releases before protocol version 2 stored alerts in the windows of the workspaces. This file reads those states, and nothing else of the
 * server does. It is frozen: later changes of the windows' states do not concern it.
 */

/** Id of the tool whose windows had the alerts. */
const ALERTS_TOOL = 'price-alerts';
/** Name of the value that records that the alerts of all users were moved. */
const DONE = 'alerts-of-windows-moved';

const toolSchema = v.object({
  Tool: v.literal(ALERTS_TOOL),
  data: v.object({ Alerts: v.array(v.unknown()) }),
});
/** `Kept` had alerts without a window: they were created on a chart or in a grid while there was no window of Price Alerts. */
const workspacesSchema = v.object({
  Workspaces: v.array(v.object({ LayoutData: v.record(v.string(), v.unknown()) })),
  Kept: v.fallback(v.optional(v.array(v.unknown()), []), []),
});

/** The alerts in a user's stored workspaces, with a window or without one; unreadable ones are left out. */
function alertsOfWorkspaces(text: string): AlertRow[] {
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

/**
 * Makes documents of the alerts in all stored workspaces, each with the times at which it has fired, so that none fires twice. Runs once. An id
 * that has a document, removed or not, is passed over, so that a run after a crash continues the one before. Stored workspaces stay as
 * they are: the browser turns their windows into lists of ids when it reads them.
 */
export async function migrateWindowAlerts(
  repositories: Pick<Repositories, 'alerts' | 'documents' | 'settings' | 'system'>,
  hostMs: () => number,
): Promise<void> {
  const { settings, system } = repositories;
  if ((await system.get(DONE)) !== undefined) return;
  for (const { userId, workspace } of await settings.workspacesWith(ALERTS_TOOL))
    await moveAlerts(repositories, userId, alertsOfWorkspaces(workspace), hostMs);
  await system.set(DONE, 'yes');
}

async function moveAlerts(
  { alerts, documents }: Pick<Repositories, 'alerts' | 'documents'>,
  userId: string,
  rows: readonly AlertRow[],
  hostMs: () => number,
): Promise<void> {
  const known = new Set((await documents.list(userId, 'alert')).map(({ id }) => id));
  for (const row of rows.filter(({ Id }) => !known.has(Id))) {
    const firings = await alerts.ofAlert(userId, row.Id);
    const write = {
      id: row.Id,
      seenRevision: 0,
      schemaVersion: ALERT_SCHEMA_VERSION,
      body: JSON.stringify(firings.reduce(withFiring, row)),
      atMs: hostMs(),
    };
    await documents.put(userId, 'alert', write, MAX_ALERTS_PER_USER);
  }
}

import type { MemoryServer } from '../client/testing/memory-server.ts';
import { ALERT_SCHEMA_VERSION, type AlertRow, readAlert } from '../domain/alerts/index.ts';

/** The alert documents that a server in memory keeps. A removed id stays with null. */
export type AlertsServer = Map<string, AlertRow | null>;

/** Lets a server in memory keep alert documents; `rows` are there from the start. Call it before the server is rendered. */
export function answerAlerts(server: MemoryServer, rows: readonly AlertRow[] = []): AlertsServer {
  const alerts: AlertsServer = new Map(rows.map((row) => [row.Id, row]));
  const revisions = new Map(rows.map(({ Id }) => [Id, 1]));
  /** One that a test has removed was at 1 before. */
  const revisionOf = (Id: string) => revisions.get(Id) ?? (alerts.get(Id) === null ? 2 : 0);
  const conflict = (Id: string) => {
    const row = alerts.get(Id) ?? null;
    const Revision = revisionOf(Id);
    server.send('trading', 'alertConflict', {
      Id,
      Revision,
      Version: ALERT_SCHEMA_VERSION,
      Body: row === null ? null : { ...row },
    });
  };
  const write = (Id: string, Seen: number, row: AlertRow | null) => {
    const isGone = row === null && alerts.get(Id) === null;
    if (Seen !== revisionOf(Id) || isGone) return conflict(Id);
    alerts.set(Id, row);
    revisions.set(Id, Seen + 1);
    server.send('trading', 'alertStored', { Id, Revision: Seen + 1 });
  };
  server.on('alertList', () => {
    const Items = [...alerts].flatMap(([Id, row]) =>
      row === null
        ? []
        : [{ Id, Revision: revisions.get(Id) ?? 1, Version: ALERT_SCHEMA_VERSION, Body: { ...row } }],
    );
    server.send('trading', 'alertDocuments', { Items, HasMore: false });
  });
  server.on('alertPut', ({ Id, Seen, Version, Body }) => {
    const read = readAlert(Version, Body);
    if (read.ok) write(Id, Seen, read.value);
    else server.send('trading', 'alertRefused', { Id, Message: 'The alert is invalid. It was not stored.' });
  });
  server.on('alertRemove', ({ Id, Seen }) => write(Id, Seen, null));
  return alerts;
}

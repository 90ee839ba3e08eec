import type { MemoryServer } from '../client/testing/memory-server.ts';
import { type Drawing, DRAWING_SCHEMA_VERSION, readDrawing } from '../domain/drawings/index.ts';

/** The shared drawings that a server in memory keeps, by id. A removed id stays with null. */
export type DrawingsServer = Map<string, Drawing | null>;

/** Lets a server in memory keep shared drawings; `rows` are there from the start. Call it before the server is rendered. */
export function answerDrawings(server: MemoryServer, rows: readonly Drawing[] = []): DrawingsServer {
  const drawings: DrawingsServer = new Map(rows.map((row) => [row.Id, row]));
  const revisions = new Map(rows.map(({ Id }) => [Id, 1]));
  const stateOf = (Id: string) => {
    const row = drawings.get(Id) ?? null;
    return {
      Id,
      Revision: revisions.get(Id) ?? 0,
      Version: DRAWING_SCHEMA_VERSION,
      Body: row && { ...row },
    };
  };
  const write = (Id: string, Seen: number, row: Drawing | null) => {
    const isGone = row === null && (drawings.get(Id) ?? null) === null;
    if (Seen !== stateOf(Id).Revision || isGone)
      return server.send('trading', 'drawingConflict', stateOf(Id));
    drawings.set(Id, row);
    revisions.set(Id, Seen + 1);
    server.send('trading', 'drawingStored', { Id, Revision: Seen + 1 });
  };
  server.on('drawingList', ({ Symbol }) => {
    const Items = [...drawings.values()].flatMap((row) => {
      if (row?.Symbol !== Symbol) return [];
      const { Body, ...rest } = stateOf(row.Id);
      return Body === null ? [] : [{ ...rest, Body }];
    });
    server.send('trading', 'drawingDocuments', { Symbol, Items, HasMore: false });
  });
  server.on('drawingPut', ({ Id, Seen, Version, Body }) => {
    const read = readDrawing(Version, Body);
    if (read.ok) write(Id, Seen, read.value);
    else
      server.send('trading', 'drawingRefused', { Id, Message: 'The drawing is invalid. It was not stored.' });
  });
  server.on('drawingRemove', ({ Id, Seen }) => write(Id, Seen, null));
  return drawings;
}

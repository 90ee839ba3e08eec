import type { MemoryServer } from '../client/testing/memory-server.ts';
import { ALERT_SCHEMA_VERSION } from '../domain/alerts/index.ts';
import { DRAWING_SCHEMA_VERSION } from '../domain/drawings/index.ts';
import type { AlertsServer } from './answer-alerts.ts';
import type { DrawingsServer } from './answer-drawings.ts';

/** Documents of a page: few, so that tests have several pages. */
const PAGE_DOCUMENTS = 2;

/** How the lists of a server in memory answer. */
export interface DocumentListsServer {
  /** True while the calls fail. */
  isFailing: boolean;
  /** Holds the answers back until it resolves. */
  wait: Promise<void>;
}

/** Lets a server in memory list documents of all kinds over HTTP. Call it before the server is rendered. */
export function answerDocumentLists(
  server: MemoryServer,
  alerts: AlertsServer,
  drawings: DrawingsServer,
): DocumentListsServer {
  const control: DocumentListsServer = { isFailing: false, wait: Promise.resolve() };
  const kinds = {
    alert: { version: ALERT_SCHEMA_VERSION, rows: alerts },
    drawing: { version: DRAWING_SCHEMA_VERSION, rows: drawings },
  };
  const { fetch } = server;
  Object.assign(server, {
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const url = new URL(String(input), 'http://desk.test/');
      const kind = /\/api\/Documents\/List\/(alert|drawing)$/.exec(url.pathname)?.[1];
      if (kind !== 'alert' && kind !== 'drawing') return fetch(input, init);
      await control.wait;
      if (control.isFailing)
        return Response.json({ Error: 'The documents cannot be read.' }, { status: 400 });
      const { version, rows } = kinds[kind];
      const after = url.searchParams.get('after') ?? '';
      const all = [...rows].filter(([id, row]) => row !== null && id > after);
      const items = all.sort(([left], [right]) => (left < right ? -1 : 1)).slice(0, PAGE_DOCUMENTS);
      return Response.json({
        Items: items.map(([Id, Body]) => ({ Id, Version: version, Body })),
        Next: all.length > items.length ? items.at(-1)?.[0] : null,
      });
    },
  });
  return control;
}

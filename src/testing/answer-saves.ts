import type { MemoryServer } from '../client/testing/memory-server.ts';

/** The saved items that a server in memory keeps. */
export interface SavesServer {
  /** Text of the next failure of a kind of call; the calls succeed where it is null. */
  readonly failures: Record<'List' | 'Save', string | null>;
  /** The answer to Load in place of the saved data. */
  loadAnswer: { readonly body: unknown } | null;
}

interface Save {
  readonly id: number;
  readonly toolType: string;
  name: string;
  data: unknown;
}

/** Lets a server in memory keep saved items. Call it before the server is rendered. */
export function answerSaves(server: MemoryServer): SavesServer {
  const saves = new Map<number, Save>();
  const control: SavesServer = { failures: { List: null, Save: null }, loadAnswer: null };
  const infoOf = ({ id, name }: Save) => ({ Id: id, Name: name });
  const answerOf: Record<string, (argument: string, query: URLSearchParams, body: unknown) => unknown> = {
    List: (toolType) => [...saves.values()].filter((save) => save.toolType === toolType).map(infoOf),
    Lists: () =>
      Object.fromEntries(
        [...Map.groupBy(saves.values(), ({ toolType }) => toolType)].map(([toolType, those]) => [
          toolType,
          those.map(infoOf),
        ]),
      ),
    Save(toolType, query, data) {
      const id = Number(query.get('settingId') ?? saves.size + 1);
      const save = { id, toolType, name: query.get('name') ?? '', data };
      saves.set(id, save);
      return infoOf(save);
    },
    Load: (id) => control.loadAnswer?.body ?? saves.get(Number(id))?.data,
    Delete(id) {
      saves.delete(Number(id));
      return {};
    },
  };
  const fetch = server.fetch;
  Object.assign(server, {
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const url = new URL(String(input), 'http://desk.test/');
      const [, call = '', argument = ''] = /^\/api\/Settings\/(\w+)\/([^/]*)$/.exec(url.pathname) ?? [];
      const answer = answerOf[call];
      if (answer === undefined) return fetch(input, init);
      if ((call === 'List' || call === 'Save') && control.failures[call] !== null)
        return Response.json({ Error: control.failures[call] });
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      return Response.json(answer(argument, url.searchParams, body));
    },
  });
  return control;
}

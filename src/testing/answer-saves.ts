import type { MemoryServer } from '../client/testing/memory-server.ts';
import { isSameName } from '../domain/names/same-name.ts';
import { catalogue } from '../protocol/index.ts';
import { readSave, type Save, SAVE_SCHEMA_VERSION } from '../domain/saves/index.ts';

/** The saves that a server in memory keeps. */
export interface SavesServer {
  /** The saves that are not removed. */
  rows(): readonly Save[];
  /** Writes a save as another machine does. */
  write(save: Save): void;
  /** Removes a save as another machine does. */
  remove(id: string): void;
  /** Message with which writes are refused; they succeed where it is null. */
  refusal: string | null;
  /** True while the list is refused. */
  isListFailing: boolean;
}

interface Stored {
  readonly revision: number;
  /** Null once it is removed. */
  readonly row: Save | null;
}

/** Lets a server in memory keep saves. Call it before the server is rendered. */
export function answerSaves(server: MemoryServer): SavesServer {
  const saves = new SavesInMemory(server);
  const { fetch } = server;
  Object.assign(server, {
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const url = new URL(String(input), 'http://desk.test/');
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      const answer = saves.document(url, body) ?? saves.call(url, body);
      return answer === undefined ? fetch(input, init) : Response.json(answer.body);
    },
  });
  server.on('saveList', () => saves.list());
  return saves;
}

class SavesInMemory implements SavesServer {
  refusal: string | null = null;
  isListFailing = false;
  readonly #server: MemoryServer;
  readonly #stored = new Map<string, Stored>();

  constructor(server: MemoryServer) {
    this.#server = server;
  }

  rows(): readonly Save[] {
    return [...this.#stored.values()].flatMap(({ row }) => row ?? []);
  }

  write(save: Save): void {
    this.#set(save.Id, save);
  }

  remove(id: string): void {
    this.#set(id, null);
  }

  list(): void {
    if (this.isListFailing)
      return this.#server.send('trading', 'failure', {
        RequestT: catalogue.saveList.T,
        Message: 'The saves cannot be read.',
        ErrorCode: 0,
      });
    const Items = [...this.#stored.keys()].flatMap((id) => {
      const { Body, ...rest } = this.#stateOf(id);
      return Body === null ? [] : [{ ...rest, Body }];
    });
    this.#server.send('trading', 'saveDocuments', { Items, HasMore: false });
  }

  /** Answers a write with a revision; undefined for another call. */
  document(url: URL, body: unknown): { readonly body: unknown } | undefined {
    const [, call, id = ''] = /\/api\/Documents\/(Put|Remove)\/save\/(\d+)$/.exec(url.pathname) ?? [];
    if (call === undefined) return undefined;
    const refused = (Message: string, IsNameTaken = false) => ({
      body: { Outcome: 'refused', Message, IsNameTaken },
    });
    if (this.refusal !== null) return refused(this.refusal);
    if (Number(url.searchParams.get('seen')) !== this.#stateOf(id).Revision)
      return { body: { Outcome: 'conflict', State: this.#stateOf(id) } };
    const read = call === 'Remove' ? null : readSave(SAVE_SCHEMA_VERSION, body);
    if (read?.ok === false) return refused('The save is invalid. It was not stored.');
    const row = read?.value ?? null;
    if (row !== null && this.#isNameTaken(row)) return refused(`"${row.Name}" already exists`, true);
    this.#set(id, row);
    return { body: { Outcome: 'stored', Revision: this.#stateOf(id).Revision } };
  }

  /** Answers a call of the specification; undefined for another one. */
  call(url: URL, body: unknown): { readonly body: unknown } | undefined {
    const [, name, argument = ''] = /^\/api\/Settings\/(\w+)\/([^/]*)$/.exec(url.pathname) ?? [];
    const infoOf = ({ Id, Name }: Save) => ({ Id: Number(Id), Name });
    switch (name) {
      case 'List':
        return { body: this.rows().flatMap((row) => (row.Type === argument ? infoOf(row) : [])) };
      case 'Lists': {
        const byType = [...Map.groupBy(this.rows(), ({ Type }) => Type)];
        return { body: Object.fromEntries(byType.map(([type, rows]) => [type, rows.map(infoOf)])) };
      }
      case 'Save': {
        const Id = url.searchParams.get('settingId') ?? String(this.#stored.size + 1);
        const row = { Id, Type: argument, Name: url.searchParams.get('name') ?? '', Data: body };
        this.#set(Id, row);
        return { body: infoOf(row) };
      }
      case 'Load':
        return { body: this.#stored.get(argument)?.row?.Data };
      case 'Delete':
        this.#set(argument, null);
        return { body: {} };
      default:
        return undefined;
    }
  }

  #isNameTaken({ Id, Type, Name }: Save): boolean {
    return this.rows().some((row) => row.Id !== Id && row.Type === Type && isSameName(row.Name, Name));
  }

  #set(id: string, row: Save | null): void {
    this.#stored.set(id, { revision: this.#stateOf(id).Revision + 1, row });
    this.#server.send('trading', 'saveChanged', this.#stateOf(id));
  }

  #stateOf(id: string) {
    const { revision, row } = this.#stored.get(id) ?? { revision: 0, row: null };
    return { Id: id, Revision: revision, Version: SAVE_SCHEMA_VERSION, Body: row && { ...row } };
  }
}

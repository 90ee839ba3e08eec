import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { MAX_SAVES_PER_USER, SAVE_ID_LIMIT, SAVE_SCHEMA_VERSION } from '../../domain/saves/index.ts';
import { KyselyDocumentStore, type PutOutcome, type StoredDocument } from './document-store.ts';
import type { Writer } from './document-versions.ts';
import type { SavedItemRecord, SavedItems, SaveOutcome } from './repositories.ts';
import { saveHeads } from './save-limits.ts';
import type { Database } from './schema.ts';

// Sorted here: the two databases collate text differently.
const order = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
const byToolAndName = (a: SavedItemRecord, b: SavedItemRecord): number =>
  order(a.toolType, b.toolType) || order(a.name, b.name);

/** Saves of the tools for the calls of the specification, which know no revisions: the last writer wins. The saves are documents. */
export const createSavedItems = (db: Kysely<Database>): SavedItems => new SavedItemsOfDocuments(db);

class SavedItemsOfDocuments implements SavedItems {
  readonly #db: Kysely<Database>;
  readonly #documents: KyselyDocumentStore;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#documents = new KyselyDocumentStore(db);
  }

  async ofTool(userId: string, toolType: string): Promise<SavedItemRecord[]> {
    return (await this.ofUser(userId)).filter((item) => item.toolType === toolType);
  }

  async ofUser(userId: string): Promise<SavedItemRecord[]> {
    const heads = await saveHeads(this.#db, userId);
    return heads.map(({ id, type, name }) => ({ id: Number(id), toolType: type, name })).sort(byToolAndName);
  }

  async data(userId: string, id: number): Promise<string | undefined> {
    const present = await this.#present(userId, id);
    return present === undefined ? undefined : JSON.stringify(bodyOf(present).Data);
  }

  async save(
    userId: string,
    item: Parameters<SavedItems['save']>[1],
    maxItems: number,
    writer: Writer,
  ): Promise<SaveOutcome> {
    const { toolType, name, data } = item;
    const id = item.id ?? randomInt(1, SAVE_ID_LIMIT);
    // The data is JSON text already.
    const body = `{"Id":"${id}","Type":${JSON.stringify(toolType)},"Name":${JSON.stringify(name)},"Data":${data}}`;
    let outcome: PutOutcome;
    do {
      const present = item.id === undefined ? undefined : await this.#present(userId, id);
      if (item.id !== undefined && (present === undefined || bodyOf(present).Type !== toolType))
        return { kind: 'not-found' };
      const write = { id: String(id), seenRevision: present?.revision ?? 0, body, ...writer };
      const versioned = { ...write, schemaVersion: SAVE_SCHEMA_VERSION };
      outcome = await this.#documents.put(userId, 'save', versioned, maxItems);
      // Another writer came between: this one is the last.
    } while (outcome.kind === 'conflict');
    switch (outcome.kind) {
      case 'stored':
        return { kind: 'saved', item: { id, toolType, name } };
      case 'group-full':
        return { kind: 'full' };
      default:
        return { kind: outcome.kind };
    }
  }

  async remove(userId: string, id: number, writer: Writer): Promise<boolean> {
    for (;;) {
      const present = await this.#present(userId, id);
      if (present === undefined) return false;
      const removal = { id: present.id, seenRevision: present.revision, ...writer };
      const outcome = await this.#documents.remove(userId, 'save', removal, MAX_SAVES_PER_USER);
      if (outcome.kind === 'stored') return true;
    }
  }

  /** Undefined for a save that is removed or unknown. */
  async #present(userId: string, id: number): Promise<(StoredDocument & { body: string }) | undefined> {
    const [found] = await this.#documents.find(userId, 'save', [String(id)]);
    return found === undefined || found.body === null ? undefined : { ...found, body: found.body };
  }
}

/** The body of a save is JSON of these fields: this server has checked it. */
const bodyOf = ({ body }: { readonly body: string }) =>
  JSON.parse(body) as { readonly Type: string; readonly Data: unknown };

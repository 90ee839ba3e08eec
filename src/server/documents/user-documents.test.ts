import { describe, expect, it } from 'vitest';
import { drawing } from '../../domain/drawings/testing.ts';
import { DrawingDocuments } from '../drawings/drawing-documents.ts';
import type { DocumentStore, StoredDocument } from '../storage/document-store.ts';

/** A store that has these documents and only lists them. */
const storeWith = (all: readonly StoredDocument[]): DocumentStore => {
  const listed: Pick<DocumentStore, 'pageOfPresent'> = {
    pageOfPresent: async (_userId, _kind, afterId, limit) =>
      all.filter(({ id }) => id > afterId).slice(0, limit),
  };
  // Pages use nothing else of it.
  return listed as DocumentStore;
};
const stored = (count: number): StoredDocument[] =>
  Array.from({ length: count }, (_, at) => {
    const id = `AAPL:${String(at).padStart(4, '0')}`;
    return { id, schemaVersion: 1, revision: 1, body: JSON.stringify(drawing({ Id: id })) };
  });
const pageOf = (all: readonly StoredDocument[], afterId = '') =>
  new DrawingDocuments(storeWith(all), () => 0).page('u-1', afterId);

it('lists what is stored between two writes, so that listeners have no earlier change after the list', async () => {
  const events: string[] = [];
  const rows: StoredDocument[] = [];
  const written = Promise.withResolvers<void>();
  const used: Pick<DocumentStore, 'listPresent' | 'put'> = {
    listPresent: async () => [...rows],
    put: async (_userId, _kind, { id, schemaVersion, body }) => {
      await written.promise;
      rows.push({ id, schemaVersion, revision: 1, body });
      return { kind: 'stored', revision: 1 };
    },
  };
  // Writes and lists use nothing else of it.
  const documents = new DrawingDocuments(used as DocumentStore, () => 0);
  documents.listen('u-1', ({ id }) => events.push(id));
  const row = drawing({ Id: 'AAPL:d1' });
  const write = { id: row.Id, schemaVersion: 1, seenRevision: 0, body: row };
  const put = documents.put('u-1', write);
  const list = documents.listOf('u-1', 'AAPL').then((listed) => events.push(`list of ${listed.length}`));
  written.resolve();
  await Promise.all([put, list]);
  expect(events).toEqual(['AAPL:d1', 'list of 1']);
});

describe('a page of documents', () => {
  it('has 500, and the id to continue after while there are more', async () => {
    expect(await pageOf(stored(500))).toMatchObject({ items: { length: 500 }, next: null });
    const first = await pageOf(stored(501));
    expect(first).toMatchObject({ items: { length: 500 }, next: 'AAPL:0499' });
    expect(await pageOf(stored(501), first.next ?? '')).toMatchObject({
      items: [{ id: 'AAPL:0500' }],
      next: null,
    });
  });

  it('leaves out what it cannot read, and continues behind it', async () => {
    const all = stored(501).map((each, at) => (at === 499 ? { ...each, schemaVersion: 99 } : each));
    expect(await pageOf(all)).toMatchObject({ items: { length: 499 }, next: 'AAPL:0499' });
  });
});

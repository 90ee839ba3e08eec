import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import type { DocumentStore, DocumentWrite } from './document-store.ts';
import { openRepositories, type OpenRepositories } from './open-repositories.ts';

const userRecord = (userId: string) => ({
  userId,
  userName: userId,
  passwordHash: '$x',
  permissionMask: 1,
  isDemo: false,
  isDisabled: false,
  expiresAtMs: null,
  isOneMachine: false,
  profile: EMPTY_PROFILE,
});
const write = (id: string, seenRevision: number, body: string, atMs = 5): DocumentWrite => ({
  id,
  seenRevision,
  schemaVersion: 1,
  body,
  atMs,
});

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('the document store on %s', (name) => {
  let folder: string;
  let storage: OpenRepositories;
  let documents: DocumentStore;
  const put = (userId: string, document: DocumentWrite, maxDocuments = 9) =>
    documents.put(userId, 'alert', document, maxDocuments);
  const remove = (userId: string, id: string, seenRevision: number, atMs = 6, maxRemoved = 9) =>
    documents.remove(userId, 'alert', { id, seenRevision, atMs }, maxRemoved);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-documents-'));
    storage = await openRepositories({
      dataFolder: folder,
      ...(name === 'Postgres' ? { databaseUrl: await postgres.createDatabase() } : {}),
    });
    documents = storage.repositories.documents;
    await storage.repositories.users.create(userRecord('u-1'));
    await storage.repositories.users.create(userRecord('u-2'));
  });
  afterEach(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('stores a document with a revision that rises with each write', async () => {
    expect(await put('u-1', write('a', 0, '1'))).toEqual({ kind: 'stored', revision: 1 });
    expect(await put('u-1', write('a', 1, '2'))).toEqual({ kind: 'stored', revision: 2 });
    expect(await documents.list('u-1', 'alert')).toEqual([
      { id: 'a', schemaVersion: 1, revision: 2, body: '2' },
    ]);
    expect(await documents.usersWith('alert')).toEqual(['u-1']);
  });

  it('refuses a write over another revision and answers the present document', async () => {
    await put('u-1', write('a', 0, '1'));
    await put('u-1', write('a', 1, '2'));
    const present = { id: 'a', schemaVersion: 1, revision: 2, body: '2' };
    for (const seen of [0, 1, 3])
      expect(await put('u-1', write('a', seen, 'late'))).toEqual({ kind: 'conflict', present });
    expect(await remove('u-1', 'a', 1)).toEqual({ kind: 'conflict', present });
    expect(await put('u-1', write('unknown', 4, 'late'))).toEqual({ kind: 'conflict', present: undefined });
    expect(await remove('u-1', 'unknown', 4)).toEqual({ kind: 'conflict', present: undefined });
    expect(await documents.list('u-1', 'alert')).toEqual([present]);
  });

  it('restores a removed document only for a writer that has seen the removal', async () => {
    await put('u-1', write('a', 0, '1'));
    expect(await remove('u-1', 'a', 1)).toEqual({ kind: 'stored', revision: 2 });
    const present = { id: 'a', schemaVersion: 1, revision: 2, body: null };
    for (const seen of [0, 1])
      expect(await put('u-1', write('a', seen, 'late'))).toEqual({ kind: 'conflict', present });
    expect(await remove('u-1', 'a', 2)).toEqual({ kind: 'conflict', present });
    expect(await documents.list('u-1', 'alert')).toEqual([present]);
    expect(await put('u-1', write('a', 2, '1'))).toEqual({ kind: 'stored', revision: 3 });
    expect(await documents.listPresent('u-1', 'alert')).toEqual([{ ...present, revision: 3, body: '1' }]);
  });

  it('forgets only documents that were removed before a time', async () => {
    for (const id of ['a', 'b', 'c']) await put('u-1', write(id, 0, '1', 1));
    await remove('u-1', 'a', 1, 10);
    await remove('u-1', 'b', 1, 20);
    expect(await storage.repositories.retention.removeRemovedDocuments(20, 10)).toBe(1);
    expect((await documents.list('u-1', 'alert')).map(({ id }) => id)).toEqual(['b', 'c']);
  });

  it('forgets the oldest removed documents of a user beyond a number', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await put('u-1', write(id, 0, '1', 1));
    await put('u-2', write('a', 0, '1', 1));
    await remove('u-2', 'a', 1, 5, 2);
    for (const [index, id] of ['b', 'a', 'c'].entries()) await remove('u-1', id, 1, 10 + index, 2);
    expect((await documents.list('u-1', 'alert')).map(({ id }) => id)).toEqual(['a', 'c', 'd']);
    expect((await documents.listPresent('u-1', 'alert')).map(({ id }) => id)).toEqual(['d']);
    expect(await documents.list('u-2', 'alert')).toHaveLength(1);
  });

  it('is full with the allowed number; removed documents do not count', async () => {
    await put('u-1', write('a', 0, '1'), 2);
    await put('u-1', write('b', 0, '1'), 2);
    expect(await put('u-1', write('c', 0, '1'), 2)).toEqual({ kind: 'full' });
    expect(await put('u-1', write('a', 1, '2'), 2)).toEqual({ kind: 'stored', revision: 2 });
    await remove('u-1', 'b', 1);
    expect(await put('u-1', write('c', 0, '1'), 2)).toEqual({ kind: 'stored', revision: 1 });
    expect(await put('u-1', write('b', 2, '1'), 2)).toEqual({ kind: 'full' });
  });

  it('lists and limits the documents whose ids begin with the same text', async () => {
    const group = { idPrefix: 'A%_:', maxDocuments: 2 };
    const add = (id: string) =>
      documents.put('u-1', 'drawing', write(id, 0, `${id}!`), 9, id.startsWith('A%_:') ? group : undefined);
    for (const id of ['A%_:-', 'A%_:a', 'AXX:c', 'a%_:d'])
      expect(await add(id)).toMatchObject({ kind: 'stored' });
    await put('u-1', write('A%_:e', 0, 'an alert'));
    const ids = async (prefix?: string) =>
      (await documents.listPresent('u-1', 'drawing', prefix)).map(({ id }) => id);
    expect(await ids('A%_:')).toEqual(['A%_:-', 'A%_:a']);
    expect(await ids()).toHaveLength(4);
    expect(await add('A%_:f')).toEqual({ kind: 'group-full' });
    await documents.remove('u-1', 'drawing', { id: 'A%_:a', seenRevision: 1, atMs: 6 }, 9);
    expect(await ids('A%_:')).toEqual(['A%_:-']);
    expect(await add('A%_:f')).toMatchObject({ kind: 'stored' });
  });

  it('lists documents in pages that have each document once, whatever the order of the database', async () => {
    const ids = ['a', 'B', 'A_1', 'a-1', 'AA', '$x', 'ab', 'Ab'];
    for (const id of ids) await put('u-1', write(id, 0, '1'));
    await put('u-2', write('c', 0, '1'));
    await remove('u-1', 'AA', 1);
    const found: string[] = [];
    for (let after = ''; ;) {
      const page = await documents.pageOfPresent('u-1', 'alert', after, 3);
      found.push(...page.map(({ id }) => id));
      if (page.length < 3) break;
      after = found.at(-1) ?? '';
    }
    expect(found.toSorted()).toEqual(ids.filter((id) => id !== 'AA').toSorted());
  });

  it('lets one of several concurrent writers over a revision win, and never exceeds the limit', async () => {
    const outcomes = await Promise.all(['1', '2', '3'].map((body) => put('u-1', write('a', 0, body))));
    expect(outcomes.filter(({ kind }) => kind === 'stored')).toHaveLength(1);
    const added = await Promise.all(['b', 'c', 'd', 'e'].map((id) => put('u-1', write(id, 0, '1'), 3)));
    expect(added.filter(({ kind }) => kind === 'stored')).toHaveLength(2);
  });

  it('keeps users apart and deletes the documents of a deleted user', async () => {
    await put('u-1', write('a', 0, 'mine'));
    await put('u-2', write('a', 0, 'other'));
    expect(await remove('u-2', 'a', 1)).toEqual({ kind: 'stored', revision: 2 });
    expect((await documents.list('u-1', 'alert')).map(({ body }) => body)).toEqual(['mine']);
    await storage.repositories.users.remove('u-1');
    expect(await documents.list('u-1', 'alert')).toEqual([]);
    expect(await documents.usersWith('alert')).toEqual(['u-2']);
  });
});

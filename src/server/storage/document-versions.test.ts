import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/calendar/durations.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { MAX_VERSIONS_OF_DOCUMENT, VERSION_AGE_MS } from './document-versions.ts';
import { openRepositories, type OpenRepositories } from './open-repositories.ts';
import type { Repositories } from './repositories.ts';

const START_MS = 1_000_000_000;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('earlier states of documents on %s', (name) => {
  let folder: string;
  let storage: OpenRepositories;
  let repositories: Repositories;
  /** Revisions of the documents that this test has written. */
  let revisions: Map<string, number>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-versions-'));
    storage = await openRepositories({
      dataFolder: folder,
      ...(name === 'Postgres' ? { databaseUrl: await postgres.createDatabase() } : {}),
    });
    ({ repositories } = storage);
    revisions = new Map();
    for (const userId of ['u-1', 'u-2'])
      await repositories.users.create({
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
  });
  afterEach(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function put(id: string, body: string, atMs: number, userAgent = 'A'): Promise<void> {
    const seenRevision = revisions.get(id) ?? 0;
    const write = { id, seenRevision, schemaVersion: 1, body, atMs, userAgent };
    expect(await repositories.documents.put('u-1', 'drawing', write, 9)).toMatchObject({ kind: 'stored' });
    revisions.set(id, seenRevision + 1);
  }
  async function remove(id: string, atMs: number, userAgent = 'A'): Promise<void> {
    const seenRevision = revisions.get(id) ?? 0;
    const write = { id, seenRevision, atMs, userAgent };
    expect(await repositories.documents.remove('u-1', 'drawing', write, 9)).toMatchObject({ kind: 'stored' });
    revisions.set(id, seenRevision + 1);
  }
  const bodies = async () =>
    (await repositories.documentVersions.page('u-1', undefined, 999)).map(({ body }) => body);

  it('are kept when another state replaces them, and once more when the document is removed', async () => {
    await put('a', '1', START_MS);
    expect(await bodies()).toEqual([]);
    await put('a', '2', START_MS + 10);
    await remove('a', START_MS + 20, 'B');
    const version = { kind: 'drawing', id: 'a', schemaVersion: 1 };
    expect(await repositories.documentVersions.page('u-1', undefined, 9)).toEqual([
      { ...version, changedMs: START_MS + 20, body: '2', isRemoval: true, userAgent: 'B' },
      { ...version, changedMs: START_MS + 10, body: '1', isRemoval: false, userAgent: 'A' },
    ]);
    expect(await repositories.documentVersions.load('u-1', START_MS + 10)).toMatchObject({ body: '1' });
    expect(await repositories.documentVersions.load('u-2', START_MS + 10)).toBeUndefined();
    // A restored document replaces nothing.
    await put('a', '3', START_MS + 30);
    expect(await bodies()).toEqual(['2', '1']);
  });

  it('are one for a burst from one machine: the state before it', async () => {
    await put('a', '1', START_MS);
    for (let step = 1; step <= 4; step += 1) await put('a', `drag ${step}`, START_MS + step * MINUTE_MS);
    expect(await bodies()).toEqual(['1']);
    await put('a', 'other machine', START_MS + 5 * MINUTE_MS, 'B');
    await put('a', 'later', START_MS + 11 * MINUTE_MS, 'B');
    expect(await bodies()).toEqual(['other machine', 'drag 4', '1']);
  });

  it('of several documents may be changed at the same time', async () => {
    for (const id of ['a', 'b', 'c']) await put(id, id, START_MS);
    for (const id of ['a', 'b', 'c']) await remove(id, START_MS + 1);
    expect(await bodies()).toEqual(['c', 'b', 'a']);
    expect((await repositories.documentVersions.page('u-1', START_MS + 3, 1)).map(({ id }) => id)).toEqual([
      'b',
    ]);
  });

  it('are kept for 30 days, and at most 100 of a document', async () => {
    await put('old', 'x', START_MS);
    await remove('old', START_MS + 1);
    for (let step = 0; step <= MAX_VERSIONS_OF_DOCUMENT + 3; step += 1)
      await put('a', `${step}`, START_MS + step * 6 * MINUTE_MS);
    const kept = await bodies();
    expect(kept.filter((body) => body !== 'x')).toHaveLength(MAX_VERSIONS_OF_DOCUMENT);
    expect([kept[0], kept.includes('2'), kept.includes('x')]).toEqual(['102', false, true]);
    await put('b', '1', START_MS + VERSION_AGE_MS);
    await put('b', '2', START_MS + VERSION_AGE_MS + 3);
    expect(await bodies()).not.toContain('x');
    await put('c', '1', START_MS + 50 * DAY_MS);
    await remove('c', START_MS + 60 * DAY_MS);
    const removeOld = () => repositories.retention.removeDocumentVersions(START_MS + 60 * DAY_MS, 3);
    while ((await removeOld()) === 3);
    expect(await bodies()).toEqual(['1']);
  });

  it('of a user are bounded in size, and the newest stays', async () => {
    const large = 'x'.repeat(9_000_000);
    for (const id of ['a', 'b', 'c']) {
      await put(id, `${id}${large}`, START_MS);
      await remove(id, START_MS + 1);
    }
    expect((await bodies()).map((body) => body.charAt(0))).toEqual(['c', 'b']);
  });

  it('of saved items have id, type, name and data', async () => {
    const { savedItems, documentVersions } = repositories;
    const save = { toolType: 'Chart', name: 'Trend "1"', data: '{"Studies":["SMA"]}' };
    const saved = await savedItems.save('u-1', save, 9, { atMs: START_MS, userAgent: 'A' });
    const id = saved.kind === 'saved' ? saved.item.id : 0;
    const changed = { ...save, name: 'Trend', data: '[]', id };
    await savedItems.save('u-1', changed, 9, { atMs: START_MS + 1, userAgent: 'A' });
    expect(await savedItems.remove('u-2', id, { atMs: START_MS + 2, userAgent: 'A' })).toBe(false);
    expect(await savedItems.remove('u-1', id, { atMs: START_MS + 3, userAgent: 'A' })).toBe(true);
    const versions = await documentVersions.page('u-1', undefined, 9);
    expect(versions.map(({ kind, id: item, isRemoval }) => [kind, item, isRemoval])).toEqual([
      ['save', String(id), true],
      ['save', String(id), false],
    ]);
    expect(versions.map(({ body }) => JSON.parse(body))).toEqual([
      { Id: String(id), Type: 'Chart', Name: 'Trend', Data: [] },
      { Id: String(id), Type: 'Chart', Name: 'Trend "1"', Data: { Studies: ['SMA'] } },
    ]);
  });

  it('go with their user', async () => {
    await put('a', '1', START_MS);
    await remove('a', START_MS + 1);
    await repositories.users.remove('u-1');
    expect(await bodies()).toEqual([]);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { openRepositories } from './open-repositories.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const LIMITS = { maxCount: 3, maxChars: 20 };

it.each(['SQLite', 'Postgres'])(
  'keeps pictures within the limits while a note names them, on %s',
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'tapedeck-snapshots-'));
    const databaseUrl = name === 'Postgres' ? await postgres.createDatabase() : undefined;
    const storage = await openRepositories({ dataFolder: folder, ...(databaseUrl && { databaseUrl }) });
    const { users, documents, tradeSnapshots } = storage.repositories;
    for (const userId of ['u-1', 'u-2'])
      await users.create({
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
    const add = (id: string, png: string, storedMs = 10) =>
      tradeSnapshots.add({ id, userId: 'u-1', storedMs, png }, LIMITS);
    expect(await add('named', '12345678')).toBe('added');
    expect(await add('named before', '12345678')).toBe('added');
    expect(await add('too long', '12345')).toBe('full');
    expect(await add('unnamed', '1234')).toBe('added');
    expect(await add('one more', '')).toBe('full');
    expect(await tradeSnapshots.png('u-1', 'unnamed')).toBe('1234');
    expect(await tradeSnapshots.png('u-2', 'unnamed')).toBeUndefined();

    const put = (seenRevision: number, snapshot: string) => {
      const row = { Id: '7', Type: 'TradeNotes', Name: 'n', Data: { note: snapshot } };
      const write = { id: '7', seenRevision, schemaVersion: 1, body: JSON.stringify(row), atMs: 20 };
      return documents.put('u-1', 'save', write, 9);
    };
    await put(0, 'named before');
    await put(1, 'named');
    expect(await tradeSnapshots.removeUnnamed(10, 9)).toBe(0);
    expect(await tradeSnapshots.removeUnnamed(11, 9)).toBe(1);
    const left = async (id: string) => (await tradeSnapshots.png('u-1', id)) !== undefined;
    expect([await left('named'), await left('named before'), await left('unnamed')]).toEqual([
      true,
      true,
      false,
    ]);
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  },
);

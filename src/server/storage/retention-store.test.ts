import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import {
  openDatabase,
  openRepositories,
  type OpenRepositories,
  type StorageOptions,
} from './open-repositories.ts';
import type { RetentionStore } from './retention-store.ts';
import type { Database } from './schema.ts';

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

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('the retention of stored rows on %s', (name) => {
  let folder: string;
  let storage: OpenRepositories;
  let db: Kysely<Database>;
  let retention: RetentionStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-retention-'));
    const options: StorageOptions = {
      dataFolder: folder,
      databaseUrl: name === 'Postgres' ? await postgres.createDatabase() : undefined,
    };
    storage = await openRepositories(options);
    db = await openDatabase(options);
    ({ retention } = storage.repositories);
    for (const userId of ['u-1', 'u-2']) await storage.repositories.users.create(userRecord(userId));
  });
  afterEach(async () => {
    await db.destroy();
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function addDelivery(userId: string, serial: number, endedMs: number | null): Promise<void> {
    await db
      .insertInto('deliveries')
      .values({
        delivery_id: `${userId}-${serial}`,
        user_id: userId,
        serial,
        notice_id: 'n',
        channel_id: 'webhook',
        channel_kind: 'webhook',
        notice_kind: 'fill',
        body: '{}',
        state: endedMs === null ? 'Waiting' : 'Delivered',
        attempts: 1,
        due_at_ms: 0,
        due_set_at_ms: 0,
        created_at_ms: 0,
        ended_at_ms: endedMs,
        last_error: '',
      })
      .execute();
  }

  it('removes old deliveries that ended, few at a time, and keeps the newest of each user', async () => {
    await addDelivery('u-1', 1, 10);
    await addDelivery('u-1', 2, null);
    await addDelivery('u-1', 3, 20);
    await addDelivery('u-1', 4, 90);
    await addDelivery('u-1', 5, 30);
    await addDelivery('u-2', 1, 10);
    expect(await retention.removeDeliveries(50, 1)).toBe(1);
    expect(await retention.removeDeliveries(50, 10)).toBe(1);
    expect(await retention.removeDeliveries(50, 10)).toBe(0);
    const left = await db.selectFrom('deliveries').select('delivery_id').orderBy('delivery_id').execute();
    expect(left.map(({ delivery_id: id }) => id)).toEqual(['u-1-2', 'u-1-4', 'u-1-5', 'u-2-1']);
  });

  it('removes old fired alerts of a user, but not the newest', async () => {
    const { alerts } = storage.repositories;
    for (const [arm, timestamp] of [10, 20, 90, 30].entries())
      await alerts.add('u-1', {
        AlertId: 'a',
        Side: 'High',
        Arm: arm + 1,
        Symbol: 'SPY',
        Column: 'Last',
        Level: 1,
        Value: 2,
        Timestamp: timestamp,
      });
    const serials = async () => (await alerts.newest('u-1', 9)).map(({ Serial: serial }) => serial);
    expect(await retention.removeFirings('u-1', 50, 1)).toBe(1);
    expect(await serials()).toEqual([4, 3, 2]);
    expect(await retention.removeFirings('u-1', 50, 10)).toBe(1);
    expect(await retention.removeFirings('u-2', 50, 10)).toBe(0);
    // Record 4 is the newest, and record 3 is not old: a hole in the log would look like loss.
    expect(await serials()).toEqual([4, 3]);
    expect(await retention.removeFirings('u-1', 100, 10)).toBe(1);
    expect(await serials()).toEqual([4]);
  });

  it('removes old workspaces, but not the newest of a user', async () => {
    const { workspaceVersions } = storage.repositories;
    for (const savedMs of [10, 20, 30])
      await workspaceVersions.put('u-1', { startedMs: savedMs, savedMs, userAgent: '', body: 'x' });
    await workspaceVersions.put('u-2', { startedMs: 5, savedMs: 5, userAgent: '', body: 'x' });
    expect(await retention.removeWorkspaceVersions(50, 1)).toBe(1);
    expect(await retention.removeWorkspaceVersions(50, 9)).toBe(1);
    expect((await workspaceVersions.list('u-1')).map(({ savedMs }) => savedMs)).toEqual([30]);
    expect(await workspaceVersions.list('u-2')).toHaveLength(1);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { openRepositories, type OpenRepositories } from './open-repositories.ts';
import type { ExternalBrokerStore } from './external-broker-store.ts';

const profile = {
  firstName: '',
  lastName: '',
  phone: '',
  mobilePhone: '',
  email: '',
  address: '',
  addressLine2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
};

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('the records of the external broker on %s', (kind) => {
  let folder: string;
  let opened: OpenRepositories;
  let store: ExternalBrokerStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-broker-'));
    opened = await openRepositories({
      dataFolder: folder,
      databaseUrl: kind === 'Postgres' ? await postgres.createDatabase() : undefined,
    });
    store = opened.repositories.externalBroker;
    for (const userId of ['ann', 'bob'])
      await opened.repositories.users.create({
        userId,
        userName: userId,
        passwordHash: 'x',
        permissionMask: 1,
        isDemo: false,
        isDisabled: false,
        expiresAtMs: null,
        isOneMachine: false,
        profile,
      });
  });
  afterEach(async () => {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('hold one login a user; only the login that stands takes new tokens', async () => {
    const login = { userId: 'ann', sealedTokens: 'one', loginId: 'l1', accessExpiresAtMs: 5 };
    await store.saveLogin(login);
    await store.saveLogin({ ...login, loginId: 'l2' });
    expect(await store.updateLogin({ ...login, sealedTokens: 'late' })).toBe(false);
    expect(await store.updateLogin({ ...login, loginId: 'l2', sealedTokens: 'two' })).toBe(true);
    expect(await store.login('ann')).toMatchObject({ loginId: 'l2', sealedTokens: 'two' });
    await store.removeLogin('ann', 'l1');
    expect(await store.login('ann')).toBeDefined();
    expect(await store.login('bob')).toBeUndefined();
    await store.removeLogin('ann', 'l2');
    expect(await store.login('ann')).toBeUndefined();
  });

  it('hold one default account a user, with how far it was read', async () => {
    await store.setDefault('ann', '1', 'A');
    await store.setSyncedTo('ann', '1', 99);
    await store.setDefault('ann', '2', 'B');
    await store.setDefault('bob', '1', 'C');
    expect(await store.accounts('ann')).toEqual([
      { account: '1', accountHash: 'A', isDefault: false, syncedToMs: 99 },
      { account: '2', accountHash: 'B', isDefault: true, syncedToMs: null },
    ]);
    await store.setDefault('ann', '1', 'A2');
    expect(
      (await store.accounts('ann')).map(({ accountHash, isDefault, syncedToMs }) => [
        accountHash,
        isDefault,
        syncedToMs,
      ]),
    ).toEqual([
      ['A2', true, 99],
      ['B', false, null],
    ]);
    expect(await store.accounts('bob')).toMatchObject([{ account: '1', accountHash: 'C', isDefault: true }]);
  });

  it('hold figures of an account, written over the revision that was seen only', async () => {
    expect(await store.figures('ann', '1')).toBeUndefined();
    expect(await store.putFigures('ann', '1', 3, 'early')).toBeUndefined();
    expect(await store.putFigures('ann', '1', 0, 'a')).toBe(1);
    expect(await store.putFigures('ann', '1', 0, 'b')).toBeUndefined();
    expect(await store.putFigures('ann', '1', 1, 'c')).toBe(2);
    expect(await store.putFigures('ann', '1', 1, 'd')).toBeUndefined();
    expect(await store.figures('ann', '1')).toEqual({ revision: 2, body: 'c' });
    expect(await store.figures('bob', '1')).toBeUndefined();
  });

  it('replaces orders and keeps each report once; returns open orders of any age', async () => {
    const order = (orderId: string, enteredMs: number, isOpen: boolean) => ({
      orderId,
      enteredMs,
      isOpen,
      body: `${orderId}@${enteredMs}`,
    });
    await store.record(
      'ann',
      '1',
      [order('a', 10, true), order('b', 20, false), order('c', 30, false)],
      [
        { reportId: 'r', timeMs: 30, body: 'first' },
        { reportId: 'q', timeMs: 10, body: 'old' },
      ],
    );
    await store.record(
      'ann',
      '1',
      [{ ...order('c', 30, false), body: 'c again' }],
      [{ reportId: 'r', timeMs: 31, body: 'second' }],
    );
    expect(await store.orders('ann', '1', 25)).toEqual(['a@10', 'c again']);
    expect(await store.reports('ann', '1', 25)).toEqual(['first']);
    expect(await store.countRecords('ann', '1')).toBe(5);
    expect([
      await store.orders('bob', '1', 0),
      await store.orders('ann', '2', 0),
      await store.reports('bob', '1', 0),
      await store.countRecords('bob', '1'),
    ]).toEqual([[], [], [], 0]);
  });

  it('go with their user', async () => {
    await store.saveLogin({ userId: 'ann', sealedTokens: 'x', loginId: 'l', accessExpiresAtMs: 1 });
    await store.setDefault('ann', '1', 'A');
    await store.record(
      'ann',
      '1',
      [{ orderId: 'a', enteredMs: 1, isOpen: true, body: '{}' }],
      [{ reportId: 'r', timeMs: 1, body: '{}' }],
    );
    await opened.repositories.users.remove('ann');
    expect([
      await store.login('ann'),
      await store.accounts('ann'),
      await store.countRecords('ann', '1'),
    ]).toEqual([undefined, [], 0]);
  });
});

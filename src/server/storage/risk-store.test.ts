import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { openRepositories, type OpenRepositories, type StorageOptions } from './open-repositories.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('risk settings on %s', (name) => {
  let folder: string;
  let options: StorageOptions;
  let storage: OpenRepositories;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-risk-'));
    options = {
      dataFolder: folder,
      ...(name === 'Postgres' ? { databaseUrl: await postgres.createDatabase() } : {}),
    };
    storage = await openRepositories(options);
  });
  afterEach(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('start empty, and every change raises the revision', async () => {
    const { risk } = storage.repositories;
    expect(await risk.load()).toEqual({ revision: 0, entries: [] });
    await risk.change('limits', 'firm', () => '{"maxSymbols":4}', 1);
    await risk.change('account', 'DEMO-1', () => '{}', 2);
    await risk.change('limits', 'firm', (standing) => `[${standing}]`, 3);
    expect(await risk.load()).toEqual({
      revision: 3,
      entries: [
        { kind: 'account', name: 'DEMO-1', body: '{}' },
        { kind: 'limits', name: 'firm', body: '[{"maxSymbols":4}]' },
      ],
    });
    await risk.change('limits', 'firm', () => null, 4);
    expect(await risk.load()).toMatchObject({ revision: 4, entries: [{ kind: 'account' }] });
    expect(await risk.revision()).toBe(4);
  });

  it('lose no change of two administrators at once, and none that failed counts', async () => {
    // Two SQLite connections of one thread would wait for each other.
    const other = name === 'Postgres' ? await openRepositories(options) : storage;
    const add = (standing: string | undefined): string => String(Number(standing ?? '0') + 1);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? storage : other).repositories.risk.change('symbol', 'TSLA', add, at),
      ),
    );
    expect(await other.repositories.risk.load()).toEqual({
      revision: 20,
      entries: [{ kind: 'symbol', name: 'TSLA', body: '20' }],
    });
    const fail = (): string => {
      throw new Error('no');
    };
    await expect(storage.repositories.risk.change('symbol', 'TSLA', fail, 1)).rejects.toThrow('no');
    expect(await other.repositories.risk.revision()).toBe(20);
    if (other !== storage) await other.close();
  });
});

import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { fillWithFixture, trade } from '../../../tests/support/traded-storage.ts';
import { runAdminProgram } from '../../../tests/support/admin-program.ts';
import { openRepositories, type StorageOptions } from '../storage/open-repositories.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

let postgres: TestPostgres;
let folder: string;
let storage: StorageOptions;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-user-data-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const admin = async (line: string): Promise<string> =>
  (await runAdminProgram(storage, line.split(' '))).output;

/** The fixture of the database; its first user also has an account that trades. Returns the name of the user. */
async function prepare(backend: string): Promise<string> {
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  fillWithFixture(dataFolder);
  const db = new DatabaseSync(join(dataFolder, 'tapedeck.db'));
  const user = db.prepare('SELECT user_id, user_name FROM users WHERE is_demo = 0').get();
  const userId = String(user?.['user_id']);
  db.exec(`INSERT INTO accounts VALUES ('A', '${userId}', 0, 0, 1000000000000, 1, 0)`);
  db.close();
  storage = { dataFolder };
  await trade(storage, 1, 40);
  if (backend === 'Postgres') {
    const file = join(folder, 'backup.tar');
    await createBackup({ storage, file, version: '1.0.0', nowMs: 0 });
    storage = { dataFolder: join(folder, 'other'), databaseUrl: await postgres.createDatabase() };
    await restoreBackup({ file, storage, version: '1.0.0', nowMs: 0 });
  }
  return String(user?.['user_name']);
}

describe.each(['SQLite', 'Postgres'])('the data of a user on %s', (backend) => {
  it('are exported with the journal of the accounts, without secrets', async () => {
    const name = await prepare(backend);
    const file = join(folder, 'user.json');
    expect(await admin(`export-user ${name} ${file}`)).toContain('without secrets');
    const text = await readFile(file, 'utf8');
    const { tables, journal } = JSON.parse(text);
    expect(Object.keys(tables)).toEqual(
      expect.arrayContaining(['users', 'accounts', 'settings', 'sessions']),
    );
    expect(journal.A.length).toBeGreaterThan(20);
    expect(journal.A[0].event).toMatchObject({ kind: 'funded', account: 'A' });
    for (const secret of [
      'password_hash',
      'sealed_tokens',
      'session_id',
      'token_hash',
      'sealed_secret',
      'code_hash',
      'secret_hash',
    ])
      expect(text).not.toContain(secret);
    expect(tables.passkeys).toMatchObject([{ name: 'Laptop' }]);
    expect(await admin(`export-user ${name} ${file}`)).toContain(
      `Nothing was written: ${file} exists already, and is not overwritten.`,
    );
  });

  it('are deleted only with --yes and, with open orders or positions, --force; the journal stays', async () => {
    const name = await prepare(backend);
    expect(await admin(`delete-user ${name}`)).toContain('Add --yes');
    expect(await admin(`delete-user ${name} --yes`)).toMatch(/has open orders or positions \(A: /);
    expect(await admin(`delete-user ${name} --yes --force`)).toContain(`${name} was deleted.`);
    expect(await admin(`delete-user ${name} --yes`)).toContain('There is no user');

    const { repositories, close } = await openRepositories(storage);
    const deleted = (await repositories.users.all()).find(({ userName }) => userName.startsWith('deleted-'));
    expect(deleted).toMatchObject({
      isDisabled: true,
      passwordHash: '',
      profile: { email: '', firstName: '' },
    });
    const userId = deleted?.userId ?? '';
    expect(await repositories.settings.load(userId)).toBeUndefined();
    expect(await repositories.savedItems.ofUser(userId)).toEqual([]);
    for (const { isLocked } of await repositories.accounts.ofUser(userId)) expect(isLocked).toBe(true);
    await close();
    const file = join(folder, 'after.json');
    await admin(`export-user ${deleted?.userName ?? ''} ${file}`);
    const { tables, journal } = JSON.parse(await readFile(file, 'utf8'));
    expect(Object.keys(tables).sort()).toEqual(['accounts', 'users']);
    expect(journal.A.length).toBeGreaterThan(20);
    expect(await admin('check')).not.toContain('error');
  });
});

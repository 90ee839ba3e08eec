import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { fillWithFixture, trade } from '../../../tests/support/traded-storage.ts';
import { runAdminProgram } from '../../../tests/support/admin-program.ts';
import { crc32c } from '../storage/crc32c.ts';
import type { StorageOptions } from '../storage/open-repositories.ts';
import { openStorage } from '../storage/open-storage.ts';

let postgres: TestPostgres;
let folder: string;
let storage: StorageOptions;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-check-test-'));
  storage = { dataFolder: join(folder, 'data') };
  await mkdir(storage.dataFolder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function check(): Promise<{ code: number; out: string }> {
  const { code, output } = await runAdminProgram(storage, ['check']);
  return { code, out: output };
}

it.each(['SQLite', 'Postgres'])(
  'prints the figures of accounts and finds nothing in sound data on %s',
  async (backend) => {
    if (backend === 'SQLite') fillWithFixture(storage.dataFolder);
    else storage = { ...storage, databaseUrl: await postgres.createDatabase() };
    const views = await trade(storage, 1, 120);
    const { code, out } = await check();
    expect(out).not.toContain('error');
    expect(code).toBe(0);
    for (const [account, { balance }] of Object.entries(views))
      expect(out).toContain(`${account}  cash ${(balance.cashE4 / 10_000).toFixed(4)}`);
    expect(out).toContain('1 checkpoint.');
  },
);

it('changes no file', async () => {
  fillWithFixture(storage.dataFolder);
  await trade(storage, 2, 20);
  const contents = async () => {
    const names = (await readdir(storage.dataFolder, { recursive: true })).sort();
    const files: unknown[] = [];
    for (const name of names) {
      const path = join(storage.dataFolder, name);
      if ((await stat(path)).isFile()) files.push([name, crc32c(await readFile(path))]);
    }
    return files;
  };
  const before = await contents();
  expect((await check()).code).toBe(0);
  expect(await contents()).toEqual(before);
});

it('names a checkpoint that differs from the journal, and in what', async () => {
  await trade(storage, 3, 40);
  const checkpoints = join(storage.dataFolder, 'checkpoints');
  const [name = ''] = await readdir(checkpoints);
  const [head = '', body = ''] = (await readFile(join(checkpoints, name), 'utf8')).split('\n');
  const changed = Buffer.from(body.replace(/"ordersToday":\d+/, '"ordersToday":999'));
  const newHead = { ...JSON.parse(head), bytes: changed.length, crc: crc32c(changed) };
  await writeFile(join(checkpoints, name), `${JSON.stringify(newHead)}\n${changed.toString()}`);
  const { code, out } = await check();
  expect(code).toBe(1);
  expect(out).toMatch(/The checkpoint at record \d+ differs from the order journal in ordersToday\./);
});

it('finds a damaged record, and cash that the database has otherwise than the journal', async () => {
  const opened = await openStorage(storage);
  const funded = { v: 5, kind: 'funded', account: 'DEMO-1', cashE4: 1_000, version: 2, timeMs: 1 };
  await opened.journal.append([{ seq: 1, account: 'DEMO-1', payload: JSON.stringify(funded) }]);
  await opened.close();
  const db = new DatabaseSync(join(storage.dataFolder, 'tapedeck.db'));
  db.exec(`INSERT INTO users VALUES ('u', 'ann', 'ann', '', 0, 0, 0, NULL, '{}', 0);
    INSERT INTO accounts VALUES ('DEMO-1', 'u', 0, 0, 500, 2, 1)`);
  expect((await check()).out).toContain('Account DEMO-1 was funded with 1000 E4');
  db.exec('UPDATE accounts SET cash_version = 1');
  db.close();
  expect((await check()).out).toContain(
    'version 2 of the cash of account DEMO-1, and the database has version 1',
  );
  const journal = new DatabaseSync(join(storage.dataFolder, 'journal.db'));
  journal.exec(
    `DROP TRIGGER journal_keeps_texts; UPDATE journal SET payload = replace(payload, '1000', '1001')`,
  );
  journal.close();
  const damaged = await check();
  expect(damaged.code).toBe(1);
  expect(damaged.out).toContain('the checksum of record 1 does not match');
});

it('refuses a data folder on which a server runs', async () => {
  const opened = await openStorage(storage);
  expect(await check()).toMatchObject({
    code: 1,
    out: expect.stringContaining('A server runs on the data folder'),
  });
  await opened.close();
});

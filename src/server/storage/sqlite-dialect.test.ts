import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isUniqueViolation } from './columns.ts';
import { sqliteFileDialect } from './sqlite-dialect.ts';

let folder: string;
let file: string;
let db: Kysely<unknown>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-sqlite-'));
  file = join(folder, 'some.db');
  db = new Kysely<unknown>({ dialect: sqliteFileDialect(file) });
  await sql`CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT`.execute(db);
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
});

const add = (id: number) => sql`INSERT INTO notes VALUES (${id}, 'some text')`.execute(db);
const count = async (): Promise<unknown> =>
  (await sql<{ found: number }>`SELECT count(*) AS found FROM notes`.execute(db)).rows[0]?.found;

it('the event loop turns while a statement waits for another writer', async () => {
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  let isWritten = false;
  const written = add(1).then(() => (isWritten = true));
  for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
  expect(isWritten).toBe(false);
  other.exec('ROLLBACK');
  other.close();
  await written;
  expect(await count()).toBe(1);
});

it('statements that are sent together run in their order, and a transaction by itself', async () => {
  const order: string[] = [];
  await Promise.all([
    db.transaction().execute(async (transaction) => {
      await sql`INSERT INTO notes VALUES (1, 'first')`.execute(transaction);
      order.push('inside');
      await sql`INSERT INTO notes VALUES (2, 'second')`.execute(transaction);
    }),
    count().then((found) => order.push(`counted ${String(found)}`)),
  ]);
  expect(order).toEqual(['inside', 'counted 2']);
});

it('a refused statement carries the code of SQLite, and its transaction leaves nothing', async () => {
  await add(7);
  const refused = await db
    .transaction()
    .execute(async (transaction) => {
      await sql`INSERT INTO notes VALUES (8, 'gone with the transaction')`.execute(transaction);
      await sql`INSERT INTO notes VALUES (7, 'a key twice')`.execute(transaction);
    })
    .catch((error: unknown) => error);
  expect(isUniqueViolation(refused)).toBe(true);
  expect(await count()).toBe(1);
});

it('says what changed, and hands values of every kind back as they came', async () => {
  await add(1);
  await add(2);
  const changed = await sql`UPDATE notes SET text = ${'Ünïcode 🙂'}`.execute(db);
  expect(changed.numAffectedRows).toBe(2n);
  const { rows } =
    await sql`SELECT text, ${1.5} AS real, ${null} AS missing, ${'9'} AS digits FROM notes LIMIT 1`.execute(
      db,
    );
  expect(rows).toEqual([{ text: 'Ünïcode 🙂', real: 1.5, missing: null, digits: '9' }]);
});

it('a file that cannot be opened is refused with the reason, at the first statement', async () => {
  const nowhere = new Kysely<unknown>({ dialect: sqliteFileDialect(join(folder, 'missing', 'some.db')) });
  await expect(sql`SELECT 1`.execute(nowhere)).rejects.toThrow('unable to open database file');
  await nowhere.destroy();
});

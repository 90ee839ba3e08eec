import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGateCheck } from '../../src/server/algostream/gates/wire-check.ts';
import {
  readOptimization,
  readSetResult,
} from '../../src/server/algostream/optimizations/wire-optimization.ts';
import { DATABASE_FILE, openRepositories } from '../../src/server/storage/open-repositories.ts';
import { migrations } from '../../src/server/storage/schema.ts';
import { startPostgres } from '../support/postgres.ts';
import { expectRead, expectSchema, fixturesOf } from './golden.ts';

const NAME = 'database';
const NEWEST = Object.keys(migrations).sort().at(-1) ?? '';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-stored-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function withFile<Value>(dataFolder: string, work: (db: DatabaseSync) => Value): Value {
  const db = new DatabaseSync(join(dataFolder, DATABASE_FILE));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** All rows by table. */
function rowsOf(db: DatabaseSync): Readonly<Record<string, readonly unknown[]>> {
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'kysely_%' ORDER BY name")
    .all();
  return Object.fromEntries(
    tables.map(({ name }) => [
      String(name),
      db
        .prepare(`SELECT * FROM "${String(name)}" ORDER BY 1, 2`)
        .all()
        // It changes with each release.
        .filter((row) => row['name'] !== 'writer-version'),
    ]),
  );
}

/** What the repositories read of the database, which is brought up to date first. */
async function readRepositories(dataFolder: string): Promise<unknown> {
  const { repositories, close } = await openRepositories({ dataFolder });
  const { users, accounts, settings, savedItems, risk, deliveries } = repositories;
  try {
    const all = await users.all();
    return {
      users: all,
      accounts: await accounts.all(),
      documentVersions: await Promise.all(
        all.map(({ userId }) => repositories.documentVersions.page(userId, undefined, 9)),
      ),
      settings: await Promise.all(all.map(({ userId }) => settings.load(userId))),
      savedItems: await Promise.all(all.map(({ userId }) => savedItems.ofUser(userId))),
      strategies: await Promise.all(all.map(({ userId }) => repositories.strategies.list(userId))),
      strategyVersions: await Promise.all(
        all.map(async ({ userId }) =>
          Promise.all(
            (await repositories.strategies.list(userId)).map(({ name }) =>
              repositories.strategies.versions(userId, name, { limit: 9 }),
            ),
          ),
        ),
      ),
      optimizations: await Promise.all(
        all.map(async ({ userId }) =>
          Promise.all(
            (await repositories.strategies.optimizations(userId)).map(async (stored) => ({
              optimization: readOptimization(stored),
              sets: (
                await repositories.strategies.optimizationSets(userId, stored.optimizationId, {
                  after: 0,
                  limit: 9,
                })
              ).map(readSetResult),
            })),
          ),
        ),
      ),
      gateChecks: await Promise.all(
        all.map(async ({ userId }) =>
          (await repositories.strategies.gateChecks(userId, { name: 'Cross', strategyId: 0 }, 9)).map(
            readGateCheck,
          ),
        ),
      ),
      notices: await Promise.all(
        all.map(async ({ userId }) => ({
          settings: await deliveries.settings(userId),
          channels: await deliveries.channels(userId),
          cursors: await deliveries.cursors(userId),
          deliveries: await deliveries.list(userId, 9),
        })),
      ),
      risk: await risk.load(),
      audit: await repositories.audit.since(0),
      passkeys: await Promise.all(all.map(({ userId }) => repositories.passkeys.ofUser(userId))),
      apiKeys: await Promise.all(all.map(({ userId }) => repositories.apiKeys.ofUser(userId))),
      secondFactors: await Promise.all(all.map(({ userId }) => repositories.secondFactors.totp(userId))),
    };
  } finally {
    await close();
  }
}

test('the SQLite database has the tables of its newest migration, which has a fixture', async () => {
  await readRepositories(folder);
  const statements = withFile(folder, (db) =>
    db
      .prepare(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'kysely_%' ORDER BY name",
      )
      .all(),
  );
  expectSchema(NAME, NEWEST, Object.fromEntries(statements.map(({ name, sql }) => [name, sql])), {
    ending: 'sql',
    part: '.sqlite',
  });
});

test('the PostgreSQL database has the tables of its newest migration', async () => {
  const postgres = await startPostgres();
  try {
    const databaseUrl = await postgres.createDatabase();
    const { close } = await openRepositories({ dataFolder: folder, databaseUrl });
    await close();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string; columns: string }>(
      `SELECT table_name AS name, string_agg(column_name || ' ' || data_type || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END, ', ' ORDER BY ordinal_position) AS columns
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely_%' GROUP BY table_name ORDER BY table_name COLLATE "C"`,
    );
    await client.end();
    expectSchema(NAME, NEWEST, Object.fromEntries(rows.map(({ name, columns }) => [name, columns])), {
      ending: 'sql',
      part: '.postgres',
    });
  } finally {
    await postgres.stop();
  }
});

test('a database of every release is brought up to date with all of its rows', async () => {
  for (const { version, text } of fixturesOf(NAME, 'sql')) {
    const dataFolder = join(folder, version);
    await mkdir(dataFolder);
    const filled = withFile(dataFolder, (db) => {
      db.exec(text);
      return Object.values(rowsOf(db)).every((rows) => rows.length > 0);
    });
    expect(filled, `the fixture ${version} has a row in every table`).toBe(true);
    const read = await readRepositories(dataFolder);
    expectRead(NAME, version, { rows: withFile(dataFolder, rowsOf), read });
  }
});

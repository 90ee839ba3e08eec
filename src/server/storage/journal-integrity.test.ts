import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { adminExitCode } from '../admin/run-admin.ts';
import { decodeEvent } from '../brokerage/event-codec.ts';
import { markPath } from './journal-paths.ts';
import type { StorageOptions } from './open-repositories.ts';
import { openStorage } from './open-storage.ts';
import type { JournalRecord } from './repositories.ts';

let postgres: TestPostgres;
let folder: string;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-integrity-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const order = (seq: number, account: string): string =>
  JSON.stringify({ kind: 'accepted', orderId: String(seq), order: { account, text: 'é'.repeat(50) }, seq });
const records = (count: number): JournalRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    payload: order(index + 1, 'A'),
    account: 'A',
  }));

interface Backend {
  readonly options: StorageOptions;
  /** How the message of a refusal names the journal. */
  readonly name: string;
  /** Runs a statement on the stored records, past the guards of the table. */
  tamper(statement: string): Promise<void>;
  /** The table as the releases before checksums made and filled it. */
  writeOldForm(payloads: readonly string[]): Promise<void>;
  rows(statement: string): Promise<unknown[]>;
}

const OLD_SQLITE = `
  CREATE TABLE journal (seq INTEGER PRIMARY KEY, payload TEXT NOT NULL) STRICT;
  CREATE TRIGGER journal_keeps_rows BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER journal_keeps_texts BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;`;
const OLD_POSTGRES = `
  CREATE TABLE journal (seq bigint PRIMARY KEY, payload text NOT NULL);
  CREATE FUNCTION journal_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$;
  CREATE TRIGGER journal_keeps_rows BEFORE UPDATE OR DELETE OR TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION journal_is_append_only();`;

function sqliteBackend(): Promise<Backend> {
  const file = join(folder, 'journal.db');
  const withDatabase = <Value>(work: (database: DatabaseSync) => Value): Promise<Value> => {
    const database = new DatabaseSync(file);
    try {
      return Promise.resolve(work(database));
    } finally {
      database.close();
    }
  };
  return Promise.resolve({
    options: { dataFolder: folder },
    name: file,
    tamper: (statement) =>
      withDatabase((database) =>
        database.exec(`DROP TRIGGER journal_keeps_texts; DROP TRIGGER journal_keeps_rows; ${statement}`),
      ),
    writeOldForm: (payloads) =>
      withDatabase((database) => {
        database.exec(OLD_SQLITE);
        const insert = database.prepare('INSERT INTO journal (seq, payload) VALUES (?, ?)');
        payloads.forEach((payload, index) => insert.run(index + 1, payload));
      }),
    rows: (statement) => withDatabase((database) => database.prepare(statement).all()),
  });
}

async function postgresBackend(): Promise<Backend> {
  const databaseUrl = await postgres.createDatabase();
  const run = async (statement: string, values: unknown[] = []): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      return (await client.query(statement, values)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    options: { dataFolder: folder, databaseUrl },
    name: 'table journal of DATABASE_URL',
    tamper: async (statement) => {
      await run('ALTER TABLE journal DISABLE TRIGGER USER');
      await run(statement);
    },
    writeOldForm: async (payloads) => {
      await run(OLD_POSTGRES);
      for (const [index, payload] of payloads.entries())
        await run('INSERT INTO journal VALUES ($1, $2)', [index + 1, payload]);
    },
    rows: (statement) => run(statement),
  };
}

describe.each([
  ['SQLite', sqliteBackend],
  ['Postgres', postgresBackend],
] as const)('the checksums of a journal on %s', (_name, makeBackend) => {
  let backend: Backend;
  beforeEach(async () => {
    backend = await makeBackend();
  });

  const readAll = async (fromSeq = 1): Promise<JournalRecord[]> => {
    const storage = await openStorage(backend.options);
    try {
      const all: JournalRecord[] = [];
      for await (const batch of storage.journal.read(fromSeq)) all.push(...batch);
      return all;
    } finally {
      await storage.close();
    }
  };
  const write = async (written: readonly JournalRecord[]): Promise<void> => {
    const storage = await openStorage(backend.options);
    await storage.journal.append(written);
    await storage.close();
  };

  it.each([
    ['payload', `UPDATE journal SET payload = replace(payload, '"seq":57', '"seq":58') WHERE seq = 57`, 57],
    ['account', `UPDATE journal SET account = 'B' WHERE seq = 9`, 9],
    ['checksum', `UPDATE journal SET crc = 7 WHERE seq = 59`, 59],
    [
      'payload, exchanged with that of another record',
      `UPDATE journal SET payload = (SELECT payload FROM journal WHERE seq = 5) WHERE seq = 4`,
      4,
    ],
  ])('refuse a record with another %s, and name it', async (_case, statement, seq) => {
    await write(records(60));
    await backend.tamper(statement);
    await expect(readAll()).rejects.toThrow(
      `The order journal (${backend.name}) is damaged: the checksum of record ${seq} does not match. No orders are taken on it. Restore it from a backup; docs/admin.md`,
    );
  });

  it('refuse a journal that lacks a record', async () => {
    await write(records(60));
    await backend.tamper('DELETE FROM journal WHERE seq = 30');
    await expect(readAll()).rejects.toThrow('record 30 is missing');
  });

  it('are checked from any record on, and continue after a restart', async () => {
    await write(records(10));
    await write([{ seq: 11, payload: order(11, 'B'), account: 'B' }]);
    expect((await readAll(11)).map(({ seq }) => seq)).toEqual([11]);
    await backend.tamper('UPDATE journal SET crc = 7 WHERE seq = 10');
    await expect(readAll(11)).rejects.toThrow('record 11');
  });

  it('are added to a journal of an earlier release, with the account of each record', async () => {
    const payloads = [
      '{"kind":"funded","account":"A","cashE4":1,"version":1,"timeMs":1}',
      '{"v":2,"kind":"session","date":"2025-01-02","closes":[],"timeMs":1}',
      '{"v":3,"kind":"accepted","orderId":"3","order":{"account":"B"},"timeMs":1}',
      '{"v":3,"kind":"confirmed","orderId":"3","timeMs":1}',
      '{"v":3,"kind":"cancelRejected","orderId":"3","account":"A","timeMs":1}',
      '{"v":3,"kind":"cancelled","orderId":"3","code":0,"timeMs":1}',
    ];
    await backend.writeOldForm(payloads);
    expect((await readAll()).map(({ payload }) => payload)).toEqual(payloads);
    expect(await backend.rows('SELECT account FROM journal ORDER BY seq')).toEqual(
      ['A', '', 'B', 'B', 'A', 'B'].map((account) => ({ account })),
    );
    await write([{ seq: 7, payload: order(7, 'A'), account: 'A' }]);
    await backend.tamper(`UPDATE journal SET payload = replace(payload, '2025', '2026') WHERE seq = 2`);
    await expect(readAll()).rejects.toThrow('the checksum of record 2 does not match');
  });
});

describe.each([
  ['SQLite', sqliteBackend],
  ['Postgres', postgresBackend],
] as const)('the note of what was acknowledged on %s', (_name, makeBackend) => {
  let backend: Backend;
  let mark: string;
  beforeEach(async () => {
    backend = await makeBackend();
    const storage = await openStorage(backend.options);
    await storage.journal.append(records(20));
    await storage.close();
    mark = markPath(backend.options);
  });
  const open = async (log?: (line: string) => void): Promise<void> =>
    (await openStorage({ ...backend.options, log })).close();
  const admin = async (command: string): Promise<{ code: number; lines: string[] }> => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const code = await adminExitCode(['journal', command], {
      dataFolder: folder,
      databaseUrl: backend.options.databaseUrl,
      print,
      warn: print,
      actor: 'ann@machine',
      readStdin: () => Promise.resolve(''),
    });
    return { code, lines };
  };

  it('refuses a journal that lost its last records, says how many and from where', async () => {
    await backend.tamper('DELETE FROM journal WHERE seq > 13');
    await expect(open()).rejects.toThrow(
      'it ends at record 13, but record 20 was acknowledged: 7 records from 14 on are missing',
    );
  });

  it('refuses another journal of the same length', async () => {
    await backend.tamper('UPDATE journal SET crc = crc - 1 WHERE seq = 20');
    await expect(open()).rejects.toThrow('its record 20 is not the one that was acknowledged');
  });

  it('outlives a torn write, is refused when none of it can be read, and is begun with a line in the log', async () => {
    const bytes = await readFile(mark);
    const newest = bytes.subarray(0, 128).includes('seq=20') ? 0 : 4_096;
    bytes.fill(0x20, newest, newest + 40);
    await writeFile(mark, bytes);
    await open();
    await writeFile(mark, 'no note');
    await expect(open()).rejects.toThrow(`the note of what was acknowledged (${mark}) cannot be read`);
    await rm(mark);
    const lines: string[] = [];
    await open((line) => lines.push(line));
    expect(lines.join()).toContain('There is no note of what was acknowledged');
    await backend.tamper('DELETE FROM journal WHERE seq = 20');
    await expect(open()).rejects.toThrow('1 records from 20 on are missing');
  });

  it('lets an administrator give up the lost records, whose numbers stay unused, and keeps the damaged journal', async () => {
    expect(await admin('check')).toEqual({ code: 0, lines: ['Records 1 to 20 are whole.'] });
    expect((await admin('salvage')).lines.at(-1)).toContain('there is nothing to salvage');
    await backend.tamper(
      `UPDATE journal SET payload = replace(payload, 'accepted', 'rejected') WHERE seq = 12; DELETE FROM journal WHERE seq > 17`,
    );
    expect(await admin('check')).toEqual({
      code: 1,
      lines: [
        'Records 1 to 11 are whole.',
        'Damage: the checksum of record 12 does not match.',
        'Record 20 was acknowledged: 9 records are lost.',
        'error: the journal is damaged.',
      ],
    });
    const salvaged = await admin('salvage');
    expect(salvaged.code).toBe(0);
    const kept = /kept as (?:table )?(\S+)\.$/.exec(salvaged.lines.at(-1) ?? '')?.[1] ?? '';
    expect(kept).toContain('journal');
    const storage = await openStorage(backend.options);
    const payloads: string[] = [];
    for await (const batch of storage.journal.read(1)) payloads.push(...batch.map(({ payload }) => payload));
    expect(payloads.slice(0, 11)).toEqual(records(11).map(({ payload }) => payload));
    expect(payloads).toHaveLength(20);
    for (const [index, payload] of payloads.slice(11).entries())
      expect(decodeEvent({ seq: 12 + index, payload }).kind).toBe('lost');
    await storage.journal.append([{ seq: 21, payload: order(21, 'A'), account: 'A' }]);
    await storage.close();
    expect((await admin('check')).code).toBe(0);
  });
});

describe('the note of what was acknowledged', () => {
  it('is written before a commit is acknowledged', async () => {
    const storage = await openStorage({ dataFolder: folder });
    await storage.journal.append(records(300));
    const mark = markPath({ dataFolder: folder });
    // As a kill would leave it: nothing is closed.
    expect(await readFile(mark, 'latin1')).toContain('seq=300 ');
    await storage.journal.append([{ seq: 301, payload: order(301, 'A'), account: 'A' }]);
    expect(await readFile(mark, 'latin1')).toContain('seq=301 ');
    await storage.close();
  });
});

describe('a damaged journal file', () => {
  const file = (): string => join(folder, 'journal.db');
  const outcome = async (): Promise<string> => {
    try {
      const storage = await openStorage({ dataFolder: folder });
      try {
        let count = 0;
        for await (const batch of storage.journal.read(1)) count += batch.length;
        return `${count} records`;
      } finally {
        await storage.close();
      }
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  it.each([
    ['header', 0],
    ['table root', 4096],
    ['middle', 40 * 4096],
  ])('is refused by name when its %s is overwritten', async (_case, offset) => {
    const storage = await openStorage({ dataFolder: folder });
    await storage.journal.append(records(1_000));
    await storage.close();
    const bytes = await readFile(file());
    bytes.fill(0xa5, offset, offset + 4096);
    await writeFile(file(), bytes);
    expect(await outcome()).toMatch(
      new RegExp(`^The order journal \\(${file()}\\) is damaged: .* Restore it from a backup`),
    );
  });

  it('is refused when a later release wrote it', async () => {
    await (await openStorage({ dataFolder: folder })).close();
    const database = new DatabaseSync(file());
    database.exec('PRAGMA user_version = 9');
    database.close();
    expect(await outcome()).toContain('written by a later release (form 9');
  });

  it('is refused when its table is gone, instead of being begun again', async () => {
    const storage = await openStorage({ dataFolder: folder });
    await storage.journal.append(records(3));
    await storage.close();
    const database = new DatabaseSync(file());
    database.exec('ALTER TABLE journal RENAME TO jouroal');
    database.close();
    expect(await outcome()).toContain('is damaged: its table has the columns ()');
  });
});

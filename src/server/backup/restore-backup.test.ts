import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { fillWithFixture, shownBy, trade } from '../../../tests/support/traded-storage.ts';
import { JournalArchiver } from '../storage/journal-archive/journal-archiver.ts';
import { openSnapshot } from '../storage/open-snapshot.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { StorageOptions } from '../storage/open-repositories.ts';
import { BackupArchive } from './backup-archive.ts';
import { checkStorage } from './check-storage.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup, type RestoreRequest } from './restore-backup.ts';

const NOW_MS = Date.UTC(2026, 2, 3, 12);

let postgres: TestPostgres;
let folder: string;
let file: string;
/** Data with a row in every table, orders of two accounts and a checkpoint. Never opened: tests take copies, which cost less than trading. */
let traded: string;
beforeAll(async () => {
  traded = await mkdtemp(join(tmpdir(), 'tapedeck-traded-'));
  fillWithFixture(traded);
  await trade({ dataFolder: traded }, 9, 80);
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  await rm(traded, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-backup-test-'));
  file = join(folder, 'backup.tar');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function emptyStorage(backend: string, name: string): Promise<StorageOptions> {
  const dataFolder = join(folder, name);
  return backend === 'Postgres'
    ? { dataFolder, databaseUrl: await postgres.createDatabase() }
    : { dataFolder };
}

const backUp = (storage: StorageOptions, version = '1.2.0') =>
  createBackup({ storage, file, version, nowMs: NOW_MS });
const restore = (storage: StorageOptions, change: Partial<RestoreRequest> = {}) =>
  restoreBackup({ file, storage, version: '1.2.0', nowMs: NOW_MS, ...change });

/** All rows of all tables. */
async function rowsOf(storage: StorageOptions): Promise<unknown> {
  const copies = await mkdtemp(join(folder, 'copies-'));
  const snapshot = await openSnapshot(storage, { folder: copies });
  const tables: Record<string, readonly unknown[]> = {};
  for (const table of snapshot.tables) {
    const rows: string[] = [];
    for await (const batch of snapshot.rows(table)) rows.push(...batch.map((row) => JSON.stringify(row)));
    tables[table] = rows.sort();
  }
  await snapshot.close();
  return tables;
}

/** Archives all but the newest records. */
async function archive(storage: StorageOptions): Promise<number> {
  const { archive: target, journal, close } = await openStorage(storage);
  const archiver = new JournalArchiver({
    archive: target,
    archivableSeq: () => journal.lastSeq(),
    segmentBlocks: 1,
  });
  while (await archiver.step());
  await close();
  return target.archivedSeq();
}

async function recordsOf(storage: StorageOptions): Promise<readonly string[]> {
  const { journal, close } = await openStorage(storage);
  const payloads: string[] = [];
  for await (const records of journal.read(1)) payloads.push(...records.map(({ payload }) => payload));
  await close();
  return payloads;
}

/** A copy of the traded data. */
async function tradedFolder(): Promise<StorageOptions> {
  const storage = await emptyStorage('SQLite', 'data');
  await cp(traded, storage.dataFolder, { recursive: true });
  return storage;
}

describe('a backup', () => {
  it.each([
    ['SQLite', 'SQLite'],
    ['SQLite', 'Postgres'],
    ['Postgres', 'SQLite'],
    ['Postgres', 'Postgres'],
  ])('of %s restores every row and the same accounts on %s', async (from, to) => {
    const filled = await tradedFolder();
    let source = filled;
    if (from === 'Postgres') {
      source = await emptyStorage('Postgres', 'source');
      await backUp(filled);
      await restore(source);
      await rm(file);
    }
    const shown = await shownBy(source);
    const rows = await rowsOf(source);
    const manifest = await backUp(source);
    expect(manifest).toMatchObject({
      database: from === 'Postgres' ? 'PostgreSQL' : 'SQLite',
      version: '1.2.0',
    });

    const target = await emptyStorage(to, 'target');
    const { plan } = await restore(target);
    expect(plan.lastSeq).toBe(manifest.journal.lastRecord);
    expect(await rowsOf(target)).toEqual(rows);
    expect(await shownBy(target)).toEqual(shown);
  });

  it('takes the checkpoints along, and is readable by its own account only', async () => {
    const manifest = await backUp(await tradedFolder());
    expect(manifest.parts.some(({ name }) => name.startsWith('checkpoints/'))).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const target = await emptyStorage('SQLite', 'target');
    await restore(target);
    expect(await readdir(join(target.dataFolder, 'checkpoints'))).not.toEqual([]);
  });

  it('does not overwrite a file, and leaves nothing behind when it is cancelled', async () => {
    const storage = await tradedFolder();
    await writeFile(file, 'mine');
    await expect(backUp(storage)).rejects.toThrow('exists already');
    expect(await readFile(file, 'utf8')).toBe('mine');
    await rm(file);
    const cancel = new AbortController();
    const backup = createBackup({
      storage,
      file,
      version: '1.2.0',
      nowMs: NOW_MS,
      signal: cancel.signal,
      onProgress: (line) => {
        if (line.startsWith('Order journal')) cancel.abort();
      },
    });
    await expect(backup).rejects.toThrow('The backup was cancelled. Nothing was kept.');
    expect(await readdir(folder)).toEqual(['data']);
  });
});

describe('a backup of a journal with archived records', () => {
  it('has them all, and is restored up to any record, in the archive or behind it', async () => {
    const storage = await emptyStorage('SQLite', 'data');
    await mkdir(storage.dataFolder);
    fillWithFixture(storage.dataFolder);
    await trade(storage, 9, 350);
    const shown = await shownBy(storage);
    const archivedSeq = await archive(storage);
    expect(archivedSeq).toBeGreaterThan(0);
    expect(await shownBy(storage)).toEqual(shown);
    const whole = await recordsOf(storage);
    const { journal } = await backUp(storage);
    expect(journal.lastRecord).toBe(whole.length);
    expect((await checkStorage(storage, { folder })).disagreements).toEqual([]);

    for (const [name, seq] of [
      ['all', whole.length],
      ['behind', archivedSeq + 20],
      ['inside', archivedSeq - 100],
    ] as const) {
      const target = await emptyStorage('SQLite', name);
      const { plan } = await restore(target, { until: { kind: 'record', seq } });
      expect(seq - plan.lastSeq).toBeLessThan(2);
      expect(await recordsOf(target)).toEqual(whole.slice(0, plan.lastSeq));
      expect((await checkStorage(target, { folder })).disagreements).toEqual([]);
      if (name === 'all') expect(await shownBy(target)).toEqual(shown);
    }
  });

  it('is not made while an archived record is damaged, and check reports the record', async () => {
    const storage = await emptyStorage('SQLite', 'data');
    await mkdir(storage.dataFolder);
    fillWithFixture(storage.dataFolder);
    await trade(storage, 10, 350);
    await archive(storage);
    const archiveFolder = join(storage.dataFolder, 'journal-archive');
    const [name = ''] = await readdir(archiveFolder);
    const bytes = await readFile(join(archiveFolder, name));
    bytes.writeUInt8(bytes.readUInt8(900) ^ 1, 900);
    await writeFile(join(archiveFolder, name), bytes);
    const finding = 'is damaged: the archived records 1 to 512 cannot be read';
    await expect(backUp(storage)).rejects.toThrow(finding);
    expect((await checkStorage(storage, { folder })).disagreements.join()).toContain(finding);
  });
});

describe('a restore', () => {
  it('names the part in which a byte was changed, and restores nothing', async () => {
    const { parts } = await backUp(await tradedFolder());
    const whole = await readFile(file);
    const target = await emptyStorage('SQLite', 'target');
    for (const name of ['manifest.json', 'database/users.jsonl.gz', 'journal.jsonl.gz']) {
      expect(name === 'manifest.json' || parts.some((part) => part.name === name)).toBe(true);
      const changed = Buffer.from(whole);
      // The contents follow the header of 512 bytes that has the name.
      const at = changed.lastIndexOf(name) + 512 + 10;
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await writeFile(file, changed);
      await expect(restore(target)).rejects.toThrow(
        name === 'manifest.json' ? 'its manifest is not' : `part ${name} is`,
      );
    }
    await expect(stat(target.dataFolder)).rejects.toThrow('ENOENT');
  });

  it('says where a file was cut off', async () => {
    await backUp(await tradedFolder());
    const whole = await readFile(file);
    const target = await emptyStorage('SQLite', 'target');
    const journalAt = whole.lastIndexOf('journal.jsonl.gz');
    await truncate(file, journalAt + 600);
    await expect(restore(target)).rejects.toThrow('database/workspace_versions.jsonl.gz');
    await truncate(file, journalAt);
    await expect(restore(target)).rejects.toThrow(
      'its part journal.jsonl.gz is missing: the file was cut off',
    );
    await truncate(file, 100);
    await expect(restore(target)).rejects.toThrow('is not a backup of Tapedeck');
    await expect(stat(target.dataFolder)).rejects.toThrow('ENOENT');
  });

  it('refuses a backup of a newer version, and names both', async () => {
    await backUp(await tradedFolder(), '1.10.0');
    const target = await emptyStorage('SQLite', 'target');
    await expect(restore(target, { version: '1.9.3' })).rejects.toThrow(
      'made by Tapedeck 1.10.0, and this is Tapedeck 1.9.3',
    );
    expect((await restore(target, { version: '2.0.0' })).manifest.version).toBe('1.10.0');
  });

  it.each(['SQLite', 'Postgres'])(
    'on %s needs an empty target, or keeps the old data under another name',
    async (backend) => {
      await backUp(await tradedFolder());
      const shown = await shownBy({ dataFolder: join(folder, 'data') });
      const target = await emptyStorage(backend, 'target');
      await trade(target, 70, 5);
      await expect(restore(target)).rejects.toThrow('--replace');
      const { keptAs } = await restore(target, { isReplacing: true });
      expect(keptAs).toContain('20260303');
      expect(await shownBy(target)).toEqual(shown);
    },
  );

  it('keeps the target as it is when a later step fails', async () => {
    await backUp(await tradedFolder());
    const cancelled = async (target: StorageOptions) => {
      const cancel = new AbortController();
      const onProgress = (line: string) => {
        if (line.startsWith('Order journal')) cancel.abort();
      };
      await expect(restore(target, { isReplacing: true, signal: cancel.signal, onProgress })).rejects.toThrow(
        'The restore was cancelled',
      );
    };
    for (const backend of ['SQLite', 'Postgres']) {
      const target = await emptyStorage(backend, `target-${backend}`);
      await trade(target, 80, 5);
      const before = await rowsOf(target);
      await cancelled(target);
      expect(await rowsOf(target)).toEqual(before);
    }
    const missing = await emptyStorage('SQLite', 'missing');
    await cancelled(missing);
    await expect(stat(missing.dataFolder)).rejects.toThrow('ENOENT');
  });

  it('stops at a record, and never between an acceptance and its confirmation', async () => {
    const storage = await tradedFolder();
    await backUp(storage);
    const archive = await BackupArchive.open(file);
    const kinds: unknown[] = [];
    for await (const line of archive.lines('journal.jsonl.gz'))
      kinds.push(JSON.parse(JSON.parse(line).payload).kind);
    const accepted = kinds.indexOf('accepted', 40) + 1;
    const { plan } = await restore(await emptyStorage('SQLite', 'half'), {
      until: { kind: 'record', seq: accepted },
    });
    expect(plan.lastSeq).toBe(accepted - 1);

    const target = await emptyStorage('SQLite', 'target');
    await restore(target, { until: { kind: 'record', seq: accepted + 1 } });
    const shown = await shownBy(target);
    const reports = Object.values(shown).flatMap((view) => view.reports);
    expect(Math.max(...reports.map(({ serial }) => serial))).toBe(accepted + 1);
    expect(await readdir(join(target.dataFolder))).not.toContain('.restoring');
    await expect(restore(target, { until: { kind: 'record', seq: 100_000 } })).rejects.toThrow(
      'it has no record 100000',
    );
  });

  it('stops at a moment, with the cash that the account had then', async () => {
    const storage = await emptyStorage('SQLite', 'data');
    const opened = await openStorage(storage);
    const timesMs = [1_000, 2_000, 3_000];
    await opened.journal.append(
      timesMs.map((timeMs, index) => ({
        seq: index + 1,
        account: 'DEMO-1',
        payload: JSON.stringify({
          v: 5,
          kind: 'funded',
          account: 'DEMO-1',
          cashE4: timeMs,
          version: index + 1,
          timeMs,
        }),
      })),
    );
    await opened.close();
    fillAccount(storage.dataFolder, 3_000, 3);
    await backUp(storage);
    const target = await emptyStorage('SQLite', 'target');
    const { plan } = await restore(target, { until: { kind: 'time', timeMs: 2_500 } });
    expect(plan).toMatchObject({ lastSeq: 2, timeMs: 2_000 });
    expect(JSON.stringify(await rowsOf(target))).toContain(
      JSON.stringify('"opening_cash_e4":2000,"cash_version":2').slice(1, -1),
    );
    await expect(restore(target, { until: { kind: 'time', timeMs: 500 } })).rejects.toThrow(
      'are later than this time',
    );
  });

  it('notices that records of the restored journal are lost later', async () => {
    await backUp(await tradedFolder());
    const target = await emptyStorage('SQLite', 'target');
    await restore(target);
    const journal = await open(join(target.dataFolder, 'journal.db'), 'w');
    await journal.close();
    await expect(openStorage(target)).rejects.toThrow('was acknowledged');
  });
});

function fillAccount(dataFolder: string, cashE4: number, version: number): void {
  const db = new DatabaseSync(join(dataFolder, 'tapedeck.db'));
  db.exec(`INSERT INTO users VALUES ('u', 'ann', 'ann', '', 0, 0, 0, NULL, '{}', 0);
    INSERT INTO accounts VALUES ('DEMO-1', 'u', 0, 0, ${cashE4}, ${version}, 1)`);
  db.close();
}

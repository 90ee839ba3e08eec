import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../../tests/support/postgres.ts';
import { openSnapshot } from '../open-snapshot.ts';
import type { StorageOptions } from '../open-repositories.ts';
import { openStorage } from '../open-storage.ts';
import type { JournalRecord, Storage } from '../repositories.ts';
import { checkJournal, salvageJournal } from '../journal-repair.ts';
import { ARCHIVE_FOLDER, writeSegment } from './archive-files.ts';
import { JournalArchiver } from './journal-archiver.ts';
import { BLOCK_RECORDS, packBlock } from './journal-block.ts';

/** Two segments of two blocks, and records that stay in the journal. */
const SEGMENT_BLOCKS = 2;
const ARCHIVED = 4 * BLOCK_RECORDS;
const RECORDS = ARCHIVED + 700;
const ACCOUNTS = ['A', 'B', ''];

let postgres: TestPostgres;
let folder: string;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-archive-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const accountOf = (seq: number): string => ACCOUNTS[seq % ACCOUNTS.length] ?? '';
const records = (count: number, from = 1): JournalRecord[] =>
  Array.from({ length: count }, (_, index) => {
    const seq = from + index;
    return {
      seq,
      payload: JSON.stringify({ kind: 'test', seq, text: 'é"\n'.repeat(9) }),
      account: accountOf(seq),
    };
  });
const payloadsOf = (found: readonly JournalRecord[]): string[] => found.map(({ payload }) => payload);

async function archiveAll({ archive, journal }: Storage, upTo?: number): Promise<void> {
  const archiver = new JournalArchiver({
    archive,
    archivableSeq: async () => upTo ?? (await journal.lastSeq()),
    segmentBlocks: SEGMENT_BLOCKS,
  });
  while (await archiver.step());
}

/** Reads everything in each way that a journal is read, and compares it with what was written. */
async function expectWhole({ journal }: Storage, count = RECORDS): Promise<void> {
  const all = records(count);
  const found: JournalRecord[] = [];
  for await (const batch of journal.read(1)) found.push(...batch);
  expect(payloadsOf(found)).toEqual(payloadsOf(all));
  for (const seq of [1, BLOCK_RECORDS, BLOCK_RECORDS + 1, ARCHIVED, ARCHIVED + 1, count])
    expect(payloadsOf(await journal.batch(seq, 3))).toEqual(payloadsOf(all.slice(seq - 1, seq + 2)));
  for (const account of ACCOUNTS)
    for (const [fromSeq, toSeq] of [
      [1, count],
      [700, ARCHIVED + 50],
      [ARCHIVED + 1, count],
      [10, 20],
    ] as const) {
      const expected = all.filter(
        (record) => record.account === account && record.seq >= fromSeq && record.seq <= toSeq,
      );
      const read: JournalRecord[] = [];
      for (let next = fromSeq; next <= toSeq;) {
        const batch = await journal.accountBatch(account, { fromSeq: next, toSeq }, 100);
        if (batch.length === 0) break;
        read.push(...batch);
        next = (batch.at(-1)?.seq ?? toSeq) + 1;
      }
      expect(read.map(({ seq }) => seq)).toEqual(expected.map(({ seq }) => seq));
      expect(payloadsOf(read)).toEqual(payloadsOf(expected));
      await journal.expectAccountRecords(
        account,
        toSeq,
        all.filter((record) => record.account === account && record.seq <= toSeq).length,
      );
    }
  await expect(journal.expectAccountRecords('A', count, 1)).rejects.toThrow('of account "A"');
}

async function checksums({ journal }: Storage): Promise<readonly (number | undefined)[]> {
  return await Promise.all(
    [1, 17, BLOCK_RECORDS, ARCHIVED, ARCHIVED + 1, RECORDS, RECORDS + 1].map((seq) =>
      journal.checksumOf(seq),
    ),
  );
}

const backends = [
  ['SQLite', async (): Promise<StorageOptions> => ({ dataFolder: folder })],
  [
    'Postgres',
    async (): Promise<StorageOptions> => ({
      dataFolder: folder,
      databaseUrl: await postgres.createDatabase(),
    }),
  ],
] as const;

describe.each(backends)('the archive of a journal on %s', (_name, optionsOf) => {
  it('reports its size, each segment that is stored, and each step that fails', async () => {
    const { archive, journal, close } = await openStorage(await optionsOf());
    await journal.append(records(2 * BLOCK_RECORDS));
    expect(archive.size()).toEqual({ blocks: 0, bytes: 0 });
    const events: string[] = [];
    let failures = 1;
    const archiver = new JournalArchiver({
      archive: {
        ...archive,
        async add(blocks) {
          if (failures-- > 0) throw new Error('the disk is full');
          await archive.add(blocks);
        },
      },
      archivableSeq: () => journal.lastSeq(),
      observer: {
        archiveStored: () => void events.push('stored'),
        archiveFailed: () => void events.push('failed'),
      },
      segmentBlocks: SEGMENT_BLOCKS,
    });
    const steps = async (): Promise<void> => {
      while (await archiver.step());
    };
    await expect(steps()).rejects.toThrow('the disk is full');
    await steps();
    expect(events).toEqual(['failed', 'stored']);
    const { blocks, bytes } = archive.size();
    expect(blocks).toBe(SEGMENT_BLOCKS);
    expect(bytes).toBeGreaterThan(1_000);
    await close();
  });

  it('reads, continues and starts as if no record had moved', async () => {
    const options = await optionsOf();
    let storage = await openStorage(options);
    await storage.journal.append(records(RECORDS));
    const before = await checksums(storage);
    await archiveAll(storage);
    expect(storage.archive.archivedSeq()).toBe(ARCHIVED);
    await expectWhole(storage);
    expect(await checksums(storage)).toEqual(before);
    await storage.close();

    storage = await openStorage(options);
    expect(storage.archive.archivedSeq()).toBe(ARCHIVED);
    await expectWhole(storage);
    await storage.journal.append(records(3 * BLOCK_RECORDS, RECORDS + 1));
    await archiveAll(storage);
    expect(storage.archive.archivedSeq()).toBe(ARCHIVED + 4 * BLOCK_RECORDS);
    await expectWhole(storage, RECORDS + 3 * BLOCK_RECORDS);
    await storage.close();

    const snapshot = await openSnapshot(options, { folder: await mkdtemp(join(folder, 'copy-')) });
    expect((await snapshot.journal.read(1, 10_000)).payloads).toHaveLength(RECORDS + 3 * BLOCK_RECORDS);
    expect(snapshot.tables.filter((table) => table.startsWith('journal'))).toEqual([]);
    await snapshot.close();
  });

  it('starts when every record is archived, and archives nothing beyond what it may', async () => {
    const options = await optionsOf();
    let storage = await openStorage(options);
    await storage.journal.append(records(ARCHIVED));
    await archiveAll(storage, 3 * BLOCK_RECORDS);
    expect(storage.archive.archivedSeq()).toBe(2 * BLOCK_RECORDS);
    await archiveAll(storage);
    await storage.close();
    storage = await openStorage(options);
    expect(await storage.journal.lastSeq()).toBe(ARCHIVED);
    await storage.journal.append(records(RECORDS - ARCHIVED, ARCHIVED + 1));
    await expectWhole(storage);
    await storage.close();
  });

  it('keeps the archived records that are whole when a damaged journal is salvaged', async () => {
    const options = await optionsOf();
    let storage = await openStorage(options);
    await storage.journal.append(records(RECORDS));
    await archiveAll(storage);
    await storage.close();
    await damageThirdBlock(options);
    expect(await checkJournal(options)).toMatchObject({
      lastWhole: 2 * BLOCK_RECORDS,
      damage: expect.stringContaining(`${2 * BLOCK_RECORDS + 1} to ${3 * BLOCK_RECORDS} cannot be read`),
    });
    await salvageJournal(options, '{"kind":"lost"}', 'stamp');
    storage = await openStorage(options);
    expect(storage.archive.archivedSeq()).toBe(2 * BLOCK_RECORDS);
    expect(payloadsOf(await storage.journal.batch(2 * BLOCK_RECORDS, 2))).toEqual([
      ...payloadsOf(records(1, 2 * BLOCK_RECORDS)),
      '{"kind":"lost"}',
    ]);
    expect(await storage.journal.lastSeq()).toBe(RECORDS);
    await archiveAll(storage);
    expect(storage.archive.archivedSeq()).toBe(ARCHIVED);
    await storage.close();
  });
});

/** Past the guards of the tables. */
async function damageThirdBlock({ dataFolder, databaseUrl }: StorageOptions): Promise<void> {
  if (databaseUrl) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('ALTER TABLE journal_block DISABLE TRIGGER USER');
    await client.query(
      'UPDATE journal_block SET data = set_byte(data, 40, 255 - get_byte(data, 40)) WHERE first_seq = $1',
      [2 * BLOCK_RECORDS + 1],
    );
    await client.end();
    return;
  }
  const [, second = ''] = await segments(dataFolder);
  const path = join(dataFolder, ARCHIVE_FOLDER, second);
  const bytes = await readFile(path);
  bytes[40] = 255 - (bytes[40] ?? 0);
  await writeFile(path, bytes);
}

const segments = async (dataFolder: string): Promise<string[]> =>
  (await readdir(join(dataFolder, ARCHIVE_FOLDER))).sort(
    (a, b) => Number(a.split('-')[1]) - Number(b.split('-')[1]),
  );

/** The rows of the journal's table itself. */
function liveRecords(): number {
  const database = new DatabaseSync(join(folder, 'journal.db'));
  const row = database.prepare('SELECT count(*) AS found FROM journal').get();
  database.close();
  return Number(row?.['found']);
}

describe('the archive in files', () => {
  async function opened(): Promise<Storage> {
    return await openStorage({ dataFolder: folder });
  }

  it('takes the records out of the journal file, and is readable without Tapedeck', async () => {
    const storage = await opened();
    await storage.journal.append(records(RECORDS));
    await archiveAll(storage);
    await storage.close();
    expect(liveRecords()).toBe(RECORDS - ARCHIVED);
    const [first = ''] = await segments(folder);
    const path = join(folder, ARCHIVE_FOLDER, first);
    expect((await stat(path)).mode & 0o077).toBe(0);
    // One frame of Zstandard follows the other, which tools decompress as one text; Node.js stops after the first.
    const text = (await promisify(zstdDecompress)(await readFile(path))).toString();
    expect(text.split('\n')[0]).toBe(
      JSON.stringify({
        seq: 1,
        account: accountOf(1),
        payload: records(1)[0]?.payload,
        crc: (JSON.parse(text.split('\n')[0] ?? '') as { readonly crc: number }).crc,
      }),
    );
  });

  it('loses nothing when the process ends between two steps', async () => {
    const storage = await opened();
    await storage.journal.append(records(RECORDS));
    const { archive } = storage;
    const block = await packBlock(1, 0, await archive.read(1, BLOCK_RECORDS));
    const archiveFolder = join(folder, ARCHIVE_FOLDER);

    // While the file is written.
    await mkdir(archiveFolder);
    const crc = block.crc.toString(16).padStart(8, '0');
    const name = `records-1-${BLOCK_RECORDS}-${crc}.zst`;
    await writeFile(join(archiveFolder, `${name}.new`), 'half a segment');
    await storage.close();
    const second = await opened();
    await expectWhole(second);

    // After the file, before the list: also when a power loss left something else under its name.
    await writeSegment(archiveFolder, [block]);
    await writeFile(join(archiveFolder, name), 'damaged');
    await second.close();
    const third = await opened();
    expect(third.archive.archivedSeq()).toBe(0);
    await expectWhole(third);

    // After the list, before the records leave the journal; then in the middle of that.
    await third.archive.add([block]);
    await third.close();
    expect(liveRecords()).toBe(RECORDS);
    const fourth = await opened();
    await expectWhole(fourth);
    expect(await fourth.archive.dropArchived(100)).toBe(100);
    await fourth.close();
    const fifth = await opened();
    await expectWhole(fifth);
    await archiveAll(fifth);
    await expectWhole(fifth);
    await fifth.close();
    expect(liveRecords()).toBe(RECORDS - 5 * BLOCK_RECORDS);
  });

  it.each([
    ['missing', (path: string) => rm(path)],
    ['cut off', async (path: string) => writeFile(path, (await readFile(path)).subarray(0, 500))],
  ])('refuses to start while a file of it is %s, and names the file', async (_damage, harm) => {
    const storage = await opened();
    await storage.journal.append(records(RECORDS));
    await archiveAll(storage);
    await storage.close();
    const [first = ''] = await segments(folder);
    const path = join(folder, ARCHIVE_FOLDER, first);
    await copyFile(path, join(folder, 'kept'));
    await harm(path);
    await expect(opened()).rejects.toThrow(
      `is damaged: the archived records ${BLOCK_RECORDS + 1} to ${2 * BLOCK_RECORDS} are missing: ${ARCHIVE_FOLDER}/${first}`,
    );
    await copyFile(join(folder, 'kept'), path);
    const again = await opened();
    await expectWhole(again);
    await again.close();
  });

  it('lets nothing leave the journal that is not archived', async () => {
    const storage = await opened();
    await storage.journal.append(records(RECORDS));
    await archiveAll(storage);
    await storage.close();
    const database = new DatabaseSync(join(folder, 'journal.db'));
    expect(() => database.exec(`DELETE FROM journal WHERE seq = ${RECORDS}`)).toThrow('append-only');
    expect(() => database.exec('DELETE FROM journal_block')).toThrow('append-only');
    expect(() => database.exec('UPDATE journal_block SET last_seq = 99999')).toThrow('append-only');
    // A list that claims more than the archive has, as after damage.
    database.exec(
      `DROP TRIGGER journal_block_keeps_values; UPDATE journal_block SET last_seq = last_seq + 5 WHERE last_seq = ${ARCHIVED}`,
    );
    database.close();
    await expect(opened()).rejects.toThrow('is damaged');
    expect(liveRecords()).toBe(RECORDS - ARCHIVED);
  });
});

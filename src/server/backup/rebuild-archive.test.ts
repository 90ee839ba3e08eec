import { mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeEvent } from '../brokerage/event-codec.ts';
import { JournalArchiver } from '../storage/journal-archive/journal-archiver.ts';
import { openStorage } from '../storage/open-storage.ts';
import { createBackup } from './create-backup.ts';
import { rebuildArchive } from './rebuild-archive.ts';

const BLOCK_RECORDS = 40;
const SEGMENT_BLOCKS = 2;
const SEGMENTS = 3;
const RECORDS = SEGMENTS * SEGMENT_BLOCKS * BLOCK_RECORDS + 15;

let folder: string;
let dataFolder: string;
let archiveFolder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-rebuild-'));
  dataFolder = join(folder, 'data');
  archiveFolder = join(dataFolder, 'journal-archive');
  file = join(folder, 'backup.tar');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Records of different times are different records. */
const payloadOf = (seq: number, timeMs: number): string => encodeEvent(seq, { kind: 'lost', timeMs }).payload;

/** Appends records and archives all that fill a segment. */
async function fill(timeMs = 1_000, count = RECORDS): Promise<void> {
  const { archive, journal, close } = await openStorage({ dataFolder });
  const from = await journal.lastSeq();
  await journal.append(
    Array.from({ length: count }, (_, index) => ({
      seq: from + index + 1,
      payload: payloadOf(from + index + 1, timeMs + index),
      account: 'A',
    })),
  );
  const archiver = new JournalArchiver({
    archive,
    archivableSeq: () => journal.lastSeq(),
    segmentBlocks: SEGMENT_BLOCKS,
    blockRecords: BLOCK_RECORDS,
  });
  while (await archiver.step());
  await close();
}
const backUp = () => createBackup({ storage: { dataFolder }, file, version: '1.2.0', nowMs: 0 });
const rebuild = () => rebuildArchive({ file, dataFolder });

async function payloads(): Promise<readonly string[]> {
  const { journal, close } = await openStorage({ dataFolder });
  const found: string[] = [];
  try {
    for await (const records of journal.read(1)) found.push(...records.map(({ payload }) => payload));
  } finally {
    await close();
  }
  return found;
}
const segments = async (): Promise<string[]> =>
  (await readdir(archiveFolder)).toSorted((a, b) => Number(a.split('-')[1]) - Number(b.split('-')[1]));

describe('a rebuild of the archive', () => {
  it('writes files that are missing, cut off or changed again, byte for byte, and keeps the damaged ones', async () => {
    await fill();
    await backUp();
    const whole = await payloads();
    const [lost = '', cut = '', changed = ''] = await segments();
    const before = await Promise.all([lost, cut, changed].map((name) => readFile(join(archiveFolder, name))));
    await rm(join(archiveFolder, lost));
    await truncate(join(archiveFolder, cut), 100);
    const bytes = Buffer.from(before[2] ?? []);
    bytes.writeUInt8(bytes.readUInt8(60) ^ 1, 60);
    await writeFile(join(archiveFolder, changed), bytes);
    await expect(openStorage({ dataFolder })).rejects.toThrow(
      `journal-archive/${lost} is not there or too short`,
    );

    expect(await rebuild()).toEqual([
      { segment: lost, firstSeq: 1, lastSeq: 80, keptAs: undefined },
      { segment: cut, firstSeq: 81, lastSeq: 160, keptAs: `${cut}.damaged` },
      { segment: changed, firstSeq: 161, lastSeq: 240, keptAs: `${changed}.damaged` },
    ]);
    expect(await payloads()).toEqual(whole);
    const after = await Promise.all([lost, cut, changed].map((name) => readFile(join(archiveFolder, name))));
    expect(after).toEqual(before);
    expect(await readFile(join(archiveFolder, `${changed}.damaged`))).toEqual(bytes);
    await expect(rebuild()).rejects.toThrow('every file of the archive is whole');
    await fill(9_000, 200);
    expect((await payloads()).slice(0, RECORDS)).toEqual(whole);
  });

  it('notes where blocks are when the compression gives other sizes', async () => {
    await fill();
    await backUp();
    const whole = await payloads();
    const [lost = ''] = await segments();
    await rm(join(archiveFolder, lost));
    const database = new DatabaseSync(join(dataFolder, 'journal.db'));
    database.exec(`DROP TRIGGER journal_block_keeps_values;
      UPDATE journal_block SET bytes = bytes + 7 WHERE first_seq = 1;
      UPDATE journal_block SET at = at + 7 WHERE first_seq = ${BLOCK_RECORDS + 1};
      CREATE TRIGGER journal_block_keeps_values BEFORE UPDATE ON journal_block BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;`);
    database.close();
    expect(await rebuild()).toMatchObject([{ segment: lost }]);
    expect(await payloads()).toEqual(whole);
    const reopened = new DatabaseSync(join(dataFolder, 'journal.db'));
    expect(() => reopened.exec('UPDATE journal_block SET at = 0')).toThrow('append-only');
    reopened.close();
  });

  it('refuses a backup that ends before the lost records, and one of another journal', async () => {
    await fill(7_000, SEGMENT_BLOCKS * BLOCK_RECORDS);
    await backUp();
    const ofOther = join(folder, 'other.tar');
    await rename(file, ofOther);
    await rm(dataFolder, { recursive: true });
    await fill(1_000, 50);
    await backUp();
    const early = join(folder, 'early.tar');
    await rename(file, early);
    await fill(1_050, RECORDS);
    const [lost = ''] = await segments();
    await rm(join(archiveFolder, lost));
    const left = await readdir(archiveFolder);
    await expect(rebuildArchive({ file: early, dataFolder })).rejects.toThrow(
      'the backup ends at record 50, and the archive misses records up to 80. Use a later backup.',
    );
    await expect(rebuildArchive({ file: ofOther, dataFolder })).rejects.toThrow(
      'records 1 to 40 of the backup are not those that the archive had',
    );
    expect(await readdir(archiveFolder)).toEqual(left);
  });

  it('refuses a data folder on which a server runs, and one without a journal', async () => {
    await fill();
    await backUp();
    const running = await openStorage({ dataFolder });
    await expect(rebuild()).rejects.toThrow('A server runs on the data folder');
    await running.close();
    await expect(rebuildArchive({ file, dataFolder: folder })).rejects.toThrow(
      'There is no order journal in',
    );
  });
});

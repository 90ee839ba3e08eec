import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Report } from '../../src/server/brokerage/brokerage.ts';
import { checkStorage } from '../../src/server/backup/check-storage.ts';
import { restoreBackup } from '../../src/server/backup/restore-backup.ts';
import { packageVersion } from '../../src/server/package-version.ts';
import type { StorageOptions } from '../../src/server/storage/open-repositories.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { shownBy } from '../support/traded-storage.ts';
import { until } from '../support/until.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { programPath } from '../support/programs.ts';

/** `SEED=7` sends other orders. */
const SEED = process.env['SEED'] ?? '1';
/** Lines of acknowledgements before the backup begins. */
const LINES_BEFORE = 2_000;

let postgres: TestPostgres;
let folder: string;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-backup-load-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A brokerage in a process of its own that sends itself orders until it is killed. */
function startTrading({ dataFolder, databaseUrl }: StorageOptions) {
  const child = spawn(
    process.execPath,
    [programPath('brokerage-child'), dataFolder, SEED, databaseUrl ?? ''],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  let lineCount = 0;
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    output += text;
    lineCount += text.split('\n').length - 1;
  });
  const hasClosed = new Promise((resolve) => child.once('close', resolve));
  return {
    lineCount: () => lineCount,
    /** Reports of the first lines. Only after the end: the brokerage fails when its output is not read. */
    reports: (lines: number): readonly Report[] =>
      output
        .split('\n')
        .slice(0, lines)
        .flatMap((line) => (JSON.parse(line) as { readonly reports?: readonly Report[] }).reports ?? [])
        // A refusal beyond the order rate has no record.
        .filter(({ serial }) => serial > 0),
    async kill() {
      child.kill('SIGKILL');
      await hasClosed;
    },
  };
}

/** The administration program, in a process of its own as for an operator: this one must keep reading what the brokerage writes. */
async function runBackup({ dataFolder, databaseUrl }: StorageOptions, file: string): Promise<void> {
  const child = spawn(process.execPath, [programPath('admin'), 'backup', file], {
    env: processEnvironment({ TAPEDECK_DATA: dataFolder, DATABASE_URL: databaseUrl ?? '' }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as readonly unknown[];
  expect(code).toBe(0);
}

it.each(['SQLite', 'Postgres'])(
  'a backup of %s under orders has every order that was acknowledged before it began',
  async (backend) => {
    const storage: StorageOptions = {
      dataFolder: join(folder, 'data'),
      databaseUrl: backend === 'Postgres' ? await postgres.createDatabase() : undefined,
    };
    const trading = startTrading(storage);
    const file = join(folder, 'backup.tar');
    let linesBefore = 0;
    try {
      await until(() => expect(trading.lineCount()).toBeGreaterThan(LINES_BEFORE));
      linesBefore = trading.lineCount();
      await runBackup(storage, file);
      expect(trading.lineCount(), 'orders continued while the backup was made').toBeGreaterThan(linesBefore);
    } finally {
      await trading.kill();
    }

    const target: StorageOptions = {
      dataFolder: join(folder, 'restored'),
      databaseUrl: backend === 'Postgres' ? await postgres.createDatabase() : undefined,
    };
    await restoreBackup({ file, storage: target, version: packageVersion(), nowMs: 0 });
    expect((await checkStorage(target, { folder })).disagreements).toEqual([]);
    const shown = await shownBy(target);
    const restored = new Map(
      Object.values(shown).flatMap(({ reports }) =>
        reports.map((report) => [report.serial, report] as const),
      ),
    );
    for (const report of trading.reports(linesBefore))
      expect(restored.get(report.serial), `report ${report.serial}`).toMatchObject({ ...report });
  },
  120_000,
);

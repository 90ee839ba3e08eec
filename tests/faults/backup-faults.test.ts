import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { spawnServer } from '../support/spawn-server.ts';
import { programPath } from '../support/programs.ts';

/** Backup, restore and deletion by the administration program when something is in the way: a full disk, Ctrl+C, a running server. */

const RECORDS = 30_000;

let folder: string;
let dataFolder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-backup-faults-'));
  dataFolder = join(folder, 'data');
  const { journal, close } = await openStorage({ dataFolder });
  // Ends of sessions: events that need no order before them.
  const text = (seq: number): string => `2026-${seq}-${'x'.repeat(200)}${Math.sin(seq)}`;
  for (let first = 1; first <= RECORDS; first += 1_000)
    await journal.append(
      Array.from({ length: 1_000 }, (_, index) => first + index).map((seq) =>
        encodeEvent(seq, { kind: 'session', date: text(seq), closes: [], timeMs: seq }),
      ),
    );
  await close();
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the program as an operator does. `during` may send it a signal. */
async function admin(
  args: readonly string[],
  during: (child: ChildProcess) => Promise<void> = () => Promise.resolve(),
  data = dataFolder,
): Promise<Outcome> {
  const child = spawn(process.execPath, [programPath('admin'), ...args], {
    env: processEnvironment({ TAPEDECK_DATA: data, DATABASE_URL: '' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  await during(child);
  return { code: await closed, output };
}

/** Presses Ctrl+C as soon as the condition holds. */
const interruptWhen =
  (condition: () => Promise<boolean> | boolean) =>
  async (child: ChildProcess): Promise<void> => {
    while (!(await condition()) && child.exitCode === null) await delay(1);
    child.kill('SIGINT');
  };

it('reports a full disk and leaves nothing on it', { timeout: 120_000 }, async () => {
  const disk = await mountSmallDisk(4);
  try {
    const { code, output } = await admin(['backup', join(disk.folder, 'backup.tar')]);
    expect(output).toContain(`The disk of ${disk.folder} is full, so no backup was made.`);
    expect(code).toBe(1);
    expect(await readdir(disk.folder)).toEqual([]);
  } finally {
    await disk.remove();
  }
});

it(
  'leaves no half file after Ctrl+C in a backup or a restore, and says so',
  { timeout: 240_000 },
  async () => {
    const target = join(folder, 'backups');
    await mkdir(target);
    const file = join(target, 'backup.tar');
    const cancelled = await admin(
      ['backup', file],
      interruptWhen(async () => (await readdir(target)).length > 0),
    );
    expect(cancelled.output).toContain('The backup was cancelled. Nothing was kept.');
    expect(cancelled.code).toBe(1);
    expect(await readdir(target)).toEqual([]);

    expect(await admin(['backup', file])).toMatchObject({ code: 0 });
    const restored = join(folder, 'restored');
    const half = await admin(
      ['restore', file, '--into', restored],
      interruptWhen(() => existsSync(join(restored, '.restoring', 'journal.db'))),
    );
    expect(half.output).toContain('The restore was cancelled. The target is as it was.');
    expect(half.code).toBe(1);
    expect(existsSync(restored)).toBe(false);
  },
);

it(
  'refuses a data folder on a read-only disk with one line, and backs it up all the same',
  { timeout: 120_000 },
  async () => {
    const disk = await mountSmallDisk(64);
    try {
      const { close } = await openStorage({ dataFolder: disk.folder });
      await close();
      expect(spawnSync('mount', ['-o', 'remount,ro', disk.folder]).status).toBe(0);
      await expect(spawnServer({ dataFolder: disk.folder })).rejects.toThrow(
        `The data folder ${disk.folder} cannot be made or used (EROFS). Set TAPEDECK_DATA to a folder this user may write.`,
      );
      const file = join(folder, 'read-only.tar');
      expect(await admin(['backup', file], undefined, disk.folder)).toMatchObject({ code: 0 });
      expect(existsSync(file)).toBe(true);
    } finally {
      await disk.remove();
    }
  },
);

it(
  'does not restore or check beside a running server, and deletes a user through it',
  { timeout: 240_000 },
  async () => {
    const served = join(folder, 'served');
    const server = await spawnServer({ dataFolder: served });
    try {
      const run = (...args: readonly string[]): Promise<Outcome> => admin(args, undefined, served);
      const file = join(folder, 'served.tar');
      expect(await run('backup', file)).toMatchObject({ code: 0 });
      for (const args of [['restore', file, '--replace'], ['check']]) {
        const { code, output } = await run(...args);
        expect(output).toContain(`A server runs on the data folder ${served}. Stop it first.`);
        expect(code).toBe(1);
      }
      expect(await run('user', 'create', 'lee')).toMatchObject({ code: 0 });
      const { code, output } = await run('delete-user', 'lee', '--yes');
      expect(output).toContain('A server runs on this data. It closes the connections of lee');
      expect(output).toContain('lee was deleted.');
      expect(code).toBe(0);
      expect((await run('user', 'list')).output).not.toContain('lee');
    } finally {
      await server.kill();
    }
  },
);

import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureDataFolder } from './data-folder.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'tapedeck-folder-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

describe('the data folder', () => {
  it('is made with its parents, for this user alone, and may be there already', async () => {
    const folder = join(base, 'a', 'b');
    await ensureDataFolder(folder);
    await ensureDataFolder(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('that is a file, or lies in one, is refused with one line', async () => {
    const file = join(base, 'file');
    await writeFile(file, 'x');
    for (const folder of [file, join(file, 'inside')])
      await expect(ensureDataFolder(folder)).rejects.toThrow(
        /not a folder\. Set TAPEDECK_DATA to a folder this user may write\.$/,
      );
  });

  it('in a folder that may not be written is refused with one line; an administrator may write there', async () => {
    await chmod(base, 0o500);
    const made = ensureDataFolder(join(base, 'inside'));
    if (process.getuid?.() === 0) await expect(made).resolves.toEqual([]);
    else await expect(made).rejects.toThrow(/cannot be made or used \(EACCES\)/);
  });

  it('that others may read is closed to them with its files, once, and they are named', async () => {
    const folder = join(base, 'open');
    await mkdir(folder, { mode: 0o755 });
    await writeFile(join(folder, 'tapedeck.db'), 'x', { mode: 0o644 });
    await writeFile(join(folder, 'server.log'), 'x', { mode: 0o600 });
    await symlink('/etc/hostname', join(folder, 'link'));
    await chmod(folder, 0o755);
    await chmod(join(folder, 'tapedeck.db'), 0o644);
    const hostname = (await stat('/etc/hostname')).mode;
    expect(await ensureDataFolder(folder)).toEqual([folder, join(folder, 'tapedeck.db')]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'tapedeck.db'))).mode & 0o777).toBe(0o600);
    expect((await stat('/etc/hostname')).mode).toBe(hostname);
    expect(await ensureDataFolder(folder)).toEqual([]);
  });

  it('that all accounts share is refused, and stays as it is', async () => {
    const folder = join(base, 'shared');
    await mkdir(folder);
    await chmod(folder, 0o1777);
    await expect(ensureDataFolder(folder)).rejects.toThrow('is shared by the accounts of this machine');
    expect((await stat(folder)).mode & 0o7777).toBe(0o1777);
  });

  it('that cannot be closed to others is refused with what to do', async () => {
    // Nobody may change the permissions of what the kernel shows there.
    const folder = '/proc/self/task';
    await expect(ensureDataFolder(folder)).rejects.toThrow(
      /can be read by other accounts|cannot be made or used/,
    );
  });

  it('where no folders can be made is refused at once', async () => {
    const nowhere = process.platform === 'linux' ? '/proc/tapedeck' : '/dev/null/tapedeck';
    await expect(ensureDataFolder(nowhere)).rejects.toThrow(/cannot be made or used|not a folder/);
  });
});

import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
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
    if (process.getuid?.() === 0) await expect(made).resolves.toBeUndefined();
    else await expect(made).rejects.toThrow(/cannot be made or used \(EACCES\)/);
  });

  it('where no folders can be made is refused at once', async () => {
    const nowhere = process.platform === 'linux' ? '/proc/tapedeck' : '/dev/null/tapedeck';
    await expect(ensureDataFolder(nowhere)).rejects.toThrow(/cannot be made or used|not a folder/);
  });
});

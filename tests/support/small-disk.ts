import { spawnSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own with a fixed size, which a test can fill and empty. */
export interface SmallDisk {
  readonly folder: string;
  /** Writes a file until the file system takes no more byte. */
  fill(): Promise<void>;
  /** Removes that file. */
  free(): Promise<void>;
  /** Unmounts it and removes its mount point. */
  remove(): Promise<void>;
}

const CHUNK_BYTES = 1 << 20;
const HOW_TO_MOUNT =
  'This test mounts a small file system. Run it as root, or in a container with the capability SYS_ADMIN (docker run --cap-add SYS_ADMIN).';

/** Mounts an empty tmpfs of `sizeMb` megabytes. Fails with what is missing when this process may not mount. */
export async function mountSmallDisk(sizeMb: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-disk-'));
  const mounted = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0700`, 'tapedeck-test', folder],
    { encoding: 'utf8' },
  );
  if (mounted.status !== 0) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`${HOW_TO_MOUNT} mount: ${mounted.error?.message ?? mounted.stderr.trim()}`);
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => fillWith(filler),
    free: () => rm(filler, { force: true }),
    async remove() {
      const unmounted = spawnSync('umount', [folder], { encoding: 'utf8' });
      if (unmounted.status !== 0) throw new Error(`${folder} was not unmounted: ${unmounted.stderr.trim()}`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Asynchronous, so that the test still reads the output of a process while it fills the disk under it. */
async function fillWith(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (let size = CHUNK_BYTES; size >= 1;) {
      const written = await file.write(Buffer.alloc(size)).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return { bytesWritten: 0 };
        throw error;
      });
      if (written.bytesWritten < size) size = Math.floor(size / 2);
    }
  } finally {
    await file.close();
  }
}

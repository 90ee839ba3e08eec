// A folder in memory for what tests write.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

/** Linux keeps what is written here in memory. */
const SHARED_MEMORY = '/dev/shm';
/** The whole suite writes less than a quarter of this; containers often have 64 MB. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/**
 * Makes a folder in memory, to which databases and journals of tests are written without waiting for a disk; null where there is none or too little of
 * it. `remove` removes it with everything in it.
 */
export function memoryFolder(shared = SHARED_MEMORY, minFreeBytes = MIN_FREE_BYTES) {
  try {
    const { bavail, bsize } = statfsSync(shared);
    if (bavail * bsize < minFreeBytes) return null;
    const path = mkdtempSync(`${shared}/tapedeck-`);
    // PostgreSQL runs as a user of its own.
    chmodSync(path, 0o1777);
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
  } catch {
    return null;
  }
}

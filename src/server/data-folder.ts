import { constants, type Stats } from 'node:fs';
import { access, chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Logger } from './logging.ts';

/** Read, write and search for group and others. */
const OTHERS = 0o077;
const STICKY = 0o1000;

/** From here on every file and folder that this process makes is for its own account alone. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS);
}

/**
 * Makes the data folder, its parents as needed, and closes it and its files to other accounts of the machine. Throws one line that says
 * why it cannot be used. Resolves with the names of what was open to others before. Folders are made one by one: on file systems
 * that make none, making them recursively may never end.
 */
export async function ensureDataFolder(folder: string): Promise<readonly string[]> {
  try {
    await makeFolder(resolve(folder));
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `The data folder ${folder} ${reasonOf(error)}. Set TAPEDECK_DATA to a folder this user may write.`,
      { cause: error },
    );
  }
  return closeToOthers(resolve(folder));
}

/** The folder first: from then on nothing in it can be reached by others. Windows has no such modes. */
async function closeToOthers(folder: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return [];
  const wasOpen = await closePath(folder, await stat(folder));
  const closed = [folder];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile() && (await closePath(path, await lstat(path)))) closed.push(path);
  }
  // In a folder that was closed no file was within their reach.
  return wasOpen ? closed : [];
}

/** True when the path was open to others. */
async function closePath(path: string, { mode }: Stats): Promise<boolean> {
  if ((mode & OTHERS) === 0) return false;
  // A folder as /tmp is shared on purpose: closing it would break whatever else uses it.
  if ((mode & STICKY) !== 0)
    throw new Error(
      `The data folder ${path} is shared by the accounts of this machine. Set TAPEDECK_DATA to a folder of its own.`,
    );
  let reason = 'the file system keeps no permissions';
  try {
    await chmod(path, mode & ~OTHERS);
  } catch (error) {
    reason = codeOf(error);
  }
  if (((await stat(path)).mode & OTHERS) === 0) return true;
  throw new Error(
    `${path} can be read by other accounts of this machine (mode ${(mode & 0o777).toString(8)}), and that cannot be changed (${reason}). It holds password hashes and orders: take their permissions away (chmod -R go= on the data folder), or set TAPEDECK_DATA to another folder.`,
  );
}

/** Makes a folder for this account alone, with its parents as needed. */
export async function makeFolder(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (found?.isDirectory()) return;
  if (found) throw new NotAFolder();
  if (dirname(path) !== path) await makeFolder(dirname(path));
  try {
    // Password hashes and orders are nobody else's business on a shared machine.
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

class NotAFolder extends Error {}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (error instanceof NotAFolder || code === 'ENOTDIR')
    return 'is, or lies in, something that is not a folder';
  return `cannot be made or used (${code})`;
}

/** Reports the files of the data folder that other accounts of this machine could read until now. */
export function reportClosed(
  closed: readonly string[],
  say: (line: string) => void,
  logger: Pick<Logger, 'warn'>,
): void {
  if (closed.length === 0) return;
  say(`Closed to other accounts of this machine: ${closed.join(', ')}`);
  logger.warn({ closed }, 'the data folder could be read by other accounts; it was closed to them');
}

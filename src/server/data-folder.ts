import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes the data folder, its parents as needed, or throws one line that says why it cannot be used. Folders are made one
 * by one: on file systems that make none, making them recursively may never end.
 */
export async function ensureDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(resolve(folder));
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `The data folder ${folder} ${reasonOf(error)}. Set TAPEDECK_DATA to a folder this user may write.`,
      { cause: error },
    );
  }
}

async function makeFolder(path: string): Promise<void> {
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

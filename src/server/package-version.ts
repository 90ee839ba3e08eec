import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
// Single functions: the whole package is fifty files, read at each start.
import gt from 'semver/functions/gt.js';
import valid from 'semver/functions/valid.js';

const PACKAGE_FILE = fileURLToPath(new URL('../../package.json', import.meta.url));

/** The version in `package.json`; `unknown` where the file is absent. */
export function packageVersion(): string {
  if (!existsSync(PACKAGE_FILE)) return 'unknown';
  const parsed: unknown = JSON.parse(readFileSync(PACKAGE_FILE, 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed
    ? String(parsed.version)
    : 'unknown';
}

/** Whether a release is newer than another one. A version that is not of the form of releases cannot be compared: false. */
export const isNewerRelease = (version: string, than: string): boolean =>
  valid(version) !== null && valid(than) !== null && gt(version, than);

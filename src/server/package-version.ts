import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGE_FILE = fileURLToPath(new URL('../../package.json', import.meta.url));

/** The version in `package.json`; `unknown` where the file is absent. */
export function packageVersion(): string {
  if (!existsSync(PACKAGE_FILE)) return 'unknown';
  const parsed: unknown = JSON.parse(readFileSync(PACKAGE_FILE, 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed
    ? String(parsed.version)
    : 'unknown';
}

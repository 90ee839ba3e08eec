import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PINNED_NODE } from './server.ts';

const execute = promisify(execFile);

/** The script that builds `@tapedeck/client`. */
export const PACK_SCRIPT = fileURLToPath(new URL('../../scripts/pack-client.ts', import.meta.url));

/** Puts `@tapedeck/client` into the `node_modules` of a folder, as npm would unpack it. */
export async function installClient(folder: string): Promise<void> {
  const scope = join(folder, 'node_modules', '@tapedeck');
  await mkdir(scope, { recursive: true });
  await execute(PINNED_NODE, [PACK_SCRIPT, '--out', join(scope, 'client')]);
}

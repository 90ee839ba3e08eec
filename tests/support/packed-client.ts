import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PINNED_NODE } from './server.ts';
import { until } from './until.ts';

const execute = promisify(execFile);

/** The script that builds `@tapedeck/client`. */
export const PACK_SCRIPT = fileURLToPath(new URL('../../scripts/pack-client.ts', import.meta.url));
/** Packing checks the types of the client, as long as anything else of the machine lets it. */
const PACKING_MS = 300_000;

/** Builds `@tapedeck/client` in this folder. The files of a run share one build, which the first of them makes. */
export async function packClient(folder: string): Promise<void> {
  const shared = join(process.env['TAPEDECK_SHARED_FOLDER'] ?? '', 'client');
  const failure = `${shared}.failed`;
  const isFirst = await mkdir(`${shared}.making`).then(
    () => true,
    () => false,
  );
  if (isFirst)
    try {
      await execute(PINNED_NODE, [PACK_SCRIPT, '--out', join(`${shared}.making`, 'package')]);
      await rename(join(`${shared}.making`, 'package'), shared);
    } catch (error) {
      await writeFile(failure, String(error));
      throw error;
    }
  await until(() => {
    if (!existsSync(shared) && !existsSync(failure)) throw new Error('another test file packs the client');
  }, PACKING_MS);
  if (existsSync(failure)) throw new Error('The client could not be packed: see the file that packed it.');
  await cp(shared, folder, { recursive: true });
}

/** Puts `@tapedeck/client` into the `node_modules` of a folder, as npm would unpack it. */
export async function installClient(folder: string): Promise<void> {
  await packClient(join(folder, 'node_modules', '@tapedeck', 'client'));
}

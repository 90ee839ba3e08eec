import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder for what the test files of a run share, whose path the workers have in TAPEDECK_SHARED_FOLDER. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-shared-'));
  process.env['TAPEDECK_SHARED_FOLDER'] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['src', 'plugins', 'layouts', 'scripts', 'tests'];
const SOURCE = /\.(tsx?|mjs)$/;

/**
 * TypeScript and module files of the project below `root`, sorted, as paths with slashes. `paths` limits them to files and folders that
 * begin so.
 */
export function sourceFiles(root: string, paths: readonly string[] = ['']): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  )
    .filter((file) => SOURCE.test(file) && paths.some((path) => file.startsWith(path)))
    .toSorted();
}

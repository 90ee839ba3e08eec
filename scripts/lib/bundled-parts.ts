import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** How the sources name a thread or a process that they start. */
const PART_URL = /new URL\('([^']+\.ts)', import\.meta\.url\)/g;

/**
 * Lets the server of a test start its threads and processes from the bundle in `folder` (`test-programs.ts`, which names the files). From the sources,
 * each of them loads the type stripper and its modules again: a server's threads need three times the processor time, a user's strategies five times.
 * What the bundle does not have starts from its source.
 */
export function bundledParts(folder: string): Plugin {
  return {
    // The cache of transformed modules keeps configurations apart by the names of their plugins.
    name: 'bundled-parts',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(join(root, 'src', 'server')) || !code.includes('import.meta.url')) return undefined;
      return code.replaceAll(PART_URL, (found, path: string) => {
        const name = relative(root, resolve(dirname(id), path))
          .replaceAll(sep, '-')
          .replace(/\.ts$/, '.mjs');
        const part = join(folder, name);
        return existsSync(part) ? `new URL(${JSON.stringify(pathToFileURL(part).href)})` : found;
      });
    },
  };
}

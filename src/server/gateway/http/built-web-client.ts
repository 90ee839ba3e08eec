import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { isFilePath, isNamedPage } from './page-paths.ts';
import type { WebClient } from './web-client.ts';

/** The web client that `npm run build` leaves in a folder. A folder without one gives a client that is not available. */
export function builtWebClient(folder: string): WebClient {
  const isAvailable = existsSync(join(folder, 'index.html'));
  return {
    isAvailable,
    pages: new Set(isAvailable ? readdirSync(folder).filter((name) => name.endsWith('.html')) : []),
    workerSources: [],
    ownsUpgrade: () => false,
    html: (page) => readFile(join(folder, page), 'utf8'),
    async attach(app) {
      if (!isAvailable) return;
      await app.register(fastifyStatic, {
        root: folder,
        wildcard: true,
        index: false,
        // The build leaves the compressed forms of a file beside it.
        preCompressed: true,
        // Pages carry a nonce of their response, so they are not served as files.
        allowedPath: (path) => isFilePath(path) && !path.endsWith('.html') && !isNamedPage(path),
        setHeaders(reply, path) {
          // The names of built assets contain a hash of their content; a browser must revalidate everything else.
          reply.header(
            'cache-control',
            /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
          );
        },
      });
    },
    // The static plugin has routes of its own.
    serveFile: async () => false,
  };
}

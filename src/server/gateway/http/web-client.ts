import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { http } from '../../../protocol/index.ts';

const NO_BUILD = 'The web client is not built yet. Run `npm start`, which builds it, or `npm run build`, then reload this page.\n';

/** True when the folder holds a built web client. */
export function hasWebClient(folder: string | undefined): folder is string {
  return folder !== undefined && existsSync(join(folder, 'index.html'));
}

/** Serves the built web client, with its index page for every client route, and answers for everything that is not there. */
export async function addWebClient(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const isBuilt = hasWebClient(folder);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: true,
      setHeaders(reply, path) {
        // Built assets carry a hash of their content in their name; everything else must be asked for again.
        reply.header('cache-control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const allowed = Object.values(http).filter((route) => route.path === path).map((route) => route.method);
    if (allowed.length > 0) return refuse(reply.header('allow', allowed.join(', ')), 405, `${request.method} is not for ${path}; use ${allowed.join(' or ')}.`);
    if (isPage(request, path)) {
      if (isBuilt) return reply.sendFile('index.html');
      return reply.code(503).type('text/plain; charset=utf-8').send(NO_BUILD);
    }
    return refuse(reply, 404, 'There is nothing here.');
  });
}

/** A client route: something a browser opens, not an API call and not a file that is missing. */
function isPage(request: FastifyRequest, path: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (path === '/api' || path.startsWith('/api/')) return false;
  return !/\.[A-Za-z0-9]+$/.test(path);
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ Error: message });
}

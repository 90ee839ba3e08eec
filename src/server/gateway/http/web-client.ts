import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DESK_PAGES_WITH_NAME, externalBrokerHttp, http, isDeskPage } from '../../../protocol/index.ts';
import { nonceOf } from './security-headers.ts';

const NO_BUILD =
  'The web client is not built yet. Run `npm start`, which builds it, or `npm run build`, then reload this page.\n';

const IS_FILE = /\.[A-Za-z0-9]+$/;
/** Client routes that end in somebody's words, a workspace's name or a wanted path, which may look like a file. */
const IS_ROUTE = /^\/(workspace|start|login)\//i;

/** True when the folder holds a built web client. */
export function hasWebClient(folder: string | undefined): folder is string {
  return folder !== undefined && existsSync(join(folder, 'index.html'));
}

/**
 * Serves the built web client and answers for everything that is not there. A page of the build (`info.html`) is at its
 * own name and without the ending (`/info`); the pages of the workstation get the index page, and so does a browser at any other address,
 * with status 404.
 */
export async function addWebClient(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const isBuilt = hasWebClient(folder);
  const pages = new Set(isBuilt ? readdirSync(folder).filter((name) => name.endsWith('.html')) : []);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: true,
      index: false,
      // Pages carry a nonce of their response: they are made below.
      allowedPath: (path) => IS_FILE.test(path) && !path.endsWith('.html') && !IS_ROUTE.test(path),
      setHeaders(reply, path) {
        // Built assets carry a hash of their content in their name; everything else must be asked for again.
        reply.header(
          'cache-control',
          /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  // Routes of their own: what a name may hold (a dot, a backslash) must not be taken for a path to a file.
  for (const route of DESK_PAGES_WITH_NAME) {
    app.get(`${route}/*`, (request, reply) =>
      isBuilt ? sendPage(request, reply, join(folder, 'index.html')) : refuseUnbuilt(reply),
    );
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const allowed = [...Object.values(http), ...Object.values(externalBrokerHttp)]
      .filter((route) => isAt(route.path, path))
      .map((route) => route.method);
    if (allowed.length > 0)
      return refuse(
        reply.header('allow', allowed.join(', ')),
        405,
        `${request.method} is not for ${path}; use ${allowed.join(' or ')}.`,
      );
    const page = pageAt(request, path, pages);
    if (page !== undefined)
      return isBuilt ? sendPage(request, reply, join(folder, page)) : refuseUnbuilt(reply);
    // A browser gets the page that says so, a program the words.
    if (isBuilt && isOpenedInBrowser(request) && !IS_FILE.test(path) && !isApiCall(path))
      return sendPage(request, reply.code(404), join(folder, 'index.html'));
    return refuse(reply, 404, 'There is nothing here.');
  });
}

/** True when a path is one of those a route's template stands for. */
function isAt(template: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = template.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => part === parts[index] || (part.startsWith('{') && parts[index] !== ''))
  );
}

const isApiCall = (path: string): boolean => path === '/api' || path.startsWith('/api/');

const isOpenedInBrowser = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true;

/** The file of a page: of the build, or the index page for those of the workstation; undefined for whatever is no page. */
function pageAt(request: FastifyRequest, path: string, pages: ReadonlySet<string>): string | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const name = path.slice(1).replace(/\/$/, '');
  const own = [name, `${name}.html`].find((candidate) => pages.has(candidate));
  return own ?? (isDeskPage(path) || IS_ROUTE.test(path) ? 'index.html' : undefined);
}

/** Sends a page with the response's nonce, and first of its scripts the one that puts it on created style elements. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> {
  const html = await readFile(file, 'utf8');
  const nonce = `<meta name="csp-nonce" content="${nonceOf(request.raw)}" /><script src="/csp-nonce.js"></script>`;
  return reply
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html.replace(/<head(\s[^>]*)?>/, (head) => `${head}${nonce}`));
}

function refuseUnbuilt(reply: FastifyReply): FastifyReply {
  return reply.code(503).type('text/plain; charset=utf-8').send(NO_BUILD);
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ Error: message });
}

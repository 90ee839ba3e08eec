import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  WORKSTATION_PAGES_WITH_NAME,
  externalBrokerHttp,
  http,
  isWorkstationPage,
} from '../../../protocol/index.ts';
import { isFilePath, isNamedPage } from './page-paths.ts';
import { nonceOf } from './security-headers.ts';
import type { WebClient } from './web-client.ts';

const NOT_BUILT =
  'The web client is not built yet. Run `npm start`, which builds it, or `npm run build`, then reload this page.\n';

/** The page of the workstation, which shows itself which of its routes do not exist. */
const WORKSTATION = 'index.html';

/**
 * Serves the pages of the web client and answers every request without a route. A page (`info.html`) is at its file name and without
 * the ending (`/info`); the routes of the workstation get `index.html`, and so does a browser at any other address, with status 404.
 */
export async function addWebRoutes(app: FastifyInstance, client: WebClient, prefix: string): Promise<void> {
  await client.attach(app);
  const sendPage = (page: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendPageOf({ client, prefix, page }, request, reply);
  // Routes of their own: a name may contain a dot or a backslash and must not be taken for a path to a file.
  for (const route of WORKSTATION_PAGES_WITH_NAME)
    app.get(`${route}/*`, (request, reply) => sendPage(WORKSTATION, request, reply));

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const methods = methodsAt(path);
    if (methods.length > 0)
      return refuse(
        reply.header('allow', methods.join(', ')),
        405,
        `${request.method} is not for ${path}; use ${methods.join(' or ')}.`,
      );
    const page = isRead(request) ? pageAt(path, client.pages) : undefined;
    if (page !== undefined) return sendPage(page, request, reply);
    if (await client.serveFile(request, reply)) return reply.hijack();
    // A browser gets a page, a program a JSON body.
    if (client.isAvailable && isOpenedInBrowser(request) && !isFilePath(path) && !isApiCall(path))
      return sendPage(WORKSTATION, request, reply.code(404));
    return refuse(reply, 404, 'There is nothing here.');
  });
}

/** The methods that calls of the HTTP catalogue have at this path. */
function methodsAt(path: string): readonly string[] {
  return [...Object.values(http), ...Object.values(externalBrokerHttp)]
    .filter((route) => isAt(route.path, path))
    .map((route) => route.method);
}

/** True when a path matches a route's template. */
function isAt(template: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = template.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => part === parts[index] || (part.startsWith('{') && parts[index] !== ''))
  );
}

const isApiCall = (path: string): boolean => path === '/api' || path.startsWith('/api/');

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

const isOpenedInBrowser = (request: FastifyRequest): boolean =>
  isRead(request) && request.headers.accept?.includes('text/html') === true;

/** The page at a path: one of the client's own, or the workstation; undefined when the path is no page. */
function pageAt(path: string, pages: ReadonlySet<string>): string | undefined {
  const name = path.slice(1).replace(/\/$/, '');
  const page = [name, `${name}.html`].find((candidate) => pages.has(candidate));
  return page ?? (isWorkstationPage(path) || isNamedPage(path) ? WORKSTATION : undefined);
}

/**
 * Sends a page with the response's nonce and, before its other scripts, the one that puts the nonce on created style elements. The addresses of its files
 * are relative in the build; the page may be at any depth, so they become absolute, below the prefix.
 */
async function sendPageOf(
  { client, prefix, page }: { readonly client: WebClient; readonly prefix: string; readonly page: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!client.isAvailable) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
  const html = (await client.html(page)).replaceAll(/(\s(?:src|href)=")\.\//g, `$1${prefix}/`);
  const basePath = prefix === '' ? '' : `<meta name="base-path" content="${prefix}" />`;
  const nonce = `<meta name="csp-nonce" content="${nonceOf(request.raw)}" />${basePath}<script src="${prefix}/csp-nonce.js"></script>`;
  return reply
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html.replace(/<head(\s[^>]*)?>/, (head) => `${head}${nonce}`));
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ Error: message });
}

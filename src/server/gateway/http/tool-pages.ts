import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { TOOL_LIMITS } from '../../../tool-channel/index.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { PublicAddress } from '../../http-kit/public-address.ts';
import { sessionTokenOf } from '../../http-kit/session-cookie.ts';
import type { Identity } from '../../identity/identity.ts';
import type { ThirdPartyTool } from '../../tools/read-tools.ts';
import type { GatewayOptions } from '../deps.ts';

const FRAME_FOLDER = new URL('../../../tool-frame/', import.meta.url);

/** What every page of a tool has: the script that runs in it, the script around the tool in its worker, and the style sheet. */
interface FrameParts {
  readonly frame: string;
  readonly worker: string;
  readonly style: string;
}

/**
 * Serves the page of each third-party tool at `/api/Tools/{id}/{sha256}`, to signed-in users. The page may load nothing and connect to nothing: it gets an
 * opaque origin, without cookies and storage, and its only scripts are those of this server and blobs that it makes itself. The address names the hash
 * that the user has agreed to, so another version is never served in its place.
 */
export async function addToolPages(
  app: FastifyInstance,
  identity: Pick<Identity, 'verifyOverdue'>,
  { tools: { tools }, apiRequestsPerMinute }: Pick<GatewayOptions, 'tools' | 'apiRequestsPerMinute'>,
  publicAddress: PublicAddress,
): Promise<void> {
  if (tools.length === 0) return;
  const parts = await readParts();
  const policy = policyOf(parts);
  const pages = new Map(
    tools.map((tool) => [`${tool.manifest.id}/${tool.manifest.sha256}`, pageOf(tool, parts)]),
  );
  app.get(
    '/api/Tools/:id/:sha256',
    { config: { rateLimit: { max: apiRequestsPerMinute, timeWindow: 60_000 } } },
    async (request, reply) => {
      const token = sessionTokenOf(request.headers.cookie, publicAddress.cookieScopeOf(request.raw));
      // A page that has been open for long has a token that is over, and renews it by another way. The page holds nothing of the user.
      if (token === undefined || (await identity.verifyOverdue(token)) === undefined)
        throw new HttpRefusal(401, 'Sign in first: the call carries no valid token.');
      // The path of this route has both parameters.
      const { id, sha256 } = request.params as { readonly id: string; readonly sha256: string };
      const page = pages.get(`${id}/${sha256}`);
      if (page === undefined)
        throw new HttpRefusal(404, 'This server does not serve this version of the tool.');
      return reply
        .headers({
          'content-security-policy': policy,
          'cache-control': 'no-store',
          'x-dns-prefetch-control': 'off',
        })
        .type('text/html; charset=utf-8')
        .send(page);
    },
  );
}

async function readParts(): Promise<FrameParts> {
  const read = (name: string): Promise<string> => readFile(new URL(name, FRAME_FOLDER), 'utf8');
  const [frame, worker, style] = await Promise.all(['frame.ts', 'worker.ts', 'frame.css'].map(read));
  if (frame === undefined || worker === undefined || style === undefined)
    throw new Error('The page of third-party tools is incomplete.');
  return {
    frame: stripTypeScriptTypes(frame),
    worker: stripTypeScriptTypes(worker),
    style,
  };
}

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function policyOf({ frame, style }: FrameParts): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    // Blobs: the worker, and the entry that it imports. Neither reaches beyond what the page already holds.
    `script-src ${sourceOf(frame)} blob:`,
    'worker-src blob:',
    `style-src ${sourceOf(style)}`,
    'img-src data:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** The page of a tool. The entry and the worker are data in it: nothing of a tool is parsed as HTML. */
function pageOf({ manifest, source }: ThirdPartyTool, { frame, worker, style }: FrameParts): string {
  const data = JSON.stringify({ worker, source, limits: TOOL_LIMITS }).replaceAll('<', '\\u003c');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(manifest.title)}</title>`,
    `<style>${style}</style></head><body><main id="view"></main>`,
    `<script type="application/json" id="tool">${data}</script>`,
    `<script type="module">${frame}</script></body></html>`,
  ].join('');
}

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? character);

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createServer,
  mergeConfig,
  type InlineConfig,
  type Plugin,
  type UserConfig,
  type ViteDevServer,
} from 'vite';
import type { WebClient } from '../../src/server/gateway/http/web-client.ts';

export interface ViteWebClientOptions {
  /** Folder of the pages and their sources. */
  readonly root: string;
  /** The configuration of the build, which the development server shares. */
  readonly config?: UserConfig;
}

/** WebSocket protocols of Vite's client: updates, and the check whether the server is back. */
const VITE_PROTOCOLS: readonly (string | undefined)[] = ['vite-hmr', 'vite-ping'];
/** What no page imports; a data folder changes all the time. */
const UNWATCHED = [
  '**/.tapedeck/**',
  '**/.cache/**',
  '**/dist/**',
  '**/tests/**',
  '**/docs/**',
  '**/src/server/**',
];

/**
 * Serves the web client from its sources: each module is compiled when a browser requests it and replaced in open pages when it changes.
 * Vite runs behind the gateway, on its HTTP server and port, so origin, cookies, content security policy and sockets are those of production.
 */
export function viteWebClient({ root, config = {} }: ViteWebClientOptions): WebClient {
  let vite: ViteDevServer | undefined;
  const started = (): ViteDevServer => {
    if (vite === undefined) throw new Error('The development server is used before it is attached.');
    return vite;
  };
  return {
    isAvailable: true,
    pages: new Set(readdirSync(root).filter((name) => name.endsWith('.html'))),
    // Vite's client waits for a restarted server in a worker that it makes from a blob.
    workerSources: ['blob:'],

    async html(page) {
      const html = await readFile(join(root, page), 'utf8');
      // A page without a module is filled by its opener and must not reload by itself.
      return html.includes('type="module"') ? started().transformIndexHtml(`/${page}`, html) : html;
    },

    async attach(app) {
      vite = await createServer(
        mergeConfig(config, {
          root,
          configFile: false,
          appType: 'custom',
          clearScreen: false,
          plugins: [scriptsInFiles()],
          optimizeDeps: { entries: ['*.html'] },
          server: {
            middlewareMode: true,
            cors: false,
            ws: { server: app.server },
            watch: { ignored: UNWATCHED },
          },
        } satisfies InlineConfig),
      );
      // Before the HTTP server closes, which would wait for the sockets of open pages.
      app.addHook('preClose', async () => vite?.close());
    },

    ownsUpgrade: ({ headers }) => VITE_PROTOCOLS.includes(headers['sec-websocket-protocol']),

    serveFile: (request, reply) =>
      new Promise((resolve) => {
        reply.raw.once('close', () => resolve(true));
        started().middlewares(request.raw, reply.raw, () => resolve(false));
      }),
  };
}

/** Serves inline module scripts, such as the start of React's hot reload, as files: the content security policy allows no inline script. */
function scriptsInFiles(): Plugin {
  const PREFIX = '/@script/';
  const scripts = new Map<string, string>();
  return {
    name: 'tapedeck:scripts-in-files',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(/<script type="module">([\s\S]*?)<\/script>/g, (_tag, code: string) => {
          const id = `${PREFIX}${createHash('sha256').update(code).digest('hex').slice(0, 16)}.js`;
          scripts.set(id, code);
          return `<script type="module" src="${id}"></script>`;
        }),
    },
    resolveId: (id) => (scripts.has(id) ? id : undefined),
    load: (id) => scripts.get(id),
  };
}

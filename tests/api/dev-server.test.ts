import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Plugin } from 'vite';
import WebSocket from 'ws';
import { viteWebClient } from '../../scripts/dev/vite-web-client.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../support/server.ts';

/** Adds a script to the page as the plugin for React does. */
const inlineScript: Plugin = {
  name: 'test:inline-script',
  transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module' }, children: 'window.isHot = true;' }],
};

let server: TestServer;
let root: string;
let removeRoot: () => Promise<void>;
beforeAll(async () => {
  ({ folder: root, remove: removeRoot } = await temporaryFolder());
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><html><head><title>Page</title></head><body><script type="module" src="/main.ts"></script></body></html>',
  );
  await writeFile(join(root, 'popout.html'), '<!doctype html><html><head></head><body></body></html>');
  await writeFile(join(root, 'main.ts'), 'export const price: number = 101;');
  await mkdir(join(root, 'public'));
  await writeFile(join(root, 'public', 'csp-nonce.js'), '// nonce');
  const config = { cacheDir: join(root, 'cache'), logLevel: 'silent' } as const;
  server = await startTestServer({
    webClient: viteWebClient({ root, config: { ...config, plugins: [inlineScript] } }),
  });
});
afterAll(async () => {
  await server.end();
  await removeRoot();
});

const page = (path: string) => fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });

it('serves pages under the policy of production, with every script in a file', async () => {
  for (const path of ['/', '/workspace/Second', '/no-such-page']) {
    const response = await page(path);
    expect(response.status).toBe(path === '/no-such-page' ? 404 : 200);
    expect(response.headers.get('content-security-policy')).toMatch(/;script-src 'self';/);
    const html = await response.text();
    expect(html).toContain('/@vite/client');
    expect(html).toMatch(/<meta name="csp-nonce" content="[^"]+" \/><script src="\/csp-nonce.js">/);
    const scripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)</g)];
    expect(scripts).toHaveLength(4);
    for (const [, attributes, code] of scripts) {
      const address = /src="([^"]+)"/.exec(attributes ?? '')?.[1];
      expect(code).toBe('');
      expect((await fetch(`${server.url}${address}`)).headers.get('content-type')).toContain('javascript');
    }
  }
});

it('compiles modules on request and leaves the API and unknown files to the gateway', async () => {
  const module = await fetch(`${server.url}/main.ts`);
  expect(module.headers.get('content-type')).toContain('javascript');
  expect(await module.text()).toContain('const price = 101');
  expect(await (await page('/popout')).text()).not.toContain('/@vite/client');
  expect((await fetch(`${server.url}/api/config`)).status).toBe(200);
  const missing = await fetch(`${server.url}/missing.ts`);
  expect(missing.status).toBe(404);
  expect(await missing.json()).toEqual({ Error: 'There is nothing here.' });
});

it('reports a changed module to open pages over a socket of the same port', async () => {
  const client = await (await fetch(`${server.url}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
  const origin = new URL(server.url).origin;
  await fetch(`${server.url}/main.ts`);

  const socket = new WebSocket(`${origin.replace('http', 'ws')}/?token=${token}`, 'vite-hmr', { origin });
  const types: string[] = [];
  socket.on('message', (data) => types.push(JSON.parse(String(data)).type));
  await expect.poll(() => types).toContain('connected');
  await writeFile(join(root, 'main.ts'), 'export const price: number = 102;');
  await expect.poll(() => types).toContain('full-reload');
  expect(await (await fetch(`${server.url}/main.ts`)).text()).toContain('const price = 102');
  socket.close();
});

it.each([
  ['a socket without the page’s token', '/?token=guess', 'vite-hmr'],
  ['a socket of another kind', '/', 'chat'],
])('refuses %s', async (_case, path, protocol) => {
  const origin = new URL(server.url).origin;
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, protocol, { origin });
  await expect(
    new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    }),
  ).rejects.toThrow();
});

import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { openAccount } from './wire-client.ts';

const ENTRY = 'export default (host) => host.render("</script><script>alert(1)</script>");\n';
const SHA256 = createHash('sha256').update(ENTRY).digest('hex');

let server: TestServer;
let jwt: string;
let removeTools: () => Promise<void>;
const SETTINGS = { isBold: { kind: 'boolean', label: 'Bold', help: 'In bold.', initial: false } };
const HELP = [
  { id: 'sound', title: 'Sound', summary: 'A text.', concept: [{ kind: 'text', text: '<b>' }], here: [] },
];

beforeAll(async () => {
  const { folder, remove } = await temporaryFolder();
  removeTools = remove;
  const manifest = {
    id: 'sound',
    title: 'Bold <b>&amp;',
    summary: 'Shows a text',
    version: '1.0.0',
    apiVersion: 1,
    entry: 'tool.js',
    sha256: SHA256,
    permissions: ['quotes', 'storage', 'settings'],
    commands: [{ id: 'next-list', title: 'Next list' }],
    settings: SETTINGS,
    help: HELP,
  };
  for (const [name, change] of [
    ['sound', {}],
    ['changed', { id: 'changed', title: 'Changed', sha256: '0'.repeat(64) }],
  ] as const) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'tool.json'), JSON.stringify({ ...manifest, ...change }));
    await writeFile(join(folder, name, 'tool.js'), ENTRY);
  }
  server = await startTestServer({ config: { toolsFolder: folder } });
  ({ jwt } = await openAccount(server.ports, server.user));
});
afterAll(async () => {
  await server.end();
  await removeTools();
});

const page = (path: string, cookie = `tapedeck_session=${jwt}`) =>
  fetch(`${server.url}/api/Tools/${path}`, { headers: { cookie } });

it('lists the tools, and why a folder is not loaded', async () => {
  const response = await fetch(`${server.url}/api/Tools`, { headers: { authorization: `Bearer ${jwt}` } });
  expect(await response.json()).toEqual({
    Items: [
      {
        Id: 'sound',
        Title: 'Bold <b>&amp;',
        Summary: 'Shows a text',
        Version: '1.0.0',
        Sha256: SHA256,
        Permissions: ['quotes', 'storage', 'settings'],
        Commands: [{ Id: 'next-list', Title: 'Next list' }],
        Settings: SETTINGS,
        Help: HELP,
      },
    ],
    NotLoaded: [
      { Folder: 'changed', Reasons: [expect.stringContaining('is not the file that tool.json describes')] },
    ],
  });
  expect((await fetch(`${server.url}/api/Tools`)).status).toBe(401);
});

it('serves the page of a tool with an opaque origin, no network, and no scripts but its own', async () => {
  const response = await page(`sound/${SHA256}`);
  expect(response.status).toBe(200);
  const html = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  const [, script = ''] = /<script type="module">([^]*?)<\/script>/.exec(html) ?? [];
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? [];
  const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(policy.split('; ')).toEqual([
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${sourceOf(script)} blob:`,
    'worker-src blob:',
    `style-src ${sourceOf(style)}`,
    'img-src data:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ]);
  expect(response.headers.get('set-cookie')).toBeNull();
  // No types are left for the browser.
  expect(() => new Function(script.replaceAll(/^export /gm, ''))).not.toThrow();
});

it('embeds a tool as data, which ends no element of the page', async () => {
  const html = await (await page(`sound/${SHA256}`)).text();
  expect(html).toContain('<title>Bold &lt;b&gt;&amp;amp;</title>');
  expect(html).not.toContain('<script>alert(1)');
  const [, json = ''] = /<script type="application\/json" id="tool">([^]*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({ source: ENTRY });
});

it.each([
  ['without a sign-in', `sound/${SHA256}`, '', 401],
  ['with another token', `sound/${SHA256}`, 'tapedeck_session=a.b.c', 401],
  ['of another version', `sound/${'0'.repeat(64)}`, undefined, 404],
  ['of a tool that is not loaded', `changed/${'0'.repeat(64)}`, undefined, 404],
  ['of a path', `sound%2f..%2f..%2fapi/${SHA256}`, undefined, 404],
])('refuses the page of a tool %s', async (_case, path, cookie, status) => {
  expect((await page(path, cookie)).status).toBe(status);
});

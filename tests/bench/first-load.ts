import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { launchBrowser } from '../../scripts/lib/launch-browser.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import { printTable } from './harness.ts';

/** What a browser says it accepts: over https or at localhost, over plain http, and a program without either. */
const ENCODINGS = {
  Brotli: 'gzip, br',
  gzip: 'gzip',
  'not compressed': 'identity',
} as const;

interface Fetched {
  readonly requests: number;
  readonly bytes: number;
}

interface FirstLoad {
  readonly toLogin: Fetched;
  readonly toWorkspace: Fetched;
}

/** Opens the login with an empty cache, signs in, and counts what came over HTTP until the first workspace is on screen. */
async function load(browser: Browser, server: SpawnedServer, encodings: string): Promise<FirstLoad> {
  const [, userName = '', password = ''] = /sign in as (\S+) with password (\S+)/.exec(server.output()) ?? [];
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': encodings } });
  let [requests, bytes] = [0, 0];
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += 1;
    bytes += encodedDataLength;
  });
  try {
    await page.goto(`${server.baseUrl}/login`, { waitUntil: 'networkidle' });
    const toLogin = { requests, bytes };
    await page.getByRole('textbox', { name: 'Username' }).fill(userName);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('section[data-tool]').first().waitFor();
    await page.waitForLoadState('networkidle');
    return { toLogin, toWorkspace: { requests, bytes } };
  } finally {
    await context.close();
  }
}

/** Bytes over the wire from an empty cache to the login and to the first workspace, headers included, sockets not. */
export async function benchFirstLoad(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-first-load-bench-'));
  const server = await spawnServer({ dataFolder: folder });
  const browser = await launchBrowser();
  try {
    const rows: (string | number)[][] = [];
    for (const [name, encodings] of Object.entries(ENCODINGS)) {
      const { toLogin, toWorkspace } = await load(browser, server, encodings);
      rows.push([
        name,
        toLogin.bytes / 1_000,
        toLogin.requests,
        toWorkspace.bytes / 1_000,
        toWorkspace.requests,
      ]);
    }
    printTable(
      'First load from an empty cache',
      ['accepted', 'to the login, kB', 'requests', 'to the first workspace, kB', 'requests'],
      rows,
    );
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

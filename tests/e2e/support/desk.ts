import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { AdminContext } from '../../../src/server/admin/admin-context.ts';
import type { Ports } from '../../../src/server/config.ts';
import type { MarketEpoch } from '../../../src/server/market/simulated/exchange-clock.ts';
import { EPOCH_NAME } from '../../../src/server/market-memory.ts';
import { openRepositories, type OpenRepositories } from '../../../src/server/storage/open-repositories.ts';
import { morningEpoch } from '../../support/morning-epoch.ts';
import { TradingGate } from './trading-gate.ts';
import { spawnServer, type SpawnedServer } from '../../support/spawn-server.ts';

export interface Credentials {
  readonly userName: string;
  readonly password: string;
}

/** The user name and password that the first start prints. */
function credentialsOf(output: string): Credentials {
  const userName = /sign in as (\S+) with password/.exec(output)?.[1];
  const password = /with password (\S+)/.exec(output)?.[1];
  if (!userName || !password)
    throw new Error(`the first start printed no user name and password:\n${output}`);
  return { userName, password };
}

/** Fixes the exchange time of a server that has not started yet, as its first start would. */
async function storeMarketEpoch(dataFolder: string, epoch: MarketEpoch): Promise<void> {
  const { repositories, close } = await openRepositories({ dataFolder });
  await repositories.system.set(EPOCH_NAME, JSON.stringify(epoch));
  await close();
}

/** A server on a data folder of its own that can be stopped, killed and started again on the same ports. */
export class Desk {
  #folder: string;
  #env: Record<string, string>;
  #server: SpawnedServer;
  #database: Promise<OpenRepositories> | undefined;
  readonly credentials: Credentials;

  private constructor(folder: string, env: Record<string, string>, server: SpawnedServer) {
    this.#folder = folder;
    this.#env = env;
    this.#server = server;
    this.credentials = credentialsOf(server.output());
  }

  /** Starts a server with these settings. The port matters only to a caller who must know it before the start. */
  static async start(env: Record<string, string>, port?: number): Promise<Desk> {
    const folder = await mkdtemp(join(tmpdir(), 'tapedeck-e2e-'));
    if (env['TAPEDECK_MARKET'] === undefined) await storeMarketEpoch(folder, morningEpoch());
    return new Desk(
      folder,
      env,
      await spawnServer({ dataFolder: folder, env, ...(port === undefined ? {} : { port }) }),
    );
  }

  get baseUrl(): string {
    return this.#server.baseUrl;
  }
  get dataFolder(): string {
    return this.#folder;
  }
  get ports(): Ports {
    const http = this.#server.port;
    return { http, trading: http + 1, streaming: http + 2, data: http + 3 };
  }

  /** For commands of administration: the server's database, opened once and closed with the desk. */
  async adminContext(): Promise<AdminContext> {
    this.#database ??= openRepositories({ dataFolder: this.#folder });
    const { repositories } = await this.#database;
    return { repositories, nowMs: Date.now(), print: () => {}, readStdin: async () => '' };
  }

  async restart(how: 'stop' | 'kill'): Promise<void> {
    await this.#server[how]();
    this.#server = await spawnServer({ dataFolder: this.#folder, env: this.#env, port: this.#server.port });
  }

  /** Starts the server again so long after the open of the session (09:30) on the day of `morningEpoch`. A market never goes back. */
  async restartIntoSession(intoSessionMs: number): Promise<void> {
    await this.#server.stop();
    await storeMarketEpoch(this.#folder, morningEpoch(Date.now(), intoSessionMs));
    this.#server = await spawnServer({ dataFolder: this.#folder, env: this.#env, port: this.#server.port });
  }

  async close(): Promise<void> {
    await (await this.#database)?.close();
    await this.#server.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** From the welcome page to the workspace, as a new user goes. */
export async function signIn(page: Page, desk: Desk): Promise<void> {
  await page.goto(desk.baseUrl);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill(desk.credentials.userName);
  await page.getByLabel('Password', { exact: true }).fill(desk.credentials.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/workspace/);
  await closeGettingStarted(page);
}

/** Getting Started opens after each sign-in of someone who has not switched that off. What a story is about lies under it. */
export async function closeGettingStarted(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Getting Started' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Opens an address in the client that is loaded, as its links do. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** Presses a key once the focus is in the dialog: sent earlier, the key would reach what lies under it. */
export async function pressIn(dialog: Locator, key: string): Promise<void> {
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.page().keyboard.press(key);
}

/** Fails the test at its end when the page logged an error or broke its content security policy. */
export function watchForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // A stopped server refuses connections; the desk says so itself.
    if (/ERR_CONNECTION|WebSocket connection|Failed to load resource/.test(message.text())) return;
    // Playwright forwards a gated page's frames later than the page sends them, so the socket may have closed meanwhile.
    if (TradingGate.isOn(page) && message.text().startsWith('WebSocket is already in CLOSING')) return;
    errors.push(message.text());
  });
  return errors;
}

/** The row of a symbol in a grid. */
export function rowOf(grid: Locator, symbol: string): Locator {
  return grid
    .getByRole('row')
    .filter({ has: grid.page().getByRole('gridcell', { name: symbol, exact: true }) });
}

/** The number in a cell: `1,234.50` is 1234.5, a minus sign of any kind counts. */
export async function numberIn(cell: Locator): Promise<number> {
  return Number(
    (await cell.innerText())
      .replaceAll(',', '')
      .replace('−', '-')
      .replace(/[^\d.-]/g, ''),
  );
}

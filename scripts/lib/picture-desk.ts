import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { launchBrowser } from './launch-browser.ts';
import { startServer, type RunningServer } from '../../src/server/compose.ts';
import { readConfig } from '../../src/server/config.ts';
import { fourFreePorts } from '../../tests/support/ports.ts';

/** A desk with live simulated prices for the scripts that take pictures, and the steps that arrange it. */

export interface Credentials {
  readonly userName: string;
  readonly password: string;
}
export interface PictureServer {
  readonly server: RunningServer;
  readonly browser: Browser;
  readonly user: Credentials;
  end(): Promise<void>;
}

/** A server of its own on an empty data folder, with the web client of a folder, and a browser. */
export async function startPictureServer(webFolder: string): Promise<PictureServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tapedeck-pictures-'));
  const port = await fourFreePorts();
  const config = readConfig({
    TAPEDECK_PORT: String(port),
    TAPEDECK_DATA: dataFolder,
    TAPEDECK_MARKET: 'simulated',
    TAPEDECK_SEED: '7',
    TAPEDECK_LOG: 'error',
  });
  const server = await startServer(config, { webFolder });
  const browser = await launchBrowser();
  const end = async () => {
    await browser.close();
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  if (server.firstUser !== undefined) return { server, browser, user: server.firstUser, end };
  await end();
  throw new Error('The server made no first user; its data folder must be empty.');
}

/** What the page looked like is half of the answer to what went wrong. */
export async function withPictureOfFailure(page: Page, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await page.screenshot({ path: join(tmpdir(), 'tapedeck-pictures-failed.png') }).catch(() => undefined);
    throw error;
  }
}

/** Signs in and closes Getting Started for good; `onGreeting` sees it first. */
export async function signIn(
  page: Page,
  baseUrl: string,
  { userName, password }: Credentials,
  onGreeting: () => Promise<void> = async () => {},
): Promise<void> {
  await page.goto(`${baseUrl}/login`);
  await page.getByRole('textbox', { name: 'Username' }).fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/workspace/);
  const greeting = page.getByRole('dialog', { name: 'Getting Started' });
  await greeting.getByRole('checkbox', { name: 'Show at startup' }).click();
  await onGreeting();
  await greeting.getByRole('button', { name: 'Close' }).click();
  await greeting.waitFor({ state: 'hidden' });
}

export interface PictureOrder {
  readonly symbol: string;
  readonly side: 'Buy' | 'Sell' | 'Short';
  readonly quantity: number;
  readonly waitsBelow?: number;
}

/** Sends one order through the ticket of Market View: at the market, or a limit so many dollars below the bid, which waits. */
async function trade(page: Page, order: PictureOrder): Promise<void> {
  await page.getByRole('button', { name: `Trade ${order.symbol}`, exact: true }).click();
  const ticket = page.getByRole('dialog', { name: 'Order entry' });
  await ticket.getByRole('radio', { name: order.side, exact: true }).click();
  await ticket.getByRole('textbox', { name: 'Quantity', exact: true }).fill(String(order.quantity));
  if (order.waitsBelow !== undefined) {
    await ticket.getByRole('button', { name: /^Bid [\d,.]+/ }).click();
    const price = ticket.getByRole('textbox', { name: 'Price', exact: true });
    const bid = Number((await price.inputValue()).replaceAll(',', ''));
    await price.fill((bid - order.waitsBelow).toFixed(2));
  }
  await ticket.locator('button[type=submit]').click();
  const messages = ticket.getByRole('list', { name: 'Order messages' });
  // A waiting order has said enough with the first word after "Sent".
  await (
    order.waitsBelow === undefined
      ? messages.getByText('Executed').first()
      : messages.getByRole('listitem').nth(1)
  ).waitFor();
  await page.keyboard.press('Escape');
  await ticket.waitFor({ state: 'hidden' });
}

/** Fills Market View, trades, and clears the toasts away: a desk in the middle of a day. */
export async function arrangeDesk(page: Page, symbols: readonly string[]): Promise<void> {
  // The pictures show a list of their own, not the market's most traded symbols.
  const grid = page.getByRole('grid', { name: 'Market View' });
  await grid.locator('[role="row"][data-row-id]').first().waitFor();
  await grid.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.getByText('No symbols yet').waitFor();
  await page.locator('[data-toasts]').getByLabel('Dismiss').click();
  const field = page.getByRole('textbox', { name: 'Add symbol' });
  for (const symbol of symbols) {
    await field.fill(symbol);
    await field.press('Enter');
    await page.getByRole('button', { name: `Remove ${symbol}`, exact: true }).waitFor();
  }
  await trade(page, { symbol: 'AAPL', side: 'Buy', quantity: 100 });
  await trade(page, { symbol: 'MSFT', side: 'Buy', quantity: 30 });
  await trade(page, { symbol: 'TSLA', side: 'Short', quantity: 20 });
  await trade(page, { symbol: 'SPY', side: 'Buy', quantity: 40 });
  await trade(page, { symbol: 'NVDA', side: 'Buy', quantity: 50, waitsBelow: 4 });
  await trade(page, { symbol: 'JPM', side: 'Buy', quantity: 25, waitsBelow: 2 });
  await page.getByRole('tab', { name: 'Positions' }).click();
  await dismissToasts(page);
}

async function dismissToasts(page: Page): Promise<void> {
  for (const dismiss of await page.getByRole('button', { name: 'Dismiss' }).all())
    await dismiss.click({ timeout: 1000 }).catch(() => undefined);
}

export async function newWorkspace(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New workspace', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name }).waitFor();
}

/** Tools with a workspace of their own, in which each is alone. */
export const LONE_TOOLS = [
  ['Chart', 'chart'],
  ['Market Maker', 'market-maker'],
  ['MarketScreen', 'market-screen'],
  ['Option Chain', 'option-chain'],
  ['Price Alerts', 'price-alerts'],
  ['AlgoStream', 'algo-stream'],
] as const;

/** A workspace for each of these tools, with something to look at in it. */
export async function arrangeLoneTools(page: Page): Promise<void> {
  for (const [title, id] of LONE_TOOLS) {
    await newWorkspace(page, title);
    await page
      .locator('section[aria-label="Empty window"]:visible')
      .getByRole('button', { name: 'Add tool' })
      .first()
      .click();
    await page.getByRole('menuitem', { name: title, exact: true }).click();
    const tool = toolOf(page, id);
    await tool.waitFor();
    if (id === 'market-screen') await screenSomething(page, tool);
    if (id === 'algo-stream') await testSomething(page, tool);
    if (id === 'price-alerts')
      for (const symbol of ['SPY', 'AAPL', 'NVDA']) await addAlert(page, tool, symbol);
  }
  await page.getByRole('tab', { name: 'Workspace 1' }).click();
}

export const toolOf = (page: Page, id: string): Locator => page.locator(`[data-tool="${id}"]:visible`);

async function screenSomething(page: Page, tool: Locator): Promise<void> {
  await tool.getByRole('button', { name: 'Add filters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Market screen filter' });
  await dialog.waitFor();
  if ((await dialog.getByRole('group', { name: 'Filter 1', exact: true }).count()) === 0)
    await dialog.getByRole('button', { name: 'Add filter' }).click();
  await dialog.getByRole('combobox', { name: 'Field of filter 1', exact: true }).fill('Market cap');
  await page
    .getByRole('option', { name: /^Market cap/ })
    .first()
    .click();
  await dialog.getByRole('combobox', { name: 'Operation of filter 1', exact: true }).click();
  await page.getByRole('option', { name: 'Greater than', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Value of filter 1', exact: true }).fill('200B');
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** A strategy of one's own from a template, and a backtest of it. */
async function testSomething(page: Page, tool: Locator): Promise<void> {
  await tool.getByRole('button', { name: 'Add strategy' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New strategy' });
  await dialog.getByRole('group', { name: 'Code' }).locator('.monaco-editor').first().waitFor();
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Moving average cross' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My cross');
  await dialog.getByRole('button', { name: 'Save' }).click();
  // It has another title once the strategy is there.
  const saved = page.getByRole('dialog', { name: 'Edit strategy' });
  await saved.getByText('Saved', { exact: true }).waitFor();
  await saved.getByRole('button', { name: 'Close' }).last().click();
  await saved.waitFor({ state: 'hidden' });
  const grid = tool.getByRole('treegrid', { name: 'Strategies' });
  await grid
    .locator('[role="row"][aria-level="1"]')
    .filter({ hasText: 'My cross' })
    .getByRole('gridcell')
    .first()
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Backtest…' }).click();
  const start = page.getByRole('dialog', { name: /^Backtest / });
  await start.getByRole('button', { name: 'Start backtest' }).click();
  await start.waitFor({ state: 'hidden' });
  const done = grid.locator('[role="row"][aria-level="2"]').getByText('Backtest completed');
  const ask = page.getByRole('dialog', { name: 'Incomplete Minute Data' });
  await done.or(ask).waitFor();
  if (await ask.isVisible()) await ask.getByRole('button', { name: 'Available data' }).click();
  await done.waitFor();
}

async function addAlert(page: Page, tool: Locator, symbol: string): Promise<void> {
  await tool.getByRole('button', { name: 'Add symbols' }).first().click();
  const lookup = page.getByRole('dialog', { name: 'Add symbols' });
  await lookup.getByRole('combobox').fill(symbol);
  await page.keyboard.press('Enter');
  await lookup.waitFor({ state: 'hidden' });
  const row = tool.locator('[role="row"][data-row-id]').filter({ hasText: symbol });
  await row.locator('[data-column="Price"]').filter({ hasText: /\d/ }).waitFor();
  await row.locator('[data-column="HighAlert"]').click();
  const dialog = page.getByRole('dialog', { name: `Alert price - ${symbol}` });
  const level = dialog.getByRole('textbox', { name: 'High alert price' });
  await level.fill((Number((await level.inputValue()).replaceAll(',', '')) * 1.05).toFixed(2));
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

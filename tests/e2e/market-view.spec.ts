import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, numberIn, rowOf } from './support/desk.ts';
import { addSymbol, signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
let folder: string;
test.beforeAll(async ({ replayDesk }) => {
  desk = replayDesk;
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-import-'));
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});
test.beforeEach(async ({ page }) => {
  await signInAsNewUser(page, desk);
  await expect(grid(page)).toBeVisible();
});

const tool = (page: Page) => page.locator('[data-tool="market-view"]');
const grid = (page: Page) => page.getByRole('grid', { name: 'Market View' });
const symbols = async (page: Page) => {
  const rows = await grid(page)
    .locator('[role="row"][data-row-id]')
    .evaluateAll((elements) =>
      elements.map((element) => ({
        id: element.getAttribute('data-row-id'),
        index: Number(element.getAttribute('data-index')),
      })),
    );
  return rows.sort((left, right) => left.index - right.index).map(({ id }) => id);
};
const selected = (page: Page) =>
  grid(page)
    .locator('[role="row"][aria-selected="true"]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row-id')).sort());
async function watch(page: Page, ...list: string[]) {
  for (const symbol of list) {
    await addSymbol(page, symbol);
    await expect(rowOf(grid(page), symbol)).toBeVisible();
  }
}
async function chooseAdd(page: Page, entry: string) {
  await tool(page).locator('header').getByRole('button', { name: 'Add symbols' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
async function importFile(page: Page, content: string | Buffer) {
  const path = join(folder, 'symbols.txt');
  await writeFile(path, content);
  await chooseAdd(page, 'Import symbols');
  const dialog = page.getByRole('dialog', { name: 'Import symbols' });
  await dialog.getByLabel('File with symbols').setInputFiles(path);
  await dialog.getByRole('button', { name: 'Import' }).click();
  return dialog;
}

test('a file of a million lines is imported without blocking the page', async ({ page }) => {
  const lines = Array.from(
    { length: 1_000_000 },
    (_, index) => ['AAPL', 'MSFT', 'SPY', 'BAC'][index % 4],
  ).join('\n');
  const dialog = await importFile(page, lines);
  await expect(dialog.getByRole('definition')).toHaveText(['4', '4', '0'], { timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => symbols(page)).toEqual(['AAPL', 'MSFT', 'SPY', 'BAC']);
});

test('rows selected with Shift and Ctrl are copied as text and removed together, and one undo restores them', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await watch(page, 'AAPL', 'MSFT', 'SPY', 'BAC');
  const company = (symbol: string) => rowOf(grid(page), symbol).locator('[data-column="Company"]');
  await company('AAPL').click();
  await company('SPY').click({ modifiers: ['Shift'] });
  await expect.poll(() => selected(page)).toEqual(['AAPL', 'MSFT', 'SPY']);
  await company('MSFT').click({ modifiers: ['Control'] });
  await expect.poll(() => selected(page)).toEqual(['AAPL', 'SPY']);
  await page.keyboard.press('Control+c');
  // The browser writes to the clipboard asynchronously.
  const copied = async () =>
    (await page.evaluate(() => navigator.clipboard.readText())).split('\n').map((line) => line.split('\t'));
  await expect.poll(async () => (await copied()).map(([symbol]) => symbol)).toEqual(['AAPL', 'SPY']);
  expect((await copied())[0]).toHaveLength(12);
  await page.keyboard.press('Delete');
  await expect.poll(() => symbols(page)).toEqual(['MSFT', 'BAC']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => symbols(page)).toEqual(['AAPL', 'MSFT', 'SPY', 'BAC']);
});

test('Shift+F10 and the menu key open the menu of the active row next to that row', async ({ page }) => {
  await watch(page, 'AAPL', 'MSFT');
  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await page.keyboard.press(key);
    const entry = page.getByRole('menuitem', { name: 'Remove MSFT' });
    await expect(entry).toBeVisible();
    // The menu hides what is behind it from roles.
    await expect(async () => {
      const [row, menu] = [
        await page.locator('[data-row-id="MSFT"]').boundingBox(),
        await page.getByRole('menu').boundingBox(),
      ];
      expect(Math.abs((menu?.y ?? 0) - (row?.y ?? 0))).toBeLessThan(60);
    }).toPass({ timeout: 15_000 });
    await page.keyboard.press('Escape');
    await expect(entry).toHaveCount(0);
    await expect(grid(page)).toBeFocused();
  }
});

test('Export to CSV writes the columns of the grid with unformatted numbers', async ({ page }) => {
  await watch(page, 'AAPL', 'MSFT');
  await expect
    .poll(() => numberIn(rowOf(grid(page), 'AAPL').locator('[data-column="Last"]')))
    .toBeGreaterThan(0);
  await rowOf(grid(page), 'AAPL').locator('[data-column="Company"]').click({ button: 'right' });
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export to CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Market View - Untitled (2 symbols).csv');
  const [head, first] = (await readFile(await file.path(), 'utf8')).replace('\ufeff', '').split('\r\n');
  expect(head?.split(',').slice(0, 2)).toEqual(['Symbol', 'Company']);
  expect(first).toMatch(/^AAPL,/);
  expect(first).toMatch(/,\d+\.\d+,/);
});

test('the Columns dialog finds, adds, reorders and resets columns, also by keyboard', async ({ page }) => {
  const headers = () =>
    grid(page)
      .getByRole('columnheader')
      .evaluateAll((cells) =>
        cells.map((cell) => cell.getAttribute('data-column')).filter((id) => id?.startsWith('$') === false),
      );
  const open = async (count: number) => {
    await tool(page).locator('header').getByRole('button', { name: 'Columns' }).click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await expect(columns.getByRole('option')).toHaveCount(count);
    return columns;
  };
  let dialog = await open(12);
  await dialog.getByRole('textbox', { name: 'Find a column' }).fill('weighted average');
  await dialog.getByRole('checkbox', { name: 'Volume weighted average price' }).click();
  const order = dialog.getByRole('listbox');
  await expect(order.getByRole('option')).toHaveCount(13);
  await order.focus();
  await page.keyboard.press('End');
  for (let press = 0; press < 11; press++) await page.keyboard.press('Alt+ArrowUp');
  await expect(dialog.getByRole('status')).toContainText('2 of 13');
  await dialog
    .getByRole('option', { name: 'Company' })
    .dragTo(dialog.getByRole('option', { name: 'Symbol', exact: true }));
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect
    .poll(async () => (await headers()).slice(0, 4))
    .toEqual(
      ['Company', 'Symbol', 'Vwap', 'PreviousClose'].map((id) =>
        id === 'Vwap' ? expect.stringMatching(/vwap/i) : id,
      ),
    );
  dialog = await open(13);
  for (const option of await dialog.getByRole('option').all()) {
    void option;
    await dialog.getByRole('button', { name: 'Remove' }).click();
  }
  await expect(dialog.getByRole('alert')).toHaveText('At least one column is required');
  await expect(dialog.getByRole('button', { name: 'Ok' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Default columns' }).click();
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect
    .poll(headers)
    .toEqual([
      'Symbol',
      'Company',
      'PreviousClose',
      'Last',
      'Open',
      'ChangeP',
      'Volume',
      'MarketCap',
      'Low',
      'High',
      'YearLow',
      'YearHigh',
    ]);
});

test('a dragged column header stays in its new position after a reload, also at the end', async ({
  page,
}) => {
  const headers = () =>
    grid(page)
      .getByRole('columnheader')
      .evaluateAll((cells) =>
        cells.map((cell) => cell.getAttribute('data-column')).filter((id) => id?.startsWith('$') === false),
      );
  const header = (id: string) => grid(page).locator(`[role="columnheader"][data-column="${id}"]`);
  await tool(page).getByRole('button', { name: 'Maximize', exact: true }).click();
  await header('Last').dragTo(header('Symbol'), { targetPosition: { x: 4, y: 10 } });
  await expect.poll(async () => (await headers()).slice(0, 3)).toEqual(['Last', 'Symbol', 'Company']);
  const box = await header('YearHigh').boundingBox();
  await header('Last').dragTo(header('YearHigh'), { targetPosition: { x: (box?.width ?? 0) - 14, y: 10 } });
  await expect.poll(async () => (await headers()).at(-1)).toBe('Last');
  await page.reload();
  await expect.poll(async () => (await headers()).at(-1)).toBe('Last');
});

test('keyboard focus and selection stay on their row in a list sorted by a live column', async ({ page }) => {
  await watch(page, 'AAPL', 'MSFT', 'SPY', 'BAC');
  await grid(page).locator('[role="columnheader"][data-column="Volume"]').click();
  await rowOf(grid(page), 'MSFT').locator('[data-column="Company"]').click();
  /** The rows that are selected, and the one of the keyboard, in one moment. */
  const held = () =>
    grid(page).evaluate((element) =>
      [...element.querySelectorAll('[role="row"][aria-selected="true"], [data-active]')].map((each) =>
        each.closest('[role="row"]')?.getAttribute('data-row-id'),
      ),
    );
  await expect.poll(held).toEqual(['MSFT', 'MSFT']);
  for (let round = 0; round < 6; round++) {
    await page.waitForTimeout(500);
    expect(await held()).toEqual(['MSFT', 'MSFT']);
  }
});

test('a symbol dropped on a Market View is added to its list, and typing in the list opens the symbol lookup', async ({
  page,
}) => {
  await watch(page, 'AAPL');
  await page.getByRole('button', { name: 'New workspace' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Lists');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Choose window layout' }).click();
  await page.getByRole('dialog', { name: 'Choose window layout:' }).getByRole('button').nth(2).click();
  const lists = page.locator('[data-tool="market-view"]:visible');
  for (let count = 0; count < 2; count++) {
    await expect(page.getByRole('button', { name: 'Add tool' })).toHaveCount(2 - count);
    await page.getByRole('button', { name: 'Add tool' }).first().click();
    await page.getByRole('menuitem', { name: 'Market View' }).click();
    await expect(lists).toHaveCount(count + 1);
  }
  const add = lists.first().getByRole('textbox', { name: 'Add symbol' });
  await add.fill('MSFT');
  await add.press('Enter');
  await lists.first().locator('[data-row-id="MSFT"] [data-column="Company"]').dragTo(lists.last());
  await expect(lists.last().locator('[data-row-id="MSFT"]')).toBeVisible();
  await lists.last().getByRole('grid').focus();
  await page.keyboard.type('sp', { delay: 60 });
  const lookup = page.getByRole('dialog', { name: 'Market View' });
  await expect(lookup.getByRole('combobox')).toHaveValue(/^sp$/i);
  await page.keyboard.type('y');
  await page.keyboard.press('Enter');
  await expect(lists.last().locator('[data-row-id="SPY"]')).toBeVisible();
  await expect(lists.first().locator('[data-row-id="SPY"]')).toHaveCount(0);
});

test('the grid, its menu and its dialogs are free of axe findings', async ({ page }) => {
  // Seven checks, most of them of the whole page.
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watch(page, 'AAPL', 'MSFT');
  // A menu hangs at the end of the page, outside of every landmark: it is checked by itself.
  const barriers = (part: string, ...places: string[]) =>
    test.step(part, () => expectWithinReach(page, ...places));
  const header = tool(page).locator('header');
  await barriers('the grid');
  await rowOf(grid(page), 'AAPL').locator('[data-column="Company"]').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Export to CSV' })).toBeVisible();
  await barriers('the row menu', '[role="menu"]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  for (const name of ['Columns', 'Manage saved lists']) {
    await header.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await barriers(name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name })).toHaveCount(0);
  }
  await importFile(page, 'AAPL\nNOSUCH');
  await expect(page.getByRole('definition')).toHaveText(['2', '0', '1', '1']);
  await barriers('the import');
  await page.keyboard.press('Escape');
  await header.getByRole('button', { name: /^Link group/ }).click();
  await expect(page.getByRole('menuitemcheckbox')).toHaveCount(9);
  await barriers('the link groups', '[role="menu"]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await grid(page).focus();
  await page.keyboard.type('m');
  await expect(page.getByRole('dialog', { name: 'Market View' })).toBeVisible();
  await barriers('the lookup');
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, rowOf } from './support/desk.ts';
import { test } from './support/test.ts';
import { openTool } from './support/tool-windows.ts';
import { addSymbol, signInOnce } from './support/users.ts';

let desk: Desk;
let folder: string;
test.beforeAll(async ({ replayDesk }) => {
  desk = replayDesk;
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-import-'));
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});
test.beforeEach(async ({ filePage: page }) => {
  await signInOnce(page, desk);
  await openTool(page, 'Market View', 'market-view');
  await expect(grid(page)).toBeVisible();
});

const tool = (page: Page) => page.locator('[data-tool="market-view"]:visible');
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

test('a file of a million lines is imported without blocking the page', async ({ filePage: page }) => {
  const lines = Array.from(
    { length: 1_000_000 },
    (_, index) => ['AAPL', 'MSFT', 'SPY', 'BAC'][index % 4],
  ).join('\n');
  const dialog = await importFile(page, lines);
  await expect(dialog.getByRole('definition')).toHaveText(['4', '4', '0']);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => symbols(page)).toEqual(['AAPL', 'MSFT', 'SPY', 'BAC']);
});

test('rows selected with Shift and Ctrl are copied as text and removed together, and one undo restores them', async ({
  filePage: page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
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
  await test.step('the menu of the active row opens next to that row', async () => {
    await company('MSFT').click();
    const menu = page.getByRole('menu');
    for (const key of ['Shift+F10', 'ContextMenu']) {
      await page.keyboard.press(key);
      await expect(menu).toBeVisible();
      await expect
        .poll(async () => {
          const [row, box] = [
            await page.locator('[data-row-id="MSFT"]:visible').boundingBox(),
            await menu.boundingBox(),
          ];
          return Math.abs((box?.y ?? 0) - (row?.y ?? 0));
        })
        .toBeLessThan(60);
      await page.keyboard.press('Escape');
      await expect(grid(page)).toBeFocused();
    }
  });
});

test('a dragged column header stays in its new position after a reload, also at the end', async ({
  filePage: page,
}) => {
  const headers = () =>
    grid(page)
      .getByRole('columnheader')
      .evaluateAll((cells) =>
        cells.map((cell) => cell.getAttribute('data-column')).filter((id) => id?.startsWith('$') === false),
      );
  const header = (id: string) => grid(page).locator(`[role="columnheader"][data-column="${id}"]`);
  await header('Last').dragTo(header('Symbol'), { targetPosition: { x: 4, y: 10 } });
  await expect.poll(async () => (await headers()).slice(0, 3)).toEqual(['Last', 'Symbol', 'Company']);
  const box = await header('YearHigh').boundingBox();
  await header('Last').dragTo(header('YearHigh'), { targetPosition: { x: (box?.width ?? 0) - 14, y: 10 } });
  await expect.poll(async () => (await headers()).at(-1)).toBe('Last');
  await page.reload();
  await expect.poll(async () => (await headers()).at(-1)).toBe('Last');
});

test('a symbol dropped on a Market View is added to its list, and typing in the list opens the symbol lookup', async ({
  filePage: page,
}) => {
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

test('rows keep their places under the pointer, and are sorted when it leaves', async ({
  filePage: page,
}) => {
  await watch(page, 'AAPL', 'MSFT', 'SPY', 'BAC');
  // The time of the last trade changes all the time, and with it the order.
  await tool(page).getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByRole('checkbox', { name: 'Time', exact: true }).click();
  await columns.getByRole('button', { name: 'Ok' }).click();
  const header = grid(page).locator('[role="columnheader"][data-column="Time"]');
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await header.click();
  await rowOf(grid(page), 'MSFT').locator('[data-column="Company"]').hover();
  const before = await symbols(page);
  await expect(grid(page)).toHaveAttribute('data-sort-waits', '');
  expect(await symbols(page)).toEqual(before);
  await page.mouse.move(0, 0);
  await expect(grid(page)).not.toHaveAttribute('data-sort-waits', '');
  await expect.poll(() => symbols(page)).not.toEqual(before);
});

test('the grid, its menu and its dialogs are free of axe findings', async ({ filePage: page }) => {
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
    await barriers(name, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name })).toHaveCount(0);
  }
  await importFile(page, 'AAPL\nNOSUCH');
  await expect(page.getByRole('definition')).toHaveText(['2', '0', '1', '1']);
  await barriers('the import', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await header.getByRole('button', { name: /^Link group/ }).click();
  await expect(page.getByRole('menuitemcheckbox')).toHaveCount(9);
  await barriers('the link groups', '[role="menu"]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await grid(page).focus();
  await page.keyboard.type('m');
  await expect(page.getByRole('dialog', { name: 'Market View' })).toBeVisible();
  await barriers('the lookup', '[role="dialog"]');
});

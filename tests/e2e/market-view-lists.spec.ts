import { expect, type Locator, type Page } from '@playwright/test';
import { type Desk, rowOf } from './support/desk.ts';
import { addSymbol, signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ replayDesk }) => {
  desk = replayDesk;
});
test.beforeEach(async ({ page }) => {
  await signInAsNewUser(page, desk);
});

const tool = (page: Page) => page.locator('[data-tool="market-view"]');
const grid = (page: Page) => page.getByRole('grid', { name: 'Market View' });
/** The symbols on screen, from the top. */
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

test('a pasted list is added, and what the market does not have is named in one message', async ({
  page,
}) => {
  const paste = (field: Locator, text: string) =>
    field.evaluate((element, given) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', given);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  const field = page.getByRole('textbox', { name: 'Add symbol' });
  await paste(field, 'AAPL\nMSFT|nosuch;BAC\tNEITHER');
  await expect(field).toHaveValue('AAPL, MSFT, NOSUCH, BAC, NEITHER');
  await field.press('Enter');
  await expect.poll(() => symbols(page)).toEqual(['AAPL', 'MSFT', 'BAC']);
  await expect(page.locator('[data-toasts]').getByText('Symbol not found: NOSUCH, NEITHER.')).toBeVisible();
  await expect(field).toHaveValue('NOSUCH, NEITHER');
  await tool(page).locator('header').getByRole('button', { name: 'Add symbols' }).click();
  await page.getByRole('menuitem', { name: 'Add symbols' }).click();
  const lookup = page.getByRole('dialog', { name: 'Add symbols' });
  await paste(lookup.getByRole('combobox'), 'SPY\nNOSUCH');
  await expect(lookup.getByText('2 symbols. Press Enter to add them.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => symbols(page)).toEqual(['AAPL', 'MSFT', 'BAC', 'SPY']);
  await expect(page.locator('[data-toasts]').getByText('NOSUCH: Symbol not found')).toBeVisible();
});

test('rows keep their places under the pointer, and are sorted when it leaves', async ({ page }) => {
  for (const symbol of ['AAPL', 'MSFT', 'SPY', 'BAC']) {
    await addSymbol(page, symbol);
    await expect(rowOf(grid(page), symbol)).toBeVisible();
  }
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
  await expect(grid(page)).toHaveAttribute('data-sort-waits', '', { timeout: 60_000 });
  expect(await symbols(page)).toEqual(before);
  await page.mouse.move(0, 0);
  await expect(grid(page)).not.toHaveAttribute('data-sort-waits', '');
  await expect.poll(() => symbols(page)).not.toEqual(before);
});

import { expect, type Page } from '@playwright/test';
import { type Desk, rowOf, watchForErrors } from './support/desk.ts';
import { addSymbol, signInAsNewUser, startDemo } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ replayDesk }) => {
  desk = replayDesk;
});

const tool = (page: Page) => page.locator('[data-tool="market-view"]');
const grid = (page: Page) => page.getByRole('grid', { name: 'Market View' });
const title = (page: Page) => tool(page).getByRole('heading', { level: 2 });
const saves = (page: Page) => page.getByRole('dialog', { name: 'Manage saved lists' });
async function watch(page: Page, ...list: string[]) {
  for (const symbol of list) {
    await addSymbol(page, symbol);
    await expect(rowOf(grid(page), symbol)).toBeVisible();
  }
}
async function openSaves(page: Page) {
  await expect(saves(page)).toHaveCount(0);
  await tool(page).getByRole('button', { name: 'Manage saved lists' }).click();
  await expect(saves(page)).toBeVisible();
}
async function saveAs(page: Page, name: string) {
  await openSaves(page);
  await saves(page).getByLabel('Name').fill(name);
  await saves(page).getByRole('button', { name: 'Save' }).click();
}
async function answer(page: Page, message: string, button: 'Yes' | 'No') {
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(message);
  await question.getByRole('button', { name: button }).click();
  await expect(question).toHaveCount(0);
}

test('a list that was changed since it was saved carries a mark until it is saved, or as it was, again', async ({
  page,
}) => {
  const mark = tool(page).getByRole('img', { name: 'Changed since saved' });
  await signInAsNewUser(page, desk);
  await watch(page, 'AAPL', 'MSFT');
  await expect(mark).toHaveCount(0);
  await saveAs(page, 'Two');
  await expect(title(page)).toHaveText('Market View - Two (2 symbols)');
  await expect(mark).toHaveCount(0);
  await watch(page, 'SPY');
  await expect(mark).toBeVisible();
  await expect(mark).toHaveAttribute('title', 'Changed since saved');
  await grid(page).getByRole('button', { name: 'Remove SPY' }).click();
  await expect(mark).toHaveCount(0);
  await grid(page).locator('[role="columnheader"][data-column="Last"]').click();
  await expect(mark).toBeVisible();
  await page.reload();
  await expect(mark).toBeVisible();
  await saveAs(page, 'Two');
  await answer(page, '"Two" already exists. Do you want to overwrite it?', 'Yes');
  // A dialog hides what is behind it from roles.
  await expect(saves(page)).toHaveCount(0);
  await expect(mark).toHaveCount(0);
  await watch(page, 'BAC');
  await expect(mark).toBeVisible();
  await openSaves(page);
  await saves(page).getByRole('button', { name: 'Load' }).click();
  await expect(title(page)).toHaveText('Market View - Two (2 symbols)');
  await expect(mark).toHaveCount(0);
});

test('a name that differs in case only is the same name: it is asked about, and there is one save', async ({
  page,
}) => {
  await signInAsNewUser(page, desk);
  await watch(page, 'AAPL');
  await saveAs(page, 'Mine');
  await expect(title(page)).toHaveText('Market View - Mine (1 symbol)');
  await saveAs(page, 'MINE');
  await answer(page, '"Mine" already exists. Do you want to overwrite it?', 'Yes');
  await expect(title(page)).toHaveText('Market View - MINE (1 symbol)');
  await openSaves(page);
  await expect(saves(page).getByRole('option')).toHaveText(['MINE']);
});

test('a list is saved under a trimmed name, loaded again, overwritten and deleted after a question', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
  await watch(page, 'AAPL', 'MSFT');
  await saveAs(page, '  ');
  await expect(saves(page).getByRole('alert')).toHaveText('Please enter a name');
  await saves(page).getByLabel('Name').fill('  Big two ');
  await page.keyboard.press('Enter');
  await expect(saves(page)).toHaveCount(0);
  await expect(title(page)).toHaveText('Market View - Big two (2 symbols)');

  await watch(page, 'SPY');
  await openSaves(page);
  await expect(saves(page).getByRole('option')).toHaveText(['Big two']);
  await saves(page).getByRole('button', { name: 'Load' }).click();
  await expect(title(page)).toHaveText('Market View - Big two (2 symbols)');

  await watch(page, 'BAC');
  await saveAs(page, 'Big two');
  await answer(page, '"Big two" already exists. Do you want to overwrite it?', 'No');
  await saves(page).getByRole('button', { name: 'Save' }).click();
  await answer(page, '"Big two" already exists. Do you want to overwrite it?', 'Yes');
  await expect(saves(page)).toHaveCount(0);
  await saveAs(page, 'Another');
  await expect(saves(page)).toHaveCount(0);

  await page.reload();
  await expect(title(page)).toHaveText('Market View - Another (3 symbols)');
  await openSaves(page);
  await saves(page).getByRole('option', { name: 'Big two' }).click();
  await saves(page).getByRole('button', { name: 'Delete' }).click();
  await answer(page, 'Do you really want to delete "Big two"?', 'No');
  await expect(saves(page).getByRole('option')).toHaveText(['Another', 'Big two']);
  await saves(page).getByRole('listbox').focus();
  await page.keyboard.press('Delete');
  await answer(page, 'Do you really want to delete "Big two"?', 'Yes');
  await expect(saves(page).getByRole('option')).toHaveText(['Another']);
  await expect(saves(page).getByRole('status')).toHaveText('"Big two" deleted');
  // The dialog hides what is behind it from roles.
  const behind = tool(page).locator('header h2');
  await expect(behind).toHaveText('Market View - Another (3 symbols)');
  await test.step('the title lets the name of a deleted save go', async () => {
    await saves(page).getByRole('option', { name: 'Another' }).click();
    await saves(page).getByRole('button', { name: 'Delete' }).click();
    await answer(page, 'Do you really want to delete "Another"?', 'Yes');
    await expect(behind).toHaveText('Market View - Untitled (3 symbols)');
  });
  expect(errors).toEqual([]);
});

test('a demo is refused to save, and says why', async ({ page }) => {
  await startDemo(page, desk);
  await watch(page, 'AAPL');
  await saveAs(page, 'Mine');
  await expect(saves(page).getByRole('status')).toHaveText('Saving is not supported during Demo Session');
  await saves(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(title(page)).toHaveText('Market View - Untitled (1 symbol)');
});

test('an error of the server is shown as the status of the operation, and nothing is lost', async ({
  page,
}) => {
  await signInAsNewUser(page, desk);
  await watch(page, 'AAPL');
  await page.route('**/api/Settings/Save/**', (route) =>
    route.fulfill({ json: { Error: 'Database is offline' } }),
  );
  await saveAs(page, 'Mine');
  await expect(saves(page).getByRole('status')).toHaveText('Database is offline');
  await page.unroute('**/api/Settings/Save/**');
  await saves(page).getByRole('button', { name: 'Save' }).click();
  await expect(title(page)).toHaveText('Market View - Mine (1 symbol)');
  await page.route('**/api/Settings/List/**', (route) => route.fulfill({ json: { Error: 'Timeout' } }));
  await openSaves(page);
  await expect(saves(page).getByRole('status')).toHaveText('Timeout');
  await page.unroute('**/api/Settings/List/**');
  await saves(page).getByRole('button', { name: 'Try again' }).click();
  await expect(saves(page).getByRole('option')).toHaveText(['Mine']);
});

test('a save that another tool made, or that is damaged, is refused and the list stays', async ({ page }) => {
  await signInAsNewUser(page, desk);
  await watch(page, 'AAPL');
  await saveAs(page, 'Mine');
  await expect(saves(page)).toHaveCount(0);
  for (const data of [{ Filters: [] }, '{"Symbols": ["A"', null]) {
    await page.route('**/api/Settings/Load/**', (route) => route.fulfill({ json: { Data: data } }));
    await openSaves(page);
    await saves(page).getByRole('button', { name: 'Load' }).click();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText(
      '"Mine" can not be read: it is damaged, or was saved by another tool. Your list stays as it is.',
    );
    await alert.getByRole('button', { name: 'Ok' }).click();
    await page.unroute('**/api/Settings/Load/**');
  }
  await expect(rowOf(grid(page), 'AAPL')).toBeVisible();
});

test('the saves are worked by the keyboard alone', async ({ page }) => {
  await signInAsNewUser(page, desk);
  await watch(page, 'AAPL');
  for (const name of ['One', 'Two']) {
    await saveAs(page, name);
    await expect(saves(page)).toHaveCount(0);
  }
  await watch(page, 'MSFT');
  await openSaves(page);
  await expect(saves(page).getByLabel('Name')).toBeFocused();
  // What comes before the field is there with the list.
  await expect(saves(page).getByRole('option')).toHaveText(['One', 'Two']);
  await expect(saves(page).getByRole('button', { name: 'Load' })).toBeEnabled();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(saves(page).getByRole('listbox')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Market View - One (1 symbol)');
});

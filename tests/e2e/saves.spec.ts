import { expect, type Page } from '@playwright/test';
import { type Desk, rowOf, watchForErrors } from './support/desk.ts';
import { addSymbol, signInAsNewUser } from './support/users.ts';
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

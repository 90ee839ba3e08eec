import { expect, test, type Page } from '@playwright/test';
import { Desk, watchForErrors } from './support/desk.ts';
import { signInAsSomeoneNew, startDemo } from './support/people.ts';

let desk: Desk;
test.beforeAll(async () => { desk = await Desk.start({ TAPEDECK_SEED: '7' }); });
test.afterAll(async () => { await desk.close(); });

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Workspaces' }).getByRole('tab');
const current = (page: Page) => page.getByRole('tablist', { name: 'Workspaces' }).getByRole('tab', { selected: true });

async function nameIt(page: Page, button: string, name: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Ok' }).click();
}

test('a workspace needs a name of its own; the new one is on screen and empty', async ({ page }) => {
  const errors = watchForErrors(page);
  await startDemo(page, desk);
  await page.getByRole('button', { name: 'New workspace', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New workspace' });
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(dialog).toContainText('Please enter workspace name');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Workspace 1');
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(dialog).toContainText('Workspace already exists');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Options');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(current(page)).toHaveText('Options');
  await expect(page.getByRole('button', { name: 'Add tool' })).toHaveCount(1);
  expect(errors).toEqual([]);
});

test('renamed workspaces and the one on screen survive a reload', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  await nameIt(page, 'New workspace', 'Second');
  await nameIt(page, 'New workspace', 'Third');
  await tabs(page).filter({ hasText: 'Second' }).click();
  await page.getByRole('button', { name: 'Rename workspace', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Second');
  await page.getByRole('textbox', { name: 'Name' }).fill('Middle');
  await page.getByRole('button', { name: 'Ok' }).click();
  await expect(tabs(page)).toHaveText(['Workspace 1', 'Middle', 'Third']);
  await page.reload();
  await expect(tabs(page)).toHaveText(['Workspace 1', 'Middle', 'Third']);
  await expect(current(page)).toHaveText('Middle');
});

test('a workspace is deleted after a question only, and the tab before it comes forward', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  await nameIt(page, 'New workspace', 'Second');
  await nameIt(page, 'New workspace', 'Third');
  const ask = async (answer: string) => {
    await page.getByRole('button', { name: 'Delete workspace', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: answer, exact: true }).click();
  };
  await ask('No');
  await expect(tabs(page)).toHaveCount(3);
  await ask('Yes');
  await expect(tabs(page)).toHaveText(['Workspace 1', 'Second']);
  await expect(current(page)).toHaveText('Second');
  await ask('Yes');
  await ask('Yes');
  await expect(tabs(page)).toHaveCount(0);
  await expect(page.getByText('No workspace', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('No workspace', { exact: true })).toBeVisible();
});

test('Trade Manager stays in the one workspace that holds it', async ({ page }) => {
  await startDemo(page, desk);
  await expect(page.locator('[data-tool="trade-manager"]')).toBeVisible();
  await nameIt(page, 'New workspace', 'Second');
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByRole('menuitem', { name: 'Trade Manager' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Trade Manager is already in workspace Workspace 1.');
  await alert.getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByRole('button', { name: 'Add tool' })).toHaveCount(1);
});

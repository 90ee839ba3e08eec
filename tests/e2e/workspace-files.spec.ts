import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { type Desk, watchForErrors } from './support/desk.ts';
import { addSymbol, signInAsNewUser, signInOnce } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Workspaces' }).getByRole('tab');
const entry = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'All workspaces' }).click();
  await page.getByRole('menuitem', { name }).click();
};
async function importFile(page: Page, name: string, text: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await entry(page, 'Import workspace from a file');
  await (await choosing).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
}
async function exportFile(page: Page): Promise<{ readonly name: string; readonly text: string }> {
  const downloading = page.waitForEvent('download');
  await entry(page, 'Export workspace to a file');
  const download = await downloading;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('a workspace is exported to a file and imported again, by the same and by another user', async ({
  page,
  filePage: other,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
  await addSymbol(page, 'NVDA');
  await expect(page.locator('[data-row-id="NVDA"]')).toBeVisible();
  const file = await exportFile(page);
  expect(file.name).toBe('Workspace 1.tapedeck.json');
  expect(JSON.parse(file.text)).toMatchObject({
    Tapedeck: 'workspace',
    Version: 4,
    Workspace: { Name: 'Workspace 1', Layout: 'free', LayoutData: { Window1: { Tool: 'market-view' } } },
  });
  await importFile(page, file.name, file.text);
  await expect(tabs(page)).toHaveText(['Workspace 1', 'Workspace 1 (2)']);
  await expect(page.getByText('“Workspace 1 (2)” imported.')).toBeVisible();
  await expect(page.locator('[data-row-id="NVDA"]:visible')).toBeVisible();
  await signInOnce(other, desk);
  await importFile(other, 'mine.json', file.text.replace('"Name": "Workspace 1"', '"Name": "From a friend"'));
  await expect(other.getByRole('tab', { name: 'From a friend' })).toHaveAttribute('aria-selected', 'true');
  await expect(other.locator('[data-row-id="NVDA"]:visible')).toBeVisible();
  expect(errors).toEqual([]);
});

import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { type Desk, watchForErrors } from './support/desk.ts';
import { addSymbol, signInAsNewUser, startDemo } from './support/users.ts';
import { test } from './support/test.ts';
import { openTool } from './support/tool-windows.ts';

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
  browser,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
  await addSymbol(page, 'NVDA');
  await expect(page.locator('[data-row-id="NVDA"]')).toBeVisible();
  const file = await exportFile(page);
  expect(file.name).toBe('Workspace 1.tapedeck.json');
  expect(JSON.parse(file.text)).toMatchObject({
    Tapedeck: 'workspace',
    Version: 2,
    Workspace: { Name: 'Workspace 1', Layout: 'free', LayoutData: { Window1: { Tool: 'market-view' } } },
  });
  await importFile(page, file.name, file.text);
  await expect(tabs(page)).toHaveText(['Workspace 1', 'Workspace 1 (2)']);
  await expect(page.getByText('“Workspace 1 (2)” imported.')).toBeVisible();
  await expect(page.locator('[data-row-id="NVDA"]:visible')).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await startDemo(other, desk);
  await importFile(other, 'mine.json', file.text.replace('"Name": "Workspace 1"', '"Name": "From a friend"'));
  await expect(other.getByRole('tab', { name: 'From a friend' })).toHaveAttribute('aria-selected', 'true');
  await expect(other.locator('[data-row-id="NVDA"]:visible')).toBeVisible();
  await other.context().close();
  expect(errors).toEqual([]);
});

test('a workspace file contains the alerts of its windows, and the imported workspace has alerts of its own', async ({
  page,
}) => {
  await signInAsNewUser(page, desk);
  await openTool(page, 'Price Alerts', 'price-alerts');
  const tool = page.locator('[data-tool="price-alerts"]:visible');
  await tool.getByRole('button', { name: 'Add symbols' }).first().click();
  const lookup = page.getByRole('dialog', { name: 'Add symbols' });
  await lookup.getByRole('combobox').or(lookup.getByRole('textbox')).fill('SPY');
  await page.keyboard.press('Enter');
  const row = tool.locator('[data-row-id]').filter({ hasText: 'SPY' });
  await expect(row).toHaveCount(1);
  const file = await exportFile(page);
  const { Documents, Workspace } = JSON.parse(file.text);
  expect(Documents.alert).toMatchObject([{ SchemaVersion: 1, Body: { Symbol: 'SPY' } }]);
  await importFile(page, file.name, file.text);
  await expect(page.getByRole('tab', { name: `${Workspace.Name} (2)` })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(row).toHaveCount(1);
  const again = JSON.parse((await exportFile(page)).text);
  expect(again.Documents.alert).toMatchObject([{ Body: { Symbol: 'SPY' } }]);
  expect(again.Documents.alert[0].Id).not.toBe(Documents.alert[0].Id);
});

test('a tool that is not installed is kept, and shown as such', async ({ page }) => {
  await signInAsNewUser(page, desk);
  const { text } = await exportFile(page);
  const file = JSON.parse(text);
  file.Workspace.Name = 'Strange';
  file.Workspace.LayoutData.Window1 = { Tool: 'radar', version: 3, data: { range: 40 }, link: 3 };
  await importFile(page, 'strange.tapedeck.json', JSON.stringify(file));
  await expect(
    page.getByText('These tools are not installed and are kept as they are: radar.'),
  ).toBeVisible();
  await expect(page.getByText('The tool radar is not installed')).toBeVisible();
  const again = JSON.parse((await exportFile(page)).text);
  expect(again.Workspace.LayoutData.Window1).toEqual(file.Workspace.LayoutData.Window1);
});

test('a file that is no workspace is refused with what to do, and nothing changes', async ({ page }) => {
  await signInAsNewUser(page, desk);
  const { text } = await exportFile(page);
  const refusals: readonly (readonly [string, string])[] = [
    ['not json', 'This file cannot be read: it is damaged, or not a workspace exported from Tapedeck.'],
    [
      '{"hello":1}',
      'This is not a workspace exported from Tapedeck. Choose a file whose name ends in .tapedeck.json.',
    ],
    [text.replace('"Version": 2', '"Version": 99'), 'This workspace was exported by a newer Tapedeck.'],
    [
      text.replace('"Layout": "free"', '"Layout": "9r9c"'),
      'This workspace file is damaged (Workspace: Unknown layout). Export the workspace again.',
    ],
    ['x'.repeat(2 * 1024 * 1024 + 1), 'This file is larger than 2 MB: it is not a workspace.'],
  ];
  for (const [content, message] of refusals) {
    await importFile(page, 'file.json', content);
    const alert = page.getByRole('alertdialog', { name: 'Import workspace' });
    await expect(alert).toContainText(message);
    await alert.getByRole('button', { name: 'Ok' }).click();
    await expect(alert).toHaveCount(0);
  }
  await expect(tabs(page)).toHaveText(['Workspace 1']);
});

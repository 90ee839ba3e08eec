import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import {
  codeOf,
  dialogOf,
  fromMenu,
  groupOf,
  OPEN_DIALOG,
  openAlgoStream,
  SAVED,
  typeCode,
  writeStrategy,
} from './support/algo-stream.ts';
import type { Desk } from './support/desk.ts';
import { signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

const FIRST = "symbol('SPY'); onBar(() => buy(100));";
const SECOND = "symbol('SPY'); onBar(() => sell(200));";

test('a strategy is saved twice, compared, restored, exported and imported again', async ({ page }) => {
  const { userName } = await signInAsNewUser(page, desk);
  // In dark: texts on the colours of a comparison are the editor's, which no test of the tokens computes.
  await page.getByRole('button', { name: userName }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goBack();
  await openAlgoStream(page);
  await writeStrategy(page, 'Kept', FIRST);
  await fromMenu(page, groupOf(page, 'Kept'), 'Edit…');
  const edit = dialogOf(page, 'Edit strategy');
  await expect(codeOf(page)).toBeVisible();
  await typeCode(page, SECOND);
  await edit.getByRole('textbox', { name: 'Parameters' }).fill('fast = 10');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText(SAVED)).toBeVisible();
  await edit.getByRole('button', { name: 'Close' }).last().click();

  await fromMenu(page, groupOf(page, 'Kept'), 'Versions…');
  const versions = dialogOf(page, 'Versions - Kept');
  await expect(versions.locator('.monaco-diff-editor')).toHaveCount(2);
  await expect(versions.locator('.line-delete').first()).toBeVisible();
  await expect(versions.locator('.line-insert').first()).toBeVisible();
  await expectWithinReach(page, OPEN_DIALOG);
  await page.keyboard.press('ArrowDown');
  await expect(versions.getByText(/^Version 1 Code: /)).toBeVisible();
  await versions.getByRole('button', { name: 'Restore…' }).click();
  await page
    .getByRole('alertdialog', { name: 'Restore version' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect(versions.getByText(/^Version 3 Code: /)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(versions).toHaveCount(0);

  const download = page.waitForEvent('download');
  await fromMenu(page, groupOf(page, 'Kept'), 'Export…');
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Kept.ts');
  const content = await readFile(await saved.path(), 'utf8');
  expect(content).toBe(FIRST);

  await page.getByRole('button', { name: 'Import strategy' }).click();
  const imported = dialogOf(page, 'Import strategy');
  const input = imported.getByLabel('File with a strategy');
  const file = (text: string) => ({ name: 'Other.ts', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await input.setInputFiles(file('onBar(() => {\n  buy(100;\n});\n'));
  await expect(imported.getByRole('list', { name: 'Faults of the file' })).toContainText('Line 2:');
  await input.setInputFiles(file(content));
  await expect(imported.getByText('No faults were found in its syntax.')).toBeVisible();
  await imported.getByRole('button', { name: 'Import' }).click();
  await expect(groupOf(page, 'Other')).toBeVisible();
});

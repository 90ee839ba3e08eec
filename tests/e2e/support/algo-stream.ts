import { expect, type Locator, type Page } from '@playwright/test';
import { openTool } from './tool-windows.ts';

/** What a user sees and does in AlgoStream, for the tests about it. */

/** How long a run may take to get where it is waited for: it has only the processor time that nothing else wants. */
export const RUN_MS = 120_000;

const TEMPLATE = 'Moving average cross';
/** Opens AlgoStream alone in a new workspace, or where it is: a user has no second one. */
export async function openAlgoStream(page: Page): Promise<Locator> {
  const workspace = page.getByRole('tab', { name: /^AlgoStream \d+$/ });
  if ((await workspace.count()) === 0) return openTool(page, 'AlgoStream', 'algo-stream');
  await workspace.click();
  const tool = page.locator('[data-tool="algo-stream"]:visible');
  await expect(tool).toBeVisible();
  return tool;
}
export const gridOf = (page: Page) => page.getByRole('treegrid', { name: 'Strategies' });
export const groupOf = (page: Page, name: string) =>
  gridOf(page).locator('[role="row"][aria-level="1"]').filter({ hasText: name });
export const allRunsOf = (page: Page) => gridOf(page).locator('[role="row"][aria-level="2"]');
/** The runs of a strategy that the user wrote. */
export const runsOf = (page: Page, name: string) =>
  gridOf(page).locator(`[role="row"][aria-level="2"][data-row-id^="own:${name}/"]`);
export const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
export const codeOf = (page: Page) =>
  page.getByRole('group', { name: 'Code' }).locator('.monaco-editor').first();

/** Chooses from the menu of a row. */
export async function fromMenu(page: Page, row: Locator, item: string | RegExp): Promise<void> {
  await row.getByRole('gridcell').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
}

/** Puts code into the editor that is open, in place of what was there. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await codeOf(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(code);
}

/** Writes a new strategy and saves it: a template's, or with code of one's own. */
/** What the editor's status line shows after a save: a strategy whose code has errors is saved as well. */
export const SAVED = /^Saved(, with \d+ errors?)?$/;

export async function writeStrategy(page: Page, name: string, code?: string): Promise<void> {
  await page
    .locator('[data-tool="algo-stream"]:visible')
    .getByRole('button', { name: 'Add strategy' })
    .first()
    .click();
  // The dialog of a new strategy edits it once it is saved.
  const dialog = dialogOf(page, /^(New|Edit) strategy$/);
  await expect(codeOf(page)).toBeVisible();
  if (code === undefined) {
    await dialog.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: TEMPLATE }).click();
  } else await typeCode(page, code);
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await expect(dialog.getByText('Modifications not saved')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(SAVED)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  await expect(groupOf(page, name)).toBeVisible();
}

/** Waits until a run shows progress. Chooses the available data if the run reports incomplete minutes. */
export async function takeAvailableData(page: Page, progress: Locator): Promise<void> {
  const ask = dialogOf(page, 'Incomplete Minute Data');
  await expect(progress.or(ask)).toBeVisible({ timeout: RUN_MS });
  if (await ask.isVisible()) await ask.getByRole('button', { name: 'Available data' }).click();
}

/** Waits until a backtest has come to its end, on the data that there is. */
export async function completed(page: Page, run: Locator): Promise<void> {
  const status = run.locator('[data-column="Status"]');
  await takeAvailableData(page, status.getByText('Backtest completed'));
  // After the close of the present session an order of its last bar is rejected, and counted behind the status.
  await expect(status).toHaveText(/^Backtest completed( \d+ rejected)?$/, { timeout: RUN_MS });
}

/** Tests a strategy on the last days, to the end; resolves with the row of the run. */
export async function backtest(page: Page, name: string): Promise<Locator> {
  await fromMenu(page, groupOf(page, name), 'Backtest…');
  const dialog = dialogOf(page, /^Backtest /);
  await dialog.getByRole('button', { name: 'Start backtest' }).click();
  await expect(dialog).toHaveCount(0);
  const run = runsOf(page, name).first();
  await completed(page, run);
  return run;
}

/** A toast is a dialog as well, to those who cannot see it. */
export const OPEN_DIALOG = '[role="dialog"][aria-labelledby]';

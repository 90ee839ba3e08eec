import { expect, type Locator, type Page } from '@playwright/test';
import { pixelsOf } from './chart-picture.ts';
import type { Desk } from './desk.ts';
import { openTool } from './tool-windows.ts';
import { signInOnce } from './users.ts';

export const chartWindow = (page: Page) => page.locator('section[data-tool="chart"]:visible');
export const picture = (page: Page) => chartWindow(page).first().getByRole('application');
export const pixels = (page: Page) => pixelsOf(picture(page));
/** Borders between the panes of a chart. */
export const panes = (page: Page): Locator => chartWindow(page).getByRole('separator');

/** Opens a chart of SPY alone in a new workspace; signs a new user in first unless the page has one. */
export async function openChart(page: Page, desk: Desk): Promise<void> {
  await signInOnce(page, desk);
  await openTool(page, 'Chart', 'chart');
  await expect(chartWindow(page)).toHaveAttribute(
    'aria-label',
    /^5 Min 1 Day Chart - SPY: SPDR S&P 500 ETF Trust$/,
  );
}

/** Widens the range to the recorded session before the present one, which has only begun. */
export async function showTwoSessions(page: Page): Promise<void> {
  await chartWindow(page).getByRole('button', { name: 'Symbol and date range' }).click();
  const dialog = page.getByRole('dialog', { name: 'Symbol and date range' });
  await dialog.getByRole('combobox', { name: 'Time frame' }).click();
  await page.getByRole('option', { name: 'Custom' }).click();
  await dialog.getByLabel('From').fill('2019-02-11');
  await dialog.getByRole('button', { name: 'Ok', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(chartWindow(page)).toHaveAttribute(
    'aria-label',
    /^5 Min 2\/11\/2019 - 2\/12\/2019 Chart - SPY/,
  );
}

import { expect, type Locator, type Page } from '@playwright/test';

let workspaces = 0;

/** Puts a tool alone into a new workspace; resolves with its window. */
export async function openTool(page: Page, title: string, id: string): Promise<Locator> {
  await page.getByRole('button', { name: 'New workspace', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`${title} ${++workspaces}`);
  await page.getByRole('button', { name: 'Ok' }).click();
  await addTool(page, title);
  const window = page.locator(`[data-tool="${id}"]:visible`);
  await expect(window).toBeVisible();
  return window;
}

/** Adds a tool to the empty window that is on screen. */
export async function addTool(page: Page, title: string): Promise<void> {
  await page
    .locator('section[aria-label="Empty window"]:visible')
    .getByRole('button', { name: 'Add tool' })
    .first()
    .click();
  await page.getByRole('menuitem', { name: title, exact: true }).click();
}

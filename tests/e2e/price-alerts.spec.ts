import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { closeGettingStarted, Desk, watchForErrors } from './support/desk.ts';
import { signInAsSomeoneNew, startDemo } from './support/people.ts';
import { openTool } from './support/tool-windows.ts';

let desk: Desk;
test.beforeAll(async () => { desk = await Desk.start({ TAPEDECK_SEED: '7' }); });
test.afterAll(async () => { await desk.close(); });

const alerts = (page: Page) => page.getByRole('grid', { name: 'Price Alerts' });
const cell = (page: Page, symbol: string, column: string) => alerts(page).locator('[role="row"][data-row-id]').filter({ hasText: symbol }).locator(`[data-column="${column}"]`);
const popup = (page: Page) => page.getByRole('region', { name: 'Notifications' });

const openAlerts = (page: Page) => openTool(page, 'Price Alerts', 'price-alerts');
async function addAlert(page: Page, symbol: string): Promise<void> {
  await page.locator('[data-tool="price-alerts"]').getByRole('button', { name: 'Add symbols' }).first().click();
  const lookup = page.getByRole('dialog', { name: 'Add symbols' });
  await lookup.getByRole('combobox').or(lookup.getByRole('textbox')).fill(symbol);
  await page.keyboard.press('Enter');
  await expect(cell(page, symbol, 'Name')).toBeVisible();
  await expect(cell(page, symbol, 'Price')).toHaveText(/\d/);
}
/** Sets a level through the dialog. */
async function setLevel(page: Page, symbol: string, side: 'High' | 'Low', level: string): Promise<void> {
  await cell(page, symbol, `${side}Alert`).click();
  const dialog = page.getByRole('dialog', { name: `Alert price - ${symbol}` });
  await dialog.getByLabel(`${side} alert price`, { exact: true }).fill(level);
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(dialog).toBeHidden();
}

test('an alert is set in its dialog, fires once with a notification and its time, and is reset', async ({ page }) => {
  const errors = watchForErrors(page);
  await signInAsSomeoneNew(page, desk);
  await openAlerts(page);
  await expect(page.getByText('Price Alerts - Untitled')).toBeVisible();
  await addAlert(page, 'SPY');
  await cell(page, 'SPY', 'HighAlert').click();
  const dialog = page.getByRole('dialog', { name: 'Alert price - SPY' });
  await dialog.getByLabel('High alert price', { exact: true }).fill('abc');
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Not a number');
  await dialog.getByLabel('High alert price', { exact: true }).fill('1');
  await expect(dialog.getByText('the alert fires at once')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(popup(page).getByText('SPY is trading above 1.00')).toBeVisible({ timeout: 15_000 });
  await expect(cell(page, 'SPY', 'HighAlertTime')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await popup(page).getByRole('button', { name: /Dismiss/ }).first().click();
  await expect(popup(page).getByText('SPY is trading above 1.00')).toBeHidden();
  await cell(page, 'SPY', 'HighAlertTime').click();
  await expect(popup(page).getByText('SPY is trading above 1.00')).toBeVisible({ timeout: 15_000 });
  expect(errors).toEqual([]);
});

test('an alert fires with the browser closed, and is told on return', async ({ browser }) => {
  const first = await browser.newPage();
  const person = await signInAsSomeoneNew(first, desk);
  await openAlerts(first);
  await addAlert(first, 'QQQ');
  await setLevel(first, 'QQQ', 'Low', '0.5');
  await first.locator('[data-tool="price-alerts"]').getByRole('button', { name: 'Pause QQQ' }).click();
  await setLevel(first, 'QQQ', 'High', '1');
  await expect(popup(first).getByText(/QQQ is trading/)).toBeHidden();
  await first.locator('[data-tool="price-alerts"]').getByRole('button', { name: 'Resume QQQ' }).click();
  // Stored with the workspaces, as leaving the page does.
  await first.close();
  const back = await browser.newPage();
  await back.goto(`${desk.baseUrl}/login`);
  await back.getByRole('textbox', { name: 'Username' }).fill(person.userName);
  await back.getByLabel('Password', { exact: true }).fill(person.password);
  await back.getByRole('button', { name: 'Sign in' }).click();
  await closeGettingStarted(back);
  await expect(popup(back).getByText('QQQ is trading above 1.00')).toBeVisible({ timeout: 15_000 });
  await expect(cell(back, 'QQQ', 'HighAlertTime')).toHaveText(/\d/);
  await back.close();
});

test('the header pauses and resumes every row; a paused alert does not fire', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  await openAlerts(page);
  await addAlert(page, 'SPY');
  await addAlert(page, 'MSFT');
  await alerts(page).getByRole('button', { name: 'Pause all alerts' }).click();
  await setLevel(page, 'MSFT', 'High', '1');
  await expect(alerts(page).getByRole('button', { name: /^Resume (SPY|MSFT)/ })).toHaveCount(2);
  await page.waitForTimeout(2500);
  await expect(cell(page, 'MSFT', 'HighAlertTime')).toHaveText('');
  await alerts(page).getByRole('button', { name: 'Resume all alerts' }).click();
  await expect(cell(page, 'MSFT', 'HighAlertTime')).toHaveText(/\d/, { timeout: 15_000 });
});

test('alerts are saved under a name and loaded again', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  await openAlerts(page);
  await addAlert(page, 'SPY');
  await setLevel(page, 'SPY', 'High', '999999');
  const tool = page.locator('[data-tool="price-alerts"]');
  await tool.getByRole('button', { name: 'Manage saved alerts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved alerts' });
  await dialog.getByLabel('Name').fill('Far away');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Price Alerts - Far away')).toBeVisible();
  await tool.getByRole('button', { name: 'Remove SPY' }).click();
  await tool.getByRole('button', { name: 'Manage saved alerts' }).click();
  await dialog.getByText('Far away').first().click();
  await dialog.getByRole('button', { name: 'Load' }).click();
  await expect(cell(page, 'SPY', 'HighAlert')).toHaveText(/999,999\.00/);
});

test('in a demo session alerts fire in the page, and saving them is refused', async ({ page }) => {
  await startDemo(page, desk);
  await openAlerts(page);
  await addAlert(page, 'SPY');
  await setLevel(page, 'SPY', 'High', '1');
  await expect(popup(page).getByText('SPY is trading above 1.00')).toBeVisible({ timeout: 15_000 });
  await expect(cell(page, 'SPY', 'HighAlertTime')).toHaveText(/\d/);
});

for (const theme of ['light', 'dark'] as const) {
  test(`Price Alerts and its dialogs are free of axe findings in ${theme}`, async ({ page }) => {
    await signInAsSomeoneNew(page, desk);
    if (theme === 'dark') await page.evaluate(() => { document.documentElement.dataset['theme'] = 'dark'; });
    await openAlerts(page);
    await addAlert(page, 'SPY');
    await setLevel(page, 'SPY', 'High', '1');
    await expect(cell(page, 'SPY', 'HighAlertTime')).toHaveText(/\d/, { timeout: 15_000 });
    const look = async () => (await new AxeBuilder({ page }).analyze()).violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
    expect(await look()).toEqual([]);
    await page.locator('[data-tool="price-alerts"]').getByRole('button', { name: 'Alert log' }).click();
    await expect(page.getByRole('dialog', { name: 'Alert log' })).toBeVisible();
    expect(await look()).toEqual([]);
  });
}

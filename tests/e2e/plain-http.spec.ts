import { expect } from '@playwright/test';
import { closeGettingStarted, type Desk, watchForErrors } from './support/desk.ts';
import { createUser, fillLogin } from './support/users.ts';
import { openTool } from './support/tool-windows.ts';
import { LAN_NAME } from './support/lan-name.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ pausedDesk }) => {
  desk = pausedDesk;
});

test('alerts, drawings and copying work on plain http from another machine, where browsers hide APIs', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  const user = await createUser(desk, 'lan');
  // Not an address for which browsers make an exception.
  await page.goto(`http://${LAN_NAME}:${new URL(desk.baseUrl).port}/login`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await fillLogin(page, user);
  await closeGettingStarted(page);

  const alerts = await openTool(page, 'Price Alerts', 'price-alerts');
  await alerts.getByRole('button', { name: 'Add symbols' }).first().click();
  const lookup = page.getByRole('dialog', { name: 'Add symbols' });
  await lookup.getByRole('combobox').or(lookup.getByRole('textbox')).fill('SPY');
  await page.keyboard.press('Enter');
  await expect(alerts.getByRole('gridcell', { name: 'SPY', exact: true })).toBeVisible();

  const chart = await openTool(page, 'Chart', 'chart');
  const stage = chart.getByRole('application');
  await expect(stage).toHaveAccessibleName(/SPY: /);
  await expect(chart.getByLabel('Loading bars')).toHaveCount(0);
  await chart.getByRole('button', { name: 'Draw tools' }).click();
  await page.getByRole('menu').getByText('Line', { exact: true }).click();
  await expect(chart.getByRole('status').filter({ hasText: 'Drawing:' })).toHaveCount(1);
  const box = await stage.boundingBox();
  if (box === null) throw new Error('the chart is not on screen');
  await page.keyboard.down('Alt');
  await page.mouse.move(box.x + 200, box.y + 120);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + 120, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await chart.getByRole('button', { name: 'Draw tools' }).click();
  await page.getByRole('menu').getByText('Stop drawing', { exact: true }).click();
  await page.mouse.click(box.x + 350, box.y + 120, { button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await page.keyboard.press('Escape');
  // The server has stored the drawing.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tapedeck.unsentDrawings'))).toBeNull();

  const view = await openTool(page, 'Market View', 'market-view');
  await view.getByRole('textbox', { name: 'Add symbol' }).fill('SPY');
  await page.keyboard.press('Enter');
  await view.getByRole('gridcell', { name: 'SPY', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy symbol' }).click();
  const field = view.getByRole('textbox', { name: 'Add symbol' });
  await field.focus();
  await page.keyboard.press('Control+v');
  await expect(field).toHaveValue('SPY');
  // Chromium reports that it ignores this header without https.
  expect(errors.filter((text) => !text.startsWith('The Cross-Origin-Opener-Policy header'))).toEqual([]);
});

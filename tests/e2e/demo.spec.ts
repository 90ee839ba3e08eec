import { expect, test } from '@playwright/test';
import { Desk, watchForErrors } from './support/desk.ts';
import { addSymbol, startDemo } from './support/people.ts';

let desk: Desk;
test.beforeAll(async () => { desk = await Desk.start({ TAPEDECK_SEED: '7', TAPEDECK_DEMO_MINUTES: '1' }); });
test.afterAll(async () => { await desk.close(); });

test('a demo is watched freely but not traded, and has no logout', async ({ page }) => {
  const errors = watchForErrors(page);
  await startDemo(page, desk);
  await addSymbol(page, 'AAPL');
  const grid = page.getByRole('grid', { name: 'Market View' });
  await expect(grid.locator('[data-row-id="AAPL"]')).toBeVisible();
  await expect(grid.getByRole('button', { name: 'Trade AAPL' })).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('place order');
  await page.keyboard.press('Enter');
  const ticket = page.getByRole('dialog', { name: 'Order entry' });
  await expect(ticket.getByRole('alert').filter({ hasText: 'Trading' })).toHaveText('Trading is not supported during Demo Session. Consider subscribing to enable trading.');
  await expect(ticket.getByRole('button', { name: /^Buy 100 / })).toBeDisabled();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^demo/i }).click();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('a demo that is over says so and offers another', async ({ page }) => {
  // The browser's clock is moved on: it was told at the start when the demo ends.
  await page.clock.install();
  await startDemo(page, desk);
  await page.clock.fastForward(61_000);
  await expect(page).toHaveURL(/\/demoexpired$/);
  await expect(page.getByText('The demo has ended')).toBeVisible();
  await expect(page.getByRole('tablist', { name: 'Workspaces' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Start demo' }).click();
  await expect(page).toHaveURL(/\/welcome\?demo$/);
  // The cookie of the demo that ended is still there and must not stand in the way of the next one.
  await page.getByRole('button', { name: 'Start demo' }).click();
  await expect(page).toHaveURL(/\/workspace/);
  await expect(page.getByRole('tablist', { name: 'Workspaces' })).toBeVisible();
});

import { expect } from '@playwright/test';
import { closeGettingStarted, Desk, watchForErrors } from './support/desk.ts';
import { addSymbol, startDemo } from './support/users.ts';
import { test } from './support/test.ts';

/** Long enough for any story on a busy machine: the browser's clock is moved on where a demo has to end. */
const DEMO_MINUTES = 10;
const AFTER_THE_DEMO_MS = (DEMO_MINUTES * 60 + 1) * 1000;

let desk: Desk;
test.beforeAll(async () => {
  desk = await Desk.start({ TAPEDECK_SEED: '7', TAPEDECK_DEMO_MINUTES: String(DEMO_MINUTES) });
});
test.afterAll(async () => {
  await desk.close();
});

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
  await expect(ticket.getByRole('alert').filter({ hasText: 'Trading' })).toHaveText(
    'Trading is not supported during Demo Session. Consider subscribing to enable trading.',
  );
  await expect(ticket.getByRole('button', { name: 'See plans' })).toBeVisible();
  await expect(ticket.getByRole('button', { name: /^Buy 100 / })).toBeDisabled();
  await ticket.getByRole('button', { name: 'See plans' }).click();
  const help = page.getByRole('dialog', { name: 'Tips & Tricks' });
  await expect(help.locator('iframe').contentFrame().getByRole('heading', { level: 1 })).toHaveText(
    'Plans and permissions',
  );
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^demo/i }).click();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('a demo that is over says so and offers another', async ({ page }) => {
  // Moves the browser's clock: the page received the end time of the demo at its start.
  await page.clock.install();
  await startDemo(page, desk);
  await page.clock.fastForward(AFTER_THE_DEMO_MS);
  await expect(page).toHaveURL(/\/demoexpired$/);
  await expect(page.getByText('The demo has ended')).toBeVisible();
  await expect(page.getByRole('tablist', { name: 'Workspaces' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Start demo' }).click();
  await expect(page).toHaveURL(/\/welcome\?demo$/);
  // The cookie of the demo that ended is still there and must not stand in the way of the next one.
  await page.getByRole('button', { name: 'Start demo' }).click();
  await expect(page).toHaveURL(/\/workspace/);
  await closeGettingStarted(page);
  await expect(page.getByRole('tablist', { name: 'Workspaces' })).toBeVisible();
});

test('a demo has no links to blocked pages, and their addresses show a refusal with a link back', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await startDemo(page, desk);
  await page.goto(`${desk.baseUrl}/profile`);
  await expect(page.getByRole('heading', { level: 1, name: 'My profile' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Edit|^Change password$|^Log out$/ })).toHaveCount(0);
  for (const [path, title, text] of [
    ['/ChangePassword', 'Change password', 'Changing the password is not supported during Demo Session.'],
    ['/ContactInfo', 'Contact info', 'Changing contact info is not supported during Demo Session.'],
    ['/trading', 'Trading profile', 'Changing trading info is not supported during Demo Session.'],
  ] as const) {
    await page.goto(`${desk.baseUrl}${path}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to profile' }).click();
    await expect(page).toHaveURL(`${desk.baseUrl}/profile`);
  }
  await page.goto(`${desk.baseUrl}/logout`);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Logging out is not supported during Demo Session.' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Back to Platform' }).click();
  await expect(page.getByRole('tab', { name: 'Workspace 1' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('start in demo mode begins a demo by itself', async ({ page }) => {
  await page.goto(`${desk.baseUrl}/start?demo`);
  await closeGettingStarted(page);
  await expect(page).toHaveURL(/\/workspace(\/|$)/);
  await expect(page.getByRole('banner')).toContainText(/DEMO-/);
});

test('a demo that ends leads away from any page, with its dialogs closed', async ({ page }) => {
  await page.clock.install();
  await page.goto(`${desk.baseUrl}/welcome?demo`);
  await page.getByRole('button', { name: 'Start demo' }).click();
  await expect(page.getByRole('dialog', { name: 'Getting Started' })).toBeVisible();
  await page.clock.fastForward(AFTER_THE_DEMO_MS);
  await expect(page).toHaveURL(/\/demoexpired$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'The demo has ended' })).toBeVisible();
});

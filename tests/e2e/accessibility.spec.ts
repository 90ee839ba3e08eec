import { expect, type Page } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, goWithin } from './support/desk.ts';
import { addSymbol, createAccount, createUser, openAs, signInAsNewUser, startDemo } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

test('the screens up to the desk are free of axe findings', async ({ page }) => {
  let userName = '';
  const isClean = () => expectWithinReach(page);
  await test.step('welcome', async () => {
    await page.goto(desk.baseUrl);
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
    await isClean();
  });
  await test.step('login, also with its messages', async () => {
    await page.goto(`${desk.baseUrl}/login`);
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
    await isClean();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Username is required')).toBeVisible();
    await isClean();
  });
  await test.step('desk, empty and with prices', async () => {
    ({ userName } = await signInAsNewUser(page, desk));
    await expect(page.getByText('No symbols yet')).toBeVisible();
    await isClean();
    await addSymbol(page, 'AAPL');
    await expect(page.locator('[data-row-id="AAPL"] [data-column="Last"]')).not.toBeEmpty();
    await isClean();
  });
  await test.step('layout chooser', async () => {
    await page.getByRole('button', { name: 'Choose window layout' }).click();
    const chooser = page.getByRole('dialog', { name: 'Choose window layout:' });
    await expect(chooser).toBeVisible();
    await expectWithinReach(page);
    await page.keyboard.press('Escape');
    await expect(chooser).toHaveCount(0);
  });
  await test.step('settings', async () => {
    await page.getByRole('button', { name: userName }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeVisible();
    await isClean();
  });
});

test('the screens about the user are free of axe findings', async ({ page }) => {
  const user = await createUser(desk, 'reach');
  await createAccount(desk, user.userName, { isLive: true });
  const isClean = (on: Page = page) => expectWithinReach(on);
  const at = (path: string, heading: string, go: (page: Page, path: string) => Promise<unknown> = goWithin) =>
    test.step(path, async () => {
      await go(page, path);
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
      await isClean();
    });
  await at('/no-such-page', '404: there is no such page', (_, path) => page.goto(`${desk.baseUrl}${path}`));
  await at('/demoexpired', 'The demo has ended');
  await test.step('start, while the server is silent', async () => {
    const waiting = await page.context().newPage();
    await waiting.routeWebSocket(/\/ws\/trading$/, () => undefined);
    await waiting.goto(`${desk.baseUrl}/start`);
    await expect(waiting.getByText('Connecting to server...')).toBeVisible();
    await isClean(waiting);
    await waiting.close();
  });
  await openAs(page, desk, '/profile', user);
  await at('/profile', 'My profile');
  await at('/trading', 'Trading profile');
  await at('/Settings', 'Settings');
  await at('/TipsAndTricks', 'Tips & Tricks');
  await at('/GettingStarted', 'Getting Started');
  await at('/ChangePassword', 'Change password');
  await test.step('change password, with its messages and done', async () => {
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Current password is required')).toBeVisible();
    await isClean();
    for (const [label, text] of [
      ['Current password', user.password],
      ['New password', 'reached by all 4'],
      ['Confirm password', 'reached by all 4'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Password changed successfully')).toBeVisible();
    await isClean();
  });
  await at('/ContactInfo', 'Contact info');
  await test.step('contact info, with its message', async () => {
    await page.getByLabel('Email', { exact: true }).fill('not an address');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(1);
    await isClean();
  });
  await test.step('logout', async () => {
    await page.goto(`${desk.baseUrl}/logout`);
    await expect(page.getByText('Logged out', { exact: true })).toBeVisible();
    await isClean();
  });
  await test.step('what a demo is refused', async () => {
    await startDemo(page, desk);
    await at('/ContactInfo', 'Contact info');
    await at('/logout', 'Logout');
  });
});

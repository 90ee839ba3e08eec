import { expect } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, goWithin } from './support/desk.ts';
import { createUser, openAs } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

test('by keyboard alone: sign in, profile, change the password', async ({ page }) => {
  const user = await createUser(desk, 'hal');
  await page.goto(`${desk.baseUrl}/profile`);
  /** Presses Tab until the thing of that name has the focus. */
  const tabTo = async (name: string, role: 'link' | 'button' | 'textbox') => {
    const target = page.getByRole(role, { name, exact: true });
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab does not come to "${name}"`);
  };
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused();
  await page.keyboard.type(user.userName);
  await page.keyboard.press('Tab');
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');
  const help = page.getByRole('dialog', { name: 'Getting Started' });
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'My profile' })).toBeVisible();
  await tabTo('Change password', 'link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Change password' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused();
  await page.keyboard.type(user.password);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show password' }).first()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('typed without a mouse 3');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('typed without a mouse 3');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: 'My profile' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My profile' })).toBeFocused();
});

test('a session left open elsewhere is seen in the profile and ended from there, by keyboard, with the password', async ({
  page,
  filePage: elsewhere,
}) => {
  const user = await createUser(desk, 'ida');
  await openAs(elsewhere, desk, '/profile', user);
  await expect(elsewhere.getByRole('region', { name: 'Sessions' }).getByText('This session')).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'End all others' })).toHaveCount(0);
  await openAs(page, desk, '/profile', user);
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.locator('dt')).toHaveText(['Chrome on Linux', 'Chrome on Linux']);
  await expect(sessions.getByText(/^This session · signed in .+ · 127\.0\.0\.1$/)).toHaveCount(1);
  await expect(sessions.getByText(/^Active now · signed in /)).toHaveCount(1);
  await expect(sessions.getByRole('button', { name: 'End all others' })).toBeVisible();
  await sessions.getByRole('button', { name: /^End the session of Chrome on Linux/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'End session' });
  const password = dialog.getByLabel('Your password', { exact: true });
  await expect(password).toBeFocused();
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('The password is incorrect.');
  await expectWithinReach(page);
  await password.fill(user.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(sessions.locator('dt')).toHaveCount(1);
  await expect(sessions.getByRole('status')).toHaveText('The session was ended.');
  await expect(sessions.getByRole('status')).toBeFocused();
  await expect(sessions.getByRole('button')).toHaveCount(0);
  await expect(elsewhere).toHaveURL(/\/login/);
  await expect(elsewhere.getByText(/^Your session has ended/)).toBeVisible();

  // A session that ends while the dialog is open is reported once the dialog closes.
  await openAs(elsewhere, desk, '/profile', user);
  await page.reload();
  await sessions.getByRole('button', { name: /^End the session of Chrome on Linux/ }).press('Enter');
  await expect(password).toBeFocused();
  await goWithin(elsewhere, '/logout');
  await expect(elsewhere.getByText('Logged out', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sessions.getByRole('status')).toHaveText('The session has already ended.');
  await expect(sessions.getByRole('status')).toBeFocused();
  await expect(sessions.locator('dt')).toHaveCount(1);
});

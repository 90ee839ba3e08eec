import { expect, type Page } from '@playwright/test';
import { closeGettingStarted, type Desk, watchForErrors } from './support/desk.ts';
import { createUser, fillLogin } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('/profile wants a login, opens after it with query and hash, and survives a reload', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  const user = await createUser(desk, 'route-profile');
  const wanted = '/profile?from=mail&n=1#part';
  await page.goto(`${desk.baseUrl}${wanted}`);
  await expect(page).toHaveURL(`${desk.baseUrl}/login/${encodeURIComponent(wanted)}`);
  await fillLogin(page, user);
  await closeGettingStarted(page);
  await expect(page).toHaveURL(`${desk.baseUrl}${wanted}`);
  await expect(heading(page, 'My profile')).toBeVisible();
  await expect(page).toHaveTitle('My profile · Tapedeck');
  await page.reload();
  await expect(heading(page, 'My profile')).toBeFocused();
  await expect(page).toHaveURL(`${desk.baseUrl}${wanted}`);
  expect(errors).toEqual([]);
});

test('/TipsAndTricks is public, survives a reload and leads back to the platform', async ({ page }) => {
  const errors = watchForErrors(page);
  await page.goto(`${desk.baseUrl}/TipsAndTricks`);
  await expect(heading(page, 'Tips & Tricks')).toBeVisible();
  await expect(page).toHaveTitle('Tips & Tricks · Tapedeck');
  await page.reload();
  await expect(heading(page, 'Tips & Tricks')).toBeVisible();
  await expect(page).toHaveURL(`${desk.baseUrl}/TipsAndTricks`);
  const bar = page.getByRole('toolbar', { name: 'Help pages' });
  for (const control of ['Home', 'Back', 'Forward', 'Maximize'])
    await expect(bar.getByRole('button', { name: control, exact: true })).toBeVisible();
  // Without a session the way on leads over start; with one straight back.
  await page.getByRole('link', { name: 'Continue to Tapedeck' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(errors).toEqual([]);
});

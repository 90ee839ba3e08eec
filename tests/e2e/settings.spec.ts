import { expect, type Page } from '@playwright/test';
import { type Desk, watchForErrors } from './support/desk.ts';
import { createUser, signInAt } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

const root = (page: Page) => page.locator('html');
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check();

test('a theme applies at once, is dropped by Cancel and by leaving, and kept by Save', async ({ page }) => {
  const errors = watchForErrors(page);
  await signInAt(page, desk, '/Settings', await createUser(desk, 'sam'));
  await expect(root(page)).toHaveAttribute('data-theme', 'light');
  await choose(page, 'Dark');
  await expect(root(page)).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/workspace(\/|$)/);
  await expect(root(page)).toHaveAttribute('data-theme', 'light');

  await page.goBack();
  await choose(page, 'Dark');
  await expect(root(page)).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('banner').getByRole('link', { name: 'Tapedeck' }).click();
  await expect(page).toHaveURL(/\/workspace(\/|$)/);
  await expect(root(page)).toHaveAttribute('data-theme', 'light');

  await page.goto(`${desk.baseUrl}/Settings`);
  await choose(page, 'Dark');
  await choose(page, 'Compact');
  await choose(page, 'Blue up, orange down');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/workspace(\/|$)/);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${desk.baseUrl}/Settings`);
  for (const name of ['Dark', 'Compact', 'Blue up, orange down'])
    await expect(page.getByRole('radio', { name, exact: true })).toBeChecked();
  await expect(root(page)).toHaveAttribute('data-theme', 'dark');
  await expect(root(page)).toHaveAttribute('data-density', 'compact');
  await expect(root(page)).toHaveAttribute('data-palette', 'color-safe');
  expect(errors).toEqual([]);
});

import { expect, test, type Page } from '@playwright/test';
import { Desk, signIn, watchForErrors } from './support/desk.ts';
import { fillLogin } from './support/people.ts';

let desk: Desk;
test.beforeAll(async () => { desk = await Desk.start({ TAPEDECK_SEED: '7' }); });
test.afterAll(async () => { await desk.close(); });

const login = async (page: Page) => { await page.goto(`${desk.baseUrl}/login`); };
const tabs = (page: Page) => page.getByRole('tablist', { name: 'Workspaces' });

test('the welcome page lists the eight tools', async ({ page }) => {
  const errors = watchForErrors(page);
  await page.goto(desk.baseUrl);
  await expect(page.getByRole('listitem').locator('strong')).toHaveText(['Market View', 'Market Maker', 'MarketScreen', 'Chart', 'Option Chain', 'Price Alerts', 'AlgoStream', 'Trade Manager']);
  expect(errors).toEqual([]);
});

test('the welcome page stays away once that was asked for', async ({ page }) => {
  await page.goto(desk.baseUrl);
  await page.getByRole('checkbox', { name: 'Do not show this page at startup' }).click();
  await expect(page.getByRole('checkbox', { name: 'Do not show this page at startup' })).toBeChecked();
  await page.goto(desk.baseUrl);
  await expect(page).toHaveURL(/\/login$/);
});

test('someone not signed in is led to the login, and from there to the page they wanted', async ({ page }) => {
  await page.goto(`${desk.baseUrl}/settings`);
  await expect(page).toHaveURL(`${desk.baseUrl}/login/${encodeURIComponent('/settings')}`);
  await fillLogin(page, desk.credentials);
  await expect(page).toHaveURL(`${desk.baseUrl}/settings`);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('a wanted page of another site is not followed', async ({ page }) => {
  await page.goto(`${desk.baseUrl}/login/${encodeURIComponent('//example.com/')}`);
  await fillLogin(page, desk.credentials);
  await expect(tabs(page)).toBeVisible();
  expect(new URL(page.url()).origin).toBe(desk.baseUrl);
});

test('empty fields say that they are required', async ({ page }) => {
  await login(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('a wrong password is called invalid and lets one try again', async ({ page }) => {
  await login(page);
  await fillLogin(page, { ...desk.credentials, password: 'not-the-password' });
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid password' })).toHaveText('Invalid password');
  await fillLogin(page, desk.credentials);
  await expect(tabs(page)).toBeVisible();
});

test('the password can be shown and hidden', async ({ page }) => {
  await login(page);
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('secret');
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(field).toHaveAttribute('type', 'password');
  await expect(field).toHaveValue('secret');
});

test('a reload stays signed in; after the logout Back does not show the desk', async ({ page }) => {
  const errors = watchForErrors(page);
  await signIn(page, desk);
  await expect(tabs(page)).toBeVisible();
  await page.reload();
  await expect(tabs(page)).toBeVisible();

  await page.getByRole('button', { name: desk.credentials.userName }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
  await expect(tabs(page)).toHaveCount(0);

  await page.goto(`${desk.baseUrl}/logout`);
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
  expect(errors).toEqual([]);
});

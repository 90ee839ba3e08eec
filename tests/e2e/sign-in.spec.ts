import { expect, type Page } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { closeGettingStarted, type Desk, signIn, watchForErrors, type Credentials } from './support/desk.ts';
import { asAdmin, createUser, fillLogin, openAs, openWorkspaces } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Workspaces' });

test('a reload stays signed in; after the logout Back does not show the desk', async ({ page }) => {
  const errors = watchForErrors(page);
  await signIn(page, desk);
  await expect(tabs(page)).toBeVisible();
  await page.reload();
  await expect(tabs(page)).toBeVisible();
  // A reload is no sign-in: Getting Started does not come again, however long the tools take.
  for (const tool of ['market-view', 'trade-manager', 'order-entry'])
    await expect(
      page
        .locator(`[data-tool="${tool}"]:visible`)
        .getByRole(tool === 'order-entry' ? 'form' : 'grid')
        .first(),
    ).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: desk.credentials.userName }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  // Checks both at once: the message stays for two and a half seconds.
  await expect(
    page
      .locator('div')
      .filter({ has: page.getByText('Logged out', { exact: true }) })
      .filter({ has: page.getByRole('link', { name: 'Login' }) })
      .last(),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/login(\/|$)/);
  await expect(tabs(page)).toHaveCount(0);
  await page.goto(`${desk.baseUrl}/workspace`);
  await expect(page).toHaveURL(/\/login$/);
  expect(errors).toEqual([]);
});

/** Signs in a new user, to a desk without Getting Started over it. */
async function enterAs(page: Page, userName: string): Promise<Credentials> {
  const user = await createUser(desk, userName);
  await openWorkspaces(page, desk, user);
  return user;
}
async function addWorkspace(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New workspace' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name })).toBeVisible();
}
async function chooseLogout(page: Page, userName: string): Promise<void> {
  await page.getByRole('button', { name: userName }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}
const loggedOut = (page: Page) => page.getByText('Logged out', { exact: true });
const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });

test('workspaces that the server does not store are reported on the desk and at the logout, which then waits for the user', async ({
  page,
}) => {
  const { userName } = await enterAs(page, 'toolarge');
  await page.route('**/api/DesktopUser/StoreSettings', (route) =>
    route.fulfill({ status: 400, json: { Error: 'Workspace is too large' } }),
  );
  await addWorkspace(page, 'Heavy');
  const notice = page.getByRole('button', { name: 'Workspaces not stored' });
  await notice.click();
  const dialog = page.getByRole('dialog', { name: 'Workspaces not stored' });
  await expect(dialog.getByRole('alert')).toHaveText('Workspace is too large.');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeEnabled();
  await expectWithinReach(page);
  await page.keyboard.press('Escape');

  await chooseLogout(page, userName);
  await expect(refusal(page)).toContainText('would lose them. Workspace is too large.');
  await expect(loggedOut(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeFocused();
  await expectWithinReach(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Heavy' })).toBeVisible();
  await page.unroute('**/api/DesktopUser/StoreSettings');
  await notice.click();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toHaveCount(0);
  await expect(dialog).toHaveCount(0);

  await page.route('**/api/DesktopUser/StoreSettings', (route) =>
    route.fulfill({ status: 400, json: { Error: 'Workspace is too large' } }),
  );
  await addWorkspace(page, 'Heavier');
  await chooseLogout(page, userName);
  await page.getByRole('button', { name: 'Log out anyway' }).click();
  await expect(loggedOut(page)).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('a session that ends over work that is not stored loses none of it', async ({ page }) => {
  const user = await enterAs(page, 'napper');
  await page.route('**/api/DesktopUser/StoreSettings', (route) => route.abort());
  await addWorkspace(page, 'Unsaved');
  await page.request.post(`${desk.baseUrl}/api/Account/OnLoggedOut`, { data: {} });
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
  await page.unroute('**/api/DesktopUser/StoreSettings');
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/StoreSettings') && response.ok(),
  );
  await fillLogin(page, user);
  await closeGettingStarted(page);
  await expect(page.getByRole('tab', { name: 'Unsaved' })).toBeVisible();
  await stored;
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Unsaved' })).toBeVisible();
});

test('a session that is ended from elsewhere says so at the login', async ({ page }) => {
  const user = await createUser(desk, 'evicted');
  await openAs(page, desk, '/profile', user);
  await expect(page.getByRole('heading', { level: 1, name: 'My profile' })).toBeVisible();
  await asAdmin(desk, 'user', 'disable', 'evicted');
  await expect(page).toHaveURL(`${desk.baseUrl}/login/${encodeURIComponent('/profile')}`);
  await expect(page.getByRole('alert').filter({ hasText: 'Your session has ended' })).toBeVisible();
  await fillLogin(page, user);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText('Username is disabled');
});

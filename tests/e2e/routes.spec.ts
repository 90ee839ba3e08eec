import { expect, test, type Page } from '@playwright/test';
import { trading } from '../../src/protocol/trading.ts';
import { closeGettingStarted, Desk, watchForErrors } from './support/desk.ts';
import { createPerson, fillLogin, signInAsSomeoneNew, signInAt } from './support/people.ts';
import { TradingGate } from './support/trading-gate.ts';

let desk: Desk;
test.beforeAll(async () => {
  desk = await Desk.start({ TAPEDECK_SEED: '7' });
});
test.afterAll(async () => {
  await desk.close();
});

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Workspaces' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** The pages that need a session, with their headings and titles. */
const guarded = [
  ['/profile', 'My profile'],
  ['/trading', 'Trading profile'],
  ['/ChangePassword', 'Change password'],
  ['/ContactInfo', 'Contact info'],
  ['/Settings', 'Settings'],
] as const;
const open = [
  ['/TipsAndTricks', 'Tips & Tricks'],
  ['/GettingStarted', 'Getting Started'],
] as const;

for (const [path, name] of guarded) {
  test(`${path} wants a login, opens after it with query and hash, and survives a reload`, async ({
    page,
  }) => {
    const errors = watchForErrors(page);
    const person = await createPerson(desk, `route-${path.slice(1).toLowerCase()}`);
    const wanted = `${path}?from=mail&n=1#part`;
    await page.goto(`${desk.baseUrl}${wanted}`);
    await expect(page).toHaveURL(`${desk.baseUrl}/login/${encodeURIComponent(wanted)}`);
    await fillLogin(page, person);
    await closeGettingStarted(page);
    await expect(page).toHaveURL(`${desk.baseUrl}${wanted}`);
    await expect(heading(page, name)).toBeVisible();
    await expect(page).toHaveTitle(`${name} · Tapedeck`);
    await page.reload();
    await expect(heading(page, name)).toBeFocused();
    await expect(page).toHaveURL(`${desk.baseUrl}${wanted}`);
    expect(errors).toEqual([]);
  });
}

for (const [path, name] of open) {
  test(`${path} is open to everybody, survives a reload and leads back to the platform`, async ({ page }) => {
    const errors = watchForErrors(page);
    await page.goto(`${desk.baseUrl}${path}`);
    await expect(heading(page, name)).toBeVisible();
    await expect(page).toHaveTitle(`${name} · Tapedeck`);
    await page.reload();
    await expect(heading(page, name)).toBeVisible();
    await expect(page).toHaveURL(`${desk.baseUrl}${path}`);
    const bar = page.getByRole('toolbar', { name: 'Help pages' });
    for (const control of ['Home', 'Back', 'Forward', 'Maximize'])
      await expect(bar.getByRole('button', { name: control, exact: true })).toBeVisible();
    // Without a session the way on leads over start; with one straight back.
    await page.getByRole('link', { name: 'Continue to Tapedeck' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(errors).toEqual([]);
  });
}

test('the help pages lead someone signed in back to the platform', async ({ page }) => {
  await signInAsSomeoneNew(page, desk);
  await expect(page).toHaveURL(/\/workspace\/Workspace%201/);
  await page.evaluate(() => {
    history.pushState(null, '', '/TipsAndTricks');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(heading(page, 'Tips & Tricks')).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Platform' }).click();
  await expect(page).toHaveURL(/\/workspace(\/|$)/);
});

test('a workspace is opened by its name, after the login and after a reload', async ({ page }) => {
  const person = await createPerson(desk, 'route-workspace');
  await signInAt(page, desk, '/workspace/Workspace%201', person);
  await expect(page).toHaveURL(`${desk.baseUrl}/workspace/Workspace%201`);
  await expect(page.getByRole('tab', { name: 'Workspace 1', selected: true })).toBeVisible();
  await expect(page).toHaveTitle('Workspace 1 · Tapedeck');
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Workspace 1', selected: true })).toBeVisible();
  await expect(page).toHaveURL(`${desk.baseUrl}/workspace/Workspace%201`);
});

test('upper and lower case are the same address', async ({ page }) => {
  const person = await createPerson(desk, 'route-case');
  await signInAt(page, desk, '/changepassword', person);
  await expect(heading(page, 'Change password')).toBeVisible();
  for (const [path, name] of [
    ['/CONTACTINFO', 'Contact info'],
    ['/Profile', 'My profile'],
    ['/settings', 'Settings'],
    ['/tipsandtricks', 'Tips & Tricks'],
  ] as const) {
    await page.goto(`${desk.baseUrl}${path}`);
    await expect(heading(page, name)).toBeVisible();
  }
});

test('the public pages survive a reload', async ({ page }) => {
  const errors = watchForErrors(page);
  for (const [path, text, title] of [
    ['/', 'Continue', 'Welcome'],
    ['/welcome', 'Continue', 'Welcome'],
    ['/login', 'Sign in', 'Sign in'],
    [`/login/${encodeURIComponent('/profile?a=1')}`, 'Sign in', 'Sign in'],
  ] as const) {
    await page.goto(`${desk.baseUrl}${path}`);
    await expect(page.getByRole('button', { name: text })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: text })).toBeVisible();
    await expect(page).toHaveURL(`${desk.baseUrl}${path}`);
    await expect(page).toHaveTitle(`${title} · Tapedeck`);
  }
  await page.goto(`${desk.baseUrl}/demoexpired`);
  await expect(heading(page, 'The demo has ended')).toBeFocused();
  await page.reload();
  await expect(heading(page, 'The demo has ended')).toBeFocused();
  await expect(page).toHaveURL(`${desk.baseUrl}/demoexpired`);
  expect(errors).toEqual([]);
});

test('an unknown address says so and leads back', async ({ page }) => {
  await page.goto(`${desk.baseUrl}/no/such/page`);
  await expect(heading(page, '404: there is no such page')).toBeFocused();
  await expect(page).toHaveTitle('No such page · Tapedeck');
  await page.getByRole('link', { name: 'Back to Platform' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a wanted page of another site, or of the way in and out, is not followed', async ({ page }) => {
  const person = await createPerson(desk, 'route-stranger');
  for (const wanted of ['//example.com/', 'https://example.com/', '/logout', '/login']) {
    await page.context().clearCookies();
    await page.goto(`${desk.baseUrl}/login/${encodeURIComponent(wanted)}`);
    await fillLogin(page, person);
    await closeGettingStarted(page);
    await expect(page).toHaveURL(/\/workspace(\/|$)/);
    await expect(tabs(page)).toBeVisible();
  }
});

test('start shows the three steps one after the other and leads to the wanted page', async ({ page }) => {
  const person = await createPerson(desk, 'route-start');
  await signInAt(page, desk, '/workspace', person);
  const gate = await TradingGate.on(page);
  gate.holdAt(trading.connected.T);
  await page.goto(`${desk.baseUrl}/start/${encodeURIComponent('/profile')}`);
  const steps = page.getByRole('status').getByRole('listitem');
  await expect(steps).toHaveText(['Connecting to server...']);
  gate.release(trading.loginSuccess.T);
  await expect(steps).toHaveText(['Connecting to server...', 'Checking login status...']);
  gate.release(trading.initializationComplete.T);
  await expect(steps).toHaveText([
    'Connecting to server...',
    'Checking login status...',
    'Loading account information...',
  ]);
  gate.release();
  await expect(page).toHaveURL(`${desk.baseUrl}/profile`);
  await expect(heading(page, 'My profile')).toBeVisible();
});

test('start leads to the login with the wanted page when no session stands', async ({ page }) => {
  await page.goto(`${desk.baseUrl}/start/${encodeURIComponent('/trading?x=1#y')}`);
  await expect(page).toHaveURL(`${desk.baseUrl}/login/${encodeURIComponent('/trading?x=1#y')}`);
});

test('start says that the server cannot be reached, and goes on when it can', async ({ page }) => {
  let isCut = true;
  await page.routeWebSocket(/\/web-desktop/, (socket) => {
    if (isCut) void socket.close();
    else socket.connectToServer();
  });
  await page.goto(`${desk.baseUrl}/start`);
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expect(page.getByRole('link', { name: 'Back to the welcome page' })).toBeVisible();
  isCut = false;
  await expect(page).toHaveURL(/\/login$/, { timeout: 40_000 });
});

test('a screen takes the focus to its heading as it opens', async ({ page }) => {
  await signInAt(page, desk, '/profile', await createPerson(desk, 'route-focus'));
  for (const [link, name] of [
    ['Change password', 'Change password'],
    ['Back to profile', 'My profile'],
    ['Edit contact info', 'Contact info'],
    ['Cancel', 'My profile'],
    ['Edit trading info', 'Trading profile'],
    ['Back', 'My profile'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(heading(page, name)).toBeFocused();
  }
  await page.getByRole('link', { name: 'Back to Platform' }).click();
  await expect(page).toHaveURL(/\/workspace(\/|$)/);
});

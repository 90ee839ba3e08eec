import { expect, type Page } from '@playwright/test';
import { trading } from '../../src/protocol/trading.ts';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { createAccount, createUser, fillLogin, signInAt } from './support/users.ts';
import { TradingGate } from './support/trading-gate.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

/** The value beside a name in one of the profile's sections. */
const value = (page: Page, section: string, name: string) =>
  page
    .getByRole('region', { name: section })
    .locator('div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first();
const account = (page: Page) => page.getByRole('combobox', { name: 'Current account' });

test('the profile shows who is signed in, and no switcher for a single account', async ({ page }) => {
  const errors = watchForErrors(page);
  await signInAt(page, desk, '/profile', await createUser(desk, 'ann'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My profile');
  await expect(value(page, 'User', 'ID')).toHaveText(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  await expect(value(page, 'User', 'Password')).toContainText('••••••••');
  await expect(value(page, 'User', 'Current account')).toHaveText(/^DEMO-\d+ \(demo\)$/);
  await expect(account(page)).toHaveCount(0);
  await expect(value(page, 'Trading info', 'Trade with')).not.toBeEmpty();
  await expect(value(page, 'Trading info', 'Status')).toHaveText('Logged in');
  await expect(value(page, 'Trading info', 'Trading account')).toHaveText(/^DEMO-\d+$/);
  await expect(page.getByRole('region', { name: 'Contact info' }).locator('dt')).toHaveText([
    'Phone',
    'Cell phone',
    'Email',
    'Address line 1',
    'Address line 2',
    'City',
    'State',
    'Zip',
    'Country',
  ]);
  await page.getByRole('link', { name: 'Back to Platform' }).click();
  await expect(page).toHaveURL(/\/workspace(\/|$)/);
  expect(errors).toEqual([]);
});

test('with two accounts one switches between them, and the desk follows', async ({ page }) => {
  const errors = watchForErrors(page);
  const user = await createUser(desk, 'ben');
  const live = await createAccount(desk, 'ben', { isLive: true });
  const gate = await TradingGate.on(page);
  await signInAt(page, desk, '/profile', user);
  await expect(account(page)).toHaveText(/^DEMO-\d+ \(demo\)$/);
  const demo = /DEMO-\d+/.exec(await account(page).innerText())?.[0] ?? '';
  await account(page).click();
  await expect(page.getByRole('option')).toHaveText([`${live} (live)`, `${demo} (demo)`]);
  gate.holdAt(trading.initializationComplete.T);
  await page.getByRole('option', { name: live }).click();
  await expect(page.getByText('Loading account information...')).toBeVisible();
  gate.release();
  await expect(account(page)).toHaveText(`${live} (live)`);
  await expect(page.getByText('Loading account information...')).toHaveCount(0);
  await expect(page).toHaveURL(`${desk.baseUrl}/profile`);
  await expect(page.getByRole('banner').getByText('LIVE', { exact: true })).toBeVisible();
  await expect(value(page, 'Trading info', 'Trading account')).toHaveText(live);
  await page.getByRole('link', { name: 'Back to Platform' }).click();
  await expect(page.getByRole('tab', { name: 'Workspace 1', selected: true })).toBeVisible();
  await test.step('a reload keeps the chosen account; a new sign-in begins with the default one', async () => {
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Workspace 1', selected: true })).toBeVisible();
    await expect(page.getByRole('banner').getByText('LIVE', { exact: true })).toBeVisible();
    await page.goto(`${desk.baseUrl}/logout`);
    await expect(page.getByText('Logged out')).toBeVisible();
    await signInAt(page, desk, '/profile', user);
    await expect(account(page)).toHaveText(`${demo} (demo)`);
  });
  expect(errors).toEqual([]);
});

test('a switch that the server refuses says why and leaves the account as it was', async ({ page }) => {
  const user = await createUser(desk, 'cora');
  const live = await createAccount(desk, 'cora', { isLive: true });
  const gate = await TradingGate.on(page);
  await signInAt(page, desk, '/profile', user);
  await expect(account(page)).toHaveText(/^DEMO-\d+ \(demo\)$/);
  const before = await account(page).innerText();
  gate.rewrite((frame) =>
    frame.T === trading.accountSelect.T && frame['Account'] === live
      ? { ...frame, Account: 'LIVE-9999' }
      : frame,
  );
  await account(page).click();
  await page.getByRole('option', { name: live }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Account' })).toHaveText('Account does not exist');
  await expect(account(page)).toHaveText(before);
  await expect(account(page)).toBeEnabled();
});

test('a password is changed, and the new one signs in', async ({ page }) => {
  const errors = watchForErrors(page);
  const user = await createUser(desk, 'dora');
  const gate = await TradingGate.on(page);
  await signInAt(page, desk, '/ChangePassword', user);
  const [current, fresh, confirm] = ['Current password', 'New password', 'Confirm password'].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  const submit = page.getByRole('button', { name: 'Change password' });
  const message = page.getByRole('alert');
  if (!current || !fresh || !confirm) throw new Error('three fields expected');

  await test.step('every field is needed', async () => {
    await submit.click();
    await expect(message.filter({ hasText: /./ })).toHaveText([
      'Current password is required',
      'New password is required',
      'Must match New password',
    ]);
    await expect(current).toBeFocused();
  });
  await test.step('each field shows and hides its password', async () => {
    for (const field of [current, fresh, confirm]) {
      const box = field.locator('..');
      await expect(field).toHaveAttribute('type', 'password');
      await box.getByRole('button', { name: 'Show password' }).click();
      await expect(field).toHaveAttribute('type', 'text');
      await box.getByRole('button', { name: 'Hide password' }).click();
      await expect(field).toHaveAttribute('type', 'password');
    }
  });
  await test.step('the new password twice', async () => {
    await current.fill('not the password');
    await fresh.fill('a better password 2');
    await confirm.fill('a better password');
    await submit.click();
    await expect(message.filter({ hasText: /./ })).toHaveText(['Does not match new password']);
    await confirm.fill('a better password 2');
    await expect(message.filter({ hasText: /./ })).toHaveCount(0);
  });
  await test.step('the server judges the current one', async () => {
    await submit.click();
    await expect(message.filter({ hasText: /./ })).toHaveText(['Current password is incorrect']);
  });
  await test.step('progress, then success', async () => {
    await current.fill(user.password);
    gate.holdAt(trading.changePasswordResult.T);
    await submit.click();
    await expect(page.getByText('Changing password...')).toBeVisible();
    gate.release();
    await expect(page.getByText('Password changed successfully')).toBeVisible();
    await page.getByRole('link', { name: 'My profile' }).click();
    await expect(page).toHaveURL(`${desk.baseUrl}/profile`);
  });
  await test.step('only the new one signs in', async () => {
    await page.goto(`${desk.baseUrl}/logout`);
    await expect(page).toHaveURL(/\/login$/);
    await fillLogin(page, user);
    await expect(message.filter({ hasText: /./ })).toHaveText(['Invalid password']);
    await fillLogin(page, { ...user, password: 'a better password 2' });
    await expect(page).toHaveURL(/\/workspace(\/|$)/);
  });
  expect(errors).toEqual([]);
});

test('contact info is edited, saved and shown, also after a reload', async ({ page }) => {
  const errors = watchForErrors(page);
  const user = await createUser(desk, 'eve');
  const gate = await TradingGate.on(page);
  await signInAt(page, desk, '/profile', user);
  await page.getByRole('link', { name: 'Edit contact info' }).click();
  await expect(page).toHaveURL(`${desk.baseUrl}/ContactInfo`);
  const entries = [
    ['First name', 'Eve'],
    ['Last name', 'Adams'],
    ['Phone', '+1 212 555 0101'],
    ['Cell phone', '+1 212 555 0102'],
    ['Email', 'eve@example'],
    ['Address line 1', '12 Wall Street'],
    ['Address line 2', 'Floor 3'],
    ['City', 'New York'],
    ['State', 'NY'],
    ['Zip', '10005'],
  ] as const;
  for (const [label, text] of entries) await page.getByLabel(label, { exact: true }).fill(text);
  const country = page.getByRole('combobox', { name: 'Country' });

  await test.step('the countries: five first, then by name', async () => {
    await expect(country.locator('option:not([value=""])')).toHaveCount(249);
    const names = await country.locator('option:not([value=""])').allInnerTexts();
    expect(names.slice(0, 6)).toEqual([
      'United States of America',
      'United Kingdom',
      'Australia',
      'Canada',
      'India',
      'Afghanistan',
    ]);
    expect(names.at(-1)).toBe('Zimbabwe');
    // Letters that come more than a second apart are words of their own to a browser: then once more, after a pause.
    await expect(async () => {
      await country.focus();
      await page.keyboard.type('Icela');
      await expect(country).toHaveValue('IS', { timeout: 1_500 });
    }).toPass({ intervals: [2_000], timeout: 30_000 });
  });
  await test.step('the mail address must be one', async () => {
    await page.getByLabel('Email', { exact: true }).fill('not an address');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(1);
    await page.getByLabel('Email', { exact: true }).fill('eve@example.com');
  });
  await test.step('progress, then saved', async () => {
    gate.holdAt(trading.updateUserInfoResult.T);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saving...')).toBeVisible();
    gate.release();
    await expect(page.getByText('Contact info has been saved')).toBeVisible();
  });
  const isShown = async () => {
    await expect(value(page, 'User', 'Name')).toHaveText('Eve Adams');
    for (const [name, text] of [
      ['Phone', '+1 212 555 0101'],
      ['Cell phone', '+1 212 555 0102'],
      ['Email', 'eve@example.com'],
      ['Address line 1', '12 Wall Street'],
      ['Address line 2', 'Floor 3'],
      ['City', 'New York'],
      ['State', 'NY'],
      ['Zip', '10005'],
      ['Country', 'Iceland'],
    ] as const)
      await expect(value(page, 'Contact info', name)).toHaveText(text);
  };
  await page.getByRole('link', { name: 'My profile' }).click();
  await isShown();
  await page.reload();
  await isShown();
  await test.step('Escape and Cancel leave without saving', async () => {
    await page.getByRole('link', { name: 'Edit contact info' }).click();
    await page.getByLabel('City', { exact: true }).fill('Boston');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(`${desk.baseUrl}/profile`);
    await isShown();
    await page.getByRole('link', { name: 'Edit contact info' }).click();
    await page.getByLabel('City', { exact: true }).fill('Boston');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await isShown();
  });
  expect(errors).toEqual([]);
});

test('the trading profile shows through whom orders go, and says when no broker is set up', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInAt(page, desk, '/profile', await createUser(desk, 'gus'));
  await page.getByRole('link', { name: 'Edit trading info' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trading profile');
  await expect(page.getByRole('radiogroup', { name: 'Trade with' }).getByRole('radio')).toHaveCount(2);
  await expect(page.getByRole('radio', { name: 'Tapedeck' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'External broker' })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'External broker' })).toHaveAccessibleDescription(
    'This server has no external broker set up.',
  );
  await expect(page.getByRole('status').filter({ hasText: 'Logged in' })).toHaveText('Logged in');
  await expect(page.getByRole('link', { name: /^Log in to/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(`${desk.baseUrl}/profile`);
  expect(errors).toEqual([]);
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
  browser,
}) => {
  const user = await createUser(desk, 'ida');
  const elsewhere = await (await browser.newContext()).newPage();
  await signInAt(elsewhere, desk, '/profile', user);
  await expect(elsewhere.getByRole('region', { name: 'Sessions' }).getByText('This session')).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'End all others' })).toHaveCount(0);
  await signInAt(page, desk, '/profile', user);
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
  await signInAt(elsewhere, desk, '/profile', user);
  await page.reload();
  await sessions.getByRole('button', { name: /^End the session of Chrome on Linux/ }).press('Enter');
  await expect(password).toBeFocused();
  await elsewhere.goto(`${desk.baseUrl}/logout`);
  await expect(elsewhere.getByText('Logged out', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sessions.getByRole('status')).toHaveText('The session has already ended.');
  await expect(sessions.getByRole('status')).toBeFocused();
  await expect(sessions.locator('dt')).toHaveCount(1);
  await elsewhere.context().close();
});

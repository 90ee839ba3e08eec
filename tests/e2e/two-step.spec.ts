import { expect } from '@playwright/test';
import { totpCode, totpStepAt } from '../../src/server/identity/totp.ts';
import { expectWithinReach } from './support/axe.ts';
import { closeGettingStarted, type Desk, goWithin, watchForErrors } from './support/desk.ts';
import { test } from './support/test.ts';
import { asAdmin, createUser, fillLogin } from './support/users.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** What an authenticator app shows now for a key that was typed by hand. */
function appCode(key: string): string {
  const bits = [...key.replaceAll(' ', '')].map((letter) =>
    BASE32.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  return totpCode(secret, totpStepAt(Date.now()));
}

test('a user with a forgotten password sets one by a reset link, then turns on two-step sign-in and signs in with it', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  const { userName } = await createUser(desk, 'forgetter');
  const link = await asAdmin(desk, 'reset-link', userName);
  const token = /#(\S+)/.exec(link)?.[1] ?? '';
  await page.goto(`${desk.baseUrl}/ResetPassword#${token}`);
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeFocused();
  await expectWithinReach(page);
  await page.keyboard.press('Tab');
  await page.keyboard.type('remembered from now on');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('remembered from now on');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(/^Your password was changed/)).toBeVisible();

  const user = { userName, password: 'remembered from now on' };
  await fillLogin(page, user);
  await closeGettingStarted(page);
  await goWithin(page, '/profile');
  await page.getByRole('link', { name: 'Set up or change' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(user.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectWithinReach(page);
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  await page.getByRole('textbox', { name: 'Code' }).fill(appCode(key));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused();
  await expectWithinReach(page);
  const code = (await page.getByRole('listitem').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have kept the codes' }).click();
  await expect(page.getByText(/^Two-step sign-in is on since .+ 10 recovery codes are left\./)).toBeVisible();
  await expectWithinReach(page);

  await goWithin(page, '/logout');
  await expect(page).toHaveURL(/\/login$/);
  await fillLogin(page, user);
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await expectWithinReach(page);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(/^The code is incorrect/);
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workspace/);
  expect(errors).toEqual([]);
});

test('a user adds a passkey by keyboard, signs in with it alone, and removes it', async ({ page }) => {
  const errors = watchForErrors(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const user = await createUser(desk, 'keyholder');
  // A bare address has no passkeys: browsers want a name.
  const site = `http://localhost:${new URL(desk.baseUrl).port}`;
  await page.goto(`${site}/login/${encodeURIComponent('/profile')}`);
  await fillLogin(page, user);
  await closeGettingStarted(page);
  await page.getByRole('link', { name: 'Add or remove' }).press('Enter');
  await expect(page.getByLabel('Name of the passkey')).toBeFocused();
  await expectWithinReach(page);
  await page.keyboard.type('Test laptop');
  await page.keyboard.press('Tab');
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The passkey was added.')).toBeFocused();
  await expect(page.getByText(/^Added .+ · not used yet$/)).toBeVisible();
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toHaveLength(1);

  await goWithin(page, '/logout');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter');
  await expect(page).toHaveURL(/\/workspace/);
  await closeGettingStarted(page);
  await goWithin(page, '/Passkeys');
  await expect(page.getByText(/^Added .+ · last used .+$/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove the passkey Test laptop' }).press('Enter');
  await expect(page.getByLabel('Your password', { exact: true })).toBeFocused();
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The passkey was removed.')).toBeFocused();
  await expect(page.getByRole('button', { name: /^Remove the passkey/ })).toHaveCount(0);

  await goWithin(page, '/logout');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'This passkey is not accepted. Sign in with your password.',
  );
  expect(errors).toEqual([]);
});

import { expect } from '@playwright/test';
import { fourFreePorts } from '../support/ports.ts';
import { startProvider, type StandInProvider } from '../support/stand-in-provider.ts';
import { expectWithinReach } from './support/axe.ts';
import { closeGettingStarted, Desk, watchForErrors } from './support/desk.ts';
import { test } from './support/test.ts';
import { asAdmin, createUser } from './support/users.ts';

let provider: StandInProvider;
let desk: Desk;
let base: string;
test.beforeAll(async () => {
  provider = await startProvider();
  provider.hasPage = true;
  const port = await fourFreePorts();
  base = `http://127.0.0.1:${port}/tools/tapedeck`;
  provider.returnUrls.add(`${base}/oidc`);
  desk = await Desk.start(
    {
      TAPEDECK_SEED: '7',
      TAPEDECK_PUBLIC_URL: `${base}/`,
      TAPEDECK_OIDC_ISSUER: provider.issuer.href,
      TAPEDECK_OIDC_CLIENT_ID: provider.clientId,
      TAPEDECK_OIDC_CLIENT_SECRET: provider.clientSecret,
      TAPEDECK_OIDC_LABEL: 'Example',
    },
    port,
  );
});
test.afterAll(async () => {
  await desk.close();
  await provider.close();
});

test('a user signs in with a provider by keyboard, below a path prefix, once an administrator has linked the account', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  const { userName } = await createUser(desk, 'federated');
  provider.user = { subject: 'subject-of-federated', profile: {} };
  const signInWithExample = page.getByRole('button', { name: 'Sign in with Example' });
  const atProvider = page.getByRole('heading', { name: 'Provider' });

  await test.step('the login offers the provider, readable in light and dark', async () => {
    await page.goto(`${base}/login/${encodeURIComponent('/profile')}`);
    await expect(signInWithExample).toBeVisible();
    await expectWithinReach(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectWithinReach(page);
  });
  await test.step('an account that is not linked is refused, with the text to report', async () => {
    await signInWithExample.focus();
    await page.keyboard.press('Enter');
    await expect(atProvider).toBeVisible();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
      'Your account subject-of-federated at Example is not linked to a user. Have the administrator link it.',
    );
    expect(page.url()).not.toContain('code=');
    await expectWithinReach(page);
  });
  await test.step('Back from the provider leaves a login that works', async () => {
    await signInWithExample.click();
    await expect(atProvider).toBeVisible();
    await page.goBack();
    await expect(signInWithExample).toBeEnabled();
  });
  await test.step('a linked account signs in and opens the wanted page', async () => {
    await asAdmin(desk, 'user', 'link-oidc', userName, 'subject-of-federated', provider.issuer.href);
    await signInWithExample.click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await closeGettingStarted(page);
    await expect(page).toHaveURL(`${base}/profile`);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible();
  });
  expect(errors).toEqual([]);
});

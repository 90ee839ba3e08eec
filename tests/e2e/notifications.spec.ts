import { expect } from '@playwright/test';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, goWithin } from './support/desk.ts';
import { buyAtMarket } from './support/orders.ts';
import { createUser, openAs } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
let receiver: WebhookReceiver;
test.beforeAll(async ({ simulatedDesk }) => {
  desk = simulatedDesk;
  receiver = await startReceiver();
});
test.afterAll(() => {
  receiver.close();
});

test('a webhook that is set up on the page receives a fill, and the page shows its delivery', async ({
  page,
}) => {
  const user = await createUser(desk, 'nora');
  await openAs(page, desk, '/profile', user);
  await page.getByRole('link', { name: 'Edit notifications' }).click();
  await page.getByRole('button', { name: 'Set up: webhook' }).click();
  await page.getByRole('dialog', { name: 'Webhook' }).getByLabel('URL').fill(receiver.url);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^tdwh_/)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectWithinReach(page);
  }
  await page.getByRole('button', { name: 'Test: webhook' }).click();
  await expect(page.getByRole('cell', { name: 'Delivered' })).toBeVisible();
  await goWithin(page, '/workspace');
  await buyAtMarket(page);
  await expect.poll(() => receiver.calls.map(({ body }) => body).join()).toContain('Bought 10 SPY');
  await goWithin(page, '/Notifications');
  await expect(page.getByRole('row', { name: /Order filled: Bought 10 SPY/ })).toContainText('Delivered');
});

test('the service worker of a browser is installed for a scope without pages, and a push service that is away is reported', async ({
  page,
  context,
}) => {
  const user = await createUser(desk, 'otto');
  await context.grantPermissions(['notifications'], { origin: new URL(desk.baseUrl).origin });
  await openAs(page, desk, '/Notifications', user);
  await page.getByRole('button', { name: 'Add this browser: browser' }).click();
  // Browsers under test have no push service.
  await expect(page.getByText(/^The push service of this browser could not be reached/)).toBeVisible();
  const installed = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/push-worker/');
    const path = (address: string | undefined) => new URL(address ?? '', location.href).pathname;
    return {
      scope: path(registration?.scope),
      script: path(registration?.active?.scriptURL),
      isControlled: navigator.serviceWorker.controller !== null,
    };
  });
  expect(installed).toEqual({ scope: '/push-worker/', script: '/push-worker.js', isControlled: false });
});

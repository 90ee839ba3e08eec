import { expect } from '@playwright/test';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { expectWithinReach } from './support/axe.ts';
import { Desk, goWithin } from './support/desk.ts';
import { buyAtMarket } from './support/orders.ts';
import { addSymbol, createUser, signInAt } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
let receiver: WebhookReceiver;
test.beforeAll(async () => {
  desk = await Desk.start({ TAPEDECK_SEED: '7', TAPEDECK_DELIVERY_ALLOW: '127.0.0.1' });
  receiver = await startReceiver();
});
test.afterAll(async () => {
  receiver.close();
  await desk.close();
});

const PAGES = ['light', 'dark'] as const;

test('a webhook that is set up on the page receives a fill, and the page shows its delivery', async ({
  page,
}) => {
  const user = await createUser(desk, 'nora');
  await signInAt(page, desk, '/profile', user);
  await page.getByRole('link', { name: 'Edit notifications' }).click();
  await page.getByRole('button', { name: 'Set up: webhook' }).click();
  await page.getByRole('dialog', { name: 'Webhook' }).getByLabel('URL').fill(receiver.url);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^tdwh_/)).toBeVisible();
  for (const colorScheme of PAGES) {
    await page.emulateMedia({ colorScheme });
    await expectWithinReach(page);
  }
  await page.getByRole('button', { name: 'Test: webhook' }).click();
  await expect(page.getByRole('cell', { name: 'Delivered' })).toBeVisible();
  await goWithin(page, '/workspace');
  await addSymbol(page, 'AAPL');
  await buyAtMarket(page);
  await expect.poll(() => receiver.calls.map(({ body }) => body).join()).toContain('Bought 10 AAPL');
  await goWithin(page, '/Notifications');
  await expect(page.getByRole('row', { name: /Order filled: Bought 10 AAPL/ })).toContainText('Delivered');
});

test('the service worker of a browser shows what the server sends to it, and controls no page', async ({
  page,
  context,
}) => {
  const user = await createUser(desk, 'otto');
  await context.grantPermissions(['notifications'], { origin: new URL(desk.baseUrl).origin });
  await signInAt(page, desk, '/Notifications', user);
  const devTools = await context.newCDPSession(page);
  const registrations: string[] = [];
  devTools.on('ServiceWorker.workerRegistrationUpdated', (update) =>
    registrations.push(...update.registrations.map(({ registrationId }) => registrationId)),
  );
  await devTools.send('ServiceWorker.enable');
  await page.getByRole('button', { name: 'Add this browser: browser' }).click();
  await expect.poll(() => registrations.length).toBeGreaterThan(0);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/push-worker/');
    const worker = registration?.installing ?? registration?.waiting;
    if (worker)
      await new Promise((resolve) => worker.addEventListener('statechange', () => resolve(worker.state)));
  });
  const deliver = (title: string) =>
    devTools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(desk.baseUrl).origin,
      registrationId: registrations.at(-1) ?? '',
      data: JSON.stringify({ id: 'one', title, text: 'Order 7 is complete.', atMs: 1 }),
    });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/push-worker/');
      return (await registration?.getNotifications())?.map(({ title, body, tag }) => [title, body, tag]);
    });
  await deliver('Bought 10 SPY');
  await expect.poll(shown).toEqual([['Bought 10 SPY', 'Order 7 is complete.', 'one']]);
  // The same delivery again replaces the first.
  await deliver('Bought 10 SPY');
  await expect.poll(shown).toEqual([['Bought 10 SPY', 'Order 7 is complete.', 'one']]);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

import { expect } from '@playwright/test';
import { fourFreePorts } from '../support/ports.ts';
import { startTestBroker, type TestBroker } from '../support/stand-in-broker.ts';
import { Desk } from './support/desk.ts';
import { createUser, signInAt } from './support/users.ts';
import { test } from './support/test.ts';

let broker: TestBroker;
let desk: Desk;
test.beforeAll(async () => {
  const port = await fourFreePorts();
  broker = await startTestBroker(port);
  desk = await Desk.start({ TAPEDECK_SEED: '7', ...broker.environment }, port);
});
test.afterAll(async () => {
  await desk.close();
  await broker.close();
});

test('an order that the external broker refuses opens a dialog with the text, the message and each error', async ({
  page,
}) => {
  await signInAt(page, desk, '/trading', await createUser(desk, 'refused-there', { isLive: true }));
  await page.getByRole('radio', { name: 'External broker' }).check();
  await page.getByRole('link', { name: /^Log in to / }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Logged in' })).toHaveText('Logged in');
  broker.faults.add('POST /orders', 400, {
    message: 'The order is not valid.',
    errors: ['price: too odd', { title: 'Limit', detail: 'too far away' }],
  });

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('place order');
  await page.keyboard.press('Enter');
  const ticket = page.getByRole('dialog', { name: 'Order entry' });
  await ticket.getByLabel('Symbol', { exact: true }).fill('SPY');
  await ticket.getByLabel('Symbol', { exact: true }).press('Tab');
  await ticket.getByRole('button', { name: 'Buy 100 SPY at market' }).click();

  const dialog = page.getByRole('alertdialog', { name: 'Error processing order' });
  for (const line of ['Bad request', 'The order is not valid.', 'price: too odd', 'Limit: too far away'])
    await expect(dialog).toContainText(line);
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(dialog).toHaveCount(0);
  expect(broker.book.accounts.flatMap((account) => broker.book.orders(account))).toEqual([]);
});

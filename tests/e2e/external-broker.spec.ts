import { expect, type Page } from '@playwright/test';
import { fourFreePorts } from '../support/ports.ts';
import { startTestBroker, type TestBroker } from '../support/stand-in-broker.ts';
import { Desk, watchForErrors } from './support/desk.ts';
import { createUser, openAs } from './support/users.ts';
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

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const external = (page: Page) => page.getByRole('radio', { name: 'External broker' });
const loginLink = (page: Page) => page.getByRole('link', { name: /^Log in to / });
const tradingInfo = (page: Page) => page.getByRole('region', { name: 'Trading info' });

test('a user chooses the external broker, logs in there, returns logged in, and logs out again', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await openAs(page, desk, '/trading', await createUser(desk, 'live-one', { isLive: true }));
  await test.step('choosing the broker requires a login there', async () => {
    await expect(status(page, 'Logged in')).toBeVisible();
    await external(page).check();
    await expect(status(page, 'Authentication required')).toHaveText('Authentication required');
    await expect(
      page.getByText(/^You are redirected to the login page of .*, and back here afterwards\.$/),
    ).toBeVisible();
  });
  await test.step('the profile says so, too', async () => {
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(tradingInfo(page).getByRole('link', { name: 'Login required' })).toBeVisible();
    await expect(tradingInfo(page).getByRole('button', { name: 'Log out' })).toHaveCount(0);
    await tradingInfo(page).getByRole('link', { name: 'Login required' }).click();
    await expect(page).toHaveURL(`${desk.baseUrl}/trading`);
  });
  await test.step('the login at the broker leads back', async () => {
    await loginLink(page).click();
    await expect(page.getByRole('heading', { name: 'Stand-in broker' })).toBeVisible();
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page).toHaveURL(`${desk.baseUrl}/trading`);
    await expect(external(page)).toBeChecked();
    await expect(status(page, 'Logged in')).toHaveText('Logged in');
    await expect(loginLink(page)).toHaveCount(0);
  });
  await test.step('an order that the broker refuses opens a dialog with its text, message and errors', async () => {
    await page.goto(`${desk.baseUrl}/workspace`);
    await expect(page.getByRole('tablist', { name: 'Workspaces' })).toBeVisible();
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
    await page.keyboard.press('Escape');
    await page.goto(`${desk.baseUrl}/trading`);
    await expect(status(page, 'Logged in')).toHaveText('Logged in');
  });
  await test.step('a reload stays with it, and says when the login is being checked', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/api\/ExternalBroker\/State/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await expect(status(page, 'Checking login status')).toHaveText('Checking login status');
    await expect(external(page)).toBeChecked();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(tradingInfo(page).getByRole('status')).toHaveText('Checking login status...');
    release();
    await expect(tradingInfo(page)).toContainText('Logged in');
    await page.unrouteAll({ behavior: 'wait' });
  });
  await test.step('the profile shows the account there, and logs out', async () => {
    await expect(tradingInfo(page)).toContainText(/7000000\d/);
    await tradingInfo(page).getByRole('button', { name: 'Log out' }).click();
    await expect(tradingInfo(page).getByRole('link', { name: 'Login required' })).toBeVisible();
  });
  await test.step('the user switches back to Tapedeck', async () => {
    await page.getByRole('link', { name: 'Edit trading info' }).click();
    await page.getByRole('radio', { name: 'Tapedeck' }).check();
    await expect(status(page, 'Logged in')).toHaveText('Logged in');
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Tapedeck' })).toBeChecked();
  });
  expect(errors).toEqual([]);
});

test('a login that is cancelled at the broker says so, and a chosen broker that is gone reads as not configured', async ({
  page,
}) => {
  await openAs(page, desk, '/trading', await createUser(desk, 'live-two', { isLive: true }));
  await external(page).check();
  await expect(status(page, 'Authentication required')).toBeVisible();
  await loginLink(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`${desk.baseUrl}/trading`);
  await expect(status(page, 'The login at the broker was cancelled.')).toBeVisible();
  await expect(loginLink(page)).toBeVisible();
  await page.route(/\/api\/ExternalBroker\/State/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), IsAvailable: false } });
  });
  await page.goto(`${desk.baseUrl}/profile`);
  await expect(tradingInfo(page)).toContainText('Not configured');
  await tradingInfo(page).getByRole('link', { name: 'Login required' }).click();
  await expect(external(page)).toHaveAccessibleDescription('This server has no external broker set up.');
  await expect(loginLink(page)).toHaveCount(0);
  // None of them is on its way when the story ends.
  await page.unrouteAll({ behavior: 'wait' });
});

test('a paper account keeps trading through Tapedeck, and the page says why', async ({ page }) => {
  await openAs(page, desk, '/trading', await createUser(desk, 'paper-one'));
  await external(page).click();
  await expect(status(page, 'A demo account trades through')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Tapedeck' })).toBeChecked();
});

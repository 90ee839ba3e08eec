import { expect, test, type Page } from '@playwright/test';
import { trading } from '../../src/protocol/trading.ts';
import { closeGettingStarted, Desk, watchForErrors } from './support/desk.ts';
import { asAdmin, createPerson, fillLogin, signInAt } from './support/people.ts';

/** Statements of the platform's specification that no other story comes by. */

let desk: Desk;
test.beforeAll(async () => {
  desk = await Desk.start({ TAPEDECK_SEED: '7' });
});
test.afterAll(async () => {
  await desk.close();
});

const menu = (page: Page) => page.getByRole('banner');

test('the main menu is there for signed-in people only', async ({ page }) => {
  for (const path of ['/', '/login', '/TipsAndTricks', '/demoexpired']) {
    await page.goto(`${desk.baseUrl}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(menu(page)).toHaveCount(0);
  }
  await signInAt(page, desk, '/profile', await createPerson(desk, 'menu'));
  await expect(menu(page)).toBeVisible();
  await expect(menu(page).getByRole('button', { name: 'menu', exact: true })).toBeVisible();
});

test('who has no name is called anonymous in the main menu', async ({ page }) => {
  const person = await createPerson(desk, 'nameless');
  await page.routeWebSocket(/\/web-desktop/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    // Every frame of the trading socket is a JSON object with a number T.
    server.onMessage((message) => {
      if ((JSON.parse(message.toString()) as { T: number }).T !== trading.userInfo.T) socket.send(message);
    });
  });
  await signInAt(page, desk, '/profile', person);
  await expect(menu(page).getByRole('button', { name: 'anonymous' })).toBeVisible();
});

test('the login shows the product, two fields and a place for errors; the password has a titled toggle', async ({
  page,
}) => {
  await page.goto(`${desk.baseUrl}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tapedeck');
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('form').locator('> div [role="alert"]').last()).toBeEmpty();
  // The title of an icon is the text that appears where the pointer rests.
  for (const [title, next] of [
    ['Show password', 'Hide password'],
    ['Hide password', 'Show password'],
  ] as const) {
    const toggle = page.getByRole('button', { name: title });
    await toggle.hover();
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await toggle.click();
    await expect(page.getByRole('button', { name: next })).toBeVisible();
    await page.mouse.move(0, 0);
  }
});

test('a logout says what it does while it does it', async ({ page }) => {
  await signInAt(page, desk, '/workspace', await createPerson(desk, 'leaving'));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/Account/OnLoggedOut', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'leaving' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('Logging out...', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0);
  release();
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible();
  await expect(page.getByText('Logging out...', { exact: true })).toHaveCount(0);
});

test("contact info that the server refuses shows the server's words and can be put right", async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInAt(page, desk, '/ContactInfo', await createPerson(desk, 'refused'));
  const field = (label: string) => page.getByLabel(label, { exact: true });
  for (const label of ['Phone', 'Cell phone']) await expect(field(label)).toHaveAttribute('type', 'tel');
  await expect(field('Email')).toHaveAttribute('type', 'email');
  // The browser takes an address without a dot; the server does not. Letters in a telephone number are nobody's business.
  await field('Phone').fill('call the office');
  await field('Email').fill('someone@example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'Email is not a valid e-mail address',
  );
  await expect(page.getByRole('link', { name: 'Cancel' })).toBeVisible();
  await field('Email').fill('someone@example.com');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Contact info has been saved')).toBeVisible();
  expect(errors).toEqual([]);
});

test('an order for a symbol that starts with $ or ~ cannot be sent', async ({ page }) => {
  await signInAt(page, desk, '/workspace', await createPerson(desk, 'indexer'));
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('place order');
  await page.keyboard.press('Enter');
  const ticket = page.getByRole('dialog', { name: 'Order entry' });
  const symbol = ticket.getByLabel('Symbol', { exact: true });
  for (const name of ['$SPX', '~SUM']) {
    await symbol.fill(name);
    await symbol.press('Tab');
    await expect(ticket.getByRole('alert').filter({ hasText: name })).toContainText('cannot be traded');
    await expect(ticket.getByRole('button', { name: /^Buy / })).toBeDisabled();
  }
});

test('a tool without permission says so in place of its content', async ({ page }) => {
  const person = await createPerson(desk, 'narrow');
  await asAdmin(desk, 'user', 'permissions', 'narrow', 'Chart');
  await page.goto(`${desk.baseUrl}/login`);
  await fillLogin(page, person);
  await closeGettingStarted(page);
  const tool = page.locator('[data-tool="market-view"]');
  await expect(tool).toContainText(
    "You don't have permissions to access Market View. Consider subscribing to get access to Market View",
  );
  await expect(tool.getByRole('grid')).toHaveCount(0);
  await test.step('without its own buttons, and without taking symbols that are typed in it', async () => {
    await expect(tool.getByRole('button', { name: /Manage saved|Add symbols|Columns/ })).toHaveCount(0);
    await tool.focus();
    await expect(tool).toBeFocused();
    await page.keyboard.press('m');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await tool.getByRole('link', { name: 'See plans' }).click();
  await expect(
    page
      .getByRole('dialog')
      .frameLocator('iframe')
      .getByRole('heading', { name: 'Plans and permissions', level: 1 }),
  ).toBeVisible();
});

test('a window has its icon, title and buttons; the name dialog of a workspace can be cancelled', async ({
  page,
}) => {
  await signInAt(page, desk, '/workspace', await createPerson(desk, 'framer'));
  for (const [tool, title] of [
    ['market-view', 'Market View - Untitled (12 symbols)'],
    ['trade-manager', 'Trade Manager'],
  ] as const) {
    const bar = page.locator(`[data-tool="${tool}"] header`);
    await expect(bar.getByRole('heading')).toHaveText(title);
    await expect(bar.locator('> span svg').first()).toBeVisible();
    for (const name of ['Tips & Tricks', 'Maximize', 'Close'])
      await expect(bar.getByRole('button', { name, exact: true })).toHaveCount(1);
  }
  const tabs = page.getByRole('tablist', { name: 'Workspaces' }).getByRole('tab');
  await page.getByRole('button', { name: 'New workspace', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Never made');
  await page.getByRole('dialog', { name: 'New workspace' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(tabs).toHaveText(['Workspace 1']);
});

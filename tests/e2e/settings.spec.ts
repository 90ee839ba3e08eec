import { expect, test, type Page } from '@playwright/test';
import { Desk, watchForErrors } from './support/desk.ts';
import { createPerson, signInAt, startDemo } from './support/people.ts';

let desk: Desk;
test.beforeAll(async () => {
  desk = await Desk.start({ TAPEDECK_SEED: '7' });
});
test.afterAll(async () => {
  await desk.close();
});

const look = (page: Page) => page.locator('html');
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check();
const seconds = (page: Page, name: RegExp) => page.getByRole('textbox', { name });

test('a theme applies at once, is dropped by Cancel and by leaving, and kept by Save', async ({ page }) => {
  const errors = watchForErrors(page);
  await signInAt(page, desk, '/Settings', await createPerson(desk, 'sam'));
  await expect(look(page)).toHaveAttribute('data-theme', 'light');
  await choose(page, 'Dark');
  await expect(look(page)).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/workspace(\/|$)/);
  await expect(look(page)).toHaveAttribute('data-theme', 'light');

  await page.goBack();
  await choose(page, 'Dark');
  await expect(look(page)).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('banner').getByRole('link', { name: 'Tapedeck' }).click();
  await expect(page).toHaveURL(/\/workspace(\/|$)/);
  await expect(look(page)).toHaveAttribute('data-theme', 'light');

  await page.goto(`${desk.baseUrl}/Settings`);
  await choose(page, 'Dark');
  await choose(page, 'Compact');
  await choose(page, 'Blue up, orange down');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/workspace(\/|$)/);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${desk.baseUrl}/Settings`);
  for (const name of ['Dark', 'Compact', 'Blue up, orange down'])
    await expect(page.getByRole('radio', { name, exact: true })).toBeChecked();
  await expect(look(page)).toHaveAttribute('data-theme', 'dark');
  await expect(look(page)).toHaveAttribute('data-density', 'compact');
  await expect(look(page)).toHaveAttribute('data-palette', 'color-safe');
  expect(errors).toEqual([]);
});

test('Escape is Cancel', async ({ page }) => {
  await signInAt(page, desk, '/Settings', await createPerson(desk, 'sue'));
  await choose(page, 'Dark');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/workspace(\/|$)/);
  await expect(look(page)).toHaveAttribute('data-theme', 'light');
});

test('reconnect and stale seconds have their defaults and bounds, and last', async ({ page }) => {
  await signInAt(page, desk, '/Settings', await createPerson(desk, 'tom'));
  const reconnect = seconds(page, /^Reconnect after/);
  const stale = seconds(page, /^Prices are stale/);
  await expect(reconnect).toHaveValue('15');
  await expect(page.getByText('1 to 300 seconds')).toBeVisible();
  await expect(page.getByText('5 to 3,600 seconds')).toBeVisible();

  await reconnect.fill('');
  await reconnect.blur();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a whole number' })).toHaveText(
    'Enter a whole number from 1 to 300',
  );
  await expect(page.getByRole('alert').filter({ hasText: 'not saved' })).toBeVisible();
  await expect(page).toHaveURL(`${desk.baseUrl}/Settings`);

  await reconnect.fill('301');
  await stale.fill('4');
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a whole number' })).toHaveText([
    'Enter a whole number from 1 to 300',
    'Enter a whole number from 5 to 3,600',
  ]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(`${desk.baseUrl}/Settings`);
  await reconnect.fill('4');
  await stale.fill('60');
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a whole number' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/workspace(\/|$)/);
  await page.goto(`${desk.baseUrl}/Settings`);
  await expect(reconnect).toHaveValue('4');
  await expect(stale).toHaveValue('60');
});

test('a demo tries a theme, but is told that saving is not for it', async ({ page }) => {
  await startDemo(page, desk);
  await page.goto(`${desk.baseUrl}/Settings`);
  await choose(page, 'Dark');
  await expect(look(page)).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'Saving is not supported during Demo Session',
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(look(page)).toHaveAttribute('data-theme', 'light');
});

test('a tool of the toolbar goes into the first empty window; which tools are in it is a setting', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInAt(page, desk, '/workspace', await createPerson(desk, 'tina'));
  const toolbar = page.getByRole('group', { name: 'Toolbar' });
  await expect(toolbar.getByRole('button')).toHaveCount(4);
  for (const title of ['Market View', 'Market Maker', 'MarketScreen', 'Chart'])
    await expect(toolbar.getByRole('button', { name: `Add ${title}`, exact: true })).toBeVisible();
  const add = toolbar.getByRole('button', { name: 'Add Market View' });
  await expect(add).toBeDisabled();
  await page.getByRole('button', { name: 'Choose window layout' }).click();
  await page.getByRole('button', { name: 'Two rows, two columns' }).click();
  await expect(add).toBeEnabled();
  await add.click();
  await expect(page.locator('[data-tool="market-view"]')).toHaveCount(2);
  await expect(add).toBeDisabled();
  await page.goto(`${desk.baseUrl}/Settings`);
  await page.getByRole('checkbox', { name: 'Market View' }).click();
  await page.getByRole('checkbox', { name: 'Trade Manager' }).click();
  await expect(toolbar.getByRole('button', { name: 'Add Trade Manager' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // Saved when the server has said so: the page leads back then.
  await expect(page).toHaveURL(/\/workspace(\/|$)/);
  await page.reload();
  await expect(toolbar.getByRole('button', { name: 'Add Trade Manager' })).toBeVisible();
  await expect(add).toHaveCount(0);
  expect(errors).toEqual([]);
});

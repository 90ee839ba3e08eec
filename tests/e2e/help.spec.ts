import { expect, type FrameLocator, type Page } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { createUser, fillLogin, signInAsNewUser, signInOnce } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

const dialogOf = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('iframe') });
const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe');
const pageTitle = (page: Page) => frameOf(page).getByRole('heading', { level: 1 });
const marketView = (page: Page) => page.locator('[data-tool="market-view"]:visible');
const control = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true });
const openFromWindow = async (page: Page) => {
  await marketView(page).getByRole('button', { name: 'Tips & Tricks' }).click();
  await expect(pageTitle(page)).toHaveText('Market View');
};

test('the question mark of a window opens the page of its tool, and the desk stays where it is', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await signInOnce(page, desk);
  const address = page.url();
  await openFromWindow(page);
  await expect(frameOf(page).getByRole('heading', { name: 'How to do it here' })).toBeVisible();
  const image = frameOf(page).locator('figure img').first();
  await expect
    .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
    .toBeGreaterThan(400);
  expect(page.url()).toBe(address);
  await control(page, 'Close').click();
  await expect(dialogOf(page)).toHaveCount(0);
  await page
    .locator('[data-tool="trade-manager"]:visible')
    .getByRole('button', { name: 'Tips & Tricks' })
    .click();
  await expect(pageTitle(page)).toHaveText('Trade Manager');
  expect(errors).toEqual([]);
});

test('Home, Back and Forward go over the pages seen, and never out of the help', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  const lengthBefore = await page.evaluate(() => history.length);
  await openFromWindow(page);
  await expect(control(page, 'Back')).toHaveAttribute('aria-disabled', 'true');
  await expect(control(page, 'Forward')).toHaveAttribute('aria-disabled', 'true');
  await frameOf(page).getByRole('main').getByRole('link', { name: 'choice of columns' }).click();
  await expect(pageTitle(page)).toHaveText('Columns');
  await frameOf(page).getByRole('navigation').getByRole('link', { name: 'Linking windows' }).click();
  await expect(pageTitle(page)).toHaveText('Linking windows');
  await control(page, 'Back').click();
  await control(page, 'Back').click();
  await expect(pageTitle(page)).toHaveText('Market View');
  await expect(control(page, 'Back')).toBeFocused();
  await expect(control(page, 'Back')).toHaveAttribute('aria-disabled', 'true');
  await control(page, 'Forward').click();
  await expect(pageTitle(page)).toHaveText('Columns');
  await control(page, 'Home').click();
  await expect(pageTitle(page)).toHaveText('Tips & Tricks');
  await expect(control(page, 'Forward')).toHaveAttribute('aria-disabled', 'true');
  await control(page, 'Back').click();
  await expect(pageTitle(page)).toHaveText('Columns');
  expect(await page.evaluate(() => history.length)).toBe(lengthBefore);
});

test('the dialog is maximized and restored, and opens again as it was left', async ({ filePage: page }) => {
  await signInOnce(page, desk);
  await openFromWindow(page);
  const width = async () => (await dialogOf(page).boundingBox())?.width ?? 0;
  const normal = await width();
  expect(normal).toBeLessThan(1000);
  await control(page, 'Maximize').click();
  await expect.poll(width).toBeGreaterThan(1400);
  await expect(pageTitle(page)).toHaveText('Market View');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  await openFromWindow(page);
  await expect.poll(width).toBeGreaterThan(1400);
  await control(page, 'Restore').click();
  await expect.poll(width).toBe(normal);
});

test('the help is used by the keyboard alone, and gives the focus back', async ({ filePage: page }) => {
  await signInOnce(page, desk);
  const button = marketView(page).getByRole('button', { name: 'Tips & Tricks' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(pageTitle(page)).toHaveText('Market View');
  const field = frameOf(page).getByRole('searchbox', { name: 'Search the help' });
  const isOn = () => field.evaluate((element) => element === document.activeElement && document.hasFocus());
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return [element, element instanceof HTMLIFrameElement ? element.contentDocument?.activeElement : null]
        .map((each) => each?.outerHTML.slice(0, 300))
        .join();
    });
  for (let presses = 0; presses < 12 && !(await isOn()); presses++) {
    const before = await focused();
    await page.keyboard.press('Tab');
    await expect.poll(focused).not.toBe(before);
  }
  expect(await isOn()).toBe(true);
  await page.keyboard.type('cross');
  await expect(frameOf(page).getByRole('status')).toContainText('page');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('keyboard list');
  await page.keyboard.press('Enter');
  await expect(pageTitle(page)).toHaveText('Keyboard list');
  await expect(pageTitle(page)).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(pageTitle(page)).toHaveText('Market View');
  await page.keyboard.press('Alt+ArrowRight');
  await expect(pageTitle(page)).toHaveText('Keyboard list');
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(page).toHaveURL(/\/workspace/);
});

test('a page is reached by its address, the browser goes back over pages, and an unknown address leads to the contents', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await page.goto(`${desk.baseUrl}/info#/columns`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Columns');
  await expect(page).toHaveTitle('Columns - Tapedeck help');
  await page.reload();
  await expect(title).toHaveText('Columns');
  await page.getByRole('main').getByRole('link', { name: 'Market View' }).click();
  await expect(title).toHaveText('Market View');
  await expect(page).toHaveURL(`${desk.baseUrl}/info#/market-view`);
  await page.goBack();
  await expect(title).toHaveText('Columns');
  await test.step('an address of no page', async () => {
    await page.goto(`${desk.baseUrl}/info#/no-such-<b>page`);
    await expect(title).toHaveText('There is no such page');
    await expect(page.getByRole('main')).toContainText('no-such-<b>page');
    await page.getByRole('link', { name: 'Go to the contents' }).click();
    await expect(title).toHaveText('Tips & Tricks');
  });
  await test.step('the contents name the tools of this workstation, and only those have instructions', async () => {
    const contents = page.getByRole('navigation', { name: 'Contents' });
    for (const tool of ['Market View', 'Trade Manager', 'Order entry'])
      await expect(contents.getByRole('link', { name: tool, exact: true })).toBeVisible();
    const isThere = (await contents.getByRole('link', { name: 'Option Chain', exact: true }).count()) > 0;
    await page.goto(`${desk.baseUrl}/info#/option-chain`);
    await expect(title).toHaveText('Option Chain');
    await expect(page.getByText('the strike price')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'How to do it here' })).toHaveCount(isThere ? 1 : 0);
    await expect(page.getByText('This desk has no such tool at present')).toHaveCount(isThere ? 0 : 1);
  });
  expect(errors).toEqual([]);
});

test('the help is free of axe findings', async ({ page }) => {
  const errors = watchForErrors(page);
  for (const [topic, title] of [
    ['home', 'Tips & Tricks'],
    ['keyboard', 'Keyboard list'],
    ['market-view', 'Market View'],
    ['no-such-page', 'There is no such page'],
  ] as const) {
    await page.goto(`${desk.baseUrl}/info#/${topic}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await test.step(topic, () => expectWithinReach(page));
  }
  await page.getByRole('searchbox').fill('order');
  await expect(page.getByRole('status')).toContainText('pages');
  await test.step('search', () => expectWithinReach(page));
  await signInAsNewUser(page, desk);
  await openFromWindow(page);
  await test.step('dialog', () => expectWithinReach(page));
  expect(errors).toEqual([]);
});

test('the page in the frame follows the theme of the desk, pictures too', async ({ filePage: page }) => {
  await signInOnce(page, desk);
  await openFromWindow(page);
  const theme = frameOf(page).locator('html');
  const image = frameOf(page).locator('figure img').first();
  await expect(theme).toHaveAttribute('data-theme', 'light');
  await expect(image).toHaveAttribute('src', '/help/market-view-light.webp');
  await page.evaluate(() =>
    localStorage.setItem(
      'tapedeck.look',
      JSON.stringify({ theme: 'dark', density: 'normal', palette: 'classic' }),
    ),
  );
  await expect(theme).toHaveAttribute('data-theme', 'dark');
  await expect(image).toHaveAttribute('src', '/help/market-view-dark.webp');
  await page.evaluate(() => localStorage.removeItem('tapedeck.look'));
});

test('Getting Started opens after signing in until its box is unticked, and in a demo without the box', async ({
  page,
}) => {
  const user = await createUser(desk, 'reader');
  const dialog = page.getByRole('dialog', { name: 'Getting Started' });
  const box = dialog.getByRole('checkbox', { name: 'Show at startup' });
  const signIn = async () => {
    await page.goto(`${desk.baseUrl}/login`);
    await fillLogin(page, user);
    await expect(page).toHaveURL(/\/workspace(\/|$)/);
  };
  await signIn();
  await expect(pageTitle(page)).toHaveText('Getting Started');
  await expect(box).toBeChecked();
  await box.click();
  await expect(box).not.toBeChecked();
  await expect(box).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.goto(`${desk.baseUrl}/logout`);
  await expect(page).toHaveURL(/\/login/);
  await signIn();
  await expect(marketView(page).getByRole('grid')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('getting started');
  await page.keyboard.press('Enter');
  await expect(box).not.toBeChecked();

  // Clears the cookies first: the welcome page leads a signed-in user straight to the desk.
  await page.context().clearCookies();
  await page.goto(`${desk.baseUrl}/welcome?demo`);
  await page.getByRole('button', { name: 'Start demo' }).click();
  await expect(pageTitle(page)).toHaveText('Getting Started');
  await expect(box).toHaveCount(0);
});

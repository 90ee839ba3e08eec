import { expect, type Page } from '@playwright/test';
import { type Desk, watchForErrors } from './support/desk.ts';
import { addSymbol, openFirstWorkspace, signInOnce } from './support/users.ts';
import { test } from './support/test.ts';
import { addTool, openTool } from './support/tool-windows.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

const frame = (page: Page, tool: string) => page.locator(`[data-tool="${tool}"]:visible`);
const marketView = (page: Page) => frame(page, 'market-view');
const row = (page: Page, symbol: string) => page.locator(`[data-row-id="${symbol}"]:visible`);

async function popOut(page: Page, tool = 'market-view'): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await frame(page, tool).locator('header').hover();
  await frame(page, tool).getByRole('button', { name: 'Open in a window of its own' }).click();
  const popout = await opening;
  await expect(frame(popout, tool)).toBeVisible();
  return popout;
}
/** Closes a popped-out window as its user does: it docks. */
async function dock(page: Page, popout: Page): Promise<void> {
  await popout.close({ runBeforeUnload: true });
  await expect(marketView(page)).toBeVisible();
}
/** Opens a Market View alone in a new workspace. */
async function openMarketView(page: Page): Promise<void> {
  await signInOnce(page, desk);
  await openTool(page, 'Market View', 'market-view');
}
/** Any figure of the row may change next: the price with each trade, its volume only with so many of them that the shown digits change. */
async function expectLive(page: Page, symbol: string): Promise<void> {
  const cells = row(page, symbol);
  await expect(cells).toHaveText(/\d/);
  const before = await cells.innerText();
  await expect.poll(() => cells.innerText()).not.toBe(before);
}

test('a window in a browser window of its own stays live, keeps its state and looks like the desk', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await openFirstWorkspace(page, desk);
  await addSymbol(page, 'SPY');
  await expect(row(page, 'SPY')).toBeVisible();
  const popout = await popOut(page);
  const popoutErrors = watchForErrors(popout);
  await expect(marketView(page)).toHaveCount(0);
  await expect(frame(page, 'trade-manager')).toBeVisible();
  await expect(popout).toHaveTitle(/^Market View - Untitled \(1 symbol\) · Tapedeck$/);
  await expectLive(popout, 'SPY');
  await test.step('with the styles of the desk, by the same policy', async () => {
    const styleOf = (each: Page) =>
      each.evaluate(() => {
        const style = getComputedStyle(document.body);
        return [style.backgroundColor, style.fontFamily, style.fontSize];
      });
    const here = await styleOf(page);
    await expect.poll(() => styleOf(popout)).toEqual(here);
    const response = await page.request.get(`${desk.baseUrl}/popout.html`);
    expect(response.headers()['content-security-policy']).toContain("script-src 'self'");
  });
  await test.step('its controls work there', async () => {
    await addSymbol(popout, 'AAPL');
    await expect(row(popout, 'AAPL')).toBeVisible();
  });
  await test.step('what is done there can be undone there', async () => {
    await row(popout, 'AAPL').locator('[data-column="Company"]').click();
    await popout.keyboard.press('Delete');
    await expect(row(popout, 'AAPL')).toHaveCount(0);
    await popout.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(row(popout, 'AAPL')).toBeVisible();
  });
  await test.step('closing it docks the window as it is now', async () => {
    await popout.close({ runBeforeUnload: true });
    await expect(row(page, 'AAPL')).toBeVisible();
    await expectLive(page, 'SPY');
  });
  expect([errors, popoutErrors]).toEqual([[], []]);
});

// A browser closes popped-out windows up to 2 s before the desk: one that an earlier story closed just before a reload would be offered again, too.
// A new page has none.
test('a reload of the desk docks its windows with what they show, and one click opens them again', async ({
  page,
}) => {
  await openMarketView(page);
  const popout = await popOut(page);
  await addSymbol(popout, 'MSFT');
  await expect(row(popout, 'MSFT')).toBeVisible();
  const closing = popout.waitForEvent('close');
  await page.reload();
  await closing;
  await expect(row(page, 'MSFT')).toBeVisible();
  await test.step('where they were', async () => {
    const opening = page.waitForEvent('popup');
    await page.getByText('One window was in a browser window of its own.').waitFor();
    await page.getByRole('button', { name: 'Open again' }).click();
    const again = await opening;
    await expect(row(again, 'MSFT')).toBeVisible();
    await expect(marketView(page)).toHaveCount(0);
    await dock(page, again);
  });
});

test('a browser window takes a second window by key and by menu, and both are there again after a reload', async ({
  page,
}) => {
  await openMarketView(page);
  await marketView(page).getByRole('heading').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add window on the right' }).click();
  await addTool(page, 'Chart');
  const popout = await popOut(page);
  await test.step('as a tab, and back', async () => {
    await frame(page, 'chart').focus();
    await page.keyboard.press('Alt+Shift+KeyM');
    await expect(frame(popout, 'chart')).toBeVisible();
    await expect(popout.getByRole('tab', { name: /^Market View/ })).toBeVisible();
    await expect(page.getByText('All windows are elsewhere')).toBeVisible();
    await frame(popout, 'chart').focus();
    await popout.keyboard.press('Alt+Shift+KeyM');
    await expect(frame(page, 'chart')).toBeVisible();
    await expect(marketView(popout)).toBeVisible();
  });
  await frame(page, 'chart').getByRole('heading').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Move to the browser window with Market View/ }).click();
  await expect(frame(popout, 'chart')).toBeVisible();
  const closing = popout.waitForEvent('close');
  await page.reload();
  await closing;
  await page.getByText('2 windows were in browser windows of their own.').waitFor();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open again' }).click();
  const again = await opening;
  await expect(frame(again, 'chart')).toBeVisible();
  await expect(again.getByRole('tab', { name: /^Market View/ })).toBeVisible();
  await again.getByRole('tab', { name: /^Market View/ }).click();
  await expect(marketView(again)).toBeVisible();
  await again.close({ runBeforeUnload: true });
  await expect(marketView(page)).toBeVisible();
  await expect(frame(page, 'chart')).toBeVisible();
});

test('reloading its page, or its button, docks the window, too', async ({ filePage: page }) => {
  await openMarketView(page);
  const popout = await popOut(page);
  const closing = popout.waitForEvent('close');
  await popout.evaluate(() => location.reload()).catch(() => undefined);
  await closing;
  await expect(marketView(page)).toBeVisible();
  const again = await popOut(page);
  const closingAgain = again.waitForEvent('close');
  await marketView(again).getByRole('button', { name: 'Back to the desk' }).click();
  await closingAgain;
  await expect(marketView(page)).toBeVisible();
});

test('the theme follows the desk', async ({ filePage: page }) => {
  await openMarketView(page);
  const popout = await popOut(page);
  const background = (each: Page) => each.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background(page);
  await expect.poll(() => background(popout)).toBe(light);
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
  });
  const dark = await background(page);
  expect(dark).not.toBe(light);
  await expect.poll(() => background(popout)).toBe(dark);
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'light';
  });
  await expect.poll(() => background(popout)).toBe(light);
  await dock(page, popout);
});

test('dialogs, menus and tooltips open in the window that they belong to', async ({ filePage: page }) => {
  await openMarketView(page);
  await addSymbol(page, 'AAPL');
  const popout = await popOut(page);
  await popout.bringToFront();
  await test.step('a dialog', async () => {
    await marketView(popout).getByRole('button', { name: 'Columns' }).click();
    const dialog = popout.getByRole('dialog', { name: 'Columns' });
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await popout.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(marketView(popout).getByRole('button', { name: 'Columns' })).toBeFocused();
  });
  await test.step('a menu', async () => {
    await row(popout, 'AAPL').click({ button: 'right' });
    await expect(popout.getByRole('menu')).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await popout.keyboard.press('Escape');
    await expect(popout.getByRole('menu')).toHaveCount(0);
  });
  await test.step('a tooltip', async () => {
    await marketView(popout).getByRole('button', { name: 'Tips & Tricks' }).hover();
    await expect(popout.getByText('Tips & Tricks', { exact: true })).toBeVisible();
  });
  await test.step('and the palette by its key', async () => {
    await marketView(popout).focus();
    await expect(marketView(popout)).toBeFocused();
    await popout.keyboard.press('Control+k');
    await expect(popout.getByRole('combobox', { name: 'Command' })).toBeFocused();
    await popout.keyboard.press('Escape');
    await expect(popout.getByRole('dialog')).toHaveCount(0);
  });
  await dock(page, popout);
});

test('it stays open while another workspace or a page is on screen, and is active only while it can be seen', async ({
  filePage: page,
}) => {
  await openMarketView(page);
  await addSymbol(page, 'SPY');
  const popout = await popOut(page);
  await expect(marketView(popout)).toHaveAttribute('data-active', 'true');
  await page.getByRole('button', { name: 'New workspace', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Other');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Other' })).toHaveAttribute('aria-selected', 'true');
  await expectLive(popout, 'SPY');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('profile');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/profile$/);
  await expectLive(popout, 'SPY');
  const setVisibility = (state: string) =>
    popout.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await setVisibility('hidden');
  await expect(popout.locator('[data-tool="market-view"]:visible')).toHaveAttribute('data-active', 'false');
  await setVisibility('visible');
  await expect(popout.locator('[data-tool="market-view"]:visible')).toHaveAttribute('data-active', 'true');
  await popout.close({ runBeforeUnload: true });
  await page.getByRole('link', { name: 'Tapedeck' }).click();
  await expect(page.getByRole('tab', { name: 'Other' })).toHaveAttribute('aria-selected', 'true');
});

test('with every window elsewhere the desk says so and brings them back', async ({ filePage: page }) => {
  await openFirstWorkspace(page, desk);
  const popouts = [
    await popOut(page),
    await popOut(page, 'trade-manager'),
    await popOut(page, 'order-entry'),
  ];
  await expect(page.getByText('All windows are elsewhere')).toBeVisible();
  await page.getByRole('button', { name: 'Bring them back' }).click();
  for (const popout of popouts) await expect.poll(() => popout.isClosed()).toBe(true);
  await expect(page.locator('[data-window]:visible')).toHaveCount(3);
});

test('a window that the browser does not open stays in the desk, with a word about it', async ({
  filePage: page,
}) => {
  await openMarketView(page);
  await page.evaluate(() => {
    const { open } = window;
    window.open = () => {
      window.open = open;
      return null;
    };
  });
  await marketView(page).locator('header').hover();
  await marketView(page).getByRole('button', { name: 'Open in a window of its own' }).click();
  await expect(
    page.getByText(
      'The browser did not open another window. Allow pop-up windows for this page, then try again.',
    ),
  ).toBeVisible();
  await expect(marketView(page)).toBeVisible();
});

test('an order is placed from a window of its own', async ({ filePage: page }) => {
  await openFirstWorkspace(page, desk);
  const popout = await popOut(page, 'order-entry');
  const buy = popout.getByRole('button', { name: /^Buy 100 / });
  await expect(buy).toBeEnabled();
  await buy.click();
  await popout.close({ runBeforeUnload: true });
  await frame(page, 'trade-manager').getByRole('tab', { name: 'Positions' }).click();
  const position = frame(page, 'trade-manager').locator('[data-row-id="SPY"]');
  await expect(position).toBeVisible();
  await expect(position.getByRole('gridcell', { name: '100', exact: true })).toBeVisible();
});

test('undo brings a window back from its browser window, and redo opens it again', async ({
  filePage: page,
}) => {
  await openMarketView(page);
  const popout = await popOut(page);
  await page.bringToFront();
  const closing = popout.waitForEvent('close');
  await page.keyboard.press('Control+z');
  await closing;
  await expect(marketView(page)).toBeVisible();
  const opening = page.waitForEvent('popup');
  await page.keyboard.press('Control+Shift+z');
  const again = await opening;
  await expect(marketView(again)).toBeVisible();
  await dock(page, again);
});

import { expect, type Page } from '@playwright/test';
import { type Desk, rowOf, watchForErrors } from './support/desk.ts';
import { addSymbol, openFirstWorkspace } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ replayDesk }) => {
  desk = replayDesk;
});
/** The list has both symbols, and the ticket, in its group again, is about the first. */
test.beforeEach(async ({ filePage: page }) => {
  await openFirstWorkspace(page, desk);
  await expect(list(page)).toBeVisible();
  for (const symbol of ['AAPL', 'MSFT']) {
    if ((await rowOf(grid(page), symbol).count()) === 0) await addSymbol(page, symbol);
    await expect(rowOf(grid(page), symbol)).toBeVisible();
  }
  for (const window of [list(page), ticket(page)])
    if ((await window.getByRole('button', { name: `Link group: ${FIRST_GROUP}` }).count()) === 0)
      await chooseGroup(page, window, FIRST_GROUP);
  const unlinked = ticket(page).getByRole('button', { name: 'Link inactive, click to link' });
  if (await unlinked.isVisible()) await unlinked.click();
  await activate(page, 'AAPL');
  await expect(ticketTitle(page)).toContainText('AAPL');
});

const FIRST_GROUP = 'A, blue circle';
const list = (page: Page) => page.locator('[data-tool="market-view"]:visible');
const ticket = (page: Page) => page.locator('[data-tool="order-entry"]:visible');
const grid = (page: Page) => page.getByRole('grid', { name: 'Market View' });
/** What the ticket is about is in its title. */
const ticketTitle = (page: Page) => ticket(page).getByRole('heading', { level: 2 });
/** Makes a symbol the active one of its list; the linked windows have been notified once its row is selected. */
async function activate(page: Page, symbol: string) {
  await rowOf(grid(page), symbol).locator('[data-column="Symbol"]').click();
  await expect(rowOf(grid(page), symbol)).toHaveAttribute('aria-selected', 'true');
}
async function chooseGroup(page: Page, window: ReturnType<typeof list>, name: string) {
  await window.getByRole('button', { name: /^Link group/ }).click();
  await page.getByRole('menuitemcheckbox', { name }).click();
  await expect(window.getByRole('button', { name: `Link group: ${name}` })).toBeVisible();
}

test('a linked window loads the symbol activated in another; the toggle ends that and says what it does', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  await ticket(page).getByRole('button', { name: 'Link active, click to unlink' }).click();
  await expect(ticket(page).getByRole('button', { name: 'Link inactive, click to link' })).toBeVisible();
  await activate(page, 'MSFT');
  await expect(ticketTitle(page)).toContainText('AAPL');
  await ticket(page).getByRole('button', { name: 'Link inactive, click to link' }).click();
  // It takes what its group is about at once.
  await expect(ticketTitle(page)).toContainText('MSFT');
  expect(errors).toEqual([]);
});

test('eight groups keep apart what is linked, by colour, letter and shape, and a reload keeps them', async ({
  filePage: page,
}) => {
  await ticket(page).getByRole('button', { name: 'Link group: A, blue circle' }).click();
  await expect(page.getByRole('menuitemcheckbox')).toHaveText(
    [
      'A, blue circle',
      'B, green square',
      'C, red diamond',
      'D, violet hexagon',
      'E, teal triangle',
      'F, orange shield',
      'G, pink octagon',
      'H, olive flag',
      'Not linked',
    ].map((name) => new RegExp(name)),
  );
  await page.getByRole('menuitemcheckbox', { name: 'C, red diamond' }).click();
  await expect(ticket(page).getByRole('button', { name: 'Link group: C, red diamond' })).toBeVisible();
  await activate(page, 'MSFT');
  await expect(ticketTitle(page)).toContainText('AAPL');
  await chooseGroup(page, list(page), 'C, red diamond');
  await activate(page, 'MSFT');
  await expect(ticketTitle(page)).toContainText('MSFT');
  await page.reload();
  for (const window of [list(page), ticket(page)])
    await expect(window.getByRole('button', { name: 'Link group: C, red diamond' })).toBeVisible();
});

test('the group is chosen by the keyboard: the menu of the title, and a command for each group', async ({
  filePage: page,
}) => {
  await ticket(page)
    .getByRole('button', { name: /^Link group/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemcheckbox', { name: 'A, blue circle' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemcheckbox', { name: 'B, green square' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(ticket(page).getByRole('button', { name: 'Link group: B, green square' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
  await page.keyboard.type('link group h, olive');
  await page.keyboard.press('Enter');
  await expect(ticket(page).getByRole('button', { name: 'Link group: H, olive flag' })).toBeVisible();
});

test('a symbol dragged onto a window is loaded there, linked or not', async ({ filePage: page }) => {
  await ticket(page).getByRole('button', { name: 'Link active, click to unlink' }).click();
  await rowOf(grid(page), 'MSFT')
    .locator('[data-column="Company"]')
    .dragTo(ticket(page).getByRole('heading', { level: 2 }));
  await expect(ticketTitle(page)).toContainText('MSFT');
  await rowOf(grid(page), 'AAPL')
    .locator('[data-column="Company"]')
    .dragTo(ticket(page), { targetPosition: { x: 60, y: 120 } });
  await expect(ticketTitle(page)).toContainText('AAPL');
});

test('a symbol typed in a window is looked up and loaded there, its group follows', async ({
  filePage: page,
}) => {
  await ticket(page).getByRole('button', { name: 'Tips & Tricks' }).focus();
  await page.keyboard.type('msft', { delay: 60 });
  const lookup = page.getByRole('dialog', { name: 'Order Entry' });
  await expect(lookup.getByRole('combobox')).toHaveValue(/^msft$/i);
  await page.keyboard.press('Enter');
  await expect(ticketTitle(page)).toContainText('MSFT');
  await expect(rowOf(grid(page), 'MSFT')).toHaveAttribute('aria-selected', 'true');
});

test('a window popped out stays linked with the desk', async ({ filePage: page }) => {
  const opened = page.waitForEvent('popup');
  await ticket(page).getByRole('button', { name: 'Open in a window of its own' }).click();
  const popout = await opened;
  await expect(ticketTitle(popout)).toBeVisible();
  await activate(page, 'MSFT');
  await expect(ticketTitle(popout)).toContainText('MSFT');
  await chooseGroup(popout, ticket(popout), 'D, violet hexagon');
  await activate(page, 'AAPL');
  await expect(ticketTitle(popout)).toContainText('MSFT');
  await chooseGroup(page, list(page), 'D, violet hexagon');
  await activate(page, 'AAPL');
  await expect(ticketTitle(popout)).toContainText('AAPL');
  await popout.close({ runBeforeUnload: true });
  await expect(ticket(page)).toBeVisible();
});

test('an address with a symbol opens it in a window that shows one', async ({ filePage: page }) => {
  await page.goto(`${desk.baseUrl}/workspace?symbol=bac`);
  await expect(ticketTitle(page)).toContainText('BAC');
  await expect(page).toHaveURL(/symbol=/i);
});

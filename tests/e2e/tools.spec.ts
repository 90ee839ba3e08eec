import { expect, type Page } from '@playwright/test';
import { type Desk, numberIn, rowOf, watchForErrors } from './support/desk.ts';
import { addSymbol, openFirstWorkspace } from './support/users.ts';
import { test } from './support/test.ts';
import { openTool } from './support/tool-windows.ts';

let desk: Desk;
test.beforeAll(({ replayDesk }) => {
  desk = replayDesk;
});
test.beforeEach(async ({ filePage: page }) => {
  await openFirstWorkspace(page, desk);
  await expect(watchList(page)).toBeVisible();
});

const watchList = (page: Page) => page.getByRole('grid', { name: 'Market View' });
const shown = (page: Page) => watchList(page).locator('[role="row"][data-row-id]');
const symbols = async (page: Page) => {
  const rows = await shown(page).evaluateAll((elements) =>
    elements.map((element) => ({
      id: element.getAttribute('data-row-id'),
      index: Number(element.getAttribute('data-index')),
    })),
  );
  return rows.sort((left, right) => left.index - right.index).map(({ id }) => id);
};

/** Opens the ticket of a watched symbol and makes it a limit order far below the market. */
async function restingTicket(page: Page, symbol: string) {
  await addSymbol(page, symbol);
  await rowOf(watchList(page), symbol)
    .getByRole('button', { name: `Trade ${symbol}` })
    .click();
  const ticket = page.getByRole('dialog', { name: 'Order entry' });
  await ticket.getByLabel('Type').click();
  await page.getByRole('option', { name: 'Limit (LMT)' }).click();
  await ticket.getByLabel('Price', { exact: true }).fill('1.25');
  return ticket;
}

test('the keyboard sorts by a column, widens and moves it, and a reload keeps that', async ({
  filePage: page,
}) => {
  await openTool(page, 'Market View', 'market-view');
  for (const symbol of ['MSFT', 'AAPL']) {
    await addSymbol(page, symbol);
    await expect(rowOf(watchList(page), symbol)).toBeVisible();
  }
  const headers = () =>
    watchList(page)
      .getByRole('columnheader')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-column')));
  const header = watchList(page).locator('[role="columnheader"][data-column="Symbol"]');
  const widthBefore = (await header.boundingBox())?.width ?? 0;
  const orderBefore = await headers();
  const place = orderBefore.indexOf('Symbol');
  await watchList(page).focus();
  await page.keyboard.press('Home');
  for (const key of ['ArrowUp', 'ArrowUp', ...Array.from({ length: place }, () => 'ArrowRight'), 'Enter'])
    await page.keyboard.press(key);
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  for (let press = 0; press < 5; press++) await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+Shift+ArrowRight');
  const orderAfter = orderBefore.toSpliced(place, 2, orderBefore[place + 1] ?? null, 'Symbol');
  const isKept = async () => {
    await expect.poll(headers).toEqual(orderAfter);
    await expect.poll(async () => (await header.boundingBox())?.width).toBe(widthBefore + 40);
    await expect.poll(() => symbols(page)).toEqual(['AAPL', 'MSFT']);
  };
  await isKept();
  await page.reload();
  await isKept();
});

test('a limit order rests in Open Orders, is cancelled after a confirmation, and appears in the log', async ({
  filePage: page,
}) => {
  const errors = watchForErrors(page);
  const ticket = await restingTicket(page, 'AAPL');
  await ticket.getByRole('button', { name: 'Buy 100 AAPL at 1.25' }).click();
  await expect(ticket.getByRole('list', { name: 'Order messages' })).toContainText('Buy 100 AAPL @ 1.25');
  await ticket.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('tab', { name: /Open Orders/ }).click();
  const open = page.getByRole('grid', { name: 'Open orders' });
  await expect(rowOf(open, 'AAPL')).toBeVisible();
  await expect(page.getByRole('tab', { name: /Open Orders/ })).toContainText('1');

  await rowOf(open, 'AAPL')
    .getByRole('button', { name: /^Cancel Buy LMT AAPL 100@1.25/ })
    .click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    /Please confirm you want to cancel order:\s*Buy LMT AAPL 100@1\.25 AUTO/,
  );
  await question.getByRole('button', { name: 'Keep order' }).click();
  await expect(rowOf(open, 'AAPL')).toBeVisible();
  await rowOf(open, 'AAPL')
    .getByRole('button', { name: /^Cancel Buy LMT AAPL/ })
    .click();
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expect(rowOf(open, 'AAPL')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Trade Log' }).click();
  await expect(
    page
      .getByRole('grid', { name: 'Trade log' })
      .getByRole('row')
      .filter({ hasText: /cancel/i })
      .first(),
  ).toBeVisible();
  expect(errors).toEqual([]);
});

test('a double click, or Enter held down, sends one order', async ({ filePage: page }) => {
  let sent = 0;
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"T":20,')) sent++;
    }),
  );
  await page.reload();
  const ticket = await restingTicket(page, 'AAPL');
  await ticket.getByRole('button', { name: /^Buy 100 AAPL at 1\.25/ }).dblclick();
  await expect(ticket.getByRole('list', { name: 'Order messages' })).toContainText('Confirmed');
  expect(sent).toBe(1);
  const quantity = ticket.getByLabel('Quantity', { exact: true });
  await quantity.focus();
  await page.waitForTimeout(700);
  // Playwright repeats a key that is pressed again before it is let go.
  for (let press = 0; press < 4; press++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect.poll(() => sent).toBe(2);
  await page.waitForTimeout(700);
  expect(sent).toBe(2);
});

test('an order is placed with the keyboard alone', async ({ filePage: page }) => {
  await page.getByRole('textbox', { name: 'Add symbol' }).focus();
  await page.keyboard.type('msft');
  await page.keyboard.press('Enter');
  await expect(rowOf(watchList(page), 'MSFT')).toBeVisible();
  await expect
    .poll(() => numberIn(rowOf(watchList(page), 'MSFT').locator('[data-column="Last"]')))
    .toBeGreaterThan(0);

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
  await page.keyboard.type('place order');
  await expect(page.getByRole('option').first()).toContainText('Place order');
  await page.keyboard.press('Enter');
  const ticket = page.getByRole('dialog', { name: 'Order entry' });
  // Where the ticket begins: until then it may still take the focus there.
  await expect(ticket.getByRole('textbox', { name: 'Quantity' })).toBeFocused();
  for (
    let step = 0;
    step < 20 &&
    !(await ticket
      .getByRole('textbox', { name: 'Symbol' })
      .evaluate((field) => field === document.activeElement));
    step++
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('msft');
  await page.keyboard.press('Enter');
  await expect(ticket.getByRole('button', { name: 'Buy 100 MSFT at market' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(ticket.getByRole('list', { name: 'Order messages' })).toContainText('Executed');
  await page.keyboard.press('Escape');
  await expect(ticket).toHaveCount(0);
});

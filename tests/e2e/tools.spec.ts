import { expect, type Page } from '@playwright/test';
import { type Desk, numberIn, rowOf, watchForErrors } from './support/desk.ts';
import { addSymbol, signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ replayDesk }) => {
  desk = replayDesk;
});
test.beforeEach(async ({ page }) => {
  await signInAsNewUser(page, desk);
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
  return rows.sort((one, other) => one.index - other.index).map(({ id }) => id);
};
const toolProblem = (page: Page) => page.locator('[data-tool="market-view"]').getByRole('status');

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

test('Market View refuses a symbol twice, and one that does not exist', async ({ page }) => {
  const errors = watchForErrors(page);
  await addSymbol(page, 'aapl');
  await expect.poll(() => symbols(page)).toEqual(['AAPL']);
  await addSymbol(page, 'AAPL');
  await expect(toolProblem(page).filter({ hasText: 'Symbol already added' })).toBeVisible();
  await addSymbol(page, 'NOSUCH');
  await expect(toolProblem(page).filter({ hasText: 'Symbol not found' })).toBeVisible();
  await expect.poll(() => symbols(page)).toEqual(['AAPL']);
  expect(errors).toEqual([]);
});

test('symbols typed faster than the server answers are all added, in their order, and none runs into the next', async ({
  page,
}) => {
  await page.getByRole('textbox', { name: 'Add symbol' }).focus();
  await page.keyboard.type('spy\nmsft\nnosuch\naapl\n');
  await expect.poll(() => symbols(page)).toEqual(['SPY', 'MSFT', 'AAPL']);
  await expect(page.getByRole('textbox', { name: 'Add symbol' })).toHaveValue(/^$|^NOSUCH$/);
});

test('Market View removes a symbol by its cross and by the Delete key, and remembers it', async ({
  page,
}) => {
  for (const symbol of ['AAPL', 'MSFT', 'SPY']) {
    await addSymbol(page, symbol);
    await expect(rowOf(watchList(page), symbol)).toBeVisible();
  }
  await rowOf(watchList(page), 'MSFT').getByRole('button', { name: 'Remove MSFT' }).click();
  await expect.poll(() => symbols(page)).toEqual(['AAPL', 'SPY']);
  await rowOf(watchList(page), 'AAPL').locator('[data-column="Last"]').click();
  await watchList(page).press('Delete');
  await expect.poll(() => symbols(page)).toEqual(['SPY']);
  await page.reload();
  await expect.poll(() => symbols(page)).toEqual(['SPY']);
});

test('a click on a header sorts Market View, another one turns the order round', async ({ page }) => {
  for (const symbol of ['MSFT', 'AAPL', 'SPY']) {
    await addSymbol(page, symbol);
    await expect(rowOf(watchList(page), symbol)).toBeVisible();
  }
  const header = watchList(page).locator('[role="columnheader"][data-column="Symbol"]');
  await header.click();
  await expect.poll(() => symbols(page)).toEqual(['AAPL', 'MSFT', 'SPY']);
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await header.click();
  await expect.poll(() => symbols(page)).toEqual(['SPY', 'MSFT', 'AAPL']);
  await page.reload();
  await expect.poll(() => symbols(page)).toEqual(['SPY', 'MSFT', 'AAPL']);
});

test('the keyboard sorts by a column, widens and moves it, and a reload keeps that', async ({ page }) => {
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

test('the Columns dialog changes the columns and insists on one', async ({ page }) => {
  await addSymbol(page, 'AAPL');
  const header = (id: string) => watchList(page).locator(`[role="columnheader"][data-column="${id}"]`);
  await expect(header('Volume')).toBeVisible();
  await page.locator('[data-tool="market-view"]').getByRole('button', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(12);
  for (const box of await dialog
    .getByRole('checkbox', { checked: true })
    .all()
    .then((boxes) => boxes.reverse()))
    await box.click();
  await expect(dialog.getByRole('alert')).toHaveText('At least one column is required');
  await expect(dialog.getByRole('button', { name: 'Ok' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Symbol', exact: true }).click();
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(header('Volume')).toHaveCount(0);
  await expect(header('Symbol')).toBeVisible();
});

test('a limit order rests in Open Orders, is cancelled after a question, and the log tells of it', async ({
  page,
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

test('an order without a quantity, or with one that is too large, is not sent', async ({ page }) => {
  const ticket = await restingTicket(page, 'AAPL');
  const quantity = ticket.getByLabel('Quantity', { exact: true });
  await quantity.fill('');
  await ticket.getByRole('button', { name: /^Buy … AAPL/ }).click();
  await expect(ticket).toContainText('Enter a quantity');
  await quantity.fill('2000000000');
  await ticket.getByRole('button', { name: /^Buy .*AAPL/ }).click();
  await expect(ticket).toContainText(/At most [\d,]+ shares per order/);
  await expect(ticket.getByRole('list', { name: 'Order messages' }).getByRole('listitem')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /Open Orders/ }).click();
  await expect(page.getByText('No open orders')).toBeVisible();
});

test('what is typed is what is sent, or nothing is', async ({ page }) => {
  const ticket = await restingTicket(page, 'AAPL');
  const quantity = ticket.getByLabel('Quantity', { exact: true });
  for (const typed of ['0', '-5', '0.5', '1e3', '1k']) {
    await quantity.fill(typed);
    await quantity.press('Enter');
    await expect(ticket).toContainText('Enter a whole number from 1 up');
    await expect(quantity).toHaveValue(typed);
  }
  await quantity.fill('3');
  await ticket.getByLabel('Price', { exact: true }).fill('99999999999');
  await ticket.getByLabel('Price', { exact: true }).press('Enter');
  await expect(ticket).toContainText('At most $1,000,000,000.00 per order');
  await expect(ticket.getByRole('list', { name: 'Order messages' }).getByRole('listitem')).toHaveCount(0);
});

test('a double click, or Enter held down, sends one order', async ({ page }) => {
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

test('the command palette finds a command by part of its name and runs it', async ({ page }) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('settin');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page).toHaveURL(/\/Settings$/);
});

test('layouts, tools and the theme are commands, too', async ({ page }) => {
  const run = async (words: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).fill(words);
    const best = page.getByRole('option', { selected: true });
    for (const word of words.split(' ')) await expect(best).toContainText(word, { ignoreCase: true });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Command' })).toHaveCount(0);
  };
  await run('layout two rows two columns');
  await expect(page.getByRole('button', { name: 'Add tool' })).toHaveCount(1);
  await run('add tool market view');
  await expect(page.locator('[data-tool="market-view"]')).toHaveCount(2);
  const theme = await page.locator('html').getAttribute('data-theme');
  await run('light dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme === 'dark' ? 'light' : 'dark');
});

test('an order is placed with the keyboard alone', async ({ page }) => {
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

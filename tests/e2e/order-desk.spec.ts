import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page, type WebSocketRoute } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { Desk, numberIn, rowOf, watchForErrors } from './support/desk.ts';
import { signInAsSomeoneNew } from './support/people.ts';
import { SocketGate } from './support/socket-gate.ts';

let desk: Desk;
let errors: string[];
test.beforeAll(async () => { desk = await Desk.start({ TAPEDECK_SEED: '7' }); });
test.afterAll(async () => { await desk.close(); });
test.beforeEach(async ({ page }) => {
  errors = watchForErrors(page);
  await signInAsSomeoneNew(page, desk);
});
test.afterEach(() => { expect(errors).toEqual([]); });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const grid = (page: Page, name: string) => page.getByRole('grid', { name });
const openRows = (page: Page) => grid(page, 'Open orders').locator('[role="row"][data-row-id]');
const toast = (page: Page, text: string | RegExp) => page.getByRole('region').getByText(text);
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** Opens the ticket by its key. */
async function openTicket(page: Page): Promise<Locator> {
  await page.keyboard.press('F9');
  const ticket = dialog(page, 'Order entry');
  await expect(ticket.getByRole('textbox', { name: 'Quantity' })).toBeFocused();
  await expect(ticket.locator('[data-preview="server"]')).toBeVisible();
  return ticket;
}

/** A price that rests: some per cent away from the bid. */
async function awayFromBid(ticket: Locator, factor: number): Promise<string> {
  const bid = await numberIn(ticket.getByRole('button', { name: /^Bid/ }).locator('span').nth(1));
  return (Math.round(bid * factor * 100) / 100).toFixed(2);
}

async function choose(ticket: Locator, label: string, option: string): Promise<void> {
  await ticket.getByRole('combobox', { name: label }).click();
  await ticket.page().getByRole('option', { name: option, exact: true }).click();
}

/** Sends a limit order for SPY that will not fill, and closes the ticket. */
async function rest(page: Page, side: 'Buy' | 'Sell', quantity = '10', factor = side === 'Buy' ? 0.97 : 1.03): Promise<string> {
  const ticket = await openTicket(page);
  await ticket.getByRole('radio', { name: side }).click();
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill(quantity);
  await choose(ticket, 'Type', 'Limit (LMT)');
  const price = await awayFromBid(ticket, factor);
  await ticket.getByRole('textbox', { name: 'Price', exact: true }).fill(price);
  await ticket.getByRole('button', { name: new RegExp(`^${side} ${quantity} SPY at ${price}`) }).click();
  await expect(ticket.getByText('Confirmed')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ticket).toHaveCount(0);
  return price;
}

async function buyAtMarket(page: Page, quantity = '10'): Promise<void> {
  const ticket = await openTicket(page);
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill(quantity);
  await ticket.getByRole('button', { name: `Buy ${quantity} SPY at market` }).click();
  await expect(ticket.getByRole('listitem').filter({ hasText: 'Executed' })).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Goes on by Tab until the element has the focus, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key never came to the element.');
}

test('an order is written, sent, replaced and cancelled without a mouse', async ({ page }) => {
  await tabTo(page, tab(page, 'Positions'));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(tab(page, 'Open Orders')).toHaveAttribute('aria-selected', 'true');

  await test.step('written and sent', async () => {
    const ticket = await openTicket(page);
    const price = await awayFromBid(ticket, 0.97);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('20');
    await page.keyboard.press('Tab');
    await expect(ticket.getByRole('combobox', { name: 'Type' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'Market (MKT)', exact: true })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(ticket.getByRole('combobox', { name: 'Type' })).toContainText('Limit');
    await tabTo(page, ticket.getByRole('textbox', { name: 'Price', exact: true }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(price);
    await page.keyboard.press('Enter');
    await expect(ticket.getByRole('listitem').filter({ hasText: 'Confirmed' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(openRows(page)).toHaveCount(1);
    await expect(openRows(page).locator('[data-column="Price"]')).toHaveText(price);
  });
  await test.step('replaced', async () => {
    await tabTo(page, grid(page, 'Open orders'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'Replace order…' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    if (!(await page.getByRole('menuitem', { name: 'Replace order…' }).evaluate((item) => item === document.activeElement))) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const ticket = dialog(page, 'Replace order');
    await expect(ticket.getByRole('textbox', { name: 'Quantity' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('15');
    await page.keyboard.press('Enter');
    await expect(ticket.getByRole('listitem').filter({ hasText: 'Replaced' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(openRows(page).locator('[data-column="Quantity"]')).toHaveText('15');
  });
  await test.step('cancelled', async () => {
    await tabTo(page, grid(page, 'Open orders'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await expect(page.getByRole('alertdialog')).toContainText('Please confirm you want to cancel order:');
    await expect(page.getByRole('alertdialog')).toContainText('Buy LMT SPY 15@');
    await page.keyboard.press('Enter');
    await expect(openRows(page)).toHaveCount(0);
    await expect(toast(page, /^Cancelled: Buy 15 SPY/)).toBeVisible();
  });
});

test('a replacement locks side and route, is confirmed by name, and takes the place of the row', async ({ page }) => {
  await tab(page, 'Open Orders').click();
  const before = await rest(page, 'Buy');
  await openRows(page).getByRole('button', { name: /^Replace Buy LMT SPY/ }).click();
  const ticket = dialog(page, 'Replace order');
  await expect(ticket.getByRole('radio', { name: 'Sell' })).toBeDisabled();
  await expect(ticket.getByRole('textbox', { name: 'Symbol' })).toBeDisabled();
  await expect(ticket.getByRole('combobox', { name: 'Route' })).toBeDisabled();
  await expect(ticket.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue(before);
  const price = (Number(before) - 1).toFixed(2);
  await ticket.getByRole('textbox', { name: 'Price', exact: true }).fill(price);
  await ticket.getByRole('button', { name: 'Confirm Replace' }).click();
  await expect(ticket.getByRole('listitem').filter({ hasText: 'Replaced' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(openRows(page)).toHaveCount(1);
  await expect(openRows(page).locator('[data-column="Price"]')).toHaveText(price);
  await expect(openRows(page).locator('[data-column="Status"]')).toHaveText('Replaced');
  await page.reload();
  await expect(openRows(page).locator('[data-column="Price"]')).toHaveText(price);
});

test('flatten cancels what rests of the symbol, then closes the position; the timeline tells each order', async ({ page }) => {
  await buyAtMarket(page);
  await rest(page, 'Sell');
  await tab(page, 'Positions').click();
  const position = rowOf(grid(page, 'Positions'), 'SPY');
  await expect(position.locator('[data-column="Quantity"]')).toHaveText('10');
  await position.locator('[data-column="Last"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Flatten SPY…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('1 open order of SPY will be cancelled first. Then Sell 10 SPY at market.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Flatten' }).click();
  await expect(toast(page, 'SPY is flat: Sell 10 SPY at market was executed.')).toBeVisible();
  await expect(position.locator('[data-column="Side"]')).toHaveText('Flat');
  await expect(tab(page, 'Open Orders')).toContainText('0');

  await tab(page, 'Trade Log').click();
  const executed = grid(page, 'Trade log').locator('[role="row"][data-row-id]').filter({ hasText: 'Executed' }).first();
  await executed.locator('[data-column="Symbol"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Order timeline…' }).click();
  const timeline = dialog(page, 'Order timeline');
  await expect(timeline.getByRole('listitem').first()).toContainText('The server took the order and wrote it down.');
  await expect(timeline.getByRole('listitem').last()).toContainText('The market traded with the order.');
  await expect(timeline.getByRole('listitem').first()).toContainText(/\d\d:\d\d:\d\d\.\d\d\d/);
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: 'Show executions only' }).check();
  await expect(grid(page, 'Trade log').locator('[role="row"][data-row-id]')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'What is shown (CSV)' }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('Time,Status,Symbol,Side');
  const journal = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'All orders with every report (JSON)' }).click();
  const told = JSON.parse(await readFile(await (await journal).path(), 'utf8')) as { Orders: { Symbol: string; Reports: unknown[] }[] };
  expect(told.Orders.map(({ Symbol, Reports }) => [Symbol, Reports.length > 1])).toEqual([['SPY', true], ['SPY', true], ['SPY', true]]);
  await page.getByRole('button', { name: 'Columns' }).last().click();
  await expect(dialog(page, 'Columns')).toContainText('FINRA fee');
});

test('order keys do nothing until they are armed, never while typing, and are off after a reload', async ({ page }) => {
  const window = page.locator('[data-tool="order-entry"]');
  const log = grid(page, 'Trade log').locator('[role="row"][data-row-id]');
  await tab(page, 'Trade Log').click();
  await expect(window.getByRole('button', { name: /^Bid/ })).toBeEnabled();
  await tab(page, 'Trade Log').focus();
  await page.keyboard.press('Shift+B');
  await window.getByRole('button', { name: 'Keys off' }).click();
  const question = page.getByRole('alertdialog', { name: 'Arm the order keys?' });
  await expect(question).toContainText('PAPER account');
  await question.getByRole('button', { name: 'Arm' }).click();
  await expect(window.getByRole('button', { name: 'KEYS ARMED' })).toBeVisible();
  await expect(page.locator('[data-tool="trade-manager"]').getByRole('button', { name: 'KEYS ARMED' })).toBeVisible();

  await window.getByRole('textbox', { name: 'Symbol' }).focus();
  await page.keyboard.press('Shift+B');
  await window.getByRole('textbox', { name: 'Symbol' }).fill('SPY');
  await window.getByRole('textbox', { name: 'Quantity' }).fill('5');
  await window.getByRole('combobox', { name: 'Type' }).focus();
  await page.keyboard.press('Shift+S');
  await expect(log).toHaveCount(0);

  await tab(page, 'Trade Log').focus();
  await page.keyboard.press('Shift+B');
  await expect(toast(page, /^Sent: Buy 5 SPY at/)).toBeVisible();
  await expect(log.filter({ hasText: 'Pending' })).toHaveCount(1);

  await test.step('a workspace without a ticket shows them in the menu bar, and a press there switches them off', async () => {
    await page.getByRole('button', { name: 'New workspace' }).click();
    await dialog(page, 'New workspace').getByRole('textbox').fill('Elsewhere');
    await dialog(page, 'New workspace').getByRole('button', { name: 'Ok' }).click();
    const everywhere = page.getByRole('banner').getByRole('button', { name: 'KEYS ARMED' });
    await everywhere.click();
    await expect(toast(page, 'The order keys are off.')).toBeVisible();
    await expect(everywhere).toHaveCount(0);
    await page.getByRole('tab', { name: 'Workspace 1' }).click();
    await window.getByRole('button', { name: 'Keys off' }).click();
    await question.getByRole('button', { name: 'Arm' }).click();
  });

  await page.reload();
  await expect(window.getByRole('button', { name: 'Keys off' })).toBeVisible();
  const count = await log.count();
  await tab(page, 'Trade Log').focus();
  await page.keyboard.press('Shift+B');
  await page.waitForTimeout(1000);
  expect(await log.count()).toBe(count);
});

test('the kill switch cancels, refuses and shows it everywhere, until trading is allowed again', async ({ page }) => {
  await rest(page, 'Buy');
  const manager = page.locator('[data-tool="trade-manager"]');
  await manager.getByRole('button', { name: 'Stop trading…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop trading' }).click();
  await expect(manager.getByRole('alert')).toContainText('Trading stopped by you.');
  await expect(tab(page, 'Open Orders')).toContainText('0');
  const window = page.locator('[data-tool="order-entry"]');
  await expect(window.getByRole('alert').filter({ hasText: 'You stopped trading on this account.' })).toBeVisible();
  await expect(window.getByRole('button', { name: /^Buy 100 SPY/ })).toBeDisabled();
  await manager.getByRole('button', { name: 'Allow trading…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Allow trading' }).click();
  await expect(window.getByRole('button', { name: /^Buy 100 SPY/ })).toBeEnabled();
  // The server's word ticks the box, not the press.
  await manager.getByRole('checkbox', { name: 'Cancel on disconnect' }).press('Space');
  await expect(manager.getByRole('checkbox', { name: 'Cancel on disconnect' })).toBeChecked();
  await page.reload();
  await expect(manager.getByRole('checkbox', { name: 'Cancel on disconnect' })).toBeChecked();
});

test('the ticket tells by the server what an order would do, and why it would be refused', async ({ page }) => {
  const ticket = await openTicket(page);
  const fact = (name: string) => ticket.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
  await expect(fact('Position after fill')).toHaveText('Long 100');
  expect(await numberIn(fact('Buying power effect'))).toBeLessThan(0);
  const box = await ticket.getByRole('button', { name: /^Buy 100 SPY/ }).boundingBox();
  await ticket.getByRole('radio', { name: 'Sell' }).click();
  await expect(ticket.getByText('The server would refuse it: ')).toBeVisible();
  await expect(ticket.locator('form')).toHaveAttribute('data-side', 'Sell');
  expect(await ticket.getByRole('button', { name: /^Sell 100 SPY/ }).boundingBox()).toEqual(box);
  await ticket.getByRole('radio', { name: 'Short' }).click();
  await expect(fact('Position after fill')).toHaveText('Short 100');

  await choose(ticket, 'Type', 'Stop limit (STOP LMT)');
  await expect(ticket.getByRole('textbox', { name: 'Stop price' })).toBeEnabled();
  await expect(ticket.getByRole('textbox', { name: 'Trail by, $' })).toBeDisabled();
  await choose(ticket, 'Stop', 'Trailing, %');
  await expect(ticket.getByRole('textbox', { name: 'Trail by, %' })).toBeEnabled();
  await choose(ticket, 'Type', 'Market (MKT)');
  for (const name of ['Price', 'Stop price']) await expect(ticket.getByRole('textbox', { name, exact: true })).toBeDisabled();
  await choose(ticket, 'Time in force', 'Good till date (GTD)');
  await expect(ticket.getByLabel('Good till')).toBeEnabled();
});

test('quantities at a press are changed once and stay', async ({ page }) => {
  const ticket = await openTicket(page);
  await ticket.getByRole('button', { name: '500', exact: true }).click();
  await expect(ticket.getByRole('textbox', { name: 'Quantity' })).toHaveValue('500');
  await ticket.getByRole('button', { name: 'Change these quantities' }).click();
  const form = dialog(page, 'Quantities');
  await form.getByRole('textbox', { name: 'Shares' }).fill('7, x');
  await form.getByRole('button', { name: 'Ok' }).click();
  await expect(form.getByText(/^Enter whole numbers/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Shares' }).fill('70, 7');
  await form.getByRole('button', { name: 'Ok' }).click();
  await page.reload();
  await expect(page.locator('[data-tool="order-entry"]').getByRole('toolbar', { name: 'Quantities' }).getByRole('button')).toHaveText(['7', '70', '']);
});

test('executions are told also where there is no Trade Manager', async ({ page }) => {
  await page.locator('[data-tool="trade-manager"]').getByRole('button', { name: /^Close/ }).last().click();
  await expect(page.locator('[data-tool="trade-manager"]')).toHaveCount(0);
  await buyAtMarket(page, '3');
  await expect(toast(page, /^Executed: Buy 3 SPY, 3 @ /)).toBeVisible();
});

const entry = (page: Page) => page.locator('[data-tool="order-entry"]');

/** Runs a command of the palette by what is typed there. */
async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill(text);
  await page.keyboard.press('Enter');
}

test('a filled ticket and what became of its orders are there again after another page or workspace was in front', async ({ page }) => {
  const window = entry(page);
  await expect(window.getByRole('button', { name: /^Bid/ })).toBeEnabled();
  await window.getByRole('textbox', { name: 'Quantity' }).fill('7');
  await choose(window, 'Type', 'Limit (LMT)');
  const price = await awayFromBid(window, 0.97);
  await window.getByRole('textbox', { name: 'Price', exact: true }).fill(price);
  const send = window.getByRole('button', { name: `Buy 7 SPY at ${price}`, exact: true });
  await send.click();
  const lines = window.getByRole('list', { name: 'Order messages' }).getByRole('listitem');
  await expect(lines.filter({ hasText: 'Confirmed' })).toBeVisible();
  const told = await lines.allInnerTexts();
  const asLeft = async () => {
    await expect(send).toBeVisible();
    await expect(window.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue(price);
    expect(await lines.allInnerTexts()).toEqual(told);
  };

  await command(page, 'settings');
  await expect(page).toHaveURL(`${desk.baseUrl}/Settings`);
  await page.goBack();
  await asLeft();

  await page.getByRole('button', { name: 'New workspace' }).click();
  await dialog(page, 'New workspace').getByRole('textbox').fill('Elsewhere');
  await dialog(page, 'New workspace').getByRole('button', { name: 'Ok' }).click();
  await expect(window).toHaveCount(0);
  await page.getByRole('tab', { name: 'Workspace 1' }).click();
  await asLeft();

  await page.reload();
  await expect(window.getByRole('button', { name: 'Buy 100 SPY at market' })).toBeVisible();
});

test('what the server said of an order is asked again as soon as the account changes', async ({ page }) => {
  const window = entry(page);
  const after = window.locator('dt', { hasText: 'Position after fill' }).locator('xpath=following-sibling::dd[1]');
  await window.getByRole('textbox', { name: 'Quantity' }).fill('60');
  await expect(window.locator('[data-preview="server"]')).toBeVisible();
  await expect(after).toHaveText('Long 60');
  await window.getByRole('button', { name: 'Buy 60 SPY at market' }).click();
  await expect(window.getByRole('listitem').filter({ hasText: 'Executed' })).toBeVisible();
  // Long before the five seconds after which it is asked for again anyway.
  await expect(after).toHaveText('Long 120', { timeout: 2_000 });
  await expect(window.locator('[data-preview="server"]')).toBeVisible();
});

test('nothing can be sent while the connection is gone, and everything again once it is back', async ({ page }) => {
  const lines = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(/\/web-desktop/, (line) => {
    if (isCut) { void line.close(); return; }
    line.connectToServer();
    lines.add(line);
  });
  await page.reload();
  const window = entry(page);
  const send = window.getByRole('button', { name: 'Buy 7 SPY at market' });
  await window.getByRole('textbox', { name: 'Quantity' }).fill('7');
  await expect(window.locator('[data-preview="server"]')).toBeVisible();
  await expect(send).toBeEnabled();
  isCut = true;
  for (const line of lines) await line.close();
  const told = window.getByText('No connection to the order server: nothing can be sent now. The ticket stays as it is.');
  await expect(told).toBeVisible();
  await expect(send).toBeDisabled();
  isCut = false;
  await command(page, 'reconnect now');
  await expect(told).toHaveCount(0);
  await expect(window.getByText('Network error')).toHaveCount(0);
  await expect(window.locator('[data-preview="server"]')).toBeVisible();
  await send.click();
  await expect(window.getByRole('listitem').filter({ hasText: 'Executed' })).toBeVisible();
});

test('the figures of a ticket stand clear of one another in a narrow window', async ({ page }) => {
  const window = entry(page);
  for (const size of [{ width: 1280, height: 720 }, { width: 1024, height: 700 }, { width: 960, height: 600 }]) {
    await page.setViewportSize(size);
    await expect(window.locator('[data-preview="server"]')).toBeVisible();
    await expect.poll(() => window.locator('dl').evaluate((list) => {
      // The words themselves: a cell may be wider, or narrower, than they are.
      const boxes = [...list.querySelectorAll('dt, dd')].map((cell) => { const range = document.createRange(); range.selectNodeContents(cell); return { text: cell.textContent, box: range.getBoundingClientRect() }; });
      return boxes.flatMap(({ text, box }, index) => boxes.slice(index + 1).filter(({ box: other }) => box.left < other.right - 1 && other.left < box.right - 1 && box.top < other.bottom - 3 && other.top < box.bottom - 3).map((other) => `${text} | ${other.text}`));
    }), `at ${size.width}`).toEqual([]);
    const oneLine = async (target: Locator) => { expect(await target.evaluate((element) => element.getClientRects().length === 1 && element.clientHeight < 24)).toBe(true); };
    await oneLine(window.getByRole('button', { name: 'Keys off' }));
    await oneLine(window.locator('form > div').first().getByTitle(/^Account /));
  }
});

test('prices that may have moved are marked in Open Orders and beside the account, too', async ({ page }) => {
  const feed = await SocketGate.on(page, desk, 'streaming');
  await page.reload();
  await expect(entry(page).getByRole('button', { name: /^Bid/ })).toBeEnabled();
  await buyAtMarket(page);
  await tab(page, 'Open Orders').click();
  await rest(page, 'Buy');
  const last = openRows(page).locator('[data-column="Last"]');
  const profit = page.locator('[data-tool="trade-manager"] dt', { hasText: 'Open P&L' }).locator('xpath=following-sibling::dd[1]');
  for (const figure of [last, profit]) await expect(figure).toHaveCSS('font-style', 'normal');
  await feed.cut();
  for (const figure of [last, profit]) await expect(figure).toHaveCSS('font-style', 'italic');
  feed.mend();
  await command(page, 'reconnect now');
  for (const figure of [last, profit]) await expect(figure).toHaveCSS('font-style', 'normal');
});

for (const theme of ['light', 'dark'] as const) {
  test(`ticket, Trade Manager and timeline are within everybody's reach in the ${theme} theme`, async ({ page }) => {
    await page.evaluate((name) => { document.documentElement.dataset['theme'] = name; }, theme);
    const isClean = () => expectWithinReach(page);
    await buyAtMarket(page);
    await rest(page, 'Buy');
    for (const name of ['Open Orders', 'Trade Log', 'Positions']) {
      await tab(page, name).click();
      await isClean();
    }
    const ticket = await openTicket(page);
    for (const side of ['Buy', 'Sell', 'Short']) {
      await ticket.getByRole('radio', { name: side }).click();
      await isClean();
    }
    await page.keyboard.press('Escape');
    await tab(page, 'Open Orders').click();
    await openRows(page).getByRole('button', { name: /^Replace/ }).click();
    await isClean();
    await page.keyboard.press('Escape');
    await openRows(page).locator('[data-column="Quantity"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Order timeline…' }).click();
    await expect(dialog(page, 'Order timeline')).toBeVisible();
    await isClean();
  });
}

import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { decode, encode } from '../../src/protocol/index.ts';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, pressIn, rowOf, watchForErrors } from './support/desk.ts';
import {
  arrowTo,
  awayFromBid,
  buyAtMarket,
  command,
  dialog,
  entry,
  grid,
  openRows,
  openTicket,
  rest,
  tab,
  tabTo,
  toast,
} from './support/orders.ts';
import { signInAsNewUser } from './support/users.ts';
import { SocketGate } from './support/socket-gate.ts';
import { test } from './support/test.ts';

let desk: Desk;
let errors: string[];
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});
test.beforeEach(async ({ page }) => {
  errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
});
test.afterEach(() => {
  expect(errors).toEqual([]);
});

test('an order is written, sent, replaced and cancelled without a mouse', async ({ page }) => {
  // Hundreds of keys, each after the one before.
  test.setTimeout(240_000);
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
    await expect(page.getByRole('option', { name: 'Market (MKT)', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: 'Limit (LMT)', exact: true })).toBeFocused();
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
    await arrowTo(page, page.getByRole('menuitem', { name: 'Replace order…' }));
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
    await pressIn(page.getByRole('alertdialog'), 'Enter');
    await expect(openRows(page)).toHaveCount(0);
    await expect(toast(page, /^Cancelled: Buy 15 SPY/)).toBeVisible();
  });
});

test('a replacement locks side and route, is confirmed by name, and takes the place of the row', async ({
  page,
}) => {
  await tab(page, 'Open Orders').click();
  const before = await rest(page, 'Buy');
  await openRows(page)
    .getByRole('button', { name: /^Replace Buy LMT SPY/ })
    .click();
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

test('Flatten cancels the open orders of the symbol, then closes the position; the timeline shows each report of an order', async ({
  page,
}) => {
  await buyAtMarket(page);
  await rest(page, 'Sell');
  await tab(page, 'Positions').click();
  const position = rowOf(grid(page, 'Positions'), 'SPY');
  await expect(position.locator('[data-column="Quantity"]')).toHaveText('10');
  await position.locator('[data-column="Last"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Flatten SPY…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    '1 open order of SPY will be cancelled first. Then Sell 10 SPY at market.',
  );
  await page.getByRole('alertdialog').getByRole('button', { name: 'Flatten' }).click();
  await expect(toast(page, 'SPY is flat: Sell 10 SPY at market was executed.')).toBeVisible();
  await expect(position.locator('[data-column="Side"]')).toHaveText('Flat');
  await expect(tab(page, 'Open Orders')).toContainText('0');

  await tab(page, 'Trade Log').click();
  const executed = grid(page, 'Trade log')
    .locator('[role="row"][data-row-id]')
    .filter({ hasText: 'Executed' })
    .first();
  await executed.locator('[data-column="Symbol"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Order timeline…' }).click();
  const timeline = dialog(page, 'Order timeline');
  await expect(timeline.getByRole('listitem').first()).toContainText(
    'The order server accepted the order and journaled it.',
  );
  await expect(timeline.getByRole('listitem').last()).toContainText('The order traded.');
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
  const exported = JSON.parse(await readFile(await (await journal).path(), 'utf8')) as {
    Orders: { Symbol: string; Reports: unknown[] }[];
  };
  expect(exported.Orders.map(({ Symbol, Reports }) => [Symbol, Reports.length > 1])).toEqual([
    ['SPY', true],
    ['SPY', true],
    ['SPY', true],
  ]);
  await page.getByRole('button', { name: 'Columns' }).last().click();
  await expect(dialog(page, 'Columns')).toContainText('FINRA fee');
});

test('an option that expired or was exercised while the user was away is reported once, and the Trade Log shows the settlement', async ({
  page,
}) => {
  const ends: {
    readonly Serial: number;
    readonly Symbol: string;
    readonly Contracts: number;
    readonly Shares: number;
    readonly Cash: number;
    readonly SettlementType: 'Exercised' | 'Expired';
  }[] = [
    {
      Serial: 1,
      Symbol: 'SPY260306C00100000',
      Contracts: -5,
      Shares: 500,
      Cash: -50_000,
      SettlementType: 'Exercised',
    },
  ];
  await page.routeWebSocket(/\/ws\/trading$/, (route) => {
    const server = route.connectToServer();
    route.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      const said = decode('trading', 'toClient', message.toString());
      if (said.ok && said.value.name === 'initializationComplete') {
        const { Account } = said.value.body;
        route.send(
          encode('settlements', {
            Account,
            Items: ends.map((end) => ({
              ...end,
              Account,
              Timestamp: Date.UTC(2026, 2, 6, 21),
              Underlying: 'SPY',
              Strike: 100,
              OptionPrice: 0,
            })),
            HasMore: false,
            IsSnapshot: true,
          }),
        );
      }
      route.send(message);
    });
  });
  await page.reload();
  const settlement = toast(page, /100 Call: Exercised 5 contracts at 100\.00: bought 500 SPY for 50,000\.00/);
  // Whole, because the close of the underlying comes last.
  expect(await settlement.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
  await tab(page, 'Trade Log').click();
  const row = grid(page, 'Trade log').locator('[role="row"][data-row-id="settlement 1"]');
  await expect(row.locator('[data-column="Status"]')).toHaveText('Exercised');
  await expect(row.locator('[data-column="Quantity"]')).toHaveText('5');
  await expect(row.locator('[data-column="Message"]')).toHaveText(
    'Exercised 5 contracts at 100.00: bought 500 SPY for 50,000.00',
  );
  // After the next sign-in only the new settlement is reported.
  ends.push({
    Serial: 2,
    Symbol: 'SPY260306P00100000',
    Contracts: 1,
    Shares: 0,
    Cash: 0,
    SettlementType: 'Expired',
  });
  await page.reload();
  await expect(toast(page, "SPY Mar 6 '26 100 Put: Expired worthless: 1 contract written")).toBeVisible();
  await expect(toast(page, /100 Call: Exercised/)).toHaveCount(0);
  await expect(row).toBeVisible();
});

test('order keys do nothing until they are armed, never while typing, and are off after a reload', async ({
  page,
}) => {
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
  await expect(
    page.locator('[data-tool="trade-manager"]').getByRole('button', { name: 'KEYS ARMED' }),
  ).toBeVisible();

  await window.getByRole('textbox', { name: 'Symbol' }).focus();
  await page.keyboard.press('Shift+B');
  await window.getByRole('textbox', { name: 'Symbol' }).fill('SPY');
  await window.getByRole('textbox', { name: 'Quantity' }).fill('5');
  await window.getByRole('combobox', { name: 'Type' }).focus();
  await page.keyboard.press('Shift+S');
  await expect(log).toHaveCount(0);

  await expect(window.getByRole('button', { name: /^Bid/ })).toBeEnabled();
  await expect(window.getByRole('button', { name: /^Buy 5 SPY/ })).toBeVisible();
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
  await expect(window.getByRole('button', { name: /^Bid/ })).toBeEnabled();
  // Each order is pending once; what becomes of it are lines of its own.
  await expect(log.filter({ hasText: 'Pending' })).toHaveCount(1);
  await tab(page, 'Trade Log').focus();
  await page.keyboard.press('Shift+B');
  await test.step('a press while they are off is lost: the next one, armed, is the second order', async () => {
    await window.getByRole('button', { name: 'Keys off' }).click();
    await question.getByRole('button', { name: 'Arm' }).click();
    await expect(window.getByRole('button', { name: 'KEYS ARMED' })).toBeVisible();
    await tab(page, 'Trade Log').focus();
    await page.keyboard.press('Shift+B');
    await expect(toast(page, /^Sent: Buy 100 SPY at/)).toBeVisible();
    await expect(log.filter({ hasText: 'Pending' }).filter({ hasText: '100' })).toHaveCount(1);
    await expect(log.filter({ hasText: 'Pending' })).toHaveCount(2);
  });
});

test('the kill switch cancels, refuses and shows it everywhere, until trading is allowed again', async ({
  page,
}) => {
  await rest(page, 'Buy');
  const manager = page.locator('[data-tool="trade-manager"]');
  await manager.getByRole('button', { name: 'Stop trading…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop trading' }).click();
  await expect(manager.getByRole('alert')).toContainText('Trading stopped by you.');
  await expect(tab(page, 'Open Orders')).toContainText('0');
  const window = page.locator('[data-tool="order-entry"]');
  await expect(
    window.getByRole('alert').filter({ hasText: 'You stopped trading on this account.' }),
  ).toBeVisible();
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

test('executions are reported even without a Trade Manager on screen', async ({ page }) => {
  await page
    .locator('[data-tool="trade-manager"]')
    .getByRole('button', { name: /^Close/ })
    .last()
    .click();
  await expect(page.locator('[data-tool="trade-manager"]')).toHaveCount(0);
  await buyAtMarket(page, '3');
  await expect(toast(page, /^Executed: Buy 3 SPY, 3 @ /)).toBeVisible();
});

test('prices that may have moved are marked in Open Orders and beside the account, too', async ({ page }) => {
  const feed = await SocketGate.on(page, 'streaming');
  await page.reload();
  await expect(entry(page).getByRole('button', { name: /^Bid/ })).toBeEnabled();
  await buyAtMarket(page);
  await tab(page, 'Open Orders').click();
  await rest(page, 'Buy');
  const last = openRows(page).locator('[data-column="Last"]');
  const profit = page
    .locator('[data-tool="trade-manager"] dt', { hasText: 'Open P&L' })
    .locator('xpath=following-sibling::dd[1]');
  for (const figure of [last, profit]) await expect(figure).toHaveCSS('font-style', 'normal');
  await feed.cut();
  for (const figure of [last, profit]) await expect(figure).toHaveCSS('font-style', 'italic');
  feed.restore();
  await command(page, 'reconnect now');
  for (const figure of [last, profit]) await expect(figure).toHaveCSS('font-style', 'normal');
});

test('ticket, Trade Manager and timeline are free of axe findings', async ({ page }) => {
  // Nine looks at the whole page.
  test.setTimeout(240_000);
  const isClean = () => expectWithinReach(page);
  await buyAtMarket(page);
  await rest(page, 'Buy');
  for (const name of ['Open Orders', 'Trade Log', 'Positions']) {
    await tab(page, name).click();
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
    await isClean();
  }
  const ticket = await openTicket(page);
  for (const side of ['Buy', 'Sell', 'Short']) {
    await ticket.getByRole('radio', { name: side }).click();
    await expect(ticket.locator('form')).toHaveAttribute('data-side', side);
    await isClean();
  }
  await page.keyboard.press('Escape');
  await expect(ticket).toHaveCount(0);
  await tab(page, 'Open Orders').click();
  await openRows(page)
    .getByRole('button', { name: /^Replace/ })
    .click();
  await expect(dialog(page, 'Replace order')).toBeVisible();
  await isClean();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Replace order')).toHaveCount(0);
  await openRows(page).locator('[data-column="Quantity"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Order timeline…' }).click();
  await expect(dialog(page, 'Order timeline')).toBeVisible();
  await isClean();
});

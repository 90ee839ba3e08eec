import { expect } from '@playwright/test';
import { decode, encode } from '../../src/protocol/index.ts';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, pressIn, watchForErrors } from './support/desk.ts';
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
test.beforeEach(({ page }) => {
  errors = watchForErrors(page);
});
test.afterEach(() => {
  expect(errors).toEqual([]);
});

test('an order is written, sent, replaced and cancelled without a mouse', async ({ page }) => {
  await signInAsNewUser(page, desk);
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

test('an option that expired or was exercised while the user was away is reported once, and the Trade Log shows the settlement', async ({
  page,
}) => {
  await signInAsNewUser(page, desk);
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

test('stale prices are marked in Open Orders and beside the account; Trade Manager, ticket and timeline are free of axe findings', async ({
  page,
}) => {
  const feed = await SocketGate.on(page, 'streaming');
  await signInAsNewUser(page, desk);
  await expect(entry(page).getByRole('button', { name: /^Bid/ })).toBeEnabled();
  await buyAtMarket(page);
  await tab(page, 'Open Orders').click();
  await rest(page, 'Buy');
  const manager = '[data-tool="trade-manager"]';
  await test.step('stale prices', async () => {
    const last = openRows(page).locator('[data-column="Last"]');
    const profit = page
      .locator(`${manager} dt`, { hasText: 'Open P&L' })
      .locator('xpath=following-sibling::dd[1]');
    for (const figure of [last, profit]) await expect(figure).toHaveCSS('font-style', 'normal');
    await feed.cut();
    for (const figure of [last, profit]) await expect(figure).toHaveCSS('font-style', 'italic');
    feed.restore();
    await command(page, 'reconnect now');
    for (const figure of [last, profit]) await expect(figure).toHaveCSS('font-style', 'normal');
  });
  for (const name of ['Trade Log', 'Positions', 'Open Orders']) {
    await tab(page, name).click();
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
    await expectWithinReach(page, manager);
  }
  const isClean = () => expectWithinReach(page, '[role="dialog"]');
  const ticket = await openTicket(page);
  await ticket.getByRole('radio', { name: 'Short' }).click();
  await expect(ticket.locator('form')).toHaveAttribute('data-side', 'Short');
  await isClean();
  await page.keyboard.press('Escape');
  await expectWithinReach(page, '[role="alertdialog"]');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(ticket).toHaveCount(0);
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

import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import {
  answerOrders,
  collectSavedFiles,
  createDeskServer,
  fill,
  renderSignedIn,
  type MemoryServer,
  type OrdersServer,
  type RenderedDesk,
} from '../../src/testing/index.ts';

/** The first workspace of a new user: Market View, Trade Manager and Order Entry. */
let server: MemoryServer;
let account: OrdersServer;
beforeEach(() => {
  server = createDeskServer();
  account = answerOrders(server);
});

type User = RenderedDesk['user'];

const tool = (id: string) => {
  const found = document.querySelector<HTMLElement>(`[data-tool="${id}"]`);
  if (found === null) throw new Error(`${id} is not shown`);
  return found;
};
/** The first element of a role whose text begins like this. A search of the whole page by accessible names takes long. */
const withText = (role: string, text: string) => {
  const all = [...document.querySelectorAll<HTMLElement>(`[role="${role}"]`)];
  const found = all.find(({ textContent }) => textContent.startsWith(text));
  if (found === undefined) throw new Error(`There is no ${role} "${text}"`);
  return found;
};
const tab = (name: string) => withText('tab', name);
const rows = (grid: string) => [
  ...document.querySelectorAll<HTMLElement>(`[aria-label="${grid}"] [role="row"][data-row-id]`),
];
const texts = (grid: string, column: string) =>
  rows(grid).map((row) => row.querySelector(`[data-column="${column}"]`)?.textContent);
const messages = () =>
  [...document.querySelectorAll('[role="dialog"]')].map(({ textContent }) => textContent);
const untilMessage = (text: string | RegExp) =>
  waitFor(() => expect(messages()).toContainEqual(expect.stringMatching(text)));

async function renderOrderDesk(): Promise<RenderedDesk> {
  const rendered = await renderSignedIn({ path: '/workspace', server });
  await within(await waitFor(() => tool('order-entry'))).findByRole('button', { name: /^Buy 100 / });
  await waitFor(() => tab('Open Orders'));
  return rendered;
}

/** The ticket of the Order Entry window. */
const ticket = () => within(tool('order-entry'));

/** Enters AAPL as the symbol of the ticket. The Enter key would send an order. */
async function chooseSymbol(user: User): Promise<void> {
  await fill(user, ticket().getByRole('textbox', { name: 'Symbol' }), 'AAPL');
  await user.tab();
}

/** Sends an order for AAPL from the Order Entry window; a limit order where a price is given. */
async function send(user: User, side: 'Buy' | 'Sell', quantity: string, price?: string): Promise<void> {
  await chooseSymbol(user);
  await user.click(ticket().getByRole('radio', { name: side }));
  await fill(user, ticket().getByRole('textbox', { name: 'Quantity' }), quantity);
  await user.click(ticket().getByRole('combobox', { name: 'Type' }));
  const type = price === undefined ? 'Market (MKT)' : 'Limit (LMT)';
  // While the list opens it takes no pointer.
  await waitFor(() => user.click(withText('option', type)));
  if (price !== undefined) await fill(user, ticket().getByRole('textbox', { name: 'Price' }), price);
  const before = account.orders.length;
  const label = new RegExp(`^${side} ${quantity} AAPL at ${price ?? 'market'}`);
  await user.click(await ticket().findByRole('button', { name: label }));
  await expect.poll(() => account.orders.length).toBe(before + 1);
}

/** Chooses a tab of Trade Manager. */
async function show(user: User, name: 'Open Orders' | 'Trade Log' | 'Positions'): Promise<void> {
  await user.click(tab(name));
  await expect.poll(() => tab(name).getAttribute('aria-selected')).toBe('true');
}

/** Chooses from the menu of a row. */
async function fromMenu(user: User, row: HTMLElement | undefined, item: string): Promise<void> {
  const cell = row?.querySelector('[data-column="Symbol"]');
  await user.pointer({ keys: '[MouseRight]', target: cell ?? document.body });
  await user.click(await waitFor(() => withText('menuitem', item)));
}

test('a replacement locks side, symbol and route, is confirmed by name, and takes the place of the row', async () => {
  const { user, reload } = await renderOrderDesk();
  await show(user, 'Open Orders');
  await send(user, 'Buy', '10', '90');
  await expect.poll(() => texts('Open orders', 'Price')).toEqual(['90.00']);
  await user.click(within(tool('trade-manager')).getByRole('button', { name: /^Replace Buy LMT AAPL/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace order' }));
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Sell' }).disabled).toBe(true);
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Symbol' }).disabled).toBe(true);
  expect(dialog.getByRole<HTMLButtonElement>('combobox', { name: 'Route' }).disabled).toBe(true);
  const price = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Price' });
  expect(price.value).toBe('90.00');
  await fill(user, price, '89');
  await user.click(dialog.getByRole('button', { name: 'Confirm Replace' }));
  await expect
    .poll(() => dialog.getByRole('list', { name: 'Order messages' }).textContent)
    .toContain('Replaced');
  await user.keyboard('{Escape}');
  await expect.poll(() => texts('Open orders', 'Price')).toEqual(['89.00']);
  expect(texts('Open orders', 'Status')).toEqual(['Replaced']);
  reload();
  await expect.poll(() => texts('Open orders', 'Price')).toEqual(['89.00']);
});

test('Flatten cancels the open orders of the symbol first, then closes the position', async () => {
  const { user } = await renderOrderDesk();
  await send(user, 'Buy', '10');
  await send(user, 'Sell', '10', '110');
  await show(user, 'Positions');
  await expect.poll(() => texts('Positions', 'Quantity')).toEqual(['10']);
  await fromMenu(user, rows('Positions')[0], 'Flatten AAPL…');
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain(
    '1 open order of AAPL will be cancelled first. Then Sell 10 AAPL at market.',
  );
  await user.click(within(question).getByRole('button', { name: 'Flatten' }));
  await untilMessage('AAPL is flat: Sell 10 AAPL at market was executed.');
  await expect.poll(() => texts('Positions', 'Side')).toEqual(['Flat']);
  expect(account.reports.map(({ ReportType }) => ReportType).slice(-4)).toEqual([
    'OrderCanceled',
    'OrderAccepted',
    'OrderConfirmed',
    'OrderExecuted',
  ]);
  expect(tab('Open Orders').textContent).toContain('0');
});

test('the Trade Log shows the timeline of an order, executions alone, and exports what it shows as CSV', async () => {
  const files = collectSavedFiles();
  const { user } = await renderOrderDesk();
  await send(user, 'Buy', '10');
  await send(user, 'Sell', '10', '110');
  await show(user, 'Trade Log');
  await expect.poll(() => rows('Trade log').length).toBe(5);
  await fromMenu(
    user,
    rows('Trade log').find(({ textContent }) => textContent.includes('Executed')),
    'Order timeline…',
  );
  const timeline = within(await screen.findByRole('dialog', { name: 'Order timeline' }));
  const steps = timeline.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(steps[0]).toContain('The order server accepted the order and journaled it.');
  expect(steps[0]).toMatch(/\d\d:\d\d:\d\d\.\d\d\d/);
  expect(steps.at(-1)).toContain('The order traded.');
  await user.keyboard('{Escape}');
  await user.click(within(tool('trade-manager')).getByRole('checkbox', { name: 'Show executions only' }));
  await expect.poll(() => texts('Trade log', 'Status')).toEqual(['Executed']);
  await user.click(within(tool('trade-manager')).getByRole('button', { name: 'Export' }));
  await user.click(await waitFor(() => withText('menuitem', 'What is shown (CSV)')));
  await expect.poll(() => files.length).toBe(1);
  const lines = ((await files[0]?.data.text()) ?? '').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('Time,Status,Symbol,Side');
  await user.click(within(tool('trade-manager')).getByRole('button', { name: 'Columns' }));
  await waitFor(() =>
    expect(screen.getByRole('dialog', { name: 'Columns' }).textContent).toContain('FINRA fee'),
  );
});

test('order keys do nothing until they are armed, never while typing, and are off after a reload', async () => {
  const { user, reload } = await renderOrderDesk();
  const sent = () => account.orders.map(({ Side, Quantity, Type }) => `${Side} ${Quantity} ${Type}`);
  const pressOutside = async (keys: string) => {
    tab('Trade Log').focus();
    await user.keyboard(keys);
  };
  const arm = async () => {
    await user.click(await ticket().findByRole('button', { name: 'Keys off' }));
    const question = await screen.findByRole('alertdialog', { name: 'Arm the order keys?' });
    expect(question.textContent).toContain('PAPER account');
    await user.click(within(question).getByRole('button', { name: 'Arm' }));
    await ticket().findByRole('button', { name: 'KEYS ARMED' });
  };
  await show(user, 'Trade Log');
  await chooseSymbol(user);
  await ticket().findByRole('button', { name: /^Buy 100 AAPL/ });
  await pressOutside('{Shift>}b{/Shift}');
  await arm();
  within(tool('trade-manager')).getByRole('button', { name: 'KEYS ARMED' });

  const quantity = ticket().getByRole('textbox', { name: 'Quantity' });
  await fill(user, quantity, '5');
  quantity.focus();
  await user.keyboard('{Shift>}b{/Shift}');
  await fill(user, quantity, '5');
  ticket().getByRole('combobox', { name: 'Type' }).focus();
  await user.keyboard('{Shift>}s{/Shift}');
  await ticket().findByRole('button', { name: /^Buy 5 AAPL/ });
  expect(sent()).toEqual([]);
  await pressOutside('{Shift>}b{/Shift}');
  await untilMessage(/^Sent: Buy 5 AAPL at 100\.01/);
  expect(sent()).toEqual(['Buy 5 Limit']);

  // With a ticket above the windows they act in the windows, and not in the ticket.
  await pressOutside('{F9}');
  const above = await screen.findByRole('dialog', { name: 'Order entry' });
  within(above).getByRole('radio', { name: 'Buy' }).focus();
  await user.keyboard('{Shift>}b{/Shift}');
  await pressOutside('{Shift>}b{/Shift}');
  await expect.poll(sent).toEqual(['Buy 5 Limit', 'Buy 5 Limit']);
  expect(above.isConnected).toBe(true);

  reload();
  await ticketIsBack();
  await pressOutside('{Shift>}b{/Shift}');
  // The key that was lost would have sent an order before the next one.
  await chooseSymbol(user);
  await arm();
  await pressOutside('{Shift>}s{/Shift}');
  await untilMessage(/^Sent: Sell 100 AAPL at 99\.99/);
  expect(sent()).toEqual(['Buy 5 Limit', 'Buy 5 Limit', 'Sell 100 Limit']);
});

const ticketIsBack = () =>
  waitFor(() => within(tool('order-entry')).getByRole('button', { name: 'Keys off' }));

test('armed order keys are shown in the menu bar of a workspace without a ticket, and switched off there', async () => {
  const { user } = await renderOrderDesk();
  await user.click(ticket().getByRole('button', { name: 'Keys off' }));
  await user.click(await screen.findByRole('button', { name: 'Arm' }));
  await ticket().findByRole('button', { name: 'KEYS ARMED' });
  await user.click(screen.getByRole('button', { name: 'New workspace' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Elsewhere{Enter}');
  const [menuBar] = screen.getAllByRole('banner');
  const banner = within(menuBar ?? document.body);
  await user.click(await banner.findByRole('button', { name: 'KEYS ARMED' }));
  await untilMessage('The order keys are off.');
  expect(banner.queryByRole('button', { name: 'KEYS ARMED' })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Workspace 1' }));
  await ticketIsBack();
});

test('the kill switch cancels, refuses and is shown everywhere, until trading is allowed again', async () => {
  const { user, reload } = await renderOrderDesk();
  await send(user, 'Buy', '10', '90');
  const manager = () => within(tool('trade-manager'));
  await user.click(manager().getByRole('button', { name: 'Stop trading…' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stop trading' }),
  );
  await expect.poll(() => manager().getByRole('alert').textContent).toContain('Trading stopped by you.');
  await expect.poll(() => tab('Open Orders').textContent).toContain('0');
  await ticket().findByText(/You stopped trading on this account\./);
  const buy = () => ticket().getByRole('button', { name: /^Buy 10 AAPL/ });
  const isOff = () => buy().matches(':disabled') || buy().getAttribute('aria-disabled') === 'true';
  expect(isOff()).toBe(true);
  await user.click(manager().getByRole('button', { name: 'Allow trading…' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Allow trading' }),
  );
  await expect.poll(isOff).toBe(false);
  // The message of the server checks the box, not the click.
  const answer = server.answerOf('accountOptionsSet');
  let isHeld = true;
  server.on('accountOptionsSet', (body) => {
    if (!isHeld) answer(body);
  });
  const box = () => manager().getByRole<HTMLInputElement>('checkbox', { name: 'Cancel on disconnect' });
  const isChecked = () => box().checked || box().getAttribute('aria-checked') === 'true';
  await user.click(box());
  expect(isChecked()).toBe(false);
  isHeld = false;
  await user.click(box());
  await expect.poll(isChecked).toBe(true);
  reload();
  await waitFor(() => expect(isChecked()).toBe(true));
});

test('executions are reported also without a Trade Manager on the screen', async () => {
  const { user } = await renderOrderDesk();
  await user.click(
    within(tool('trade-manager'))
      .getAllByRole('button', { name: /^Close/ })
      .at(-1) ?? document.body,
  );
  await expect.poll(() => document.querySelector('[data-tool="trade-manager"]')).toBeNull();
  await send(user, 'Buy', '3');
  await untilMessage(/^Executed: Buy 3 AAPL, 3 @ 100\.01/);
});

test('marks prices that may have changed in Open Orders and beside the account, until the feed is back', async () => {
  const { user, desk } = await renderOrderDesk();
  await send(user, 'Buy', '10');
  await show(user, 'Open Orders');
  await send(user, 'Buy', '10', '90');
  const last = () => rows('Open orders')[0]?.querySelector('[data-column="Last"]');
  const profit = () =>
    within(tool('trade-manager'))
      .getByText('Open P&L', { selector: 'dt' })
      .parentElement?.querySelector('dd');
  const isStale = (element: Element | null | undefined) =>
    element !== null && element !== undefined && /stale/i.test(element.outerHTML);
  const staleness = () => [isStale(last()), isStale(profit())];
  await expect.poll(staleness).toEqual([false, false]);
  server.isAway = true;
  server.drop('streaming');
  await expect.poll(staleness).toEqual([true, true]);
  server.isAway = false;
  await desk.commands.run('session.reconnect');
  await expect.poll(staleness).toEqual([false, false]);
});

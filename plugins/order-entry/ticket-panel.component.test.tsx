import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { report } from '../../src/client/testing/fixtures.ts';
import {
  createDeskServer,
  fill,
  renderTool,
  untilFocused,
  type MemoryServer,
  type RenderedTool,
} from '../../src/testing/index.ts';
import { marketView } from '../market-view/manifest.ts';

let server: MemoryServer;
let desk: RenderedTool;
beforeEach(async () => {
  server = createDeskServer();
  desk = await renderTool(marketView, server, { Symbols: ['AAPL', 'MSFT'] });
});

const ticket = () => screen.getByRole('dialog', { name: 'Order entry' });
const tickets = () => screen.queryAllByRole('dialog').map((dialog) => dialog.getAttribute('aria-modal'));
const field = (name: string) =>
  within(ticket()).getByLabelText<HTMLInputElement>(name, { selector: 'input' });
const send = (name: string | RegExp) => within(ticket()).findByRole('button', { name });
const place = (args: Record<string, unknown>) => desk.desk.commands.run('order.place', args);
const question = () => screen.findByRole('alertdialog', { name: 'Replace the open ticket?' });
const discardQuestion = () => screen.findByRole('alertdialog', { name: 'Discard this order?' });
async function discard(): Promise<void> {
  await desk.user.click(within(await discardQuestion()).getByRole('button', { name: 'Discard' }));
}
const orders = () => server.received('trading').filter(({ name }) => name === 'orderSend');

/** A control of the window behind the ticket. */
const behind = () => within(desk.frame).getByRole('button', { name: 'Columns' });

/** Opens the ticket of AAPL and types a quantity. */
async function typedTicket(): Promise<void> {
  await place({ symbol: 'AAPL' });
  await untilFocused(() => field('Quantity'));
  await fill(desk.user, field('Quantity'), '7');
  await send('Buy 7 AAPL at market');
}

test('F9 opens the ticket, goes to it from the windows and back, and keeps what is typed', async () => {
  const { user } = desk;
  behind().focus();
  await user.keyboard('{F9}');
  await screen.findByRole('dialog', { name: 'Order entry' });
  await untilFocused(() => field('Quantity'));
  await user.keyboard('7');
  await user.keyboard('{F9}');
  expect(document.activeElement).toBe(behind());
  await user.keyboard('{F9}');
  await untilFocused(() => field('Quantity'));
  expect([field('Quantity').value, tickets()]).toEqual(['7', [null]]);
  await user.keyboard('{Escape}');
  await discard();
  await expect.poll(tickets).toEqual([]);
  await untilFocused(behind);
  // The next ticket is a new one.
  await user.keyboard('{F9}');
  await screen.findByRole('dialog', { name: 'Order entry' });
  expect(field('Quantity').value).toBe('100');
});

test('a key that the user has chosen for the ticket goes to it and back, and F9 does neither', async () => {
  const { user } = desk;
  await desk.desk.platform.settings.save({ commandKeys: { 'order.place': '$mod+KeyE' } });
  behind().focus();
  await user.keyboard('{F9}');
  expect(tickets()).toEqual([]);
  await user.keyboard('{Control>}[KeyE]{/Control}');
  await untilFocused(() => field('Quantity'));
  await user.keyboard('{F9}');
  expect(document.activeElement).toBe(field('Quantity'));
  await user.keyboard('{Control>}[KeyE]{/Control}');
  expect(document.activeElement).toBe(behind());
});

test('the keys of the workstation act with the ticket open while the focus is in a window, and only that of the palette while it is in the ticket', async () => {
  const { user } = desk;
  await place({ symbol: 'AAPL' });
  await untilFocused(() => field('Quantity'));
  await user.keyboard('{?}m');
  expect(tickets()).toEqual([null]);
  // The palette opens from everywhere; Escape behind it closes the palette alone.
  for (const from of [() => field('Quantity'), behind]) {
    from().focus();
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: 'Command' });
    await user.keyboard('{Escape}');
    await expect.poll(() => screen.queryByRole('combobox', { name: 'Command' })).toBeNull();
    await untilFocused(from);
  }
  // A letter begins a symbol for the window.
  await user.keyboard('m');
  const lookup = await screen.findByRole('dialog', { name: 'Market View' });
  await user.keyboard('{Escape}');
  await expect.poll(() => lookup.isConnected).toBe(false);
  expect(ticket().isConnected).toBe(true);
});

test('a ticket without typed input gives way to another symbol; the status of its orders stays', async () => {
  const { user } = desk;
  await typedTicket();
  await user.keyboard('{Enter}');
  await expect.poll(orders).toHaveLength(1);
  await user.click(await within(desk.frame).findByRole('button', { name: 'Trade MSFT' }));
  await send('Buy 100 MSFT at market');
  await untilFocused(() => field('Quantity'));
  expect(tickets()).toEqual([null]);
  const lines = within(ticket()).getByRole('list', { name: 'Order messages' });
  expect(lines.textContent).toContain('Buy 7 AAPL');
  // The order before this one has no answer yet.
  await user.keyboard('{Enter}');
  await expect.poll(() => ticket().textContent).toContain('has not answered');
  expect(orders()).toHaveLength(1);
});

test.each([
  ['Escape', () => desk.user.keyboard('{Escape}')],
  ['the cross', () => desk.user.click(within(ticket()).getByTitle('Close (Escape)'))],
  ['the Close button', () => desk.user.click(within(ticket()).getByText('Close', { selector: 'button' }))],
])('%s discards typed input after a question only, whose safe answer has the focus', async (_way, leave) => {
  await typedTicket();
  await leave();
  const dialog = await discardQuestion();
  expect(dialog.textContent).toContain('It has not been sent: Buy 7 AAPL at market.');
  const keep = within(dialog).getByRole('button', { name: 'Keep order' });
  await untilFocused(() => keep);
  // A request of a tool changes nothing until the question is answered.
  await place({ symbol: 'MSFT' });
  await desk.user.keyboard('{Enter}');
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect([field('Symbol').value, field('Quantity').value]).toEqual(['AAPL', '7']);
  await leave();
  await discard();
  await expect.poll(tickets).toEqual([]);
});

test('a ticket closes without a question when nothing was typed, and when what was typed has been sent', async () => {
  const { user } = desk;
  await place({ symbol: 'AAPL' });
  await untilFocused(() => field('Quantity'));
  await user.keyboard('{Escape}');
  await expect.poll(tickets).toEqual([]);
  await typedTicket();
  await user.keyboard('{Enter}');
  await expect.poll(orders).toHaveLength(1);
  await user.keyboard('{Escape}');
  await expect.poll(tickets).toEqual([]);
});

test('typed input gives way to another symbol after a question only', async () => {
  const { user } = desk;
  await typedTicket();
  await user.click(await within(desk.frame).findByRole('button', { name: 'Trade MSFT' }));
  expect((await question()).textContent).toMatch(
    /not been sent: Buy 7 AAPL at market.*Buy 100 MSFT at market/s,
  );
  await untilFocused(() => screen.getByRole('button', { name: 'Keep' }));
  await user.keyboard('{Enter}');
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  await untilFocused(() => field('Quantity'));
  expect([field('Symbol').value, field('Quantity').value]).toEqual(['AAPL', '7']);
  await user.click(await within(desk.frame).findByRole('button', { name: 'Trade MSFT' }));
  await question();
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  await send('Buy 100 MSFT at market');
  expect(field('Symbol').value).toBe('MSFT');
  await untilFocused(() => field('Quantity'));
});

test('a symbol that is typed and not entered counts as typed input', async () => {
  const { user } = desk;
  await place({ symbol: 'AAPL' });
  await untilFocused(() => field('Quantity'));
  field('Symbol').focus();
  await user.keyboard('X');
  const answered = place({ symbol: 'MSFT' });
  await question();
  await user.keyboard('{Escape}');
  await answered;
  await untilFocused(() => field('Quantity'));
  expect(field('Symbol').value).not.toBe('MSFT');
});

test('takes a price of its symbol and keeps the typed quantity, without a question', async () => {
  await typedTicket();
  await place({ symbol: 'AAPL', side: 'Sell', price: 101.25 });
  await send('Sell 7 AAPL at 101.25');
  await place({ symbol: 'AAPL', side: 'Buy', price: 101.5 });
  await send('Buy 7 AAPL at 101.50');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a replacement takes the place of a new ticket, after a question where input was typed', async () => {
  const { user } = desk;
  const { OrderId, ClientId } = report({});
  await typedTicket();
  server.send(
    'trading',
    'executionReport',
    report({ Symbol: 'AAPL', OrderType: 'Limit', Price: 99, Quantity: 40 }),
  );
  await expect.poll(() => desk.desk.platform.orders.get().orders.get(OrderId)?.ClientId).toBe(ClientId);
  const replace = () => desk.desk.commands.run('order.replace', { orderId: OrderId, price: 98.5 });
  const kept = replace();
  await question();
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  await kept;
  expect(field('Quantity').value).toBe('7');
  await user.keyboard('{Escape}');
  await discard();
  await expect.poll(tickets).toEqual([]);
  await replace();
  const dialog = screen.getByRole('dialog', { name: 'Replace order' });
  expect(within(dialog).getByLabelText<HTMLInputElement>('Price', { selector: 'input' }).value).toBe('98.50');
  // The chart moves the same order again: its ticket takes the price.
  await desk.desk.commands.run('order.replace', { orderId: OrderId, price: 97 });
  await expect
    .poll(() => within(dialog).getByLabelText<HTMLInputElement>('Price', { selector: 'input' }).value)
    .toBe('97.00');
  await place({ symbol: 'MSFT' });
  await send('Buy 100 MSFT at market');
  expect(tickets()).toEqual([null]);
});

test('a side without a symbol is about the symbol of the open ticket', async () => {
  await place({ symbol: 'MSFT' });
  await send('Buy 100 MSFT at market');
  await desk.desk.commands.run('order.sell');
  await send('Sell 100 MSFT at market');
});

test('a request from another browser window brings the ticket there, with what is typed and the orders sent from it', async () => {
  const { user } = desk;
  const { panel } = desk.desk.dialogs;
  // The first panel is in a window that the user has left.
  vi.spyOn(desk.desk.platform.dialogs, 'panel').mockImplementationOnce(async (options) => {
    const opened = await panel(options);
    return opened === null ? null : { ...opened, isHere: () => false };
  });
  await typedTicket();
  await user.keyboard('{Enter}');
  await expect.poll(orders).toHaveLength(1);
  await fill(user, field('Quantity'), '9');
  const before = ticket();
  await user.tab();
  await place({});
  expect(ticket() === before).toBe(false);
  await send('Buy 9 AAPL at market');
  await untilFocused(() => field('Quantity'));
  expect(within(ticket()).getByRole('list', { name: 'Order messages' }).textContent).toContain('Buy 7 AAPL');
  // What was typed there is still unsent input.
  void place({ symbol: 'MSFT' });
  await question();
});

test('two requests at once open one ticket, with what the second requests', async () => {
  await Promise.all([place({ symbol: 'AAPL' }), place({ symbol: 'MSFT' })]);
  await send('Buy 100 MSFT at market');
  expect(tickets()).toEqual([null]);
});

test('a session that ends while the question is open does not keep the next ticket from opening', async () => {
  await typedTicket();
  void place({ symbol: 'MSFT' });
  await question();
  desk.desk.dialogs.clear();
  await expect.poll(tickets).toEqual([]);
  await place({ symbol: 'MSFT' });
  await send('Buy 100 MSFT at market');
});

test('the end of the session takes the ticket away, and the next one opens', async () => {
  await typedTicket();
  desk.desk.dialogs.clear();
  await expect.poll(tickets).toEqual([]);
  await place({ symbol: 'MSFT' });
  await send('Buy 100 MSFT at market');
});

import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import {
  answerOrders,
  createDeskServer,
  renderTool,
  type MemoryServer,
  type OrdersServer,
  type RenderedTool,
} from '../../src/testing/index.ts';
import { orderEntry } from './manifest.ts';

let server: MemoryServer;
let account: OrdersServer;
beforeEach(() => {
  server = createDeskServer();
  account = answerOrders(server);
});

const ticket = () =>
  within(document.querySelector<HTMLElement>('[data-tool="order-entry"]') ?? document.body);
const bar = () => screen.queryByRole('group', { name: 'Waiting order' });
const send = () => ticket().getByRole('button', { name: 'Buy 100 AAPL at market' });
const sentCount = () => server.received('trading').filter(({ name }) => name === 'orderSend').length;

/** A ticket for AAPL of a user whose orders wait, unless a test says otherwise longer than any test lasts. */
async function renderHeld(holdSeconds = 600): Promise<RenderedTool> {
  const rendered = await renderTool(orderEntry, server, { Symbol: 'AAPL' });
  await ticket().findByRole('button', { name: 'Buy 100 AAPL at market' });
  rendered.desk.platform.settings.preview({ holdSeconds });
  return rendered;
}

test('an order waits after Send, and is undone by its button or Escape; nothing of it reaches the server', async () => {
  const { user } = await renderHeld();
  await user.click(send());
  await expect.poll(bar).not.toBeNull();
  within(document.body).getByText(/A page that is closed does not send it\./);
  screen.getByRole('button', { name: /ORDER WAITS/ });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await ticket().findByText('Not sent: Buy 100 AAPL at market. You have undone it.');
  expect(bar()).toBeNull();
  await user.click(send());
  await expect.poll(bar).not.toBeNull();
  await user.keyboard('{Escape}');
  await expect.poll(bar).toBeNull();
  expect(sentCount()).toBe(0);
});

test('an order that waits is sent once by Send now, and another one does not join it', async () => {
  const { user } = await renderHeld();
  await user.click(send());
  await expect.poll(bar).not.toBeNull();
  await user.click(send());
  await ticket().findByText('The order before this one still waits. Undo it, or send it now.');
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  await expect.poll(() => account.orders.map(({ Status }) => Status)).toEqual(['Executed']);
  expect([bar(), sentCount()]).toEqual([null, 1]);
});

test('an order is sent by itself at the end of its time, with its reports in the ticket', async () => {
  const { user } = await renderHeld(1);
  await user.click(send());
  expect(sentCount()).toBe(0);
  await expect.poll(sentCount, { timeout: 5_000 }).toBe(1);
  await ticket().findByText(/Executed/);
  expect(bar()).toBeNull();
});

test('Escape undoes the order of a ticket in a dialog and leaves the dialog open; closing the dialog undoes it, too', async () => {
  const { user, desk } = await renderHeld();
  void desk.commands.run('order.place', { symbol: 'AAPL' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Order entry' }));
  const buy = await dialog.findByRole('button', { name: 'Buy 100 AAPL at market' });
  await user.click(buy);
  await expect.poll(bar).not.toBeNull();
  await user.keyboard('{Escape}');
  await dialog.findByText(/You have undone it/);
  await user.click(buy);
  await expect.poll(bar).not.toBeNull();
  // The first of its name is the cross of the dialog.
  const [close] = dialog.getAllByRole('button', { name: 'Close' });
  if (close !== undefined) await user.click(close);
  await screen.findByText('Not sent: Buy 100 AAPL at market. The ticket was closed.');
  expect(sentCount()).toBe(0);
});

test('orders of armed keys wait by their own setting only', async () => {
  const { user, desk } = await renderHeld();
  const run = () => desk.commands.run('order.send', { symbol: 'AAPL', side: 'Buy', quantity: 5, price: 99 });
  await run();
  await expect.poll(sentCount).toBe(1);
  desk.platform.settings.preview({ isArmedHeld: true });
  await run();
  await screen.findByText(/^Not sent yet: Buy 5 AAPL at 99\.00\./);
  await user.click(screen.getByRole('button', { name: /ORDER WAITS/ }));
  // Errors are there twice: to be read out, and to be seen.
  const page = () => document.body.textContent;
  await expect.poll(page).toContain('Not sent: Buy 5 AAPL at 99.00. You have undone it.');
  expect(page()).not.toContain('Not sent yet');
  expect(sentCount()).toBe(1);
});

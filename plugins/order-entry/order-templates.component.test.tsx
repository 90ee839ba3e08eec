import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import {
  answerOrders,
  answerSaves,
  createDeskServer,
  fill,
  renderTool,
  type MemoryServer,
  type OrdersServer,
  type RenderedTool,
  type SavesServer,
} from '../../src/testing/index.ts';
import { orderEntry } from './manifest.ts';

let server: MemoryServer;
let account: OrdersServer;
let saves: SavesServer;
beforeEach(() => {
  server = createDeskServer();
  account = answerOrders(server);
  saves = answerSaves(server);
});

type User = RenderedTool['user'];
const SCALP = {
  Id: '7',
  Type: 'OrderTemplate',
  Name: 'Scalp',
  Data: {
    TargetBasis: 'Percent',
    Targets: [
      { AmountE4: 10_000, Share: 60 },
      { AmountE4: 20_000, Share: 40 },
    ],
    Stop: { Basis: 'Percent', AmountE4: 5_000 },
    IsBreakEven: true,
    ExitTif: 'GoodTillCancel',
  },
};
const ticket = () =>
  within(document.querySelector<HTMLElement>('[data-tool="order-entry"]') ?? document.body);
const field = (name: string) => ticket().getByRole<HTMLInputElement>('textbox', { name });
async function choose(user: User, label: string, option: string): Promise<void> {
  await user.click(ticket().getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

test('exits are saved under a name and loaded into another ticket, with their shares', async () => {
  const { user } = await renderTool(orderEntry, server, { Symbol: 'AAPL' });
  await ticket().findByRole('button', { name: 'Buy 100 AAPL at market' });
  await choose(user, 'Attach', 'Target and stop');
  await fill(user, field('Exit target'), '2');
  await fill(user, field('Exit stop'), '1');
  await user.click(ticket().getByRole('button', { name: 'Save or delete…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Templates of attached orders' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Swing{Enter}');
  await expect
    .poll(() => saves.rows().map(({ Type, Name }) => [Type, Name]))
    .toEqual([['OrderTemplate', 'Swing']]);
  saves.write(SCALP);
  await choose(user, 'Template', 'Scalp');
  await ticket().findByRole('button', {
    name: 'Buy 100 AAPL at market, targets 1.00% / 2.00%, stop 0.50% to break-even',
  });
  expect([field('Target 1 closes').value, field('Target 2 closes the rest').value]).toEqual(['60', '40']);
  await fill(user, field('Quantity'), '10');
  expect([field('Target 1 closes').value, field('Target 2 closes the rest').value]).toEqual(['6', '4']);
  await choose(user, 'Template', 'Swing');
  await ticket().findByRole('button', { name: 'Buy 10 AAPL at market, target 2.00%, stop 1.00%' });
});

test('the default of an account is in each new ticket, also of other tools, and is sent by clicks without a ticket', async () => {
  saves.write(SCALP);
  const { user, desk } = await renderTool(orderEntry, server, { Symbol: 'AAPL' });
  await ticket().findByRole('button', { name: 'Buy 100 AAPL at market' });
  await choose(user, 'Attach', 'Target and stop');
  const isDefault = () =>
    ticket().getByRole('checkbox', { name: 'New orders of D-1 begin with this template' });
  await expect.poll(() => ticket().getByRole('combobox', { name: 'Template' }).textContent).toBe('None');
  await choose(user, 'Template', 'Scalp');
  await user.click(isDefault());
  await expect.poll(() => desk.platform.settings.saved.get().orderTemplates).toEqual({ 'D-1': '7' });
  void desk.commands.run('order.place', { symbol: 'MSFT', price: 99, quantity: 50 });
  const dialog = within(await screen.findByRole('dialog', { name: 'Order entry' }));
  await dialog.findByRole('button', {
    name: 'Buy 50 MSFT at 99.00, targets 1.00% / 2.00%, stop 0.50% to break-even',
  });
  await user.keyboard('{Escape}');
  await desk.commands.run('order.send', { symbol: 'AAPL', side: 'Buy', quantity: 20, price: 99 });
  await expect
    .poll(() => [...account.groups.values()])
    .toMatchObject([
      { Kind: 'Bracket', Symbol: 'AAPL', Targets: [{ Quantity: 12 }, { Quantity: 8 }], BreakEven: true },
    ]);
  await user.click(isDefault());
  await expect.poll(() => desk.platform.settings.saved.get().orderTemplates).toEqual({});
});

test('a sale that closes the position is sent plain, whatever the default attaches', async () => {
  saves.write(SCALP);
  const { user, desk } = await renderTool(orderEntry, server, { Symbol: 'AAPL' });
  await user.click(await ticket().findByRole('button', { name: 'Buy 100 AAPL at market' }));
  await expect.poll(() => desk.platform.orders.get().positions.get('AAPL')?.LongQty).toBe(100);
  await choose(user, 'Attach', 'Target and stop');
  await choose(user, 'Template', 'Scalp');
  await user.click(ticket().getByRole('radio', { name: 'Sell' }));
  await ticket().findByText('No exits: this order closes the position.');
  expect(ticket().queryByRole('textbox', { name: 'Exit stop' })).toBeNull();
  await user.click(await ticket().findByRole('button', { name: 'Sell 100 AAPL at market' }));
  await expect.poll(() => desk.platform.orders.get().positions.get('AAPL')?.LongQty).toBe(0);
  expect(account.groups.size).toBe(0);
  // The position is closed: the next order opens one, with its exits.
  await user.click(ticket().getByRole('radio', { name: 'Buy' }));
  await ticket().findByRole('button', {
    name: 'Buy 100 AAPL at market, targets 1.00% / 2.00%, stop 0.50% to break-even',
  });
});

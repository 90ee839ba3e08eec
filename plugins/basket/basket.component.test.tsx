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
  type SavesServer,
} from '../../src/testing/index.ts';
import { orderEntry } from '../order-entry/manifest.ts';
import { basket } from './manifest.ts';
import type { BasketState } from './state.ts';
import { SCALP } from './testing/saved-templates.ts';

let server: MemoryServer;
let account: OrdersServer;
let saves: SavesServer;
beforeEach(() => {
  server = createDeskServer();
  account = answerOrders(server);
  saves = answerSaves(server);
});

const row = (Id: string, change: object = {}) => ({
  Id,
  Symbol: 'AAPL',
  Side: 'Buy',
  Quantity: 10,
  Type: 'Limit',
  Tif: 'Day',
  Price: 99,
  StopPrice: null,
  Route: null,
  More: {},
  ...change,
});
const frame = () => within(document.querySelector<HTMLElement>('[data-tool="basket"]') ?? document.body);
const rows = () =>
  [...document.querySelectorAll('[data-tool="basket"] tbody tr')].map((each) =>
    [...each.querySelectorAll('td')]
      .map(({ textContent }) => textContent)
      .slice(0, 9)
      .join(' '),
  );
const sent = () => account.orders.map(({ Symbol: symbol, Unfill, Fill }) => `${symbol} ${Unfill + Fill}`);

test('orders are imported from a file whose wrong lines are named, then checked and sent together, and cancelled', async () => {
  const { user } = await renderTool(basket, server);
  await user.click(await frame().findByRole('button', { name: 'Import CSV…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import orders' }));
  await expect.poll(() => document.activeElement?.textContent).toBe('Choose file…');
  const csv = 'symbol,side,quantity,price\nAAPL,Buy,10,99\nMSFT,Buy,many,\nMSFT,Buy,20,98\n';
  await user.upload(
    dialog.getByLabelText('File with orders'),
    new File([csv], 'orders.csv', { type: 'text/csv' }),
  );
  await dialog.findByText('Line 3: "many" is no quantity.');
  await user.click(dialog.getByRole('button', { name: 'Add 2 orders' }));
  await expect
    .poll(rows)
    .toEqual(['Buy 10 AAPL LMT 99.00  DAY  Staged', 'Buy 20 MSFT LMT 98.00  DAY  Staged']);
  await user.click(frame().getByRole('button', { name: 'Check all' }));
  await expect.poll(() => rows().every((text) => / Costs /.test(text))).toBe(true);
  expect(account.orders).toEqual([]);
  const cancelAll = frame().getByRole<HTMLButtonElement>('button', { name: 'Cancel all' });
  expect(cancelAll.disabled).toBe(true);
  await user.click(frame().getByRole('button', { name: 'Send all…' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Send 2 orders?' }));
  question.getByText(/2 orders for the PAPER account D-1/);
  await user.click(question.getByRole('button', { name: 'Send 2 orders' }));
  await expect.poll(sent).toEqual(['AAPL 10', 'MSFT 20']);
  await expect.poll(() => rows().every((text) => text.endsWith('Confirmed'))).toBe(true);
  await user.click(cancelAll);
  await expect.poll(() => account.orders.map(({ Status }) => Status)).toEqual(['Cancelled', 'Cancelled']);
  await expect.poll(() => cancelAll.disabled).toBe(true);
});

test('an order with a problem keeps all from being sent until it is corrected, and what was sent is not sent again', async () => {
  const { user } = await renderTool(basket, server, {
    Rows: [row('r1'), row('r2', { Quantity: 5, Price: null })],
  });
  const send = () => frame().getByRole('button', { name: 'Send all…' });
  await user.click(await frame().findByRole('button', { name: 'Send all…' }));
  await expect.poll(() => rows()[1]).toContain('The price is missing');
  await screen.findByText('Nothing was sent: correct or remove the order that has a problem first.');
  const edit = () => frame().getAllByRole<HTMLButtonElement>('button', { name: 'Edit the order for AAPL' });
  const [, second] = edit();
  if (second !== undefined) await user.click(second);
  const form = within(await screen.findByRole('dialog', { name: 'Edit order' }));
  await user.click(form.getByRole('button', { name: 'Change' }));
  await form.findByText('Correct this first: the price is missing.');
  await fill(user, form.getByRole('textbox', { name: 'Price' }), '98.5');
  await user.click(form.getByRole('button', { name: 'Change' }));
  await expect.poll(() => rows()[1]).toBe('Buy 5 AAPL LMT 98.50  DAY  Staged');
  await user.click(send());
  await user.click(await screen.findByRole('button', { name: 'Send 2 orders' }));
  await expect.poll(sent).toEqual(['AAPL 10', 'AAPL 5']);
  await expect.poll(() => send().matches(':disabled')).toBe(true);
  expect(edit().every((button) => button.matches(':disabled'))).toBe(true);
});

test('a basket is saved under a name, and loaded as orders that were not sent', async () => {
  const { user, window, desk } = await renderTool(basket, server, {
    Rows: [row('r1')],
    Sent: { r1: 'ord1' },
  });
  // The window of a basket has its state.
  const state = () => window.getState() as BasketState;
  await expect.poll(() => rows()[0]).toMatch(/Sent$/);
  void desk.commands.run('basket.manage-saves', { windowId: window.id });
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Open{Enter}');
  await expect.poll(() => saves.rows().map(({ Type, Name }) => [Type, Name])).toEqual([['Basket', 'Open']]);
  await screen.findByRole('heading', { name: 'Basket - Open' });
  void desk.commands.run('basket.manage-saves', { windowId: window.id });
  await user.dblClick(await screen.findByRole('option', { name: 'Open' }));
  await expect.poll(() => rows()[0]).toMatch(/Staged$/);
  expect(state().Rows.map(({ Id }) => Id)).not.toEqual(['r1']);
});

test('the ticket stages its order in a basket instead of sending it', async () => {
  const { user, desk } = await renderTool(orderEntry, server, { Symbol: 'AAPL' });
  const ticket = () =>
    within(document.querySelector<HTMLElement>('[data-tool="order-entry"]') ?? document.body);
  await ticket().findByRole('button', { name: 'Buy 100 AAPL at market' });
  await user.click(ticket().getByRole('button', { name: 'Stage' }));
  await screen.findByText('Staged in Basket: Buy 100 AAPL MKT');
  // Without an empty window the basket has a workspace of its own, which is shown once.
  await user.click(screen.getByRole('tab', { name: 'Workspace 1' }));
  await ticket().findByRole('button', { name: 'Stage' });
  await fill(user, ticket().getByRole('textbox', { name: 'Quantity' }), '7');
  await user.click(ticket().getByRole('button', { name: 'Stage' }));
  const staged = () =>
    desk.platform.tools
      .windowsOf('basket')
      .get()
      // The window of a basket has its state.
      .map((window) => (window.getState() as BasketState).Rows.map(({ Quantity }) => Quantity));
  await expect.poll(staged).toEqual([[100, 7]]);
  expect(account.orders).toEqual([]);
});

test('what is no order is not staged, and costs no window', async () => {
  const { desk, window } = await renderTool(basket, server, { Rows: [row('r1')] });
  await desk.commands.run('basket.stage', { order: { symbol: 'AAPL', side: 'Give', quantity: Number.NaN } });
  await screen.findByText('This order cannot be staged.');
  // The window of a basket has the state of a basket.
  expect((window.getState() as BasketState).Rows).toHaveLength(1);
});

test('a row with exits is entered in the form, where the exits are checked and shown in the list', async () => {
  const { user } = await renderTool(basket, server, { Rows: [row('first')] });
  await user.click(await frame().findByRole('button', { name: 'Edit the order for AAPL' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit order' }));
  await fill(user, form.getByRole('textbox', { name: 'Target' }), 'near');
  await user.click(form.getByRole('button', { name: 'Change' }));
  await form.findByText(
    'Correct this first: an exit is a price (105.50), a distance in dollars (+1.50) or in per cent (2%); targets are up to 5 of them with / between.',
  );
  await fill(user, form.getByRole('textbox', { name: 'Target' }), '98');
  await form.findByText('Correct this first: the target is above the entry.');
  await fill(user, form.getByRole('textbox', { name: 'Target' }), '+1.5 / +3');
  await fill(user, form.getByRole('textbox', { name: 'Stop loss' }), '2%');
  await user.click(form.getByRole('button', { name: 'Change' }));
  await expect
    .poll(rows)
    .toEqual(['Buy 10 AAPL LMT 99.00  DAY Targets 1.50 above / 3.00 above, stop 2% Staged']);
});

test('the exits of a market order are compared with the market in the form already', async () => {
  const { user, desk } = await renderTool(basket, server);
  await user.click(await frame().findByRole('button', { name: 'Add order…' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add order' }));
  await fill(user, form.getByRole('textbox', { name: 'Symbol' }), 'AAPL');
  await user.click(form.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'Market (MKT)' }));
  await expect.poll(() => desk.platform.symbols.get('AAPL')?.last).toBe(100);
  await fill(user, form.getByRole('textbox', { name: 'Target' }), '99');
  await user.click(form.getByRole('button', { name: 'Add' }));
  await form.findByText('Correct this first: the target is above the entry.');
  await fill(user, form.getByRole('textbox', { name: 'Target' }), '101');
  await user.click(form.getByRole('button', { name: 'Add' }));
  await expect.poll(rows).toEqual(['Buy 100 AAPL MKT   DAY Target 101.00 Staged']);
});

/** Saves a template as another machine does. */
const saveScalp = () =>
  saves.write({ Id: SCALP.id, Type: 'OrderTemplate', Name: SCALP.name, Data: SCALP.template });

test('a row takes a template in its form instead of exits of its own, and Check all shows what it makes of the row', async () => {
  saveScalp();
  const { user } = await renderTool(basket, server, {
    Rows: [row('first', { Exits: { Target: { Basis: 'Offset', Amount: 2 }, Stop: null, Tif: 'Day' } })],
  });
  await user.click(await frame().findByRole('button', { name: 'Edit the order for AAPL' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit order' }));
  await user.click(form.getByRole('combobox', { name: 'Template' }));
  await user.click(await screen.findByRole('option', { name: 'Scalp' }));
  const target = form.getByRole<HTMLInputElement>('textbox', { name: 'Target' });
  expect([target.disabled, target.value]).toEqual([true, '']);
  await user.click(form.getByRole('button', { name: 'Change' }));
  await expect.poll(rows).toEqual(['Buy 10 AAPL LMT 99.00  DAY Template Scalp Staged']);
  await user.click(frame().getByRole('button', { name: 'Check all' }));
  await expect
    .poll(() => rows()[0])
    .toMatch(
      /Scalp: target 6 at 99\.99, target 4 at 100\.98, stop 98\.50, to break-even after target 1, DAY$/,
    );
  await user.click(frame().getByRole('button', { name: 'Send all…' }));
  await user.click(await screen.findByRole('button', { name: 'Send 1 order' }));
  await expect
    .poll(() => [...account.groups.values()])
    .toMatchObject([{ Kind: 'Bracket', Targets: [{ Quantity: 6 }, { Quantity: 4 }], BreakEven: true }]);
});

test('an import names the lines whose template is unknown, or stands beside exits of their own', async () => {
  saveScalp();
  const { user } = await renderTool(basket, server);
  await user.click(await frame().findByRole('button', { name: 'Import CSV…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import orders' }));
  const csv =
    'symbol,side,quantity,price,target,template\nAAPL,Buy,10,99,,scalp\nMSFT,Buy,20,98,,Gone\nMSFT,Buy,20,98,105,Scalp\n';
  await user.upload(
    dialog.getByLabelText('File with orders'),
    new File([csv], 'orders.csv', { type: 'text/csv' }),
  );
  await dialog.findByText('Line 3: there is no template "Gone": use "Scalp".');
  dialog.getByText('Line 4: state a template, or exits of its own (target, stop loss, exit tif), not both.');
  await user.click(dialog.getByRole('button', { name: 'Add 1 order' }));
  await expect.poll(rows).toEqual(['Buy 10 AAPL LMT 99.00  DAY Template scalp Staged']);
});

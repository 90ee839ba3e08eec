import { fireEvent, screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import type { Body } from '../../src/protocol/index.ts';
import type { MemoryServer, OrdersServer, RenderedTool } from '../../src/testing/index.ts';
import { arm, cell, drag, grid, isArmed, ladderServer, renderLadder } from './testing/ladder-page.ts';

let server: MemoryServer;
let account: OrdersServer;
beforeEach(() => {
  ({ server, account } = ladderServer());
});

/** Places an order that waits until the last trade is at 99.94 or below. */
const placeWaiting = (desk: RenderedTool['desk']) =>
  desk.platform.groups.place({
    kind: 'Conditional',
    order: {
      symbol: 'AAPL',
      side: 'Buy',
      quantity: 20,
      type: 'Market',
      price: null,
      destination: 'SMART',
      route: 'AUTO',
    },
    condition: { basis: 'Last', symbol: 'AAPL', direction: 'AtOrBelow', price: 99.94 },
  });
const levels = () =>
  server.received('trading').flatMap(({ name, body }) =>
    // The body of the message of this name.
    name === 'orderGroupTermsChange' ? [(body as Body<'orderGroupTermsChange'>).Condition] : [],
  );
test('armed, the level of an order that waits is dragged to another row at once; a refusal leaves it where it was and says why', async () => {
  const { user, desk } = await renderLadder(server);
  await arm(user);
  await placeWaiting(desk);
  await expect.poll(() => cell('99.94', 'buys').textContent).toBe('20 if');
  drag(cell('99.94', 'buys'), cell('99.92', 'buys'));
  await expect.poll(() => cell('99.92', 'buys').textContent).toBe('20 if');
  expect(cell('99.94', 'buys').textContent).toBe('');
  expect(levels()).toEqual([{ Basis: 'Last', Symbol: 'AAPL', Direction: 'AtOrBelow', Price: 99.92 }]);
  server.on('orderGroupTermsChange', ({ Account, ClientId }) =>
    server.send('trading', 'orderGroupResult', {
      Account,
      ClientId,
      ErrorCode: -107,
      Message: 'The order was sent: its condition held.',
    }),
  );
  drag(cell('99.92', 'buys'), cell('99.90', 'buys'));
  // The toast, and its announcement.
  await screen.findAllByText('Not moved: The order was sent: its condition held.');
  expect([cell('99.92', 'buys').textContent, cell('99.90', 'buys').textContent]).toEqual(['20 if', '']);
});

test('until it is armed, a drag of the level opens the figures of the group with the new one, and Alt with an arrow does as well', async () => {
  const { user, desk } = await renderLadder(server);
  await placeWaiting(desk);
  await expect.poll(() => cell('99.94', 'buys').textContent).toBe('20 if');
  drag(cell('99.94', 'buys'), cell('99.92', 'buys'));
  const level = async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Conditional G1' }));
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Level' });
    await expect.poll(() => document.activeElement).toBe(field);
    return field.value;
  };
  expect(await level()).toBe('99.92');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([levels(), cell('99.94', 'buys').textContent]).toEqual([[], '20 if']);
  grid().focus();
  await user.keyboard('{Home}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect
    .poll(() => grid().getAttribute('aria-activedescendant') === cell('99.94', 'bid').parentElement?.id)
    .toBe(true);
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(await level()).toBe('99.93');
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await expect.poll(() => cell('99.93', 'buys').textContent).toBe('20 if');
});

test('shows an order that waits for a condition, and cancels it there', async () => {
  const { user, desk } = await renderLadder(server);
  await arm(user);
  await placeWaiting(desk);
  await expect.poll(() => cell('99.94', 'buys').textContent).toBe('20 if');
  expect(cell('99.94', 'buys').title).toBe('Buy 20 MKT if AAPL last ≤ 99.94 · G1');
  fireEvent.pointerDown(cell('99.94', 'buys'), { button: 1 });
  await expect.poll(() => account.groups.get('G1')?.State).toBe('Cancelled');
  await expect.poll(() => cell('99.94', 'buys').textContent).toBe('');
});

test('shows the stop of an entry that has not filled, and moves it armed; no click cancels it alone', async () => {
  const { user, desk } = await renderLadder(server);
  await arm(user);
  const result = await desk.platform.groups.place({
    kind: 'Bracket',
    entry: {
      symbol: 'AAPL',
      side: 'Buy',
      quantity: 20,
      type: 'Limit',
      price: 99.93,
      destination: 'SMART',
      route: 'AUTO',
    },
    target: null,
    stop: { basis: 'Price', amount: 99.91, tif: 'Day' },
  });
  expect(result).toMatchObject({ ok: true });
  await expect.poll(() => cell('99.91', 'sells').textContent).toBe('20 not sent');
  drag(cell('99.91', 'sells'), cell('99.90', 'sells'));
  await expect
    .poll(() =>
      server.received('trading').flatMap(({ name, body }) => (name === 'orderGroupChange' ? [body] : [])),
    )
    .toMatchObject([{ Role: 'Stop', Basis: 'Price', Amount: 99.9 }]);
  fireEvent.pointerDown(cell('99.91', 'sells'), { button: 1 });
  expect(server.received('trading').some(({ name }) => name === 'orderGroupCancel')).toBe(false);
});

test('each partial fill of an entry resizes its stop in the row, as the server does it', async () => {
  const { desk } = await renderLadder(server);
  const entry = {
    symbol: 'AAPL',
    side: 'Buy',
    quantity: 20,
    type: 'Limit',
    price: 99.93,
    destination: 'SMART',
    route: 'AUTO',
  } as const;
  const stop = { basis: 'Price', amount: 99.91, tif: 'Day' } as const;
  await desk.platform.groups.place({ kind: 'Bracket', entry, target: null, stop });
  await expect.poll(() => cell('99.91', 'sells').textContent).toBe('20 not sent');
  const group = account.groups.get('G1');
  const [sent] = account.reports;
  const [member] = group?.Orders ?? [];
  if (group === undefined || sent === undefined || member === undefined)
    throw new Error('No entry was sent.');
  let { length } = account.reports;
  const report = (change: Partial<typeof sent>) =>
    server.send('trading', 'executionReport', { ...sent, Serial: (length += 1), ...change });
  const exit = {
    OrderId: '2001',
    ClientId: 'exit',
    Side: 'Sell',
    OrderType: 'Stop',
    Price: 0,
    StopPrice: 99.91,
  } as const;
  /** The group once so many of the entry have filled and are closed by the stop. */
  const publish = (Quantity: number) =>
    server.send('trading', 'orderGroups', {
      Account: group.Account,
      Items: [
        {
          ...group,
          State: 'Triggered',
          Orders: [
            { ...member, Fill: Quantity },
            { ...member, OrderId: '2001', Role: 'Stop', Side: 'Sell', Quantity, Fill: 0, IsOpen: true },
          ],
        },
      ],
      HasMore: false,
      IsSnapshot: false,
    });
  const fillOf = (LastFillQuantity: number, LeavesQuantity: number) =>
    report({ ReportType: 'OrderExecuted', LastFillPrice: 99.93, LastFillQuantity, LeavesQuantity });

  fillOf(8, 12);
  report({ ...exit, ReportType: 'OrderAccepted', Quantity: 8, LeavesQuantity: 8 });
  report({ ...exit, ReportType: 'OrderConfirmed', Quantity: 8, LeavesQuantity: 8 });
  publish(8);
  await expect.poll(() => cell('99.91', 'sells').textContent).toBe('8 stop');
  expect(cell('99.93', 'buys').textContent).toMatch(/^12 /);
  fillOf(6, 6);
  report({ ...exit, ReportType: 'OrderReplaced', Quantity: 14, LeavesQuantity: 14 });
  publish(14);
  await expect.poll(() => cell('99.91', 'sells').textContent).toBe('14 stop');
  expect(cell('99.93', 'buys').textContent).toMatch(/^6 /);
});

test('a click in a halt leaves no order in the row, and shows why the server refused it', async () => {
  const { user } = await renderLadder(server);
  await arm(user);
  server.on('orderSend', ({ ClientId, Account, UserId, ...order }) =>
    server.send('trading', 'executionReport', {
      OrderId: '1000',
      ClientId,
      Serial: 1,
      UserId,
      Account,
      Symbol: order.Symbol,
      Message: 'This symbol trading is restricted. Trading in AAPL is halted.',
      ErrorCode: -49,
      Timestamp: order.Timestamp,
      ReportType: 'OrderRejected',
      LeavesQuantity: 0,
      Quantity: order.Quantity,
      LastFillPrice: 0,
      LastFillQuantity: 0,
      Price: order.Price ?? 0,
      Side: order.Side,
      OrderType: order.Type,
      TimeInForce: order.TifType,
      Source: order.Source,
      Destination: order.Destination,
      ExecutedRoute: order.Route,
      ExecutionId: '',
      CreatedTime: order.Timestamp,
      Fees: 0,
    }),
  );
  await user.click(cell('99.95', 'bid'));
  await screen.findAllByText(/Trading in AAPL is halted/);
  expect([cell('99.95', 'buys').textContent, isArmed()]).toEqual(['', true]);
  fireEvent.pointerDown(cell('99.95', 'buys'), { button: 1 });
  expect(server.received('trading').some(({ name }) => name === 'orderCancel')).toBe(false);
});

import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import {
  answerOrders,
  answerTrades,
  createDeskServer,
  fill,
  OPENED_MS,
  renderTool,
} from '../../src/testing/index.ts';
import { tradeManager } from './manifest.ts';

const ACCOUNT = 'D-1';

test('the lots of an open sale are chosen from its menu, and a refusal of the server is shown in place', async () => {
  const server = createDeskServer();
  const account = answerOrders(server, ACCOUNT);
  const trades = answerTrades(server);
  const lot = { Side: 'Long', Opened: OPENED_MS, Taken: 0, Chosen: 0 } as const;
  trades.orderLots = {
    Method: 'FIFO',
    Closing: 60,
    Left: 60,
    IsChosen: false,
    Lots: [
      { ...lot, Lot: '2', Price: 90, Open: 100, Planned: 60 },
      { ...lot, Lot: '4', Price: 95, Open: 50, Planned: 0 },
    ],
    IsComplete: true,
  };
  const { desk, frame, user } = await renderTool(tradeManager, server, { CurrentTab: 'OpenOrders' });
  const common = { symbol: 'AAPL', type: 'Limit', destination: 'SMART', route: 'AUTO' } as const;
  desk.platform.orders.send({ ...common, side: 'Buy', quantity: 100, price: 90 });
  desk.platform.orders.send({ ...common, side: 'Sell', quantity: 60, price: 150 });
  await expect.poll(() => account.orders.length).toBe(2);
  const [purchase = '', sale = ''] = account.orders.map(({ OrderId }) => OrderId);
  const menuOf = async (orderId: string) => {
    const row = await waitFor(() => {
      const found = frame.querySelector(`[data-row-id="${orderId}"] [data-column="Symbol"]`);
      if (found === null) throw new Error(`order ${orderId} is not listed`);
      return found;
    });
    await user.pointer({ keys: '[MouseRight]', target: row });
    return screen.findByRole('menuitem', { name: 'Choose lots…' });
  };
  expect((await menuOf(purchase)).getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  await user.click(await menuOf(sale));
  const dialog = await screen.findByRole('dialog', { name: `Lots of order ${sale} - AAPL` });
  expect(trades.calls.map(({ path }) => path)).toEqual([`OrderLots/D-1?order=${sale}&symbol=AAPL`]);
  expect(dialog.textContent).toContain('60 left');
  expect(dialog.textContent).toContain('first in, first out');
  const rowOf = (name: RegExp) => within(dialog).getByRole('row', { name });
  // The desk of the test quotes AAPL: each lot and the sum have their gain at the bid.
  await waitFor(() => expect(rowOf(/^Chosen/).textContent).toMatch(/60 of 60\+\d/));
  const gains = () => [/^2 /, /^Chosen/].map((name) => rowOf(name).lastElementChild?.textContent);
  expect(gains()[0]).toBe(gains()[1]);

  const field = (name: string) => within(dialog).getByRole('textbox', { name: `To close of lot ${name}` });
  await fill(user, field('4'), '51');
  await within(dialog).findByText('Lot 4 has 50.');
  await fill(user, field('4'), '50');
  await within(dialog).findByText('The order closes 60. You chose 110.');
  await fill(user, field('2'), '10');
  trades.refusal = 'Lot 4 is chosen for order 7.';
  await user.click(within(dialog).getByRole('button', { name: 'Choose' }));
  await within(dialog).findByText('Lot 4 is chosen for order 7.');
  trades.refusal = null;
  await user.click(within(dialog).getByRole('button', { name: 'Choose' }));
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  expect(trades.calls.at(-1)).toEqual({
    path: 'ChooseLots/D-1',
    body: {
      OrderId: sale,
      Symbol: 'AAPL',
      Lots: [
        { Lot: '2', Quantity: 10 },
        { Lot: '4', Quantity: 50 },
      ],
    },
  });
});

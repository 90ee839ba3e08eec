import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import { answerOrders, createDeskServer, fill, installCanvas, renderTool } from '../../src/testing/index.ts';
import { chart } from './manifest.ts';
import { placeSized } from './place-sized.ts';

beforeEach(installCanvas);

test('an order at a price of the chart is sized by dollars at that price, and opens the ticket', async () => {
  const server = createDeskServer();
  answerOrders(server);
  const { window, user } = await renderTool(chart, server, { Symbol: 'AAPL' });
  const order = { symbol: 'AAPL', side: 'Sell', price: 99 } as const;
  const cancelled = placeSized(window, order);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await cancelled;
  expect(screen.queryByRole('dialog', { name: 'Order entry' })).toBeNull();
  void placeSized(window, order);
  const dialog = within(await screen.findByRole('dialog', { name: 'Calculate quantity' }));
  await fill(user, dialog.getByRole('textbox', { name: 'Amount, $' }), '5000');
  // At the price of the chart, not at the market of 100.
  await dialog.findByText('50 shares at 99.00: 4,950.00');
  await user.click(dialog.getByRole('button', { name: 'Use quantity' }));
  await screen.findByRole('button', { name: 'Sell 50 AAPL at 99.00' });
});

import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { answerOrders, createDeskServer, renderTool } from '../../src/testing/index.ts';
import { tradeManager } from './manifest.ts';

const TIMELINE = {
  ProposedBy: 'Assistant',
  Times: { Received: 1_772_465_400_123, DecidedMicros: 210, PublishedMicros: 1_340 },
  Quotes: [{ Serial: 1, B: 100, BS: 300, A: 100.04, AS: 200 }],
  Group: [{ Serial: 2, Timestamp: 1_772_465_400_200, Text: 'The target (order 14) filled 100 at 101.20' }],
  Explanation: {
    ErrorCode: 0,
    Message: 'OK',
    Timestamp: 1_772_465_400_123,
    Checks: [
      {
        Check: 'buying-power',
        Title: 'Buying power',
        Rule: 'Opening would cost more than is left.',
        ErrorCode: -26,
        Figure: { Unit: 'Money', Bound: 'AtMost', Value: 24_000, Limit: 20_000 },
        Remedy: { Quantity: 80, Price: 95.5 },
      },
      {
        Check: 'open-orders',
        Title: 'Open orders',
        Rule: 'The account has reached its limit of open orders.',
        ErrorCode: 0,
        Figure: { Unit: 'Orders', Bound: 'AtMost', Value: 3, Limit: 2_000 },
      },
    ],
    Remedy: { Quantity: 80 },
  },
  Replacements: [
    {
      ClientId: 'ord-2',
      ErrorCode: -7,
      Message: 'Unknown order Id',
      Timestamp: 1_772_465_400_123,
      Checks: [],
      Remedy: {},
    },
  ],
  Resting: {
    Reason: 'Limit 99.00 is 1.04 below the ask 100.04',
    Notes: ['The exits of its group are held until this order fills'],
    Queue: { AtArrival: 500, Now: 1_400, Traded: 200 },
  },
};

test('the timeline of an open order says why it rests, what its checks compared, and how long the server took', async () => {
  const server = createDeskServer();
  const account = answerOrders(server);
  const { fetch } = server;
  let isMissing = false;
  Object.assign(server, {
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const url = new URL(String(input), 'http://desk.test/');
      if (url.pathname !== '/api/Orders/Timeline') return fetch(input, init);
      return isMissing
        ? Response.json({ Error: 'The journal is being repaired.' }, { status: 503 })
        : Response.json({ ...TIMELINE, OrderId: url.searchParams.get('orderId') });
    },
  });
  const { desk, user } = await renderTool(tradeManager, server, { CurrentTab: 'OpenOrders' });
  desk.platform.orders.send({
    symbol: 'AAPL',
    side: 'Buy',
    quantity: 200,
    type: 'Limit',
    price: 99,
    destination: 'SMART',
    route: 'AUTO',
  });
  await expect.poll(() => account.orders.length).toBe(1);
  const orderId = account.orders[0]?.OrderId ?? '';
  void desk.commands.run('order.timeline', { orderId });
  const dialog = within(await screen.findByRole('dialog', { name: 'Order timeline' }));
  await dialog.findByText('Limit 99.00 is 1.04 below the ask 100.04.');
  dialog.getByText('The exits of its group are held until this order fills.');
  dialog.getByText('Proposed by the API key “Assistant” and confirmed in the workstation.');
  dialog.getByText(/about 1,400 ahead in the queue, 500 displayed on arrival, 200 traded at the price since/);
  dialog.getByText(/checked and matched after 0\.21 ms, journaled and acknowledged after 1\.34 ms/);
  dialog.getByText(/^This page: sent .*press, first report .* after sending\.$/);
  dialog.getByText('The target (order 14) filled 100 at 101.20');
  dialog.getByText('All checks pass with quantity ≤ 80.');
  dialog.getByText('Replacement ord-2: -7 Unknown order Id');
  const rows = within(dialog.getByRole('table', { name: 'Risk checks' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'Buying power24,000.00≤ 20,000.00-4,000.00-26 Not enough cash; passes with quantity ≤ 80 or price ≤ 95.50',
    'Open orders3≤ 2,0001,997passed',
  ]);

  await user.keyboard('{Escape}');
  isMissing = true;
  void desk.commands.run('order.timeline', { orderId });
  await screen.findByText('The journal is being repaired.');
});

import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import {
  answerOrders,
  collectSavedFiles,
  createDeskServer,
  renderTool,
  type MemoryServer,
} from '../../src/testing/index.ts';
import { executionQuality } from './manifest.ts';

const QUOTE = { B: 100, BS: 300, A: 100.04, AS: 200 };
const ORDER = {
  OrderId: '5',
  Symbol: 'AAPL',
  Side: 'Buy',
  Type: 'Market',
  TifType: 'Day',
  Destination: 'SMART',
  Route: 'AUTO',
  Quantity: 200,
  ArrivalTime: 1_772_465_400_000,
  Arrival: QUOTE,
  IsMarketable: true,
  IsWaiting: false,
  IsMultiLeg: false,
  Fills: [100.04, 100.03].map((Price, index) => ({
    ExecutionId: `E${7 + index}`,
    Timestamp: 1_772_465_400_040 + index,
    Quantity: 100,
    Price,
    Exchange: 'ARCA',
    Liquidity: 'R',
    Fees: 0.5,
    Quote: QUOTE,
  })),
};
const RESTING = {
  ...ORDER,
  OrderId: '9',
  Symbol: 'MSFT',
  Type: 'Limit',
  Price: 99,
  IsMarketable: false,
  Fills: [],
};

let server: MemoryServer;
/** Queries of the requests, and what answers them. */
let requests: URLSearchParams[];
let answer: (query: URLSearchParams) => { readonly status: number; readonly body: object };
beforeEach(() => {
  server = createDeskServer();
  answerOrders(server);
  requests = [];
  answer = (query) => ({
    status: 200,
    body: {
      Account: query.get('account'),
      Date: query.get('date'),
      HasMore: false,
      Orders: [ORDER, RESTING],
    },
  });
  const { fetch } = server;
  Object.assign(server, {
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const url = new URL(String(input), 'http://desk.test/');
      if (url.pathname !== '/api/Orders/Executions') return fetch(input, init);
      requests.push(url.searchParams);
      const { status, body } = answer(url.searchParams);
      return Response.json(body, { status });
    },
  });
});

const totals = async () => (await screen.findByLabelText('Totals of the day')).textContent;
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent);

test('shows what the orders of the day cost, by order and by fill, and exports the rows', async () => {
  const files = collectSavedFiles();
  const { user } = await renderTool(executionQuality, server);
  // 200 shares at 1.5 cents above the midpoint of 100.02 on average, one half of them a cent better than the ask.
  expect(await totals()).toContain('Slippage+3.00');
  expect(await totals()).toContain('per share+0.0150');
  expect(await totals()).toContain('Improvement+1.00');
  expect(await totals()).toContain('Fill rate50.0%');
  expect(rows()).toEqual(['AAPL', 'MSFT']);

  await user.click(screen.getByRole('combobox', { name: 'Rows' }));
  await user.click(await screen.findByRole('option', { name: 'Fills' }));
  await expect.poll(rows).toEqual(['AAPL', 'AAPL']);
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  const [file] = files;
  expect(file?.name).toMatch(/^executions-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await file?.data.text())?.trim().split(/\r?\n/) ?? [];
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('Slippage $');
});

test('groups the orders by symbol', async () => {
  await renderTool(executionQuality, server, { GroupBy: 'Symbol' });
  await totals();
  expect(rows()).toEqual(['AAPL', 'MSFT']);
  expect(requests).toHaveLength(1);
});

test('loads the session before, and says that a day has no orders', async () => {
  const { user } = await renderTool(executionQuality, server);
  await totals();
  answer = (query) => ({
    status: 200,
    body: { Account: query.get('account'), Date: query.get('date'), HasMore: false, Orders: [] },
  });
  await user.click(screen.getByRole('button', { name: 'Session before' }));
  await screen.findByText('No orders on this day');
  const [first, second] = requests.map((query) => query.get('date') ?? '');
  expect(String(second) < String(first)).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Session after' }));
  await expect.poll(() => requests.length).toBe(3);
});

test('requests the rest of a long day, and names a failure with a button that tries again', async () => {
  answer = () => ({ status: 500, body: { Error: 'The journal is being repaired.' } });
  const { user } = await renderTool(executionQuality, server);
  await screen.findByText('The journal is being repaired.');
  answer = (query) => ({
    status: 200,
    body: {
      Account: query.get('account'),
      Date: query.get('date'),
      HasMore: query.get('after') === null,
      Orders: query.get('after') === null ? [ORDER] : [RESTING],
    },
  });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await totals();
  expect(rows()).toEqual(['AAPL', 'MSFT']);
  expect(requests.at(-1)?.get('after')).toBe('5');
});

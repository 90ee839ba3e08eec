import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createTapedeckClient,
  TapedeckError,
  type OrderTerms,
  type TapedeckClient,
  type TapedeckErrorCode,
} from '../../src/automation-client/index.ts';
import { ERROR_CODES } from '../../src/automation-client/tapedeck-error.ts';
import type { ApiErrorCode } from '../../src/server/gateway/automation/api-refusal.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import { morningEpoch } from '../support/morning-epoch.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { createKey } from './api-client.ts';

let server: TestServer;
let user: TestUser;
let client: TapedeckClient;
beforeAll(async () => {
  server = await startTestServer({ keyRequests: { perKey: 1e6, perUser: 1e6 } });
  user = await server.addUser('trader1');
  client = createTapedeckClient({ url: server.url, key: (await createKey(server, user)).key });
});
afterAll(() => server.end());

const order = (change: Partial<OrderTerms> = {}): OrderTerms => ({
  account: user.account,
  symbol: 'SPY',
  side: 'Buy',
  quantity: 10,
  type: 'Limit',
  price: '90.05',
  ...change,
});
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

it('lists every code of the server', () => {
  const known: Record<ApiErrorCode, true> & Partial<Record<string, true>> = Object.fromEntries(
    ERROR_CODES.map((code) => [code, true]),
    // The type of the list has each code of the server, or this does not compile.
  ) as Record<(typeof ERROR_CODES)[number], true>;
  expect(known.rate_limited).toBe(true);
});

it('reads the key, its accounts, the clock and symbols', async () => {
  expect(await client.key()).toMatchObject({ name: 'Program', scopes: ['read', 'paper'] });
  expect(await client.accounts()).toEqual([{ account: user.account, kind: 'paper', isDefault: true }]);
  expect(await client.clock()).toMatchObject({ isOpen: true, phase: 'open' });
  expect(await client.symbols('SP', { limit: 1 })).toMatchObject([{ symbol: 'SPY' }]);
});

it('quotes more symbols than one call may name', async () => {
  const unknown = Array.from({ length: 120 }, (_, index) => `NO${index}`);
  const quotes = await client.quotes(['SPY', ...unknown, 'QQQ', 'SPY']);
  expect(quotes.items).toMatchObject([
    { symbol: 'SPY', bid: '100.00', ask: '100.02' },
    { symbol: 'QQQ', ask: '200.05' },
  ]);
  expect(quotes.unknown).toEqual(unknown);
  expect(await client.quotes([])).toEqual({ items: [], unknown: [] });
});

it('reads all pages of bars, and as many as the loop needs', async () => {
  const market = createSimulatedMarket({
    epoch: morningEpoch(),
    seed: 7,
    nowMs: Date.now,
    preparesAhead: false,
  });
  const simulated = await startTestServer<MarketData>({ market });
  try {
    const { key } = await createKey(simulated, simulated.user);
    const program = createTapedeckClient({ url: simulated.url, key });
    const { time } = await program.clock();
    const from = new Date(Date.parse(time) - 60 * 86_400_000);
    const bars = await allOf(program.bars({ symbol: 'SPY', size: '1d', from, to: time, pageSize: 7 }));
    const times = bars.map((bar) => bar.time);
    expect(bars.length).toBeGreaterThan(14);
    expect([times, new Set(times).size]).toEqual([times.toSorted(), bars.length]);
    const inOnePage = await program.call('bars', {
      params: { symbol: 'SPY', size: '1d', from: from.toISOString(), to: time },
    });
    // The newest bar is still forming.
    expect(inOnePage.items.slice(0, -1)).toEqual(bars.slice(0, -1));
    for await (const bar of program.bars({ symbol: 'SPY', size: '1d', from, pageSize: 2 })) {
      expect(bar).toEqual(bars[0]);
      break;
    }
  } finally {
    await simulated.end();
  }
});

it('places, replaces, reads and cancels an order, once for each Idempotency-Key', async () => {
  const accepted = await client.placeOrder(order(), { idempotencyKey: 'once-1' });
  expect(accepted).toMatchObject({ clientId: 'once-1', symbol: 'SPY', quantity: 10 });
  expect(await client.placeOrder(order(), { idempotencyKey: 'once-1' })).toEqual(accepted);
  const { orderId } = accepted;
  await client.replaceOrder(orderId, order({ price: '91.00', quantity: 4 }));
  expect(await client.order(orderId)).toMatchObject({ price: '91.00', quantity: 4 });
  expect(await allOf(client.orders())).toMatchObject([{ orderId }]);
  expect(await client.cancelOrder(orderId)).toMatchObject({ orderId, account: user.account });
  expect(await allOf(client.orders())).toEqual([]);
});

it('reads all pages of orders, balance and positions', async () => {
  for (const price of ['81.00', '82.00', '83.00']) await client.placeOrder(order({ price }));
  const open = await allOf(client.orders({ pageSize: 2, account: user.account }));
  expect(open.map(({ price }) => price)).toEqual(['83.00', '82.00', '81.00']);
  const before = await client.balance();
  await client.placeOrder({ account: user.account, symbol: 'SPY', side: 'Buy', quantity: 3, type: 'Market' });
  expect(await client.positions()).toMatchObject([{ symbol: 'SPY', quantity: 3, cost: '300.06' }]);
  expect(Number((await client.balance()).cash)).toBeLessThan(Number(before.cash));
  expect((await allOf(client.orders({ state: 'all' }))).length).toBeGreaterThan(3);
});

it('rejects with the code of the refusal', async () => {
  const codeOf = async (work: Promise<unknown>): Promise<[TapedeckErrorCode, number]> => {
    const error = await failureOf(work);
    if (!(error instanceof TapedeckError)) throw new Error(`no TapedeckError: ${String(error)}`);
    return [error.code, error.status];
  };
  expect(await codeOf(client.placeOrder(order({ quantity: 1_000_000 })))).toEqual(['order_rejected', 422]);
  expect(await codeOf(client.order('999999999'))).toEqual(['unknown_order', 404]);
  expect(await codeOf(client.balance({ account: 'OTHER' }))).toEqual(['unknown_account', 404]);
  const stranger = createTapedeckClient({ url: server.url, key: 'tdk_0_0' });
  expect(await codeOf(stranger.clock())).toEqual(['invalid_key', 401]);
  const elsewhere = createTapedeckClient({ url: `${server.url}/elsewhere`, key: 'tdk_0_0' });
  expect((await codeOf(elsewhere.clock()))[0]).toBe('unexpected_answer');
  const nobody = createTapedeckClient({ url: 'http://127.0.0.1:1', key: 'tdk_0_0', maxWaitMs: 0 });
  expect(await codeOf(nobody.clock())).toEqual(['unreachable', 0]);
});

it('fails with the rate of the key when it may not wait', async () => {
  const busy = await startTestServer({ keyRequests: { perKey: 2, perUser: 2 } });
  try {
    const { key } = await createKey(busy, busy.user);
    const program = createTapedeckClient({ url: busy.url, key, maxWaitMs: 0 });
    await program.clock();
    await program.clock();
    expect(await failureOf(program.clock())).toMatchObject({ code: 'rate_limited', status: 429 });
    const waiting = new AbortController();
    const patient = createTapedeckClient({ url: busy.url, key });
    const work = failureOf(patient.clock({ signal: waiting.signal }));
    waiting.abort();
    expect(await work).toMatchObject({ name: 'AbortError' });
  } finally {
    await busy.end();
  }
});

it('calls routes without a method of their own by name, and changes documents by their revision', async () => {
  const { key } = await createKey(server, user, { Scopes: ['read', 'manage'] });
  const program = createTapedeckClient({ url: server.url, key });
  const alert = await program.call('alertCreate', {
    params: {},
    body: { symbol: 'SPY', above: '120.00' },
    idempotencyKey: 'client-alert',
  });
  const { id: alertId, revision } = alert;
  const change = (from: number, above: string) =>
    program.call('alertChange', { params: { alertId }, body: { above }, revision: from });
  expect(await change(revision, '130.00')).toMatchObject({ revision: revision + 1 });
  expect(await failureOf(change(revision, '140.00'))).toMatchObject({
    code: 'revision_conflict',
    status: 409,
  });
});

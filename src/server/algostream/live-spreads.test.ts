import { afterEach, beforeEach, expect, it } from 'vitest';
import { C100, C105, ALL_OPTIONS } from '../brokerage/testing/spread-harness.ts';
import type { AccountAnswer } from '../brokerage/risk-facts.ts';
import type { LiveRequest, RequestedOrder } from './runtime/types.ts';
import { RunHoldings } from './runs/run-holdings.ts';
import { liveStart, openStrategyHarness, RUNNER, type StrategyHarness } from './testing/strategy-harness.ts';
import type { Script } from './testing/scripted-runtime.ts';

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness({
    symbols: ['SPY', 'AAPL', C100, C105],
    facts: (defaults) => ({
      ...defaults,
      // The test harness answers at once, and knows the account.
      account: (account) => ({
        ...(defaults.account(account) as NonNullable<AccountAnswer>),
        optionMask: ALL_OPTIONS,
        kind: 'margin',
      }),
    }),
  });
  at.trading.market.show(C100, [{ exchange: 'CBOE', bid: [2.9, 10], ask: [3, 10] }]);
  at.trading.market.show(C105, [{ exchange: 'CBOE', bid: [1, 10], ask: [1.1, 10] }]);
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

const KEY = { userId: 'u', name: 'Cross', instanceId: 'live-1' };
const COVERED = [
  { symbol: 'SPY', side: 'Buy', ratio: 1 },
  { symbol: C100, side: 'Sell', ratio: 1 },
] as const;
const VERTICAL = [
  { symbol: C100, side: 'Buy', ratio: 1 },
  { symbol: C105, side: 'Sell', ratio: 1 },
] as const;
const send = (id: string, change: Partial<RequestedOrder> = {}): LiveRequest => ({
  kind: 'send',
  id,
  side: 'Buy',
  type: 'Market',
  quantity: 1,
  price: 0,
  stopPrice: 0,
  spread: { legs: COVERED, tif: 'Day' },
  ...change,
});
const start = async (script: Script, change: Parameters<typeof liveStart>[1] = {}): Promise<void> => {
  expect(await at.service.startLive(RUNNER, liveStart({ barMinutes: 0, ...script }, change))).toBeUndefined();
  await at.status('live-1', 'Running');
};
const print = async (price: number): Promise<void> => {
  const run = at.runtime.live.at(-1);
  const rows = run?.rows.length ?? 0;
  at.trading.market.nowMs += 1;
  at.trading.market.print('SPY', price, 10);
  await expect.poll(() => run?.rows.length).toBe(rows + 1);
};
const changes = () =>
  at.runtime.live
    .at(-1)
    ?.changes.map(({ id, status, reason }) => `${id} ${status}${reason && `: ${reason}`}`);
const storedOrders = async () => (await at.service.orders(KEY, 0, 999))?.orders ?? [];

it('fills a covered call as one order, books each leg, and continues with shares and contracts', async () => {
  await start({ live: { 1: [send('a', { quantity: 2 })] } });
  await print(100.01);
  await expect.poll(changes).toEqual(['a Accepted', 'a Filled']);
  const filled = at.runtime.live[0]?.changes.at(-1)?.fill;
  expect(filled).toEqual({
    quantity: 2,
    price: 97.12,
    liquidity: 'R',
    legs: [
      { symbol: 'SPY', side: 'Buy', quantity: 200, price: 100.02 },
      { symbol: C100, side: 'Sell', quantity: 2, price: 2.9 },
    ],
  });
  await at.service.stopRun(KEY);
  const { Returns } = await at.status('live-1', 'Stopped');
  const [order] = await storedOrders();
  expect(order).toMatchObject({
    Symbol: 'SPY',
    Quantity: 2,
    FillPrice: 97.12,
    GrossAmount: -2 * 9_712,
    Legs: [
      { Symbol: 'SPY', Side: 'Buy', Ratio: 1 },
      { Symbol: C100, Side: 'Sell', Ratio: 1 },
    ],
  });
  // Shares at the last trade, contracts at the middle of their quote; the cost of all lots is the capital.
  expect(Returns).toMatchObject({ Capital: 20_004 + 580, CumulativeGrossProfitLoss: 0, TradeCount: 0 });
  expect(Returns?.GrossProfitLoss).toBeCloseTo(-2 - 10, 6);
  at.pushes.length = 0;
  await start({});
  expect(at.runtime.live[1]?.job).toMatchObject({
    position: 200,
    contracts: [{ symbol: C100, quantity: -2 }],
    fills: [{ side: 'Buy', quantity: 200, price: 100.02 }],
  });
});

it('replaces an open order as one, reports a rejected replace, and finds the order again when it continues', async () => {
  const vertical = send('a', { type: 'Limit', price: 0.5, spread: { legs: VERTICAL, tif: 'Day' } });
  const replace = (price: number): LiveRequest => ({
    kind: 'replace',
    id: 'a',
    quantity: 3,
    price,
    tif: 'GoodTillCancel',
  });
  await start({ live: { 1: [vertical], 2: [replace(0.755)], 3: [replace(0.6)], 4: [replace(2)] } });
  await print(100.01);
  await expect.poll(changes).toEqual(['a Accepted']);
  await print(100.01);
  await expect.poll(() => changes()?.at(-1)).toContain('a ReplaceRejected: ');
  await print(100.01);
  await expect.poll(() => changes()?.at(-1)).toBe('a Replaced');
  expect(at.runtime.live[0]?.changes.at(-1)?.terms).toEqual({
    quantity: 3,
    price: 0.6,
    tif: 'GoodTillCancel',
  });
  await print(100.01);
  await expect.poll(() => changes()?.at(-1)).toBe('a Filled');
  const before = await storedOrders();
  expect(before).toMatchObject([{ Status: 'Filled', Quantity: 3, Price: 2, FillPrice: 2 }]);
  await at.service.stopRun(KEY);
  await at.status('live-1', 'Stopped');
  at.pushes.length = 0;
  await start({});
  expect(await storedOrders()).toEqual(before);
  expect(at.runtime.live[1]?.job.contracts).toEqual([
    { symbol: C100, quantity: 3 },
    { symbol: C105, quantity: -3 },
  ]);
});

it('rejects with a reason what the rules of the run or the broker refuse', async () => {
  await start(
    {
      live: {
        1: [
          send('a', { spread: { legs: [VERTICAL[0]], tif: 'Day' } }),
          send('b', { spread: { legs: VERTICAL, tif: 'AtOpening' } }),
          send('c'),
        ],
      },
    },
    { ShareLimit: 1_000 },
  );
  await print(100.01);
  await expect
    .poll(changes)
    .toEqual([
      'a Rejected: A multi-leg order has at least two legs.',
      expect.stringMatching(/^b Rejected: ./),
      'c Rejected: A run with a share or dollar limit cannot send multi-leg orders',
    ]);
});

it('takes the part of a settlement that is the run’s own', () => {
  const holdings = new RunHoldings('SPY');
  holdings.add('SPY', 200);
  holdings.add(C100, -2);
  const settlement = {
    kind: 'assigned',
    symbol: C100,
    underlying: 'SPY',
    optionPriceE4: 0,
    strikeE4: 1_000_000,
    cashE4: 0,
    serial: 1,
    account: 'A',
    timeMs: 0,
  } as const;
  // The account has written five calls, two of them for the run.
  expect(holdings.settle({ ...settlement, contracts: 5, shareQuantity: -500 })).toEqual({
    symbol: C100,
    contracts: 2,
    shares: -200,
    strike: 100,
  });
  expect([holdings.quantityOf('SPY'), holdings.quantityOf(C100), holdings.contracts()]).toEqual([0, 0, []]);
  expect(holdings.settle({ ...settlement, contracts: 3, shareQuantity: -300 })).toBeUndefined();
});

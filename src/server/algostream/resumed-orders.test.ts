import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { OrderError } from '../../domain/orders/errors.ts';
import { ALL_OPTIONS, C100, C105 } from '../brokerage/testing/spread-harness.ts';
import type { AccountAnswer } from '../brokerage/risk-facts.ts';
import type { LiveRequest, RequestedOrder } from './runtime/types.ts';
import { liveStart, openStrategyHarness, RUNNER, type StrategyHarness } from './testing/strategy-harness.ts';

/** Multi-leg orders and brackets of a live run that resumes by itself after a crash of the server. */

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness({
    symbols: ['SPY', C100, C105],
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
  quoteOptions();
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

const KEY = { userId: 'u', name: 'Cross', instanceId: 'live-1' };
/** The vertical costs 2.00 and can be sold for 1.80. */
function quoteOptions(size = 10): void {
  at.trading.market.show(C100, [{ exchange: 'CBOE', bid: [2.9, size], ask: [3, size] }]);
  at.trading.market.show(C105, [{ exchange: 'CBOE', bid: [1, size], ask: [1.1, size] }]);
}
const VERTICAL = [
  { symbol: C100, side: 'Buy', ratio: 1 },
  { symbol: C105, side: 'Sell', ratio: 1 },
] as const;
const send = (id: string, change: Partial<RequestedOrder> = {}): LiveRequest => ({
  kind: 'send',
  id,
  side: 'Buy',
  type: 'Limit',
  quantity: 1,
  price: 0,
  stopPrice: 0,
  ...change,
});
const vertical = (id: string, quantity: number, price: number): LiveRequest =>
  send(id, { quantity, price, spread: { legs: VERTICAL, tif: 'Day' } });
const replace = (id: string, quantity: number, price: number): LiveRequest => ({
  kind: 'replace',
  ...{ id, quantity, price, tif: 'Day' },
});
const price = (dollars: number) => ({ basis: 'Price', amountE4: dollars * 10_000 }) as const;
const TARGET_AND_STOP = { target: price(101), stop: price(97), trail: null };
const bracket = (id: string): LiveRequest => send(id, { quantity: 100, price: 99, exits: TARGET_AND_STOP });

const lastRun = () => {
  const run = at.runtime.live.at(-1);
  if (run === undefined) throw new Error('no run was started');
  return run;
};
const changes = () =>
  lastRun().changes.map(({ id, exit = '', status, exitTerms, reason }) =>
    [id, exit, status, exitTerms?.quantity ?? '', reason].filter((part) => part !== '').join(' '),
  );
const request = (...requests: readonly LiveRequest[]): void => void lastRun().events.onRequests(requests);
async function start(...requests: readonly LiveRequest[]): Promise<void> {
  const terms = liveStart({ barMinutes: 0 }, { AtRestart: 'Resume' });
  expect(await at.service.startLive(RUNNER, terms)).toBeUndefined();
  await at.status('live-1', 'Running');
  request(...requests);
}
async function trade(dollars: number, size = 2000): Promise<void> {
  const run = lastRun();
  const rows = run.rows.length;
  at.trading.market.nowMs += 1;
  at.trading.market.show('SPY', [
    { exchange: 'ARCA', bid: [dollars - 0.01, size], ask: [dollars + 0.01, size] },
  ]);
  at.trading.market.print('SPY', dollars, 1000);
  await expect.poll(() => run.rows.length).toBe(rows + 1);
}
async function restart(): Promise<void> {
  at.pushes.length = 0;
  await at.restart();
  await at.status('live-1', 'Running');
}
function reportOf(clientId: string) {
  const report = at.trading.view().reports.find((each) => each.clientId === clientId);
  if (report === undefined) throw new Error(`there is no report of ${clientId}`);
  return report;
}
const atTheBroker = () =>
  at.trading.view().orders.map(({ side, type, quantity, status }) => `${side} ${quantity} ${type} ${status}`);
const rows = async () => (await at.service.orders(KEY, 0, 99))?.orders ?? [];

describe('an open multi-leg order of a run that resumes', () => {
  it('is known with its legs, and fills once more when its price comes', async () => {
    await start(vertical('a', 2, 1.5));
    await expect.poll(changes).toEqual(['a Accepted']);
    await restart();
    expect(lastRun().job).toMatchObject({
      position: 0,
      contracts: [],
      brackets: [],
      openOrders: [{ side: 'Buy', quantity: 2, price: 1.5, spread: { legs: VERTICAL, tif: 'Day' } }],
    });
    request(replace('1', 2, 2));
    await expect.poll(changes).toEqual(['1 Replaced', '1 Filled']);
    expect(lastRun().changes.at(-1)?.fill).toMatchObject({
      quantity: 2,
      price: 2,
      legs: [{ symbol: C100 }, { symbol: C105 }],
    });
    await restart();
    expect(lastRun().job).toMatchObject({
      contracts: [
        { symbol: C100, quantity: 2 },
        { symbol: C105, quantity: -2 },
      ],
      openOrders: [],
    });
    await expect
      .poll(async () => (await rows()).map(({ Status, FillPrice }) => [Status, FillPrice]))
      .toEqual([['Filled', 2]]);
  });

  it('is replaced again after each restart, also when an earlier replace was rejected', async () => {
    await start(vertical('a', 2, 1.5));
    await expect.poll(changes).toEqual(['a Accepted']);
    request(replace('a', 2, 1.4));
    await expect.poll(() => changes().at(-1)).toBe('a Replaced');
    // A price that is no whole cent.
    request(replace('a', 2, 1.405));
    await expect.poll(() => changes().at(-1)).toMatch(/^a ReplaceRejected/);
    await restart();
    request(replace('1', 3, 1.3));
    await expect.poll(changes).toEqual(['1 Replaced']);
    await restart();
    request(replace('1', 4, 1.2));
    await expect.poll(changes).toEqual(['1 Replaced']);
    expect(at.trading.view().orders).toMatchObject([{ quantity: 4, priceE4: 12_000, completedMs: null }]);
  });

  it('still works when a replace is refused without a record', async () => {
    await start(vertical('a', 2, 1.5));
    await expect.poll(changes).toEqual(['a Accepted']);
    const [order] = at.trading.view().orders;
    const { brokerage } = at.trading;
    // As during an outage of the journal.
    const outage = vi.spyOn(brokerage, 'replace').mockImplementationOnce(async ({ order: { clientId } }) => [
      {
        ...reportOf(order?.clientId ?? ''),
        ...{ clientId, serial: 0, reportType: 'GatewayRejected', errorCode: OrderError.ServerConnection },
      },
    ]);
    onTestFinished(() => outage.mockRestore());
    request(replace('a', 2, 1.4));
    await expect.poll(() => changes().at(-1)).toMatch(/^a ReplaceRejected/);
    request(replace('a', 2, 2));
    await expect.poll(() => changes().at(-1)).toBe('a Filled');
  });

  it('keeps what has filled of it, and cancels the rest', async () => {
    quoteOptions(1);
    await start(vertical('a', 3, 2));
    await expect.poll(changes).toEqual(['a Accepted', 'a PartiallyFilled']);
    await restart();
    expect(lastRun().job).toMatchObject({
      contracts: [
        { symbol: C100, quantity: 1 },
        { symbol: C105, quantity: -1 },
      ],
      openOrders: [
        {
          ...{ quantity: 3, filledQuantity: 1, fillPrice: 2 },
          spread: {
            fills: [
              {
                ...{ quantity: 1, price: 2 },
                legs: [
                  { symbol: C100, side: 'Buy', quantity: 1, price: 3 },
                  { symbol: C105, side: 'Sell', quantity: 1, price: 1 },
                ],
              },
            ],
          },
        },
      ],
    });
    request({ kind: 'cancel', id: '1' });
    await expect.poll(changes).toEqual(['1 Cancelled']);
    await expect
      .poll(async () => (await rows()).map(({ Status, FillPrice }) => [Status, FillPrice]))
      // What has filled of it stays visible.
      .toEqual([['PartiallyFilled', 2]]);
  });

  it('is cancelled after an earlier part of the run has cancelled another one', async () => {
    await start(vertical('a', 1, 1.5), vertical('b', 2, 1.5), vertical('c', 3, 1.5));
    await expect.poll(changes).toHaveLength(3);
    request({ kind: 'cancel', id: 'a' });
    await expect.poll(changes).toContain('a Cancelled');
    await restart();
    request({ kind: 'cancel', id: '1' });
    await expect.poll(changes).toEqual(['1 Cancelled']);
    await restart();
    request({ kind: 'cancel', id: '1' });
    await expect.poll(changes).toEqual(['1 Cancelled']);
    expect(at.trading.view().orders.map(({ completedMs }) => completedMs !== null)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('a bracket whose entry has not filled before the run resumes', () => {
  it('is known with its exits, which work once the entry fills, and end with one of them', async () => {
    await start(bracket('a'));
    await expect.poll(changes).toEqual(['a Accepted']);
    await restart();
    expect(lastRun().job).toMatchObject({
      position: 0,
      brackets: [],
      openOrders: [{ side: 'Buy', quantity: 100, price: 99, exits: TARGET_AND_STOP }],
    });
    await trade(98.9);
    await expect.poll(changes).toEqual(['1 Filled', '1 Target Accepted 100', '1 Stop Accepted 100']);
    await trade(101.02);
    await expect.poll(changes).toContain('1 Target Filled 100');
    await expect.poll(() => changes().at(-1)).toMatch(/^1 Stop Cancelled/);
    await expect
      .poll(async () => (await rows()).map(({ Type, Status }) => `${Type} ${Status}`))
      .toEqual(['Limit Filled', 'Limit Filled', 'Stop Cancelled']);
  });

  it('is cancelled with its group', async () => {
    await start(bracket('a'));
    await expect.poll(changes).toEqual(['a Accepted']);
    await restart();
    request({ kind: 'cancel', id: '1' });
    await expect.poll(changes).toEqual(['1 Cancelled']);
    expect(at.trading.view().groups.map(({ state }) => state)).toEqual(['Cancelled']);
  });

  it('is without an exit that the code has cancelled before the entry fills', async () => {
    await start(bracket('a'));
    await expect.poll(changes).toEqual(['a Accepted']);
    await restart();
    request({ kind: 'cancel', id: '1', exit: 'Target' });
    await trade(98.9);
    await expect.poll(changes).toContain('1 Target Cancelled 100');
    expect(atTheBroker()).toContain('Sell 100 Stop Confirmed');
  });

  it('has exits for what has filled, which grow with the rest of it', async () => {
    at.trading.market.show('SPY', [{ exchange: 'ARCA', bid: [98.98, 30], ask: [98.99, 30] }]);
    await start(bracket('a'));
    await expect.poll(changes).toContain('a Stop Accepted 30');
    await restart();
    expect(lastRun().job).toMatchObject({
      position: 30,
      brackets: [{ side: 'Buy', quantity: 30, fillPrice: 98.99 }],
      openOrders: [{ quantity: 100, filledQuantity: 30 }],
    });
    await trade(98.98, 2000);
    await expect.poll(changes).toContain('2 Filled');
    await expect.poll(changes).toContain('1 Stop Replaced 100');
    await trade(96.9);
    await expect.poll(changes).toContain('1 Stop Filled 100');
    expect(at.trading.view().positions[0]).toMatchObject({ longQuantity: 0, shortQuantity: 0 });
    await restart();
    expect(lastRun().job).toMatchObject({ position: 0, brackets: [], openOrders: [] });
  });
});

import { describe, expect, it } from 'vitest';
import { GroupError, OrderError } from '../../domain/orders/errors.ts';
import { bracket, groupNow, groupOf, groupOrder, heldShares, membersNow, placed } from './testing/groups.ts';
import { openHarness, settle, type Harness } from './testing/harness.ts';
import { C100, C105, openSpreads } from './testing/spread-harness.ts';
import { DOLLAR, limit, sell, short, showSpy, startBrokerage } from './testing/started-brokerage.ts';
import type { ScriptedMarket } from './testing/scripted-market.ts';
import type { AdministratorHalt } from './risk-facts.ts';

/** Shows one exchange with this bid and ask. */
const quote = (market: ScriptedMarket, bid: number, ask: number, size: number): void =>
  market.show('SPY', [{ exchange: 'ARCA', bid: [bid, size], ask: [ask, size] }]);

/** An account that holds 100 SPY and sees a bid for 40 of them. */
async function startHolding() {
  const started = await startBrokerage();
  showSpy(started.market);
  started.market.print('SPY', 100.01, 100);
  await started.brokerage.submit(limit(100.05));
  quote(started.market, 100, 100.02, 40);
  await settle();
  return started;
}
const flatten = () => groupOf({ kind: 'Flatten' });

describe('a flatten of a stopped account', () => {
  it('closes the position while the holder has stopped trading, which refuses other orders', async () => {
    const { brokerage, market } = await startHolding();
    await placed(
      brokerage,
      groupOf({
        orders: [groupOrder({ priceE4: 90 * DOLLAR })],
        stop: { basis: 'Offset', amountE4: DOLLAR, tif: 'Day' },
      }),
    );
    await brokerage.setAccountOptions({ account: 'A', userId: 'u', isHalted: true });
    expect((await brokerage.submit(limit(99, sell)))[0]).toMatchObject({
      errorCode: OrderError.AccountLocked,
    });
    const groupId = await placed(brokerage, flatten());
    quote(market, 99.99, 100.02, 500);
    await settle();
    expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Completed', code: 0 });
    expect(heldShares(brokerage)).toBe(0);
  });

  it('continues when trading is stopped, and when the last client of the account disconnects', async () => {
    const { brokerage, market } = await startHolding();
    await brokerage.setAccountOptions({ account: 'A', userId: 'u', cancelOnDisconnect: true });
    const groupId = await placed(brokerage, flatten());
    expect(membersNow(brokerage, groupId)).toEqual([['Close', 100, 40, 'open']]);
    await brokerage.setAccountOptions({ account: 'A', userId: 'u', isHalted: true });
    await brokerage.accountLeft('A');
    expect(membersNow(brokerage, groupId)).toEqual([['Close', 100, 40, 'open']]);
    quote(market, 99.99, 100.02, 500);
    await settle();
    expect(groupNow(brokerage, groupId).state).toBe('Completed');
  });

  it('is accepted when the last client disconnects while it is being placed', async () => {
    const { brokerage } = await startHolding();
    await brokerage.setAccountOptions({ account: 'A', userId: 'u', cancelOnDisconnect: true });
    const placing = placed(brokerage, flatten());
    await brokerage.accountLeft('A');
    expect(membersNow(brokerage, await placing)).toEqual([['Close', 100, 40, 'open']]);
  });

  it.each([
    ['Account', 'Completed', 0],
    ['Server', 'Failed', OrderError.NotPermitted],
  ] as const)("under the administrator's switch of the %s ends as %s", async (halt, state, code) => {
    let thrown: AdministratorHalt | null = null;
    const harness = await openHarness({ facts: (defaults) => ({ ...defaults, haltOf: () => thrown }) });
    await harness.send({ quantity: 10 });
    thrown = halt;
    const groupId = await placed(harness.brokerage, flatten());
    expect(groupNow(harness.brokerage, groupId)).toMatchObject({ state, code });
  });
});

it('refuses orders that would enlarge the position while it closes it', async () => {
  const { brokerage } = await startHolding();
  const groupId = await placed(brokerage, flatten());
  const [buy] = await brokerage.submit(limit(100.05, { quantity: 30 }));
  const [sale] = await brokerage.submit(limit(101, { ...short, quantity: 30 }));
  expect([buy?.errorCode, sale?.errorCode]).toEqual([OrderError.WashSale, OrderError.CloseLongFirst]);
  expect(membersNow(brokerage, groupId)).toEqual([['Close', 100, 40, 'open']]);
});

it('leaves a position that a later order opens in another symbol', async () => {
  const { brokerage, market } = await startHolding();
  market.show('AAPL', [{ exchange: 'ARCA', bid: [200, 100], ask: [200.02, 100] }]);
  market.print('AAPL', 200, 100);
  const groupId = await placed(brokerage, groupOf({ kind: 'Flatten', symbol: null }));
  await brokerage.submit(limit(200.05, { symbol: 'AAPL', quantity: 30 }));
  quote(market, 99.99, 100.02, 500);
  await settle();
  expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Completed', code: 0 });
  const { positions } = brokerage.accountView('A', 0);
  expect(positions.find(({ symbol }) => symbol === 'AAPL')?.longQuantity).toBe(30);
});

it('leaves a flatten of the whole account to its other symbols when one of them is flattened again', async () => {
  const { brokerage, market } = await startHolding();
  market.show('AAPL', [{ exchange: 'ARCA', bid: [200, 10], ask: [200.02, 100] }]);
  market.print('AAPL', 200, 100);
  await brokerage.submit(limit(200.05, { symbol: 'AAPL', quantity: 50 }));
  const all = await placed(brokerage, groupOf({ kind: 'Flatten', symbol: null }));
  const again = await placed(brokerage, flatten());
  market.show('AAPL', [{ exchange: 'ARCA', bid: [200, 500], ask: [200.02, 100] }]);
  quote(market, 99.99, 100.02, 500);
  await settle();
  expect(groupNow(brokerage, again).state).toBe('Completed');
  expect(groupNow(brokerage, all)).toMatchObject({ state: 'Failed', code: GroupError.Flattened });
  const { positions } = brokerage.accountView('A', 0);
  expect(positions.filter(({ longQuantity }) => longQuantity !== 0)).toEqual([]);
});

describe('a flatten of options', () => {
  const positions = (harness: Harness) =>
    harness
      .view()
      .positions.map(({ symbol, longQuantity, shortQuantity }) => [symbol, longQuantity - shortQuantity]);
  const open = { side: 'Sell', source: 'Open' } as const;

  it('buys written ones back before it sells their cover, then sells the shares', async () => {
    const harness = await openSpreads();
    await harness.send({ symbol: 'SPY', quantity: 100 });
    await harness.send({ symbol: C100, quantity: 2 });
    await harness.send({ symbol: C105, quantity: 2, ...open });
    expect(positions(harness)).toEqual([
      ['SPY', 100],
      [C100, 2],
      [C105, -2],
    ]);
    const groupId = await placed(harness.brokerage, groupOf({ kind: 'Flatten', symbol: null }));
    const group = groupNow(harness.brokerage, groupId);
    expect(group.orders.map(({ symbol, side, filled }) => [symbol, side, filled])).toEqual([
      [C105, 'Buy', 2],
      [C100, 'Sell', 2],
      ['SPY', 'Sell', 100],
    ]);
    expect(group.state).toBe('Completed');
  });

  it('sells the cover only once the written option is bought back', async () => {
    const harness = await openSpreads();
    await harness.send({ symbol: C100, quantity: 2 });
    await harness.send({ symbol: C105, quantity: 2, ...open });
    harness.market.show(C105, [{ exchange: 'CBOE', bid: [1, 10], ask: [1.2, 1] }]);
    await settle();
    const groupId = await placed(harness.brokerage, groupOf({ kind: 'Flatten', symbol: null }));
    expect(membersNow(harness.brokerage, groupId)).toEqual([['Close', 2, 1, 'open']]);
    harness.market.show(C105, [{ exchange: 'CBOE', bid: [1, 10], ask: [1.25, 10] }]);
    await settle();
    expect(membersNow(harness.brokerage, groupId)).toEqual([
      ['Close', 2, 2, 'ended'],
      ['Close', 2, 2, 'ended'],
    ]);
  });
});

describe('a cancel of all orders', () => {
  it('cancels groups and orders at the request of the holder, and leaves positions', async () => {
    const { brokerage } = await startHolding();
    const waiting = await placed(brokerage, bracket([90, 101, 89]));
    const [report] = await brokerage.submit(limit(91));
    await placed(brokerage, groupOf({ kind: 'CancelAll', symbol: null }));
    expect(groupNow(brokerage, waiting)).toMatchObject({ state: 'Cancelled', code: 0 });
    const order = brokerage.accountView('A', 0).orders.find(({ orderId }) => orderId === report?.orderId);
    expect(order).toMatchObject({ status: 'Cancelled', errorCode: 0 });
    expect(heldShares(brokerage)).toBe(100);
  });

  it('cancels a flatten that waits for the market', async () => {
    const { brokerage } = await startHolding();
    const groupId = await placed(brokerage, flatten());
    await placed(brokerage, groupOf({ kind: 'CancelAll' }));
    expect(groupNow(brokerage, groupId)).toMatchObject({ state: 'Cancelled', code: 0 });
    expect(heldShares(brokerage)).toBe(60);
  });

  it('is accepted while the account is stopped', async () => {
    const { brokerage } = await startHolding();
    await brokerage.submit(limit(91));
    await brokerage.setAccountOptions({ account: 'A', userId: 'u', isHalted: true });
    const groupId = await placed(brokerage, groupOf({ kind: 'CancelAll' }));
    expect(groupNow(brokerage, groupId).state).toBe('Completed');
  });
});

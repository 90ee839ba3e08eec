import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLAIN_ORDER } from '../../domain/orders/request.ts';
import type { LiveRequest } from './runtime/types.ts';
import { liveStart, openStrategyHarness, RUNNER, type StrategyHarness } from './testing/strategy-harness.ts';

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

type Send = Extract<LiveRequest, { kind: 'send' }>;
const KEY = { userId: 'u', name: 'Cross', instanceId: 'live-1' };
const send = (id: string, change: Partial<Send> = {}): LiveRequest => ({
  kind: 'send',
  id,
  side: 'Buy',
  type: 'Market',
  quantity: 100,
  price: 0,
  stopPrice: 0,
  ...change,
});
const price = (dollars: number) => ({ basis: 'Price', amountE4: dollars * 10_000 }) as const;
const TARGET_AND_STOP = { target: price(101), stop: price(99), trail: null };
const entry = (change: Partial<Send> = {}) => send('1', { exits: TARGET_AND_STOP, ...change });

/** Starts a run on every trade: its first one sends the requests. */
async function start(...requests: readonly LiveRequest[]): Promise<void> {
  await at.service.startLive(RUNNER, liveStart({ barMinutes: 0, live: { 1: requests } }));
  await at.status('live-1', 'Running');
  await trade(100.01);
}
/** Moves the market to a price and waits until the run has received the trade. */
async function trade(dollars: number, size = 2000): Promise<void> {
  const run = at.runtime.live.at(-1);
  const rows = run?.rows.length ?? 0;
  at.trading.market.nowMs += 1;
  at.trading.market.show('SPY', [
    { exchange: 'ARCA', bid: [dollars - 0.01, size], ask: [dollars + 0.01, size] },
  ]);
  at.trading.market.print('SPY', dollars, 1000);
  if (run && !run.isStopped) await expect.poll(() => run.rows.length).toBe(rows + 1);
}
const request = (...requests: readonly LiveRequest[]) => at.runtime.live.at(-1)?.events.onRequests(requests);
/** What the strategy has received: of exits with the quantity at which they stand. */
const changes = () =>
  at.runtime.live
    .at(-1)
    ?.changes.map(({ id, exit = '', status, exitTerms }) =>
      `${id} ${exit} ${status} ${exitTerms?.quantity ?? ''}`.replaceAll('  ', ' ').trim(),
    );
const atTheBroker = () =>
  at.trading.view().orders.map(({ side, type, quantity, status }) => `${side} ${quantity} ${type} ${status}`);
const position = () => at.trading.view().positions[0];

describe('an entry with exits', () => {
  it('is one bracket of the account, whose exits the strategy learns of', async () => {
    await start(entry());
    await expect
      .poll(changes)
      .toEqual(['1 Accepted', '1 Filled', '1 Target Accepted 100', '1 Stop Accepted 100']);
    expect(at.trading.view().groups).toMatchObject([{ kind: 'Bracket', state: 'Triggered' }]);
    expect(atTheBroker()).toEqual([
      'Buy 100 Market Executed',
      'Sell 100 Limit Confirmed',
      'Sell 100 Stop Confirmed',
    ]);
  });

  it('is closed by one exit, which ends the other', async () => {
    await start(entry());
    await trade(101.02);
    await expect.poll(changes).toContain('1 Target Filled 100');
    expect(changes()).toContain('1 Stop Cancelled 100');
    expect(position()).toMatchObject({ longQuantity: 0, shortQuantity: 0 });
    const rows = (await at.service.orders(KEY, 0, 9))?.orders.map(({ Type, Status, Reason }) => [
      Type,
      Status,
      Reason,
    ]);
    expect(rows).toEqual([
      ['Market', 'Filled', ''],
      ['Limit', 'Filled', ''],
      ['Stop', 'Cancelled', 'Another order of the group was filled'],
    ]);
    const { Returns } = await at.status('live-1', 'Running');
    expect(Returns).toBeDefined();
  });

  it('has exits for what it has filled, which grow with it', async () => {
    at.trading.market.show('SPY', [{ exchange: 'ARCA', bid: [100, 30], ask: [100.01, 30] }]);
    await at.service.startLive(
      RUNNER,
      liveStart({ barMinutes: 0, live: { 1: [entry({ type: 'Limit', price: 100.02 })] } }),
    );
    await at.status('live-1', 'Running');
    await trade(100.01, 30);
    await expect.poll(changes).toContain('1 Stop Accepted 30');
    await trade(100.01, 2000);
    await expect.poll(changes).toContain('1 Stop Replaced 100');
    expect(position()).toMatchObject({ longQuantity: 100 });
  });

  it('trails, and reports where the stop stands', async () => {
    const distance = { basis: 'Offset', amountE4: 5_000 } as const;
    const start1 = { basis: 'Offset', amountE4: 1 } as const;
    await start(entry({ exits: { target: null, stop: distance, trail: { start: start1, distance } } }));
    await trade(101);
    const stops = () => at.runtime.live[0]?.changes.map(({ exitTerms }) => exitTerms?.stop);
    await expect.poll(stops).toContain(100.5);
    await trade(100.49);
    await expect.poll(changes).toContain('1 Stop Filled 100');
  });

  it('is rejected with the rule that its exits break, and leaves no order', async () => {
    await start(entry({ exits: { ...TARGET_AND_STOP, target: price(99.5) } }));
    await expect.poll(changes).toEqual(['1 Rejected']);
    const [rejected] = at.runtime.live[0]?.changes ?? [];
    expect(rejected?.reason).toBe('Invalid order group. The target is above the entry.');
    expect(atTheBroker()).toEqual([]);
  });

  it('is not accepted for a sale', async () => {
    await start(entry({ side: 'Sell' }));
    await expect.poll(changes).toEqual(['1 Rejected']);
  });

  it('does not count its exits against the limits of the run', async () => {
    const script = { barMinutes: 0, live: { 1: [entry()] } };
    await at.service.startLive(RUNNER, liveStart(script, { ShareLimit: 100 }));
    await at.status('live-1', 'Running');
    await trade(100.01);
    await expect.poll(changes).toContain('1 Stop Accepted 100');
    request(
      { kind: 'cancel', id: '1', exit: 'Target' },
      { kind: 'cancel', id: '1', exit: 'Stop' },
      send('2', { side: 'Sell' }),
    );
    await expect.poll(changes).toContain('2 Filled');
    expect(position()).toMatchObject({ longQuantity: 0, shortQuantity: 0 });
  });
});

describe('the exits of a run', () => {
  it('are cancelled one by one by the strategy', async () => {
    await start(entry());
    await expect.poll(changes).toContain('1 Stop Accepted 100');
    request({ kind: 'cancel', id: '1', exit: 'Target' });
    await expect.poll(changes).toContain('1 Target Cancelled 100');
    expect(atTheBroker()).toContain('Sell 100 Stop Confirmed');
  });

  it('stand where the holder of the account sets them', async () => {
    await start(entry());
    await expect.poll(changes).toContain('1 Stop Accepted 100');
    const [group] = at.trading.view().groups;
    const change = {
      account: 'A',
      userId: 'u',
      groupId: group?.groupId ?? '',
      role: 'Stop',
      price: price(99.5),
    } as const;
    expect(await at.trading.brokerage.changeGroupExit(change)).toEqual({ groupId: group?.groupId });
    await expect.poll(() => at.runtime.live[0]?.changes.at(-1)?.exitTerms?.stop).toBe(99.5);
    await trade(99.49);
    await expect.poll(changes).toContain('1 Stop Filled 100');
  });

  it('leave other groups of the account alone', async () => {
    await start(entry());
    await expect.poll(changes).toContain('1 Stop Accepted 100');
    const known = changes();
    const order = {
      ...PLAIN_ORDER,
      account: 'A',
      userId: 'u',
      clientId: 'by hand',
      symbol: 'SPY',
      side: 'Buy',
      source: 'Open',
      type: 'Limit',
      priceE4: 1_005_000,
      tif: 'Day',
      quantity: 10,
      destination: 'SMART',
      route: 'AUTO',
    } as const;
    const exit = { ...price(98), tif: 'Day' } as const;
    const group = { account: 'A', userId: 'u', clientId: 'by hand', kind: 'Bracket', symbol: 'SPY' } as const;
    const placed = await at.trading.brokerage.placeGroup({
      ...group,
      orders: [order],
      target: null,
      stop: exit,
    });
    expect(placed).toHaveProperty('groupId');
    expect(atTheBroker()).toContain('Sell 10 Stop Confirmed');
    expect(changes()).toEqual(known);
    expect((await at.service.orders(KEY, 0, 9))?.orders).toHaveLength(3);
  });

  it('give way to a sale that is due, as other orders do', async () => {
    const protective = send('2', { side: 'Sell', type: 'Stop', stopPrice: 99.5 });
    await start(entry(), protective);
    await expect.poll(changes).toContain('1 Stop Accepted 100');
    await trade(99.49);
    await expect.poll(changes).toContain('2 Filled');
    expect(changes()).toContain('1 Target Cancelled 100');
    expect(position()).toMatchObject({ longQuantity: 0, shortQuantity: 0 });
  });

  it('give way to a sale at the market that was sent with the entry, at the next trade', async () => {
    await start(entry(), send('2', { side: 'Sell' }));
    await expect.poll(changes).toContain('1 Stop Accepted 100');
    await trade(100.02);
    await expect.poll(changes).toContain('2 Filled');
    expect(position()).toMatchObject({ longQuantity: 0, shortQuantity: 0 });
  });

  it('work after the stop of the run, and end with an entry that has not filled', async () => {
    await start(
      entry(),
      send('2', { type: 'Limit', price: 98, exits: { ...TARGET_AND_STOP, stop: price(97) } }),
    );
    await expect.poll(changes).toContain('1 Stop Accepted 100');
    await at.service.stopRun(KEY);
    expect(atTheBroker()).toEqual([
      'Buy 100 Market Executed',
      'Sell 100 Limit Confirmed',
      'Sell 100 Stop Confirmed',
      'Buy 100 Limit Cancelled',
    ]);
    await trade(98.9);
    await expect.poll(() => position()?.longQuantity).toBe(0);
    expect(at.trading.view().groups.map(({ state }) => state)).toEqual(['Completed', 'Cancelled']);
  });

  it('are known again to a run that continues after a restart of the server', async () => {
    await start(entry());
    await expect.poll(changes).toContain('1 Stop Accepted 100');
    await at.restart();
    await at.service.startLive(RUNNER, liveStart({ barMinutes: 0, live: { 1: [] } }));
    await expect.poll(() => at.runtime.live.length).toBe(2);
    await at.status('live-1', 'Running');
    expect(at.runtime.live[1]?.job).toMatchObject({
      position: 100,
      brackets: [
        {
          side: 'Buy',
          quantity: 100,
          plan: { target: price(101), stop: price(99), trail: null },
          exits: { target: { price: 101 }, stop: { stop: 99 } },
        },
      ],
    });
    await trade(98.99);
    await expect.poll(changes).toContain('1 Stop Filled 100');
    const rows = async () =>
      (await at.service.orders(KEY, 0, 9))?.orders.map(({ Type, Status }) => `${Type} ${Status}`);
    await expect.poll(rows).toEqual(['Market Filled', 'Limit Cancelled', 'Stop Filled']);
  });

  it('that filled while the run was stopped are in its position and its orders when it continues', async () => {
    await start(entry());
    await expect.poll(changes).toContain('1 Stop Accepted 100');
    await at.service.stopRun(KEY);
    await trade(101.02);
    await expect.poll(() => position()?.longQuantity).toBe(0);
    await at.service.startLive(RUNNER, liveStart({ barMinutes: 0, live: { 1: [] } }));
    await expect.poll(() => at.runtime.live.length).toBe(2);
    expect(at.runtime.live[1]?.job).toMatchObject({ position: 0, brackets: [] });
    const rows = async () =>
      (await at.service.orders(KEY, 0, 9))?.orders.map(({ Type, Status }) => `${Type} ${Status}`);
    await expect.poll(rows).toEqual(['Market Filled', 'Limit Filled', 'Stop Cancelled']);
  });
});

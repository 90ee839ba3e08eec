import { describe, expect, it, vi } from 'vitest';
import { createBrokerage } from './create-brokerage.ts';
import { decodeEvent } from './event-codec.ts';
import { settle } from './testing/harness.ts';
import { MemoryJournal } from './testing/memory-journal.ts';
import { SCRIPTED_SESSION, ScriptedMarket } from './testing/scripted-market.ts';
import { limit, order, showSpy, startBrokerage, types, viewOf } from './testing/started-brokerage.ts';

describe('durability', () => {
  it('publishes nothing before it is journaled, and then to every listener in order', async () => {
    const { market, brokerage, journal } = await startBrokerage();
    showSpy(market);
    const published: string[] = [];
    brokerage.listen('A', {
      onReport: (report) => published.push(report.reportType),
      onPosition: (position) => published.push(`position ${position.longQuantity}`),
      onBalance: () => published.push('balance'),
    });
    const letGo = journal.hold();
    let isAnswered = false;
    const answer = brokerage.submit(order()).then((reports) => ((isAnswered = true), reports));
    await settle();
    expect([isAnswered, published, brokerage.accountView('A', 0).orders]).toEqual([false, [], []]);
    letGo();
    expect(types(await answer)).toEqual(['OrderAccepted', 'OrderConfirmed', 'OrderExecuted']);
    expect(published).toEqual([
      'OrderAccepted',
      'OrderConfirmed',
      'OrderExecuted',
      'position 100',
      'balance',
    ]);
  });
  it('journals a cancel and the end of its order in one batch', async () => {
    const { brokerage, journal } = await startBrokerage();
    const [accepted] = await brokerage.submit(limit(90));
    const append = vi.spyOn(journal, 'append');
    const orderId = accepted?.orderId ?? '';
    await brokerage.cancel({ account: 'A', userId: 'u', orderId, clientId: 'cancel' });
    expect(append.mock.calls.map(([records]) => records.map((record) => decodeEvent(record).kind))).toEqual([
      ['cancelPending', 'cancelled'],
    ]);
  });
  it('makes one order of a repeated ClientId, in flight, later, and after a restart', async () => {
    const { market, brokerage, journal } = await startBrokerage();
    showSpy(market);
    const same = order({ clientId: 'once' });
    const [first, again] = await Promise.all([brokerage.submit(same), brokerage.submit(same)]);
    expect(again).toEqual(first);
    expect(await brokerage.submit({ ...same, source: 'Cover' })).toEqual(first);
    expect((await brokerage.submit({ ...same, account: 'B' }))[0]?.account).toBe('B');
    await brokerage.stop();
    const { brokerage: second } = await startBrokerage({ market, journal });
    expect(await second.submit(same)).toEqual(first);
    expect(second.accountView('A', 0).orders).toHaveLength(1);
  });
  it('rebuilds the same views from the journal, watches open orders again, and continues to fill them', async () => {
    const { market, brokerage, journal } = await startBrokerage();
    showSpy(market);
    await brokerage.submit(order({ quantity: 50 }));
    await brokerage.submit(order({ symbol: 'NOPE' }));
    const [open] = await brokerage.submit(limit(99.5, { tif: 'GoodTillCancel' }));
    const before = brokerage.accountView('A', 0);
    await brokerage.stop();
    expect(market.watcherCount('SPY')).toBe(0);
    const { brokerage: second } = await startBrokerage({ market, journal });
    expect(second.accountView('A', 0)).toEqual(before);
    expect(market.watcherCount('SPY')).toBe(1);
    market.print('SPY', 99, 500);
    await settle();
    expect(viewOf(second, open)?.status).toBe('Executed');
  });
  it('expires day orders of a session that ended while the server was down', async () => {
    const { market, brokerage, journal } = await startBrokerage();
    showSpy(market);
    const [day] = await brokerage.submit(limit(99));
    await brokerage.stop();
    market.nowMs = SCRIPTED_SESSION.closeMs + 1;
    const { brokerage: second } = await startBrokerage({ market, journal });
    expect(viewOf(second, day)?.status).toBe('Expired');
  });
  it('fails closed when the journal fails: -14 to what is under way and to everything after', async () => {
    const { market, brokerage, journal } = await startBrokerage();
    showSpy(market);
    const [resting] = await brokerage.submit(limit(99));
    const before = brokerage.accountView('A', 0);
    journal.breakDown();
    expect(await brokerage.submit(order())).toMatchObject([
      { reportType: 'GatewayRejected', errorCode: -14, message: 'Database is offline' },
    ]);
    expect(brokerage.isReady()).toBe(false);
    expect((await brokerage.submit(order()))[0]?.errorCode).toBe(-14);
    expect(
      (
        await brokerage.cancel({ account: 'A', userId: 'u', orderId: resting?.orderId ?? '', clientId: 'c' })
      )[0],
    ).toMatchObject({ errorCode: -14, reportType: 'OrderCancelRejected' });
    await expect(brokerage.fundAccount('A', { cashE4: 1, version: 2 })).rejects.toThrow('not taking orders');
    expect(brokerage.accountView('A', 0)).toEqual(before);
    expect(market.watcherCount('SPY')).toBe(0);
  });
  it('refuses with -22 before it is started and after it is stopped', async () => {
    const market = new ScriptedMarket(['SPY']);
    const brokerage = createBrokerage({
      market,
      journal: new MemoryJournal(),
      clock: market,
      accounts: () => ({ isLive: false, isLocked: false }),
    });
    expect((await brokerage.submit(order()))[0]?.errorCode).toBe(-22);
    await brokerage.start();
    expect(brokerage.isReady()).toBe(true);
    await brokerage.stop();
    expect((await brokerage.submit(order()))[0]?.errorCode).toBe(-22);
  });
  it('does not start on a journal that it cannot read, and says which record', async () => {
    const market = new ScriptedMarket(['SPY']);
    const start = (payload: string) =>
      createBrokerage({
        market,
        journal: new MemoryJournal([{ seq: 1, payload }]),
        clock: market,
        accounts: () => undefined,
      }).start();
    await expect(start('{"kind":"confirmed"')).rejects.toThrow('record 1 is not JSON');
    await expect(start('{"kind":"confirmed"}')).rejects.toThrow('record 1 is not an order event (orderId');
    await expect(start('{"kind":"confirmed","orderId":"9","timeMs":1}')).rejects.toThrow(
      'order 9 of the journal is in the book',
    );
  });
  it('outlives a listener that throws', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    const throws = () => {
      throw new Error('listener');
    };
    brokerage.listen('A', { onReport: throws, onPosition: throws, onBalance: throws });
    expect(types(await brokerage.submit(order()))).toContain('OrderExecuted');
    expect(brokerage.isReady()).toBe(true);
  });
});

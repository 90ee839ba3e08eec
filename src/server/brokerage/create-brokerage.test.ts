import { describe, expect, it } from 'vitest';
import type { NewOrder } from './brokerage.ts';
import { settle } from './testing/harness.ts';
import { SCRIPTED_SESSION } from './testing/scripted-market.ts';
import {
  DOLLAR,
  feesE4,
  fills,
  limit,
  order,
  sell,
  short,
  showSpy,
  startBrokerage,
  types,
  viewOf,
} from './testing/started-brokerage.ts';

describe('market orders', () => {
  it('is accepted, confirmed and executed, in that order, with rising serials', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    const reports = await brokerage.submit(order());
    expect(types(reports)).toEqual(['OrderAccepted', 'OrderConfirmed', 'OrderExecuted']);
    expect(reports.map((report) => report.serial)).toEqual(
      [...reports.map((report) => report.serial)].sort((a, b) => a - b),
    );
    expect(viewOf(brokerage, reports[0])).toMatchObject({
      status: 'Executed',
      fill: 100,
      unfill: 0,
      averagePriceE4: 100.02 * DOLLAR,
      completedMs: market.nowMs,
    });
    expect(brokerage.accountView('A', 0).balance.cashE4).toBe(
      100_000 * DOLLAR - 100 * 100.02 * DOLLAR - feesE4('Buy', 100, 100.02, 'R'),
    );
  });
  it('walks the displayed depth, then works on and fills when the quote changes', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    const reports = await brokerage.submit(order({ quantity: 900 }));
    expect(fills(reports)).toEqual([
      [200, 100.02, 700],
      [400, 100.05, 300],
    ]);
    expect(viewOf(brokerage, reports[0])?.status).toBe('PartiallyExecuted');
    market.show('SPY', [{ exchange: 'ARCA', bid: [100, 300], ask: [100.1, 1000] }]);
    await settle();
    expect(viewOf(brokerage, reports[0])).toMatchObject({
      status: 'Executed',
      fill: 900,
      averagePriceE4: Math.round(((200 * 100.02 + 400 * 100.05 + 300 * 100.1) / 900) * DOLLAR),
    });
  });
  it('waits for a quote on its side', async () => {
    const { market, brokerage } = await startBrokerage();
    const reports = await brokerage.submit(order());
    expect(types(reports)).toEqual(['OrderAccepted', 'OrderConfirmed']);
    showSpy(market);
    await settle();
    expect(viewOf(brokerage, reports[0])?.status).toBe('Executed');
  });
  it('does not take one displayed quote twice, not even for another account', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    await brokerage.submit(order({ quantity: 150 }));
    expect(fills(await brokerage.submit(order({ quantity: 150, account: 'B' })))).toEqual([
      [50, 100.02, 100],
      [100, 100.05, 0],
    ]);
    expect(fills(await brokerage.submit(order({ quantity: 350 })))).toEqual([[300, 100.05, 50]]);
    showSpy(market, 0.01);
    expect(fills(await brokerage.submit(order({ quantity: 150 })))).toEqual([[150, 100.03, 0]]);
  });
  it('cancels the rest of an immediate-or-cancel order', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    const reports = await brokerage.submit(limit(100.02, { quantity: 500, tif: 'ImmediateOrCancel' }));
    expect(types(reports)).toEqual(['OrderAccepted', 'OrderConfirmed', 'OrderExecuted', 'OrderCanceled']);
    expect(reports.at(-1)).toMatchObject({
      errorCode: -17,
      message: 'Cancelled by market',
      leavesQuantity: 0,
    });
    expect(viewOf(brokerage, reports[0])).toMatchObject({ status: 'Cancelled', fill: 200, unfill: 300 });
  });
});

describe('limit orders', () => {
  it('fills at displayed prices up to the limit and rests with what is left', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    const reports = await brokerage.submit(limit(100.04, { quantity: 300 }));
    expect(fills(reports)).toEqual([[200, 100.02, 100]]);
    market.show('SPY', [{ exchange: 'ARCA', ask: [100.05, 1000] }]);
    await settle();
    expect(viewOf(brokerage, reports[0])?.unfill).toBe(100);
    market.show('SPY', [{ exchange: 'ARCA', ask: [100.03, 60] }]);
    await settle();
    expect(viewOf(brokerage, reports[0])).toMatchObject({ unfill: 40, status: 'PartiallyExecuted' });
  });
  it('fills a resting order at its limit when a print goes through it, as added liquidity, up to the size of the print', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    const [accepted] = await brokerage.submit(limit(99.5));
    market.print('SPY', 99.5, 1000);
    await settle();
    expect(viewOf(brokerage, accepted)?.fill).toBe(0);
    market.print('SPY', 99.49, 70);
    await settle();
    expect(viewOf(brokerage, accepted)).toMatchObject({ fill: 70, averagePriceE4: 99.5 * DOLLAR });
    expect(brokerage.accountView('A', 0).reports.at(-1)).toMatchObject({
      feesE4: feesE4('Buy', 70, 99.5, 'A'),
      lastFillQuantity: 70,
      liquidity: 'A',
    });
  });
  it('serves the better price first, then the older order', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    const [low] = await brokerage.submit(limit(99.5));
    const [high] = await brokerage.submit(limit(99.6, { account: 'B' }));
    const [late] = await brokerage.submit(limit(99.6));
    market.print('SPY', 99.4, 150);
    await settle();
    expect([low, high, late].map((report) => viewOf(brokerage, report)?.fill)).toEqual([0, 100, 50]);
  });
  it('watches a symbol only while an order is open in it', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    expect(market.watcherCount('SPY')).toBe(0);
    const [accepted] = await brokerage.submit(limit(99));
    expect(market.watcherCount('SPY')).toBe(1);
    await brokerage.cancel({ account: 'A', userId: 'u', orderId: accepted?.orderId ?? '', clientId: 'c1' });
    expect(market.watcherCount('SPY')).toBe(0);
  });
});

describe('refusals', () => {
  it.each<[string, Partial<NewOrder>, number]>([
    ['an account that does not exist', { account: 'X' }, -36],
    ['a locked account', { account: 'L' }, -43],
    ['an unknown symbol', { symbol: 'NOPE' }, -49],
    ['an index', { symbol: '$SPX' }, -3],
    [
      'a stop outside of regular hours',
      { type: 'Stop', tif: 'GoodTillCrossing', stopPriceE4: 90 * DOLLAR },
      -55,
    ],
    ['a sale of what is not held', sell, -12],
    ['covering without a short position', { source: 'Cover' }, -12],
    ['a short sale of what cannot be borrowed', { ...short, symbol: 'HARD' }, -35],
    ['more than twice the cash', { quantity: 1_990 }, -26],
  ])('refuses %s, durably and with an order view', async (_title, change, code) => {
    const { market, brokerage, journal } = await startBrokerage();
    showSpy(market);
    const before = journal.records.length;
    const reports = await brokerage.submit(order(change));
    expect(types(reports)).toEqual(['OrderRejected']);
    expect(reports[0]).toMatchObject({ errorCode: code, leavesQuantity: 0, serial: before + 1 });
    expect(journal.records.length).toBe(before + 1);
    expect(viewOf(brokerage, reports[0])).toMatchObject({
      status: 'Rejected',
      description: reports[0]?.message,
      fill: 0,
    });
  });
  it('refuses a short sale while long, and shares that other sells already hold', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    await brokerage.submit(order());
    expect((await brokerage.submit(order(short)))[0]?.errorCode).toBe(-24);
    expect(types(await brokerage.submit(limit(110, { ...sell, quantity: 60 })))).toEqual([
      'OrderAccepted',
      'OrderConfirmed',
    ]);
    expect(brokerage.accountView('A', 0).positions[0]).toMatchObject({
      longQuantity: 100,
      lockedQuantity: 60,
    });
    expect((await brokerage.submit(order({ ...sell, quantity: 41 })))[0]?.errorCode).toBe(-12);
    expect((await brokerage.submit(order({ ...sell, quantity: 40 }))).at(-1)?.reportType).toBe(
      'OrderExecuted',
    );
  });
  it('counts open orders against the buying power and gives it back when they are cancelled', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    const [accepted] = await brokerage.submit(limit(99, { quantity: 2_000 }));
    expect(brokerage.accountView('A', 0).balance.buyingPowerE4).toBe(2_000 * DOLLAR);
    expect((await brokerage.submit(limit(99, { quantity: 21 })))[0]?.errorCode).toBe(-26);
    await brokerage.cancel({ account: 'A', userId: 'u', orderId: accepted?.orderId ?? '', clientId: 'c' });
    expect(brokerage.accountView('A', 0).balance.buyingPowerE4).toBe(200_000 * DOLLAR);
  });
  it('lets a cover go beyond the short position only with buying power for the rest', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    await brokerage.submit(order({ ...short, quantity: 100 }));
    expect(brokerage.accountView('A', 0).positions[0]).toMatchObject({ shortQuantity: 100 });
    const reports = await brokerage.submit(order({ source: 'Cover', quantity: 150 }));
    expect(reports.at(-1)?.leavesQuantity).toBe(0);
    expect(brokerage.accountView('A', 0).positions[0]).toMatchObject({ shortQuantity: 0, longQuantity: 50 });
  });
  it('lets only one of two covers of the same short position go without buying power', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    await brokerage.submit(order({ ...short, quantity: 100 }));
    const powerE4 = () => brokerage.accountView('A', 0).balance.buyingPowerE4;
    const before = powerE4();
    await brokerage.submit(limit(90, { source: 'Cover', quantity: 100 }));
    expect(powerE4()).toBe(before);
    await brokerage.submit(limit(90, { source: 'Cover', quantity: 100 }));
    expect(powerE4()).toBe(before - 100 * 90 * DOLLAR);
  });
  it('takes buying power for a resting cover once another buy has covered the short position', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    await brokerage.submit(order({ ...short, quantity: 100 }));
    await brokerage.submit(limit(90, { source: 'Cover', quantity: 100 }));
    const powerE4 = () => brokerage.accountView('A', 0).balance.buyingPowerE4;
    const before = powerE4();
    await brokerage.submit(order({ source: 'Open', quantity: 60 }));
    // What the 60 shares cost and free again is theirs; the cover holds 60 × $90, for it would open a long position of as many.
    expect(before - powerE4()).toBeGreaterThan(-60 * 100 * DOLLAR + 60 * 90 * DOLLAR);
    expect(before - powerE4()).toBeLessThan(-60 * 100 * DOLLAR + 60 * 90 * DOLLAR + 100 * DOLLAR);
    expect((await brokerage.submit(limit(99, { quantity: 2_010 })))[0]?.errorCode).toBe(-26);
  });
  it('takes only good-till-cancel orders outside the session', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    market.open = false;
    expect((await brokerage.submit(order()))[0]?.errorCode).toBe(-22);
    expect(types(await brokerage.submit(order({ tif: 'GoodTillCancel' })))).toEqual([
      'OrderAccepted',
      'OrderConfirmed',
    ]);
  });
  it('refuses numbers that JSON cannot hold without writing them down', async () => {
    const { brokerage, journal } = await startBrokerage();
    const before = journal.records.length;
    expect(await brokerage.submit(order({ quantity: Number.NaN }))).toMatchObject([
      { errorCode: -2, reportType: 'GatewayRejected' },
    ]);
    expect(journal.records.length).toBe(before);
  });
});

describe('cancels', () => {
  it('goes from pending cancel to cancelled', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    const [accepted] = await brokerage.submit(limit(99));
    const reports = await brokerage.cancel({
      account: 'A',
      userId: 'u',
      orderId: accepted?.orderId ?? '',
      clientId: 'c1',
    });
    expect(types(reports)).toEqual(['OrderCancelPending', 'OrderCanceled']);
    expect(viewOf(brokerage, accepted)).toMatchObject({ status: 'Cancelled', completedMs: market.nowMs });
  });
  it('answers -19 for a done order and leaves it as it is', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    const [accepted] = await brokerage.submit(order());
    expect(
      await brokerage.cancel({ account: 'A', userId: 'u', orderId: accepted?.orderId ?? '', clientId: 'c1' }),
    ).toMatchObject([{ reportType: 'OrderCancelRejected', errorCode: -19, message: 'Cancel too late' }]);
    expect(viewOf(brokerage, accepted)?.status).toBe('Executed');
  });
  it("answers -13 for an unknown order, and the same for another account's, which stays open and unseen", async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    const [accepted] = await brokerage.submit(limit(99));
    const orderId = accepted?.orderId ?? '';
    const [unknown] = await brokerage.cancel({
      account: 'B',
      userId: 'v',
      orderId: 'nothing',
      clientId: 'c1',
    });
    const [foreign] = await brokerage.cancel({ account: 'B', userId: 'v', orderId, clientId: 'c2' });
    expect(unknown).toMatchObject({ errorCode: -13, clientId: 'c1', account: 'B' });
    expect(foreign).toEqual({ ...unknown, orderId, clientId: 'c2', serial: foreign?.serial });
    expect(viewOf(brokerage, accepted)?.status).toBe('Confirmed');
    expect(brokerage.accountView('A', 0).reports.some((report) => report.clientId === 'c2')).toBe(false);
    expect(brokerage.accountView('B', 0).orders).toEqual([]);
  });
});

describe('sessions', () => {
  it('expires day orders at the close, on the timer, and keeps good-till-cancel ones', async () => {
    const { market, brokerage } = await startBrokerage({ sweepIntervalMs: 2 });
    showSpy(market);
    const [day] = await brokerage.submit(limit(99));
    const [gtc] = await brokerage.submit(limit(99, { tif: 'GoodTillCancel' }));
    market.nowMs = SCRIPTED_SESSION.closeMs;
    market.open = false;
    await expect.poll(() => viewOf(brokerage, day)?.status).toBe('Expired');
    expect(viewOf(brokerage, gtc)?.status).toBe('Confirmed');
  });
  it('marks positions to the previous close when the next session begins', async () => {
    const { market, brokerage } = await startBrokerage();
    showSpy(market);
    await brokerage.submit(order());
    expect(brokerage.accountView('A', 0).positions[0]?.todayPlE4).toBe(-feesE4('Buy', 100, 100.02, 'R'));
    market.print('SPY', 103, 100);
    market.beginSession({
      date: '2026-03-03',
      openMs: SCRIPTED_SESSION.openMs + 86_400_000,
      closeMs: SCRIPTED_SESSION.closeMs + 86_400_000,
    });
    await brokerage.submit(limit(50));
    expect(brokerage.accountView('A', 0).positions[0]).toMatchObject({
      todayPlE4: 0,
      mtmCostE4: 100 * 103 * DOLLAR,
      fifoCostE4: 100 * 100.02 * DOLLAR,
    });
  });
});

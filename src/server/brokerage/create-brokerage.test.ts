import { afterEach, describe, expect, it } from 'vitest';
import type { Brokerage, NewOrder, Report } from './brokerage.ts';
import { createBrokerage } from './create-brokerage.ts';
import { createDefaultRiskFacts } from './default-risk-facts.ts';
import { TEST_LIMITS } from './testing/harness.ts';
import { MemoryJournal } from './testing/memory-journal.ts';
import { SCRIPTED_SESSION, ScriptedMarket } from './testing/scripted-market.ts';
import { PLAIN_ORDER } from '../../domain/orders/request.ts';
import { feesOf, totalFeesE4, type Liquidity } from '../../domain/portfolio/index.ts';

const DOLLAR = 10_000;
const running: Brokerage[] = [];
afterEach(async () => {
  for (const brokerage of running.splice(0)) await brokerage.stop();
});

interface Setup {
  readonly market?: ScriptedMarket;
  readonly journal?: MemoryJournal;
  readonly sweepIntervalMs?: number;
}
/** A started brokerage with accounts A and B of $100,000 each; L is locked, anything else unknown. SPY is quoted 100.00 x 300 / 100.02 x 200 and behind. */
async function setUp({
  market = new ScriptedMarket(['SPY', 'AAPL', { symbol: 'HARD', shortable: false }]),
  journal = new MemoryJournal(),
  sweepIntervalMs = 60_000,
}: Setup = {}) {
  const accounts = (account: string) =>
    ['A', 'B', 'L'].includes(account) ? { isLive: false, isLocked: account === 'L' } : undefined;
  const brokerage = createBrokerage({
    market,
    journal,
    clock: market,
    sweepIntervalMs,
    accounts,
    facts: { ...createDefaultRiskFacts({ market, accounts }), limits: () => TEST_LIMITS },
  });
  running.push(brokerage);
  await brokerage.start();
  for (const account of ['A', 'B', 'L'])
    await brokerage.fundAccount(account, { cashE4: 100_000 * DOLLAR, version: 1 });
  return { market, journal, brokerage };
}
function showSpy(market: ScriptedMarket, shift = 0): void {
  market.show('SPY', [
    { exchange: 'ARCA', bid: [100 + shift, 300], ask: [100.02 + shift, 200] },
    { exchange: 'BATS', bid: [99.99 + shift, 500], ask: [100.05 + shift, 400] },
  ]);
}
let lastClientId = 0;
const order = (change: Partial<NewOrder> = {}): NewOrder => ({
  ...PLAIN_ORDER,
  account: 'A',
  userId: 'u',
  clientId: `ord${++lastClientId}`,
  symbol: 'SPY',
  side: 'Buy',
  source: 'Open',
  type: 'Market',
  tif: 'Day',
  quantity: 100,
  priceE4: 0,
  stopPriceE4: 0,
  stopType: 'Static',
  destination: 'SMART',
  route: 'AUTO',
  ...change,
});
const limit = (price: number, change: Partial<NewOrder> = {}) =>
  order({ type: 'Limit', priceE4: Math.round(price * DOLLAR), ...change });
const sell = { side: 'Sell', source: 'Close' } as const;
const short = { side: 'Short', source: 'Open' } as const;
const types = (reports: readonly Report[]) => reports.map((report) => report.reportType);
const fills = (reports: readonly Report[]) =>
  reports
    .filter((report) => report.reportType === 'OrderExecuted')
    .map((report) => [report.lastFillQuantity, report.lastFillPriceE4 / DOLLAR, report.leavesQuantity]);
const viewOf = (brokerage: Brokerage, report: Report | undefined) =>
  brokerage.accountView(report?.account ?? '', 0).orders.find((view) => view.orderId === report?.orderId);
const feesE4 = (side: 'Buy' | 'Sell', quantity: number, price: number, liquidity: Liquidity) =>
  totalFeesE4(feesOf(side, quantity, Math.round(price * DOLLAR), liquidity));
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('market orders', () => {
  it('is accepted, confirmed and executed, in that order, with rising serials', async () => {
    const { market, brokerage } = await setUp();
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
    const { market, brokerage } = await setUp();
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
    const { market, brokerage } = await setUp();
    const reports = await brokerage.submit(order());
    expect(types(reports)).toEqual(['OrderAccepted', 'OrderConfirmed']);
    showSpy(market);
    await settle();
    expect(viewOf(brokerage, reports[0])?.status).toBe('Executed');
  });
  it('does not take one displayed quote twice, not even for another account', async () => {
    const { market, brokerage } = await setUp();
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
    const { market, brokerage } = await setUp();
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
    const { market, brokerage } = await setUp();
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
    const { market, brokerage } = await setUp();
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
    const { market, brokerage } = await setUp();
    showSpy(market);
    const [low] = await brokerage.submit(limit(99.5));
    const [high] = await brokerage.submit(limit(99.6, { account: 'B' }));
    const [late] = await brokerage.submit(limit(99.6));
    market.print('SPY', 99.4, 150);
    await settle();
    expect([low, high, late].map((report) => viewOf(brokerage, report)?.fill)).toEqual([0, 100, 50]);
  });
  it('watches a symbol only while an order is open in it', async () => {
    const { market, brokerage } = await setUp();
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
    const { market, brokerage, journal } = await setUp();
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
    const { market, brokerage } = await setUp();
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
    const { market, brokerage } = await setUp();
    showSpy(market);
    const [accepted] = await brokerage.submit(limit(99, { quantity: 2_000 }));
    expect(brokerage.accountView('A', 0).balance.buyingPowerE4).toBe(2_000 * DOLLAR);
    expect((await brokerage.submit(limit(99, { quantity: 21 })))[0]?.errorCode).toBe(-26);
    await brokerage.cancel({ account: 'A', userId: 'u', orderId: accepted?.orderId ?? '', clientId: 'c' });
    expect(brokerage.accountView('A', 0).balance.buyingPowerE4).toBe(200_000 * DOLLAR);
  });
  it('lets a cover go beyond the short position only with buying power for the rest', async () => {
    const { market, brokerage } = await setUp();
    showSpy(market);
    await brokerage.submit(order({ ...short, quantity: 100 }));
    expect(brokerage.accountView('A', 0).positions[0]).toMatchObject({ shortQuantity: 100 });
    const reports = await brokerage.submit(order({ source: 'Cover', quantity: 150 }));
    expect(reports.at(-1)?.leavesQuantity).toBe(0);
    expect(brokerage.accountView('A', 0).positions[0]).toMatchObject({ shortQuantity: 0, longQuantity: 50 });
  });
  it('lets only one of two covers of the same short position go without buying power', async () => {
    const { market, brokerage } = await setUp();
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
    const { market, brokerage } = await setUp();
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
    const { market, brokerage } = await setUp();
    showSpy(market);
    market.open = false;
    expect((await brokerage.submit(order()))[0]?.errorCode).toBe(-22);
    expect(types(await brokerage.submit(order({ tif: 'GoodTillCancel' })))).toEqual([
      'OrderAccepted',
      'OrderConfirmed',
    ]);
  });
  it('refuses numbers that JSON cannot hold without writing them down', async () => {
    const { brokerage, journal } = await setUp();
    const before = journal.records.length;
    expect(await brokerage.submit(order({ quantity: Number.NaN }))).toMatchObject([
      { errorCode: -2, reportType: 'GatewayRejected' },
    ]);
    expect(journal.records.length).toBe(before);
  });
});

describe('cancels', () => {
  it('goes from pending cancel to cancelled', async () => {
    const { market, brokerage } = await setUp();
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
    const { market, brokerage } = await setUp();
    showSpy(market);
    const [accepted] = await brokerage.submit(order());
    expect(
      await brokerage.cancel({ account: 'A', userId: 'u', orderId: accepted?.orderId ?? '', clientId: 'c1' }),
    ).toMatchObject([{ reportType: 'OrderCancelRejected', errorCode: -19, message: 'Cancel too late' }]);
    expect(viewOf(brokerage, accepted)?.status).toBe('Executed');
  });
  it("answers -13 for an unknown order, and the same for another account's, which stays open and unseen", async () => {
    const { market, brokerage } = await setUp();
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
    const { market, brokerage } = await setUp({ sweepIntervalMs: 2 });
    showSpy(market);
    const [day] = await brokerage.submit(limit(99));
    const [gtc] = await brokerage.submit(limit(99, { tif: 'GoodTillCancel' }));
    market.nowMs = SCRIPTED_SESSION.closeMs;
    market.open = false;
    await expect.poll(() => viewOf(brokerage, day)?.status).toBe('Expired');
    expect(viewOf(brokerage, gtc)?.status).toBe('Confirmed');
  });
  it('marks positions to the previous close when the next session begins', async () => {
    const { market, brokerage } = await setUp();
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

describe('durability', () => {
  it('publishes nothing before it is journaled, and then to every listener in order', async () => {
    const { market, brokerage, journal } = await setUp();
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
  it('makes one order of a repeated ClientId, in flight, later, and after a restart', async () => {
    const { market, brokerage, journal } = await setUp();
    showSpy(market);
    const same = order({ clientId: 'once' });
    const [first, again] = await Promise.all([brokerage.submit(same), brokerage.submit(same)]);
    expect(again).toEqual(first);
    expect(await brokerage.submit({ ...same, source: 'Cover' })).toEqual(first);
    expect((await brokerage.submit({ ...same, account: 'B' }))[0]?.account).toBe('B');
    await brokerage.stop();
    const { brokerage: second } = await setUp({ market, journal });
    expect(await second.submit(same)).toEqual(first);
    expect(second.accountView('A', 0).orders).toHaveLength(1);
  });
  it('rebuilds the same views from the journal, watches open orders again, and continues to fill them', async () => {
    const { market, brokerage, journal } = await setUp();
    showSpy(market);
    await brokerage.submit(order({ quantity: 50 }));
    await brokerage.submit(order({ symbol: 'NOPE' }));
    const [open] = await brokerage.submit(limit(99.5, { tif: 'GoodTillCancel' }));
    const before = brokerage.accountView('A', 0);
    await brokerage.stop();
    expect(market.watcherCount('SPY')).toBe(0);
    const { brokerage: second } = await setUp({ market, journal });
    expect(second.accountView('A', 0)).toEqual(before);
    expect(market.watcherCount('SPY')).toBe(1);
    market.print('SPY', 99, 500);
    await settle();
    expect(viewOf(second, open)?.status).toBe('Executed');
  });
  it('expires day orders of a session that ended while the server was down', async () => {
    const { market, brokerage, journal } = await setUp();
    showSpy(market);
    const [day] = await brokerage.submit(limit(99));
    await brokerage.stop();
    market.nowMs = SCRIPTED_SESSION.closeMs + 1;
    const { brokerage: second } = await setUp({ market, journal });
    expect(viewOf(second, day)?.status).toBe('Expired');
  });
  it('fails closed when the journal fails: -14 to what is under way and to everything after', async () => {
    const { market, brokerage, journal } = await setUp();
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
    const { market, brokerage } = await setUp();
    showSpy(market);
    const throws = () => {
      throw new Error('listener');
    };
    brokerage.listen('A', { onReport: throws, onPosition: throws, onBalance: throws });
    expect(types(await brokerage.submit(order()))).toContain('OrderExecuted');
    expect(brokerage.isReady()).toBe(true);
  });
});

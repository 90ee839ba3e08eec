import { describe, expect, it } from 'vitest';
import { oneStep, resultOf } from '../../domain/collections/steps.ts';
import { OptionPermission } from '../../domain/risk/index.ts';
import { openCostE4, realisedAmounts } from '../../domain/lots/realised.ts';
import type { AccountTrades } from '../../domain/lots/account/account-trades.ts';
import { OrderHistory } from './order-history.ts';
import type { AccountAnswer } from './risk-facts.ts';
import { bust, executionOf, held } from './testing/amendments.ts';
import { idOf, openHarness, OPTION, PUT, quotedMarket, settle, type Harness } from './testing/harness.ts';
import { Ledger } from './ledger.ts';
import { TradeHistory } from './trade-history.ts';

const lotsOf = (harness: Harness, symbol = 'SPY') =>
  harness.brokerage.readTrades('A', (trades) => trades.lotsInSteps(symbol));
const buy = (harness: Harness, quantity: number) => harness.send({ quantity });
const sell = (harness: Harness, quantity: number) =>
  harness.send({ side: 'Sell', source: 'Close', quantity });
const openIds = async (harness: Harness) =>
  (await lotsOf(harness)).open.map(({ lotId, quantity }) => [lotId, quantity]);
const serialOf = (reports: Awaited<ReturnType<Harness['send']>>) =>
  String(reports.find(({ reportType }) => reportType === 'OrderExecuted')?.serial);
const restarted = async (harness: Harness): Promise<Harness> => {
  await harness.brokerage.stop();
  return openHarness({ market: harness.market, journal: harness.journal });
};

describe('the lots of an account', () => {
  it('agree with its position after fills, a bust and a restart', async () => {
    const harness = await openHarness();
    const first = await buy(harness, 100);
    const second = await buy(harness, 50);
    const sale = await sell(harness, 120);
    expect(await openIds(harness)).toEqual([[serialOf(second), 30]]);
    await bust(harness, executionOf(harness, idOf(sale)));
    expect(await openIds(harness)).toEqual([
      [serialOf(first), 100],
      [serialOf(second), 50],
    ]);
    await sell(harness, 10);
    const again = await restarted(harness);
    for (const each of [harness, again]) {
      const { open, closures } = await lotsOf(each);
      const grossE4 = closures.reduce((sum, closure) => sum + realisedAmounts(closure, 1).grossE4, 0);
      expect(openCostE4(open, 1)).toBe(held(each)?.fifoCostE4);
      expect(grossE4).toBe(held(each)?.closedPlE4);
    }
  });

  it('follow the method of the account and the lots that were chosen, also after a restart', async () => {
    const harness = await openHarness();
    const [first, second, third] = [
      await buy(harness, 100),
      await buy(harness, 100),
      await buy(harness, 100),
    ];
    const account = { account: 'A', userId: 'u1' };
    expect(await harness.brokerage.setLotMethod({ ...account, method: 'LIFO' })).toBe('recorded');
    const records = await harness.journal.lastSeq();
    expect(await harness.brokerage.setLotMethod({ ...account, method: 'LIFO' })).toBe('recorded');
    expect(await harness.journal.lastSeq()).toBe(records);
    const sale = await sell(harness, 40);
    const expected = (left: readonly number[]) =>
      [first, second, third].map((reports, at) => [serialOf(reports), left[at]]);
    expect(await openIds(harness)).toEqual(expected([100, 100, 60]));
    const chosen = { orderId: idOf(sale), symbol: 'SPY', lots: [{ lotId: serialOf(second), quantity: 40 }] };
    expect(await harness.brokerage.chooseLots({ ...account, ...chosen })).toBe('recorded');
    expect(await openIds(harness)).toEqual(expected([100, 60, 100]));
    expect(
      await harness.brokerage.chooseLots({ ...account, ...chosen, lots: [{ lotId: '999', quantity: 40 }] }),
    ).toEqual({ problem: `Order ${idOf(sale)} could not close 40 of lot 999.` });
    const again = await restarted(harness);
    expect(await openIds(again)).toEqual(expected([100, 60, 100]));
    expect(await again.brokerage.readTrades('A', (trades) => oneStep(trades.method))).toBe('LIFO');
    expect(await again.brokerage.readTrades('B', (trades) => oneStep(trades.method))).toBe('FIFO');
  });

  it('end with an option, and begin with the shares that it delivers', async () => {
    const market = quotedMarket();
    for (const symbol of [OPTION, PUT])
      market.show(symbol, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    const all = Object.values(OptionPermission).reduce((mask, bit) => mask | bit, 0);
    const harness = await openHarness({
      market,
      facts: (defaults) => ({
        ...defaults,
        // The facts of the harness are synchronous and know A and B.
        account: (account) => ({
          ...(defaults.account(account) as NonNullable<AccountAnswer>),
          optionMask: all,
        }),
      }),
    });
    await harness.send({ symbol: OPTION, quantity: 2 });
    await harness.send({ symbol: PUT, quantity: 1, side: 'Sell', source: 'Open' });
    const closeMs = Date.UTC(2026, 2, 6, 21, 0);
    market.beginSession({ date: '2026-03-06', openMs: Date.UTC(2026, 2, 6, 14, 30), closeMs });
    market.nowMs = closeMs;
    market.turn('post');
    market.auction('closing', 'SPY', 104, 1_000);
    await settle();
    const [calls, puts, shares] = [
      await lotsOf(harness, OPTION),
      await lotsOf(harness, PUT),
      await lotsOf(harness),
    ];
    expect(calls.closures).toMatchObject([
      { cause: 'Exercised', quantity: 2, closePriceE4: 0, orderId: null },
    ]);
    expect(puts.closures).toMatchObject([{ cause: 'Expired', quantity: 1, isShort: true }]);
    expect(shares.open).toMatchObject([{ quantity: 200, priceE4: 1_000_000, feesE4: 0, orderId: null }]);
  });

  it('are folded again when the account has left memory, with the same result', async () => {
    const harness = await openHarness();
    await buy(harness, 100);
    await harness.send({ account: 'B', quantity: 10 });
    await sell(harness, 30);
    const lastSeq = await harness.journal.lastSeq();
    const ledger = new Ledger();
    const counts = new Map<string, number>();
    for await (const records of harness.journal.read(1))
      for (const { account = '' } of records) counts.set(account, (counts.get(account) ?? 0) + 1);
    ledger.book.lastSeq = lastSeq;
    const reads: string[] = [];
    const history = new OrderHistory(harness.journal, { book: ledger.book, recordCounts: counts });
    const small = new TradeHistory({
      history: {
        runSteps: (account, steps, noteWorkMs) => history.runSteps(account, steps, noteWorkMs),
        forEachRecord(account, range, take) {
          reads.push(`${account} from ${range.fromSeq}`);
          return history.forEachRecord(account, range, take);
        },
      },
      lastSeq: () => lastSeq,
      maxTrades: 1,
    });
    const open = (trades: AccountTrades) =>
      oneStep(trades.lotsOf('SPY').open.map(({ quantity }) => quantity));
    for (const [account, expected] of [
      ['A', [70]],
      ['A', [70]],
      ['B', [10]],
      ['A', [70]],
    ] as const)
      expect(await small.read(account, open)).toEqual(expected);
    expect(reads).toEqual(['A from 1', 'B from 1', 'A from 1']);
  });

  it('of an account with costly reads wait, while those of another one are read', async () => {
    const trades = new TradeHistory({
      history: {
        async runSteps(_account, steps, noteWorkMs) {
          noteWorkMs(20);
          return resultOf(steps);
        },
        forEachRecord: async () => {},
      },
      lastSeq: () => 0,
    });
    const order: string[] = [];
    const costly = () => oneStep(order.push('A'));
    const reads = [trades.read('A', costly), trades.read('A', costly)];
    await reads[0];
    await trades.read('B', () => oneStep(order.push('B')));
    await Promise.all(reads);
    expect(order).toEqual(['A', 'B', 'A']);
  });

  it('cannot be decided about more often than an account may', async () => {
    const harness = await openHarness();
    const outcomes: unknown[] = [];
    for (let at = 0; at < 61; at += 1)
      outcomes.push(
        await harness.brokerage.setLotMethod({
          account: 'A',
          userId: 'u1',
          method: at % 2 ? 'FIFO' : 'LIFO',
        }),
      );
    expect([outcomes[59], outcomes[60]]).toEqual(['recorded', 'too-often']);
  });
});

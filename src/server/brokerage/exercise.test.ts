import { describe, expect, it, vi } from 'vitest';
import { ExerciseError, OrderError } from '../../domain/orders/errors.ts';
import type { ExerciseOutcome, SettlementView } from './brokerage.ts';
import { fillFrom, snapshotOf } from './checkpoint/snapshot.ts';
import { decodeEvent } from './event-codec.ts';
import { Ledger } from './ledger.ts';
import {
  dollars,
  openHarness,
  OPTION,
  PUT,
  quotedMarket,
  settle,
  TEST_LIMITS,
  type Harness,
} from './testing/harness.ts';
import { MAX_EXERCISE_REQUESTS } from './rate-window.ts';
import type { RiskFacts } from './risk-facts.ts';

async function openWithOptions(
  kind: 'cash' | 'margin' = 'margin',
  limits: RiskFacts['limits'] = () => TEST_LIMITS,
): Promise<Harness> {
  const market = quotedMarket();
  for (const symbol of [OPTION, PUT]) market.show(symbol, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 9] }]);
  const harness = await openHarness({
    market,
    facts: (defaults) => ({
      ...defaults,
      limits,
      account: (account) => {
        const answer = defaults.account(account);
        // The facts of the harness are synchronous.
        return answer instanceof Promise ? answer : answer && { ...answer, kind };
      },
    }),
  });
  await harness.send({ symbol: OPTION, quantity: 5 });
  await harness.send({ symbol: PUT, quantity: 2 });
  return harness;
}

const ask = (
  harness: Harness,
  change: { readonly clientId?: string; readonly symbol?: string; readonly contracts?: number } = {},
): Promise<ExerciseOutcome> =>
  harness.brokerage.exercise({
    account: 'A',
    userId: 'u',
    clientId: 'exe1',
    symbol: OPTION,
    contracts: 2,
    ...change,
  });

const settled = (outcome: ExerciseOutcome): SettlementView =>
  'settlement' in outcome ? outcome.settlement : expect.fail(`refused with ${outcome.code}`);
const quantityOf = (harness: Harness, symbol: string): number => {
  const position = harness.view().positions.find((held) => held.symbol === symbol);
  return (position?.longQuantity ?? 0) - (position?.shortQuantity ?? 0);
};

describe('an exercise at the request of the holder', () => {
  it('is published like a settlement at expiration, durable, with positions and balance after it', async () => {
    const harness = await openWithOptions();
    const published: string[] = [];
    harness.brokerage.listen('A', {
      onReport: () => published.push('report'),
      onSettlements: (settlements) => published.push(`settlements ${settlements.length}`),
      onPosition: ({ symbol, longQuantity }) => published.push(`${symbol} ${longQuantity}`),
      onBalance: () => published.push('balance'),
    });
    const cashE4 = harness.view().balance.cashE4;
    const settlement = settled(await ask(harness));
    await harness.brokerage.stop();
    expect(settlement).toMatchObject({
      kind: 'exercised',
      contracts: -2,
      shareQuantity: 200,
      cashE4: -dollars(20_000),
      underlyingPriceE4: dollars(100.01),
      request: { userId: 'u', clientId: 'exe1' },
    });
    expect(published).toEqual(['settlements 1', `${OPTION} 3`, 'SPY 200', 'balance']);
    expect(harness.view().balance.cashE4).toBe(cashE4 - dollars(20_000));
    expect(harness.journal.records.at(-1)).toMatchObject({ seq: settlement.serial, account: 'A' });
  });

  it('happens once for a ClientId: at the same time, later, and after a restart', async () => {
    const harness = await openWithOptions();
    const [first, second] = await Promise.all([ask(harness), ask(harness)]);
    const settlement = settled(first);
    expect(second).toEqual(first);
    expect(await ask(harness)).toEqual(first);
    expect(await ask(harness, { contracts: 1 })).toMatchObject({ code: OrderError.InvalidOrderFormat });
    expect(quantityOf(harness, OPTION)).toBe(3);
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(settled(await ask(again))).toEqual(settlement);
    expect(again.view()).toEqual(harness.view());
    expect(settled(await ask(again, { clientId: 'exe2' })).serial).toBeGreaterThan(settlement.serial);
    expect(quantityOf(again, OPTION)).toBe(1);
  });

  it('refuses a different request under a ClientId that is still under way', async () => {
    const harness = await openWithOptions();
    const [first, second] = await Promise.all([ask(harness), ask(harness, { contracts: 1 })]);
    expect(settled(first).contracts).toBe(-2);
    expect(second).toMatchObject({ code: OrderError.InvalidOrderFormat });
    expect(quantityOf(harness, OPTION)).toBe(3);
  });

  it('is known by its request after a checkpoint', async () => {
    const harness = await openWithOptions();
    const settlement = settled(await ask(harness));
    const ledger = new Ledger();
    for (const record of harness.journal.records) ledger.add(record.seq, decodeEvent(record));
    const restored = new Ledger();
    fillFrom(JSON.parse(JSON.stringify(snapshotOf(ledger))), restored);
    expect(restored.settlements('A', 0)).toEqual([settlement]);
  });

  it('is refused without a record, and the same ClientId may be tried again', async () => {
    const harness = await openWithOptions();
    const count = harness.journal.records.length;
    expect(await ask(harness, { contracts: 6 })).toEqual({
      code: ExerciseError.TooManyContracts,
      detail: 'The account holds 5.',
    });
    expect(harness.journal.records).toHaveLength(count);
    expect(settled(await ask(harness)).contracts).toBe(-2);
  });

  it('is refused after the close, on a halted account, and while the brokerage takes no orders', async () => {
    const harness = await openWithOptions();
    await harness.brokerage.setAccountOptions({ account: 'A', userId: 'u', isHalted: true });
    expect(await ask(harness)).toMatchObject({ code: OrderError.AccountLocked });
    await harness.brokerage.setAccountOptions({ account: 'A', userId: 'u', isHalted: false });
    harness.market.turn('post');
    await settle();
    expect(await ask(harness)).toMatchObject({ code: ExerciseError.OutsideSession });
    await harness.brokerage.stop();
    expect(await ask(harness)).toEqual({ code: OrderError.MarketOffline });
  });

  it('happens once when the journal failed and kept the record all the same', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const harness = await openWithOptions();
      harness.journal.breakDown();
      harness.journal.keepsWhatFails();
      expect(await ask(harness)).toEqual({ code: OrderError.DatabaseOffline });
      expect(await ask(harness, { clientId: 'exe2' })).toEqual({ code: OrderError.DatabaseOffline });
      harness.journal.repair();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(settled(await ask(harness)).contracts).toBe(-2);
      expect(quantityOf(harness, OPTION)).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is refused beyond the limits for contracts, shares and dollars of one trade', async () => {
    const limits = { ...TEST_LIMITS, maxTradeContracts: 4, maxTradeShares: 300 };
    const harness = await openWithOptions('margin', () => limits);
    await harness.send({ symbol: OPTION, quantity: 4 });
    const records = harness.journal.records.length;
    expect(await ask(harness, { contracts: 5 })).toMatchObject({ code: OrderError.ContractsPerTrade });
    expect(await ask(harness, { contracts: 4 })).toMatchObject({ code: OrderError.MaxShares });
    expect(harness.journal.records.length).toBe(records);
    expect(settled(await ask(harness, { contracts: 3 })).shareQuantity).toBe(300);
    const dear = await openWithOptions('margin', () => ({
      ...TEST_LIMITS,
      maxTradeValueE4: dollars(15_000),
    }));
    expect(await ask(dear, { contracts: 2 })).toMatchObject({ code: OrderError.DollarLimit });
    expect(settled(await ask(dear, { contracts: 1 })).shareQuantity).toBe(100);
  });

  it.each([1e6, 1e15, Number.MAX_SAFE_INTEGER])(
    'of %d contracts is refused without a record',
    async (contracts) => {
      const harness = await openWithOptions();
      const records = harness.journal.records.length;
      expect(await ask(harness, { contracts })).toMatchObject({
        code: ExerciseError.TooManyContracts,
        detail: 'The account holds 5.',
      });
      expect(harness.journal.records.length).toBe(records);
    },
  );

  it('is refused beyond 60 requests a minute and account, without records, and possible again after that', async () => {
    const harness = await openWithOptions();
    const records = harness.journal.records.length;
    const flood = await Promise.all(
      Array.from({ length: 500 }, (_, index) => ask(harness, { clientId: `flood${index}`, contracts: 99 })),
    );
    const codes = flood.map((outcome) => ('code' in outcome ? outcome.code : 0));
    expect(codes.filter((code) => code === ExerciseError.TooManyContracts)).toHaveLength(
      MAX_EXERCISE_REQUESTS,
    );
    expect(codes.filter((code) => code === OrderError.TooFrequent)).toHaveLength(500 - MAX_EXERCISE_REQUESTS);
    expect(flood.at(-1)).toMatchObject({ detail: 'At most 60 exercise requests a minute: wait 60000 ms.' });
    expect(harness.journal.records.length).toBe(records);
    harness.market.nowMs += 60_000;
    const outcome = await ask(harness);
    expect(settled(outcome).contracts).toBe(-2);
    for (let index = 0; index < 2 * MAX_EXERCISE_REQUESTS; index += 1)
      await ask(harness, { clientId: `more${index}`, contracts: 99 });
    expect(await ask(harness), 'repeats of an exercise that was made').toEqual(outcome);
  });

  it('cancels the sale of shares that a put delivered', async () => {
    const harness = await openWithOptions();
    await harness.send({ quantity: 100 });
    const [sale] = await harness.send({
      side: 'Sell',
      source: 'Close',
      quantity: 100,
      type: 'Limit',
      priceE4: dollars(130),
    });
    expect(settled(await ask(harness, { symbol: PUT, contracts: 1 })).shareQuantity).toBe(-100);
    expect(quantityOf(harness, 'SPY')).toBe(0);
    expect(harness.order(sale?.orderId ?? '')).toMatchObject({
      status: 'Cancelled',
      errorCode: OrderError.InsufficientCover,
    });
  });

  it('never makes a short position in a cash account', async () => {
    const harness = await openWithOptions('cash');
    expect(await ask(harness, { symbol: PUT, contracts: 1 })).toMatchObject({ code: OrderError.CashAccount });
    expect(quantityOf(harness, 'SPY')).toBe(0);
  });
});

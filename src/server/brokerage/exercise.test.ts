import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { ExerciseError, OrderError } from '../../domain/orders/errors.ts';
import { catalogue } from '../../protocol/index.ts';
import type { ExerciseOutcome, SettlementView } from './brokerage.ts';
import { fillFrom, snapshotOf } from './checkpoint/snapshot.ts';
import { decodeEvent } from './event-codec.ts';
import { Ledger } from './ledger.ts';
import { dollars, openDesk, OPTION, PUT, quotedMarket, settle, type Desk } from './testing/desk.ts';
import { exerciseToWire } from './wire.ts';

async function openWithOptions(kind: 'cash' | 'margin' = 'margin'): Promise<Desk> {
  const market = quotedMarket();
  for (const symbol of [OPTION, PUT]) market.show(symbol, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 9] }]);
  const desk = await openDesk({
    market,
    facts: (defaults) => ({
      ...defaults,
      account: (account) => {
        const answer = defaults.account(account);
        // The desk answers at once.
        return answer instanceof Promise ? answer : answer && { ...answer, kind };
      },
    }),
  });
  await desk.send({ symbol: OPTION, quantity: 5 });
  await desk.send({ symbol: PUT, quantity: 2 });
  return desk;
}

const ask = (
  desk: Desk,
  change: { readonly clientId?: string; readonly symbol?: string; readonly contracts?: number } = {},
): Promise<ExerciseOutcome> =>
  desk.brokerage.exercise({
    account: 'A',
    userId: 'u',
    clientId: 'exe1',
    symbol: OPTION,
    contracts: 2,
    ...change,
  });

const settled = (outcome: ExerciseOutcome): SettlementView =>
  'settlement' in outcome ? outcome.settlement : expect.fail(`refused with ${outcome.code}`);
const quantityOf = (desk: Desk, symbol: string): number => {
  const position = desk.view().positions.find((one) => one.symbol === symbol);
  return (position?.longQuantity ?? 0) - (position?.shortQuantity ?? 0);
};

describe('an exercise at the request of the holder', () => {
  it('is published like a settlement at expiration, durable, with positions and balance after it', async () => {
    const desk = await openWithOptions();
    const heard: string[] = [];
    desk.brokerage.listen('A', {
      onReport: () => heard.push('report'),
      onSettlements: (settlements) => heard.push(`settlements ${settlements.length}`),
      onPosition: ({ symbol, longQuantity }) => heard.push(`${symbol} ${longQuantity}`),
      onBalance: () => heard.push('balance'),
    });
    const cashE4 = desk.view().balance.cashE4;
    const settlement = settled(await ask(desk));
    await desk.brokerage.stop();
    expect(settlement).toMatchObject({
      kind: 'exercised',
      contracts: -2,
      shareQuantity: 200,
      cashE4: -dollars(20_000),
      underlyingPriceE4: dollars(100.01),
      request: { userId: 'u', clientId: 'exe1' },
    });
    expect(heard).toEqual(['settlements 1', `${OPTION} 3`, 'SPY 200', 'balance']);
    expect(desk.view().balance.cashE4).toBe(cashE4 - dollars(20_000));
    expect(desk.journal.records.at(-1)).toMatchObject({ seq: settlement.serial, account: 'A' });
    const wire = exerciseToWire('A', 'exe1', { settlement });
    expect(v.safeParse(catalogue.optionExerciseResult.body, wire).issues).toBeUndefined();
    expect(wire.Settlement).toMatchObject({ ClientId: 'exe1', UnderlyingPrice: 100.01 });
  });

  it('happens once for a ClientId: at the same time, later, and after a restart', async () => {
    const desk = await openWithOptions();
    const [one, other] = await Promise.all([ask(desk), ask(desk)]);
    const settlement = settled(one);
    expect(other).toEqual(one);
    expect(await ask(desk)).toEqual(one);
    expect(await ask(desk, { contracts: 1 })).toMatchObject({ code: OrderError.InvalidOrderFormat });
    expect(quantityOf(desk, OPTION)).toBe(3);
    await desk.brokerage.stop();
    const again = await openDesk({ market: desk.market, journal: desk.journal });
    expect(settled(await ask(again))).toEqual(settlement);
    expect(again.view()).toEqual(desk.view());
    expect(settled(await ask(again, { clientId: 'exe2' })).serial).toBeGreaterThan(settlement.serial);
    expect(quantityOf(again, OPTION)).toBe(1);
  });

  it('refuses a different request under a ClientId that is still under way', async () => {
    const desk = await openWithOptions();
    const [one, other] = await Promise.all([ask(desk), ask(desk, { contracts: 1 })]);
    expect(settled(one).contracts).toBe(-2);
    expect(other).toMatchObject({ code: OrderError.InvalidOrderFormat });
    expect(quantityOf(desk, OPTION)).toBe(3);
  });

  it('is known by its request after a checkpoint', async () => {
    const desk = await openWithOptions();
    const settlement = settled(await ask(desk));
    const ledger = new Ledger();
    for (const record of desk.journal.records) ledger.add(record.seq, decodeEvent(record));
    const restored = new Ledger();
    fillFrom(JSON.parse(JSON.stringify(snapshotOf(ledger))), restored);
    expect(restored.settlements('A', 0)).toEqual([settlement]);
  });

  it('is refused without a record, and the same ClientId may be tried again', async () => {
    const desk = await openWithOptions();
    const count = desk.journal.records.length;
    expect(await ask(desk, { contracts: 6 })).toEqual({
      code: ExerciseError.TooManyContracts,
      detail: 'The account holds 5.',
    });
    expect(desk.journal.records).toHaveLength(count);
    expect(exerciseToWire('A', 'exe1', await ask(desk, { contracts: 6 }))).toEqual({
      Account: 'A',
      ClientId: 'exe1',
      ErrorCode: ExerciseError.TooManyContracts,
      Message: 'Not enough contracts to exercise. The account holds 5.',
    });
    expect(settled(await ask(desk)).contracts).toBe(-2);
  });

  it('is refused after the close, on a halted account, and while the brokerage takes no orders', async () => {
    const desk = await openWithOptions();
    await desk.brokerage.setAccountOptions({ account: 'A', userId: 'u', isHalted: true });
    expect(await ask(desk)).toMatchObject({ code: OrderError.AccountLocked });
    await desk.brokerage.setAccountOptions({ account: 'A', userId: 'u', isHalted: false });
    desk.market.turn('post');
    await settle();
    expect(await ask(desk)).toMatchObject({ code: ExerciseError.OutsideSession });
    await desk.brokerage.stop();
    expect(await ask(desk)).toEqual({ code: OrderError.MarketOffline });
  });

  it('happens once when the journal failed and kept the record all the same', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const desk = await openWithOptions();
      desk.journal.breakDown();
      desk.journal.keepsWhatFails();
      expect(await ask(desk)).toEqual({ code: OrderError.DatabaseOffline });
      expect(await ask(desk, { clientId: 'exe2' })).toEqual({ code: OrderError.DatabaseOffline });
      desk.journal.repair();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(settled(await ask(desk)).contracts).toBe(-2);
      expect(quantityOf(desk, OPTION)).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('cancels the sale of shares that a put delivered', async () => {
    const desk = await openWithOptions();
    await desk.send({ quantity: 100 });
    const [sale] = await desk.send({
      side: 'Sell',
      source: 'Close',
      quantity: 100,
      type: 'Limit',
      priceE4: dollars(130),
    });
    expect(settled(await ask(desk, { symbol: PUT, contracts: 1 })).shareQuantity).toBe(-100);
    expect(quantityOf(desk, 'SPY')).toBe(0);
    expect(desk.order(sale?.orderId ?? '')).toMatchObject({
      status: 'Cancelled',
      errorCode: OrderError.InsufficientCover,
    });
  });

  it('never makes a short position in a cash account', async () => {
    const desk = await openWithOptions('cash');
    expect(await ask(desk, { symbol: PUT, contracts: 1 })).toMatchObject({ code: OrderError.CashAccount });
    expect(quantityOf(desk, 'SPY')).toBe(0);
  });
});

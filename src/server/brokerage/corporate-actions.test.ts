import { describe, expect, it } from 'vitest';
import { actionText } from '../../domain/corporate-actions/action-text.ts';
import type { CorporateAction } from '../../domain/corporate-actions/types.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import type { ActionView } from './brokerage.ts';
import { fillFrom, snapshotOf, type Snapshot } from './checkpoint/snapshot.ts';
import { decodeEvent } from './event-codec.ts';
import { Ledger } from './ledger.ts';
import { bracket, groupNow, placed } from './testing/groups.ts';
import { dollars, idOf, openHarness, quotedMarket, settle, type Harness } from './testing/harness.ts';
import { MemoryJournal } from './testing/memory-journal.ts';
import { SCRIPTED_SESSION } from './testing/scripted-market.ts';
import { sell } from './testing/started-brokerage.ts';

const NEXT = {
  date: '2026-03-03',
  openMs: SCRIPTED_SESSION.openMs + 86_400_000,
  closeMs: SCRIPTED_SESSION.closeMs + 86_400_000,
};
const on = { symbol: 'SPY', exDate: NEXT.date };
const split = (numerator: number, denominator: number, cashInLieuE4 = 0): CorporateAction => ({
  kind: 'Split',
  ...on,
  numerator,
  denominator,
  cashInLieuE4,
});
const gtc = { tif: 'GoodTillCancel' } as const;

/** 100 shares of SPY bought at 100.02, before the ex-date of an action. */
async function holding(action: CorporateAction, quantity = 100): Promise<Harness> {
  const harness = await openHarness({ cash: 1_000_000 });
  harness.market.actions.push(action);
  harness.market.show('SPY', [{ exchange: 'ARCA', bid: [100, 5_000], ask: [100.02, 5_000] }]);
  await harness.send({ quantity });
  return harness;
}

async function nextSession({ market }: Harness): Promise<void> {
  market.beginSession(NEXT);
  market.turn('open');
  await settle();
}

const cashOf = (harness: Harness): number => harness.view().balance.cashE4;
const spy = (harness: Harness) => harness.view().positions.find(({ symbol }) => symbol === 'SPY');
const lines = (harness: Harness): string[] => harness.brokerage.accountState('A', 0).actions.map(actionText);

describe('a forward split', () => {
  it('multiplies the shares at the same cost, without cash or profit, and explains it', async () => {
    const harness = await holding(split(7, 1));
    const cashE4 = cashOf(harness);
    const received: ActionView[] = [];
    harness.brokerage.listen('A', {
      onReport: () => undefined,
      onPosition: () => undefined,
      onBalance: () => undefined,
      onActions: (actions) => received.push(...actions),
    });
    await nextSession(harness);
    expect(spy(harness)).toMatchObject({
      longQuantity: 700,
      fifoCostE4: dollars(10_002),
      closedPlE4: 0,
      todayPlE4: 0,
    });
    expect(cashOf(harness)).toBe(cashE4);
    expect(lines(harness)).toEqual(['7-for-1 split: 100 shares at 100.02 became 700 at 14.2886']);
    expect(received.map(({ account, action }) => [account, action.kind])).toEqual([['A', 'Split']]);
  });

  it('adjusts open orders, which then trade at prices of the new shares only', async () => {
    const harness = await holding(split(7, 1));
    const buy = idOf(await harness.send({ ...gtc, type: 'Limit', priceE4: dollars(70) }));
    const stop = idOf(
      await harness.send({ ...gtc, ...sell, type: 'Stop', stopPriceE4: dollars(91), quantity: 40 }),
    );
    const target = idOf(
      await harness.send({ ...gtc, ...sell, type: 'Limit', priceE4: dollars(112), quantity: 60 }),
    );
    await nextSession(harness);
    expect(harness.order(buy)).toMatchObject({ quantity: 700, priceE4: dollars(10), status: 'Confirmed' });
    expect(harness.order(stop)).toMatchObject({
      quantity: 280,
      stopPriceE4: dollars(13),
      workingStopE4: dollars(13),
    });
    expect(harness.order(target)).toMatchObject({ quantity: 420, priceE4: dollars(16) });
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [14.2, 5_000], ask: [14.3, 5_000] }]);
    harness.market.print('SPY', 14.25, 100);
    await settle();
    expect([buy, stop, target].map((orderId) => harness.order(orderId).fill)).toEqual([0, 0, 0]);
    harness.market.print('SPY', 13, 100);
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [12.9, 5_000], ask: [13, 5_000] }]);
    await settle();
    expect(harness.order(stop)).toMatchObject({ fill: 280, status: 'Executed' });
    expect(spy(harness)).toMatchObject({ longQuantity: 420, lockedQuantity: 420 });
  });

  it('keeps the exits of a bracket in step with what its entry has filled', async () => {
    const harness = await holding(split(2, 1), 1);
    const groupId = await placed(harness.brokerage, bracket([101, 110, 90], { ...gtc }));
    await settle();
    await nextSession(harness);
    const members = groupNow(harness.brokerage, groupId).orders;
    expect(members.map(({ role, quantity, filled, isOpen }) => [role, quantity, filled, isOpen])).toEqual([
      ['Entry', 200, 200, false],
      ['Target', 200, 0, true],
      ['Stop', 200, 0, true],
    ]);
    const [, target, stop] = members.map(({ orderId }) => harness.order(orderId));
    expect([target?.priceE4, stop?.stopPriceE4, target?.unfill]).toEqual([dollars(55), dollars(45), 200]);
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [55, 5_000], ask: [55.02, 5_000] }]);
    await settle();
    expect(groupNow(harness.brokerage, groupId).state).toBe('Completed');
    expect(spy(harness)?.longQuantity).toBe(2);
  });

  it('converts options of the stock: contracts multiplied, strike divided', async () => {
    const market = quotedMarket(['SPY260306C00050000']);
    const harness = await openHarness({ market, cash: 1_000_000 });
    market.actions.push(split(2, 1));
    market.show('SPY260306C00100000', [{ exchange: 'CBOE', bid: [2, 50], ask: [2.1, 50] }]);
    await harness.send({ symbol: 'SPY260306C00100000', type: 'Limit', priceE4: dollars(2.1), quantity: 3 });
    await nextSession(harness);
    const option = harness.view().positions.find(({ symbol }) => symbol === 'SPY260306C00050000');
    expect(option).toMatchObject({ longQuantity: 6, fifoCostE4: dollars(630) });
  });

  it('keeps a series apart from the one that takes its symbol', async () => {
    const [low, middle, high] = ['SPY260306C00025000', 'SPY260306C00050000', 'SPY260306C00100000'] as const;
    const harness = await openHarness({ market: quotedMarket([low, middle, high]), cash: 1_000_000 });
    harness.market.actions.push(split(2, 1));
    for (const [symbol, ask, quantity] of [
      [high, 2.1, 3],
      [middle, 50, 1],
    ] as const) {
      harness.market.show(symbol, [{ exchange: 'CBOE', bid: [ask - 0.1, 50], ask: [ask, 50] }]);
      await harness.send({ symbol, type: 'Limit', priceE4: dollars(ask), quantity });
    }
    await nextSession(harness);
    const held = harness
      .view()
      .positions.filter(({ longQuantity }) => longQuantity > 0)
      .map(({ symbol, longQuantity, fifoCostE4 }) => [symbol, longQuantity, fifoCostE4]);
    expect(held.sort()).toEqual([
      [low, 2, dollars(5_000)],
      [middle, 6, dollars(630)],
    ]);
  });
});

it('pays a fraction of a share at the price that the split states', async () => {
  const harness = await holding(split(3, 2, dollars(66)), 101);
  const cashE4 = cashOf(harness);
  await nextSession(harness);
  // 151.5 shares: the half share cost 33.34 and pays 33.00.
  expect(spy(harness)).toMatchObject({ longQuantity: 151, closedPlE4: -3_400 });
  expect(cashOf(harness) - cashE4).toBe(dollars(33));
  expect(lines(harness)).toEqual([
    '3-for-2 split: 101 shares at 100.02 became 151 at 66.68, 33.00 received for a fraction of a share',
  ]);
});

it('cancels open orders and groups at a reverse split', async () => {
  const harness = await holding(split(1, 10));
  const buy = idOf(await harness.send({ ...gtc, type: 'Limit', priceE4: dollars(70) }));
  const groupId = await placed(harness.brokerage, bracket([90, 110, 80], { ...gtc }));
  await nextSession(harness);
  expect(spy(harness)).toMatchObject({ longQuantity: 10, fifoCostE4: dollars(10_002) });
  expect(harness.order(buy)).toMatchObject({ status: 'Cancelled', errorCode: OrderError.CancelledByMarket });
  expect(groupNow(harness.brokerage, groupId).state).toBe('Cancelled');
});

it('pays a dividend to a holder, takes it from a short seller, and lets no P&L of the day come of it', async () => {
  const harness = await holding({ kind: 'Dividend', ...on, amountE6: 470_000 });
  await harness.send({ account: 'B', side: 'Short', quantity: 50 });
  const buy = idOf(await harness.send({ ...gtc, type: 'Limit', priceE4: dollars(70) }));
  harness.market.print('SPY', 100, 100);
  await settle();
  const before = [cashOf(harness), harness.brokerage.accountView('B', 0).balance.cashE4] as const;
  await nextSession(harness);
  const after = [cashOf(harness), harness.brokerage.accountView('B', 0).balance.cashE4] as const;
  expect([after[0] - before[0], after[1] - before[1]]).toEqual([dollars(47), dollars(-23.5)]);
  // The close of 100.00 counts as 99.53.
  expect(spy(harness)).toMatchObject({
    mtmCostE4: dollars(9_953),
    fifoCostE4: dollars(10_002),
    closedPlE4: 0,
  });
  expect(harness.order(buy).priceE4).toBe(dollars(69.53));
  expect(lines(harness)).toEqual([
    'Dividend of 0.47 a share: received 47.00 on 100 shares; 1 open order adjusted',
  ]);
});

it('moves a position to a new symbol with its cost, and ends orders in the old one', async () => {
  const harness = await holding({ kind: 'SymbolChange', ...on, newSymbol: 'AAPL' });
  const buy = idOf(await harness.send({ ...gtc, type: 'Limit', priceE4: dollars(70) }));
  await nextSession(harness);
  const positions = harness.view().positions.map((each) => [each.symbol, each.longQuantity, each.fifoCostE4]);
  expect(positions).toEqual([
    ['SPY', 0, 0],
    ['AAPL', 100, dollars(10_002)],
  ]);
  expect(harness.order(buy).status).toBe('Cancelled');
});

it('pays out a delisted stock, and realises the loss', async () => {
  const harness = await holding({ kind: 'Delisting', ...on, cashE4: dollars(1.25) });
  const cashE4 = cashOf(harness);
  await nextSession(harness);
  expect(spy(harness)).toMatchObject({ longQuantity: 0, closedPlE4: dollars(125 - 10_002) });
  expect(cashOf(harness) - cashE4).toBe(dollars(125));
  expect(lines(harness)).toEqual(['Delisted: 100 shares paid out at 1.25, 125.00 in cash']);
});

it('applies each action once, whichever record a crash comes after', async () => {
  const harness = await holding(split(7, 1));
  const { market, journal } = harness;
  market.actions.push({ kind: 'Dividend', symbol: 'AAPL', exDate: NEXT.date, amountE6: 1_000_000 });
  market.show('AAPL', [{ exchange: 'ARCA', bid: [50, 5_000], ask: [50.02, 5_000] }]);
  await harness.send({ symbol: 'AAPL', quantity: 30 });
  await harness.send({ account: 'B', quantity: 10 });
  await harness.send({ ...gtc, type: 'Limit', priceE4: dollars(70) });
  await harness.send({
    ...gtc,
    type: 'Limit',
    legs: undefined,
    symbol: 'SPY260306P00100000',
    priceE4: dollars(1),
  });
  await harness.brokerage.stop();
  const before = journal.records.length;
  const shown = async (cut: number | undefined) => {
    const copy = new MemoryJournal();
    copy.records.push(...journal.records.slice(0, cut ?? before));
    const again = await openHarness({ market, journal: copy, cash: 1_000_000 });
    await nextSession(again);
    await again.brokerage.stop();
    const { orders, positions, balance } = again.view();
    return { records: copy.records, shown: { orders, positions, balance, lines: lines(again) } };
  };
  const whole = await shown(undefined);
  const made = whole.records.slice(before);
  expect(made.filter(({ payload }) => payload.includes('"actionApplied"'))).toHaveLength(3);
  journal.records.splice(0, journal.records.length, ...whole.records);
  for (let cut = before; cut <= whole.records.length; cut += 1) {
    const copy = await shown(cut);
    expect(copy.shown, `after record ${cut - before} of ${made.length}`).toEqual(whole.shown);
    expect(copy.records.filter(({ payload }) => payload.includes('"actionApplied"'))).toHaveLength(3);
  }
});

it('has the same books from a checkpoint at any record', async () => {
  const harness = await holding(split(3, 2, dollars(66)), 101);
  await harness.send({ ...gtc, type: 'Limit', priceE4: dollars(70) });
  await placed(harness.brokerage, bracket([90, 110, 80], { ...gtc }));
  await nextSession(harness);
  await harness.brokerage.stop();
  const events = harness.journal.records.map((record) => ({ seq: record.seq, event: decodeEvent(record) }));
  const whole = new Ledger();
  for (const { seq, event } of events) whole.add(seq, event);
  expect(whole.actions('A', 0)).toHaveLength(1);
  for (let cut = 1; cut <= events.length; cut += 1) {
    const before = new Ledger();
    for (const { seq, event } of events.slice(0, cut)) before.add(seq, event);
    // As a file has it.
    const saved = JSON.parse(JSON.stringify(snapshotOf(before))) as Snapshot;
    const after = new Ledger();
    fillFrom(saved, after);
    for (const { seq, event } of events.slice(cut)) after.add(seq, event);
    expect(snapshotOf(after), `from record ${cut} of ${events.length}`).toEqual(snapshotOf(whole));
  }
});

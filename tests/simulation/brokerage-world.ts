import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import { expect } from 'vitest';
import { leavesOf, type Book } from '../../src/domain/orders/core/book.ts';
import { heldBy } from '../../src/domain/orders/core/held.ts';
import { figuresOf } from '../../src/domain/orders/core/position-figures.ts';
import { steppingMarks } from '../../src/domain/orders/core/testing/marks.ts';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';
import { FINAL_STATUSES, OPEN_STATUSES } from '../../src/domain/orders/transitions.ts';
import type { Brokerage, NewOrder, OrderView } from '../../src/server/brokerage/brokerage.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import type { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import type { Random } from './random.ts';

/** What the simulations of the brokerage share: a small market, orders of every kind, and what must hold of a book at any moment. */

export const ACCOUNTS = ['A', 'B', 'C'] as const;
/** Expires on the second day: what is held then settles. */
export const OPTION = 'SPY260303C00450000';
export const SYMBOLS = ['SPY', 'PENNY', 'HARD', OPTION] as const;
export const BASE_PRICE = { SPY: 450, PENNY: 0.8, HARD: 35, [OPTION]: 5 } as const;
export const FUNDS_E4 = 500_000_000;

export const accountFacts = () => ({ isLive: false, isLocked: false });
export const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function priceNear(random: Random, symbol: (typeof SYMBOLS)[number]): number {
  const price = BASE_PRICE[symbol] * (0.97 + random.next() * 0.06);
  const steps = price >= 1 ? 100 : 10_000;
  return Math.round(price * steps) / steps;
}

function randomTerms(random: Random, symbol: (typeof SYMBOLS)[number]): Partial<NewOrder> {
  const priceE4 = () => Math.round(priceNear(random, symbol) * 10_000);
  const type = random.pick([
    'Market',
    'Limit',
    'Limit',
    'Limit',
    'Stop',
    'StopLimit',
    'MarketOnClose',
    'LimitOnClose',
    'Pegged',
  ] as const);
  const isStop = type === 'Stop' || type === 'StopLimit';
  const isTrailing = isStop && random.chance(0.4);
  return {
    type,
    quantity: random.chance(0.02) ? 0 : random.int(1, 900),
    priceE4: type === 'Limit' || type === 'StopLimit' || type === 'LimitOnClose' ? priceE4() : 0,
    stopPriceE4: isStop && !isTrailing ? priceE4() : 0,
    stopType: isTrailing ? 'Trailing' : 'Static',
    offsetType: isTrailing ? random.pick(['Value', 'Percent'] as const) : null,
    offsetE4: isTrailing ? random.int(1, 30) * 100 : 0,
    pegType: random.pick(['Primary', 'Midpoint'] as const),
    minQuantity: random.chance(0.1) ? random.int(1, 300) : 0,
    displayQuantity: random.chance(0.15) ? random.int(1, 200) : 0,
  };
}

const ANY_TIF = [
  'Day',
  'GoodTillCancel',
  'ImmediateOrCancel',
  'FillOrKill',
  'GoodTillDate',
  'GoodTillCrossing',
  'AtOpening',
] as const;

/** A time in force that mostly goes with the type. */
function randomTif(random: Random, type: NewOrder['type']): NewOrder['tif'] {
  if (random.chance(0.1)) return random.pick(ANY_TIF);
  if (type === 'Limit') return random.pick(ANY_TIF);
  if (type === 'Market')
    return random.pick(['Day', 'GoodTillCancel', 'ImmediateOrCancel', 'FillOrKill', 'AtOpening'] as const);
  return type === 'MarketOnClose' || type === 'LimitOnClose'
    ? 'Day'
    : random.pick(['Day', 'GoodTillCancel', 'GoodTillDate'] as const);
}

export function randomOrder(random: Random, clientId: string, nowMs: number): NewOrder {
  const symbol = random.pick(SYMBOLS);
  const [side, source] = random.pick([
    ['Buy', 'Open'],
    ['Buy', 'Open'],
    ['Buy', 'Open'],
    ['Buy', 'Cover'],
    ['Sell', 'Close'],
    ['Sell', 'Close'],
    ['Short', 'Open'],
    ['Sell', 'Open'],
  ] as const);
  const terms = randomTerms(random, symbol);
  const tif = randomTif(random, terms.type ?? 'Market');
  return {
    ...PLAIN_ORDER,
    account: random.pick(ACCOUNTS),
    userId: 'sim',
    clientId,
    symbol: random.chance(0.02) ? 'NOPE' : symbol,
    side,
    source,
    type: 'Market',
    quantity: 1,
    tif,
    goodTillMs: tif === 'GoodTillDate' ? nowMs + random.int(1, 5_000_000) : null,
    destination: 'SMART',
    route: 'AUTO',
    ...terms,
    ...(symbol === OPTION ? { quantity: random.int(1, 9) } : {}),
  };
}

export function moveMarket(random: Random, market: ScriptedMarket): void {
  const symbol = random.pick(SYMBOLS);
  market.nowMs += random.int(1, 500_000);
  if (market.nowMs >= market.session.closeMs) {
    if (market.phaseNow === undefined || market.phaseNow === 'open') market.turn('post');
    if (random.chance(0.5))
      market.auction('closing', symbol, priceNear(random, symbol), random.int(100, 5_000));
    if (random.chance(0.4)) market.turn('closed');
    if (random.chance(0.5)) {
      // A morning: orders come before the opening, and then it opens.
      if (random.chance(0.5)) market.turn('pre');
      market.beginSession({
        date: new Date(market.session.openMs + 86_400_000).toISOString().slice(0, 10),
        openMs: market.session.openMs + 86_400_000,
        closeMs: market.session.closeMs + 86_400_000,
      });
      market.turn('open');
      for (const each of SYMBOLS)
        market.auction('opening', each, priceNear(random, each), random.int(100, 5_000));
    }
  }
  if (random.chance(market.isHalted(symbol) ? 0.5 : 0.03)) market.halt(symbol, !market.isHalted(symbol));
  if (random.chance(0.4)) market.print(symbol, priceNear(random, symbol), random.int(1, 2_000));
  else {
    const level = (exchange: string) => {
      const [first, second] = [priceNear(random, symbol), priceNear(random, symbol)];
      return {
        exchange,
        ...(random.chance(0.9) ? { bid: [Math.min(first, second), random.int(1, 400)] as const } : {}),
        ...(random.chance(0.9) ? { ask: [Math.max(first, second), random.int(1, 400)] as const } : {}),
      };
    };
    market.show(symbol, [level('ARCA'), level('BATS'), level('EDGX')].slice(0, random.int(0, 3)));
  }
}

/** What must hold of a book at any moment. */
export function checkBook(book: Book): void {
  for (const order of book.orders.values()) {
    expect(order.filled).toBeGreaterThanOrEqual(0);
    expect(order.filled).toBeLessThanOrEqual(order.status === 'Rejected' ? 0 : order.quantity);
    // A stop that was reached while nobody was on the other side stays so until it fills.
    const isOpen =
      OPEN_STATUSES.has(order.status) ||
      (ORDER_STATUSES[order.status].listedOpen === 'while-unfilled' && order.filled < order.quantity);
    expect(isOpen, `order ${order.orderId} is ${order.status}`).toBe(order.completedMs === null);
    expect(book.openBySymbol.get(order.symbol)?.has(order.orderId) ?? false).toBe(order.completedMs === null);
  }
  // A time of its own, in which some prices hold from one check to the next.
  const marks = steppingMarks(() => book.lastSeq * 20);
  for (const account of book.accounts.values()) {
    expect(account.figures.read(marks), 'running sums equal the walk over all positions').toEqual(
      figuresOf(account.positions, marks),
    );
    const open = [...book.orders.values()].filter(
      (order) => order.account === account.account && order.completedMs === null,
    );
    expect(account.openOrderCount).toBe(open.length);
    expect(account.reservedE4).toBe(open.reduce((sum, order) => sum + heldBy(order), 0));
    let heldE4 = 0;
    for (const [symbol, position] of account.positions) {
      heldE4 += position.closedPlE4 - position.fifoCostE4 - position.feesE4;
      const sells = open
        .filter((order) => order.symbol === symbol && order.side !== 'Buy' && !order.isAlternate)
        .reduce((sum, order) => sum + leavesOf(order), 0);
      expect(account.openInterest.get(symbol)?.sell ?? 0).toBe(sells);
      const unreserved = open
        .filter((order) => order.symbol === symbol && order.side === 'Buy' && !order.isAlternate)
        .reduce((sum, order) => sum + leavesOf(order) - Math.min(order.openingQuantity, leavesOf(order)), 0);
      expect(unreserved, 'buys that hold no buying power only cover what is short').toBeLessThanOrEqual(
        Math.max(0, -position.quantity),
      );
      if (symbol === OPTION) {
        const free = open
          .filter((order) => order.symbol === symbol && order.side === 'Sell')
          .reduce(
            (sum, order) => sum + leavesOf(order) - Math.min(order.openingQuantity, leavesOf(order)),
            0,
          );
        expect(free, 'sells of options that hold no margin only close what is long').toBeLessThanOrEqual(
          Math.max(0, position.quantity),
        );
      }
      for (const lot of position.lots) expect(lot.quantity).toBeGreaterThan(0);
    }
    expect(account.cashE4, `cash of ${account.account}`).toBe(account.fundedE4 + heldE4);
  }
}

/** A started brokerage on this market and journal, its accounts funded. */
export async function startBrokerage(market: ScriptedMarket, journal: MemoryJournal): Promise<Brokerage> {
  const brokerage = createSimulatedBrokerage(market, journal);
  await brokerage.start();
  for (const account of ACCOUNTS) await brokerage.fundAccount(account, { cashE4: FUNDS_E4, version: 1 });
  return brokerage;
}

const createSimulatedBrokerage = (market: ScriptedMarket, journal: MemoryJournal): Brokerage =>
  createBrokerage({ market, journal, clock: market, accounts: accountFacts, sweepIntervalMs: 3_600_000 });

const accountViews = (brokerage: Brokerage) => ACCOUNTS.map((account) => brokerage.accountView(account, 0));

/** All orders of all accounts. */
export const ordersOf = (brokerage: Brokerage): OrderView[] =>
  accountViews(brokerage).flatMap(({ orders }) => [...orders]);

export const openOrdersOf = (brokerage: Brokerage): OrderView[] =>
  ordersOf(brokerage).filter(({ completedMs }) => completedMs === null);

/** Cancels every open order, and expects that all orders then have a final status. */
export async function completeAllOrders(brokerage: Brokerage): Promise<void> {
  for (const { account, orderId } of openOrdersOf(brokerage))
    await brokerage.cancel({ account, userId: 'sim', orderId, clientId: `end${orderId}` });
  for (const { orderId, status } of ordersOf(brokerage))
    expect(FINAL_STATUSES.has(status), `order ${orderId} is ${status}`).toBe(true);
}

/** Expects that a brokerage rebuilt from the journal has the accounts of the stopped one. A start that writes records itself is not compared. */
export async function expectSameAfterRebuild(
  stopped: Brokerage,
  market: ScriptedMarket,
  journal: MemoryJournal,
): Promise<void> {
  const before = accountViews(stopped);
  const records = journal.records.length;
  const rebuilt = createSimulatedBrokerage(market, journal);
  await rebuilt.start();
  if (journal.records.length === records) expect(accountViews(rebuilt)).toEqual(before);
  await rebuilt.stop();
}

import { expect, it } from 'vitest';
import { applyEvent, createBook, leavesOf, type Book } from '../../src/domain/orders/core/book.ts';
import { totalFeesE4 } from '../../src/domain/portfolio/fees.ts';
import { FINAL_STATUSES, OPEN_STATUSES } from '../../src/domain/orders/transitions.ts';
import type { NewOrder, Report } from '../../src/server/brokerage/brokerage.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { decodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';
import { SCRIPTED_SESSION, ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { createRandom, type Random } from './random.ts';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';

/** `ROUNDS=500` runs as many seeds; `SEED=7` starts at one. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 25);
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const STEPS = 400;
const ACCOUNTS = ['A', 'B', 'C'] as const;
/** Expires on the second day: what is held then settles. */
const OPTION = 'SPY260303C00450000';
const SYMBOLS = ['SPY', 'PENNY', 'HARD', OPTION] as const;
const BASE_PRICE = { SPY: 450, PENNY: 0.8, HARD: 35, [OPTION]: 5 } as const;
const FUNDS_E4 = 500_000_000;

const accountFacts = () => ({ isLive: false, isLocked: false });
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function priceNear(random: Random, symbol: (typeof SYMBOLS)[number]): number {
  const price = BASE_PRICE[symbol] * (0.97 + random.next() * 0.06);
  const steps = price >= 1 ? 100 : 10_000;
  return Math.round(price * steps) / steps;
}

function randomTerms(random: Random, symbol: (typeof SYMBOLS)[number]): Partial<NewOrder> {
  const priceE4 = () => Math.round(priceNear(random, symbol) * 10_000);
  const type = random.pick(['Market', 'Limit', 'Limit', 'Limit', 'Stop', 'StopLimit', 'MarketOnClose', 'LimitOnClose', 'Pegged'] as const);
  const isStop = type === 'Stop' || type === 'StopLimit';
  const isTrailing = isStop && random.chance(0.4);
  return {
    type, quantity: random.chance(0.02) ? 0 : random.int(1, 900), priceE4: type === 'Limit' || type === 'StopLimit' || type === 'LimitOnClose' ? priceE4() : 0,
    stopPriceE4: isStop && !isTrailing ? priceE4() : 0, stopType: isTrailing ? 'Trailing' : 'Static',
    offsetType: isTrailing ? random.pick(['Value', 'Percent'] as const) : null, offsetE4: isTrailing ? random.int(1, 30) * 100 : 0, pegType: random.pick(['Primary', 'Midpoint'] as const),
    minQuantity: random.chance(0.1) ? random.int(1, 300) : 0,
  };
}

const ANY_TIF = ['Day', 'GoodTillCancel', 'ImmediateOrCancel', 'FillOrKill', 'GoodTillDate', 'GoodTillCrossing', 'AtOpening'] as const;

/** A time in force that mostly goes with the type. */
function randomTif(random: Random, type: NewOrder['type']): NewOrder['tif'] {
  if (random.chance(0.1)) return random.pick(ANY_TIF);
  if (type === 'Limit') return random.pick(ANY_TIF);
  if (type === 'Market') return random.pick(['Day', 'GoodTillCancel', 'ImmediateOrCancel', 'FillOrKill', 'AtOpening'] as const);
  return type === 'MarketOnClose' || type === 'LimitOnClose' ? 'Day' : random.pick(['Day', 'GoodTillCancel', 'GoodTillDate'] as const);
}

function randomOrder(random: Random, clientId: string, nowMs: number): NewOrder {
  const symbol = random.pick(SYMBOLS);
  const [side, source] = random.pick([['Buy', 'Open'], ['Buy', 'Open'], ['Buy', 'Open'], ['Buy', 'Cover'], ['Sell', 'Close'], ['Sell', 'Close'], ['Short', 'Open'], ['Sell', 'Open']] as const);
  const terms = randomTerms(random, symbol);
  const tif = randomTif(random, terms.type ?? 'Market');
  return {
    ...PLAIN_ORDER,
    account: random.pick(ACCOUNTS), userId: 'sim', clientId, symbol: random.chance(0.02) ? 'NOPE' : symbol, side, source, type: 'Market', quantity: 1,
    tif, goodTillMs: tif === 'GoodTillDate' ? nowMs + random.int(1, 5_000_000) : null, destination: 'SMART', route: 'AUTO', ...terms,
    ...(symbol === OPTION ? { quantity: random.int(1, 9) } : {}),
  };
}

function moveMarket(random: Random, market: ScriptedMarket): void {
  const symbol = random.pick(SYMBOLS);
  market.nowMs += random.int(1, 500_000);
  if (market.nowMs >= market.session.closeMs) {
    if (market.phaseNow === undefined || market.phaseNow === 'open') market.turn('post');
    if (random.chance(0.5)) market.auction('closing', symbol, priceNear(random, symbol), random.int(100, 5_000));
    if (random.chance(0.4)) market.turn('closed');
    if (random.chance(0.5)) {
      // A morning: orders come before the opening, and then it opens.
      if (random.chance(0.5)) market.turn('pre');
      market.beginSession({ date: new Date(market.session.openMs + 86_400_000).toISOString().slice(0, 10), openMs: market.session.openMs + 86_400_000, closeMs: market.session.closeMs + 86_400_000 });
      market.turn('open');
      for (const each of SYMBOLS) market.auction('opening', each, priceNear(random, each), random.int(100, 5_000));
    }
  }
  if (random.chance(market.isHalted(symbol) ? 0.5 : 0.03)) market.halt(symbol, !market.isHalted(symbol));
  if (random.chance(0.4)) market.print(symbol, priceNear(random, symbol), random.int(1, 2_000));
  else {
    const level = (exchange: string) => {
      const [one, other] = [priceNear(random, symbol), priceNear(random, symbol)];
      return { exchange, ...(random.chance(0.9) ? { bid: [Math.min(one, other), random.int(1, 400)] as const } : {}), ...(random.chance(0.9) ? { ask: [Math.max(one, other), random.int(1, 400)] as const } : {}) };
    };
    market.show(symbol, [level('ARCA'), level('BATS'), level('EDGX')].slice(0, random.int(0, 3)));
  }
}

/** What must hold of a book at any moment. */
function checkBook(book: Book): void {
  for (const order of book.orders.values()) {
    expect(order.filled).toBeGreaterThanOrEqual(0);
    expect(order.filled).toBeLessThanOrEqual(order.status === 'Rejected' ? 0 : order.quantity);
    expect(OPEN_STATUSES.has(order.status)).toBe(order.completedMs === null);
    expect(book.openBySymbol.get(order.symbol)?.has(order.orderId) ?? false).toBe(order.completedMs === null);
  }
  for (const account of book.accounts.values()) {
    const open = [...book.orders.values()].filter((order) => order.account === account.account && order.completedMs === null);
    expect(account.openOrderCount).toBe(open.length);
    expect(account.reservedE4).toBe(open.reduce((sum, order) => sum + Math.min(order.openingQuantity, leavesOf(order)) * order.reserveE4, 0));
    let heldE4 = 0;
    for (const [symbol, position] of account.positions) {
      heldE4 += position.closedPlE4 - position.fifoCostE4 - position.feesE4;
      const sells = open.filter((order) => order.symbol === symbol && order.side !== 'Buy').reduce((sum, order) => sum + leavesOf(order), 0);
      expect(account.openInterest.get(symbol)?.sell ?? 0).toBe(sells);
      const unreserved = open.filter((order) => order.symbol === symbol && order.side === 'Buy').reduce((sum, order) => sum + leavesOf(order) - Math.min(order.openingQuantity, leavesOf(order)), 0);
      expect(unreserved, 'buys that hold no buying power only cover what is short').toBeLessThanOrEqual(Math.max(0, -position.quantity));
      if (symbol === OPTION) {
        const free = open.filter((order) => order.symbol === symbol && order.side === 'Sell').reduce((sum, order) => sum + leavesOf(order) - Math.min(order.openingQuantity, leavesOf(order)), 0);
        expect(free, 'sells of options that hold no margin only close what is long').toBeLessThanOrEqual(Math.max(0, position.quantity));
      }
      for (const lot of position.lots) expect(lot.quantity).toBeGreaterThan(0);
    }
    expect(account.cashE4, `cash of ${account.account}`).toBe(account.fundedE4 + heldE4);
  }
}

async function simulate(seed: number): Promise<void> {
  const random = createRandom(seed);
  const market = new ScriptedMarket(['SPY', 'PENNY', { symbol: 'HARD', shortable: false }, OPTION], SCRIPTED_SESSION);
  for (const symbol of SYMBOLS) market.print(symbol, BASE_PRICE[symbol], 100);
  const journal = new MemoryJournal();
  const start = async () => {
    const brokerage = createBrokerage({ market, journal, clock: market, accounts: accountFacts, sweepIntervalMs: 3_600_000 });
    await brokerage.start();
    for (const account of ACCOUNTS) {
      await brokerage.fundAccount(account, { cashE4: FUNDS_E4, version: 1 });
      brokerage.listen(account, { onReport: (report) => heard.push(report), onPosition: () => undefined, onBalance: () => undefined });
    }
    return brokerage;
  };
  const heard: Report[] = [];
  let brokerage = await start();
  const heardFrom = journal.records.length;
  const orderIds: [string, ...string[]] = ['none'];
  const answers: Promise<unknown>[] = [];
  for (let step = 0; step < STEPS; step++) {
    const action = random.next();
    if (action < 0.45) moveMarket(random, market);
    else if (action < 0.78) {
      // Sometimes a ClientId of before: must never make a second order.
      const clientId = random.chance(0.05) ? `c${random.int(0, step)}` : `c${step}`;
      answers.push(brokerage.submit(randomOrder(random, clientId, market.nowMs)).then((reports) => orderIds.push(reports[0]?.orderId ?? 'none')));
    } else if (action < 0.9) {
      const orders = ACCOUNTS.flatMap((account) => brokerage.accountView(account, 0).orders);
      const open = orders.filter((order) => order.completedMs === null);
      const orderId = open[0] && random.chance(0.8) ? random.pick([open[0], ...open]).orderId : random.pick(orderIds);
      const target = orders.find((order) => order.orderId === orderId);
      const order = randomOrder(random, random.chance(0.05) ? `c${random.int(0, step)}` : `r${step}`, market.nowMs);
      // Most replaces are about an order as it is; some are about what it was, or what is not theirs.
      const same = target && random.chance(0.9) ? { account: target.account, symbol: target.symbol, side: target.side, source: target.source, ...(random.chance(0.6) ? { tif: target.tif, goodTillMs: target.goodTillMs, type: target.type } : {}) } : {};
      answers.push(brokerage.replace({ order: { ...order, ...same }, originalClientId: random.chance(0.5) ? orderId : (target?.clientId ?? 'none'), sentMs: market.nowMs }));
    } else if (action < 0.915) answers.push(brokerage.setAccountOptions({ account: random.pick(ACCOUNTS), userId: 'sim', isHalted: random.chance(0.1), cancelOnDisconnect: random.chance(0.5) }));
    else if (action < 0.92) answers.push(brokerage.accountLeft(random.pick(ACCOUNTS)));
    else if (action < 0.97) answers.push(brokerage.cancel({ account: random.pick(ACCOUNTS), userId: 'sim', orderId: random.pick(orderIds), clientId: `x${step}` }));
    else if (action < 0.98) {
      await Promise.all(answers.splice(0));
      await brokerage.stop();
      brokerage = await start();
    } else await settle();
    if (random.chance(0.3)) await settle();
  }
  await Promise.all(answers);
  // Whatever is still open is cancelled: every order comes to an end.
  for (const account of ACCOUNTS) for (const order of brokerage.accountView(account, 0).orders) if (order.completedMs === null) await brokerage.cancel({ account, userId: 'sim', orderId: order.orderId, clientId: `end${order.orderId}` });
  for (const account of ACCOUNTS) for (const order of brokerage.accountView(account, 0).orders) expect(FINAL_STATUSES.has(order.status), `order ${order.orderId} is ${order.status}`).toBe(true);
  await brokerage.stop();
  expect(brokerage.isReady()).toBe(false);

  // The journal alone tells the same story: fold it, checking as it goes.
  const book = createBook();
  const filledOf = new Map<string, number>();
  const cashE4 = new Map<string, number>(ACCOUNTS.map((account) => [account, FUNDS_E4]));
  for (const record of journal.records) {
    const event = decodeEvent(record);
    applyEvent(book, record.seq, event);
    if (event.kind === 'optionSettled') cashE4.set(event.account, (cashE4.get(event.account) ?? 0) + event.settlement.cashE4);
    if (event.kind !== 'executed') continue;
    const order = book.orders.get(event.orderId);
    if (!order) throw new Error('executed order is in the book');
    filledOf.set(event.orderId, (filledOf.get(event.orderId) ?? 0) + event.quantity);
    expect(filledOf.get(event.orderId)).toBeLessThanOrEqual(order.quantity);
    if (order.type === 'Limit' || order.type === 'StopLimit' || order.type === 'LimitOnClose') expect(order.side === 'Buy' ? event.priceE4 <= order.priceE4 : event.priceE4 >= order.priceE4).toBe(true);
    if (order.side === 'Sell' && order.source === 'Close') expect(book.accounts.get(order.account)?.positions.get(order.symbol)?.quantity, 'a sell closes, it never opens a short').toBeGreaterThanOrEqual(0);
    if (order.expiresMs !== null) expect(event.timeMs).toBeLessThan(order.expiresMs);
    const value = (order.side === 'Buy' ? -1 : 1) * event.quantity * event.priceE4 * (order.symbol === OPTION ? 100 : 1) - totalFeesE4(event.fees);
    cashE4.set(order.account, (cashE4.get(order.account) ?? 0) + value);
    if (record.seq % 10 === 0) checkBook(book);
  }
  checkBook(book);
  for (const account of ACCOUNTS) expect(book.accounts.get(account)?.cashE4).toBe(cashE4.get(account));
  expect(new Set([...book.orders.values()].map((order) => `${order.account}/${order.clientId}`)).size).toBe(book.orders.size);

  // A brokerage that rebuilds sees what the last one saw (a stopped one answers views still), and a second fold is deeply equal.
  const again = createBook();
  for (const record of journal.records) applyEvent(again, record.seq, decodeEvent(record));
  expect(again).toEqual(book);
  const before = ACCOUNTS.map((account) => brokerage.accountView(account, 0));
  const rebuilt = createBrokerage({ market, journal, clock: market, accounts: accountFacts, sweepIntervalMs: 3_600_000 });
  const records = journal.records.length;
  await rebuilt.start();
  if (journal.records.length === records) expect(ACCOUNTS.map((account) => rebuilt.accountView(account, 0))).toEqual(before);
  await rebuilt.stop();

  // Every report was heard once, in order, by its own account.
  const serials = heard.map((report) => report.serial);
  expect(serials).toEqual([...new Set(serials)].sort((a, b) => a - b));
  const reportable = journal.records.slice(heardFrom).filter((record) => !['session', 'funded', 'accountOptions', 'optionSettled'].includes(decodeEvent(record).kind)).map((record) => record.seq);
  // What happens inside start() is before anyone can listen.
  for (const serial of serials) expect(reportable).toContain(serial);
  expect(filledOf.size, 'a run in which nothing fills proves nothing').toBeGreaterThan(3);
}

it.each(Array.from({ length: ROUNDS }, (_, index) => FIRST_SEED + index))('keeps every invariant under random orders and quotes, seed %i', simulate);

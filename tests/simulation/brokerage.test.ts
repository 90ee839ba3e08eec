import { afterAll, expect, it } from 'vitest';
import { applyEvent, createBook, type Book } from '../../src/domain/orders/core/book.ts';
import { totalFeesE4 } from '../../src/domain/portfolio/fees.ts';
import { FINAL_STATUSES } from '../../src/domain/orders/transitions.ts';
import type { Brokerage, Report } from '../../src/server/brokerage/brokerage.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { decodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';
import { SCRIPTED_SESSION, ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import {
  ACCOUNTS,
  accountFacts,
  BASE_PRICE,
  checkBook,
  FUNDS_E4,
  moveMarket,
  OPTION,
  randomOrder,
  settle,
  SYMBOLS,
} from './brokerage-world.ts';
import { createRandom, type Random } from './random.ts';

/** `ROUNDS=500` runs as many seeds; `SEED=7` starts at one. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 25);
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const STEPS = 400;
async function simulate(seed: number): Promise<void> {
  const random = createRandom(seed);
  const market = new ScriptedMarket(
    ['SPY', 'PENNY', { symbol: 'HARD', shortable: false }, OPTION],
    SCRIPTED_SESSION,
  );
  for (const symbol of SYMBOLS) market.print(symbol, BASE_PRICE[symbol], 100);
  const journal = new MemoryJournal();
  const start = async () => {
    const brokerage = createBrokerage({
      market,
      journal,
      clock: market,
      accounts: accountFacts,
      sweepIntervalMs: 3_600_000,
    });
    await brokerage.start();
    for (const account of ACCOUNTS) {
      await brokerage.fundAccount(account, { cashE4: FUNDS_E4, version: 1 });
      brokerage.listen(account, {
        onReport: (report) => heard.push(report),
        onPosition: () => undefined,
        onBalance: () => undefined,
      });
    }
    return brokerage;
  };
  const heard: Report[] = [];
  let brokerage = await start();
  const heardFrom = journal.records.length;
  const orderIds: [string, ...string[]] = ['none'];
  const answers: Promise<unknown>[] = [];
  for (let step = 0; step < STEPS; step++) {
    answers.push(...exerciseSometimes(random, brokerage, step));
    const action = random.next();
    if (action < 0.45) moveMarket(random, market);
    else if (action < 0.78) {
      // Sometimes a ClientId of before: must never make a second order.
      const clientId = random.chance(0.05) ? `c${random.int(0, step)}` : `c${step}`;
      answers.push(
        brokerage
          .submit(randomOrder(random, clientId, market.nowMs))
          .then((reports) => orderIds.push(reports[0]?.orderId ?? 'none')),
      );
    } else if (action < 0.9) {
      const orders = ACCOUNTS.flatMap((account) => brokerage.accountView(account, 0).orders);
      const open = orders.filter((order) => order.completedMs === null);
      const orderId =
        open[0] && random.chance(0.8) ? random.pick([open[0], ...open]).orderId : random.pick(orderIds);
      const target = orders.find((order) => order.orderId === orderId);
      const order = randomOrder(
        random,
        random.chance(0.05) ? `c${random.int(0, step)}` : `r${step}`,
        market.nowMs,
      );
      // Most replaces are about an order as it is; some are about what it was, or what is not theirs.
      const same =
        target && random.chance(0.9)
          ? {
              account: target.account,
              symbol: target.symbol,
              side: target.side,
              source: target.source,
              ...(random.chance(0.6)
                ? { tif: target.tif, goodTillMs: target.goodTillMs, type: target.type }
                : {}),
            }
          : {};
      answers.push(
        brokerage.replace({
          order: { ...order, ...same },
          originalClientId: random.chance(0.5) ? orderId : (target?.clientId ?? 'none'),
          sentMs: market.nowMs,
        }),
      );
    } else if (action < 0.915)
      answers.push(
        brokerage.setAccountOptions({
          account: random.pick(ACCOUNTS),
          userId: 'sim',
          isHalted: random.chance(0.1),
          cancelOnDisconnect: random.chance(0.5),
        }),
      );
    else if (action < 0.92) answers.push(brokerage.accountLeft(random.pick(ACCOUNTS)));
    else if (action < 0.97)
      answers.push(
        brokerage.cancel({
          account: random.pick(ACCOUNTS),
          userId: 'sim',
          orderId: random.pick(orderIds),
          clientId: `x${step}`,
        }),
      );
    else if (action < 0.98) {
      await Promise.all(answers.splice(0));
      await brokerage.stop();
      brokerage = await start();
    } else await settle();
    if (random.chance(0.3)) await settle();
  }
  await Promise.all(answers);
  // Whatever is still open is cancelled: every order comes to an end.
  for (const account of ACCOUNTS)
    for (const order of brokerage.accountView(account, 0).orders)
      if (order.completedMs === null)
        await brokerage.cancel({
          account,
          userId: 'sim',
          orderId: order.orderId,
          clientId: `end${order.orderId}`,
        });
  for (const account of ACCOUNTS)
    for (const order of brokerage.accountView(account, 0).orders)
      expect(FINAL_STATUSES.has(order.status), `order ${order.orderId} is ${order.status}`).toBe(true);
  await brokerage.stop();
  expect(brokerage.isReady()).toBe(false);

  // The journal alone tells the same story: fold it, checking as it goes.
  const book = createBook();
  const filledOf = new Map<string, number>();
  const cashE4 = new Map<string, number>(ACCOUNTS.map((account) => [account, FUNDS_E4]));
  for (const record of journal.records) {
    const event = decodeEvent(record);
    applyEvent(book, record.seq, event);
    if (event.kind === 'optionSettled')
      cashE4.set(event.account, (cashE4.get(event.account) ?? 0) + event.settlement.cashE4);
    if (event.kind !== 'executed') continue;
    const order = book.orders.get(event.orderId);
    if (!order) throw new Error('executed order is in the book');
    filledOf.set(event.orderId, (filledOf.get(event.orderId) ?? 0) + event.quantity);
    expect(filledOf.get(event.orderId)).toBeLessThanOrEqual(order.quantity);
    if (order.type === 'Limit' || order.type === 'StopLimit' || order.type === 'LimitOnClose')
      expect(order.side === 'Buy' ? event.priceE4 <= order.priceE4 : event.priceE4 >= order.priceE4).toBe(
        true,
      );
    if (order.side === 'Sell' && order.source === 'Close')
      expect(
        book.accounts.get(order.account)?.positions.get(order.symbol)?.quantity,
        'a sell closes, it never opens a short',
      ).toBeGreaterThanOrEqual(0);
    if (order.expiresMs !== null) expect(event.timeMs).toBeLessThan(order.expiresMs);
    const value =
      (order.side === 'Buy' ? -1 : 1) * event.quantity * event.priceE4 * (order.symbol === OPTION ? 100 : 1) -
      totalFeesE4(event.fees);
    cashE4.set(order.account, (cashE4.get(order.account) ?? 0) + value);
    if (record.seq % 10 === 0) checkBook(book);
  }
  checkBook(book);
  for (const account of ACCOUNTS) expect(book.accounts.get(account)?.cashE4).toBe(cashE4.get(account));
  expectClientIdsOnce(book);
  expectExercisesOnce(journal);

  // A brokerage that rebuilds sees what the last one saw (a stopped one answers views still), and a second fold is deeply equal.
  const again = createBook();
  for (const record of journal.records) applyEvent(again, record.seq, decodeEvent(record));
  expect(again).toEqual(book);
  const before = ACCOUNTS.map((account) => brokerage.accountView(account, 0));
  const rebuilt = createBrokerage({
    market,
    journal,
    clock: market,
    accounts: accountFacts,
    sweepIntervalMs: 3_600_000,
  });
  const records = journal.records.length;
  await rebuilt.start();
  if (journal.records.length === records)
    expect(ACCOUNTS.map((account) => rebuilt.accountView(account, 0))).toEqual(before);
  await rebuilt.stop();

  // Every report was heard once, in order, by its own account.
  const serials = heard.map((report) => report.serial);
  expect(serials).toEqual([...new Set(serials)].sort((a, b) => a - b));
  const reportable = journal.records
    .slice(heardFrom)
    .filter(
      (record) =>
        !['session', 'funded', 'accountOptions', 'optionSettled'].includes(decodeEvent(record).kind),
    )
    .map((record) => record.seq);
  // What happens inside start() is before anyone can listen.
  for (const serial of serials) expect(reportable).toContain(serial);
  expect(filledOf.size, 'a run in which nothing fills proves nothing').toBeGreaterThan(3);
}

/** In some steps a request to exercise calls that may be held; sometimes under a ClientId of before. */
function exerciseSometimes(random: Random, brokerage: Brokerage, step: number): Promise<unknown>[] {
  if (!random.chance(0.05)) return [];
  return [
    brokerage.exercise({
      account: random.pick(ACCOUNTS),
      userId: 'sim',
      clientId: `exe${random.chance(0.3) ? random.int(0, step) : step}`,
      symbol: OPTION,
      contracts: random.int(1, 3),
    }),
  ];
}

/** An exercise under a ClientId of its account happens once. */
function expectExercisesOnce(journal: MemoryJournal): void {
  const names = journal.records
    .map(decodeEvent)
    .flatMap((event) =>
      event.kind === 'optionSettled' && event.request ? [`${event.account}/${event.request.clientId}`] : [],
    );
  expect(names).toEqual([...new Set(names)]);
  exercised += names.length;
}
let exercised = 0;
afterAll(() => expect(exercised, 'rounds without an exercise prove nothing').toBeGreaterThan(0));

/** A ClientId is taken in its session and in the next one. */
function expectClientIdsOnce(book: Book): void {
  const sessions = [...new Set([...book.orders.values()].map(({ sessionDate }) => sessionDate))].sort();
  const lastTakenAt = new Map<string, number>();
  for (const { account, clientId, sessionDate } of book.orders.values()) {
    const key = `${account}/${clientId}`;
    const session = sessions.indexOf(sessionDate);
    expect(session - (lastTakenAt.get(key) ?? -2), `${key} is used once`).toBeGreaterThan(1);
    lastTakenAt.set(key, session);
  }
}

it.each(Array.from({ length: ROUNDS }, (_, index) => FIRST_SEED + index))(
  'keeps every invariant under random orders and quotes, seed %i',
  simulate,
);

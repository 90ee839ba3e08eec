import { afterAll, expect, it } from 'vitest';
import { assert } from '../../src/domain/assert/assert.ts';
import { applyEvent, createBook, type Book } from '../../src/domain/orders/core/book.ts';
import type { BookOrder, OrderEvent } from '../../src/domain/orders/core/types.ts';
import { totalFeesE4 } from '../../src/domain/portfolio/fees.ts';
import type { Brokerage, NewOrder, OrderView, Report } from '../../src/server/brokerage/brokerage.ts';
import { decodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';
import { SCRIPTED_SESSION, ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import {
  ACCOUNTS,
  BASE_PRICE,
  checkBook,
  completeAllOrders,
  expectSameAfterRebuild,
  FUNDS_E4,
  moveMarket,
  OPTION,
  ordersOf,
  randomOrder,
  settle,
  startBrokerage,
  SYMBOLS,
} from './brokerage-world.ts';
import { createRandom, type Random } from './random.ts';

/** `ROUNDS=500` runs as many seeds; `SEED=7` starts at one. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 25);
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const STEPS = 400;
/** Random orders, replaces, cancels, options and restarts on a random market. */
class Simulation {
  readonly market = new ScriptedMarket(
    ['SPY', 'PENNY', { symbol: 'HARD', shortable: false }, OPTION],
    SCRIPTED_SESSION,
  );
  readonly journal = new MemoryJournal();
  /** The reports that listeners received. */
  readonly reports: Report[] = [];
  readonly #random: Random;
  readonly #orderIds: [string, ...string[]] = ['none'];
  readonly #answers: Promise<unknown>[] = [];
  #brokerage: Brokerage | undefined;

  constructor(random: Random) {
    this.#random = random;
    for (const symbol of SYMBOLS) this.market.print(symbol, BASE_PRICE[symbol], 100);
  }

  get brokerage(): Brokerage {
    assert(this.#brokerage, 'the simulation is started');
    return this.#brokerage;
  }

  async start(): Promise<void> {
    const brokerage = await startBrokerage(this.market, this.journal);
    for (const account of ACCOUNTS)
      brokerage.listen(account, {
        onReport: (report) => this.reports.push(report),
        onPosition: () => undefined,
        onBalance: () => undefined,
      });
    this.#brokerage = brokerage;
  }

  async step(step: number): Promise<void> {
    const random = this.#random;
    this.#answers.push(...exerciseSometimes(random, this.brokerage, step));
    const action = random.next();
    if (action < 0.45) moveMarket(random, this.market);
    else if (action < 0.78) this.#submit(step);
    else if (action < 0.9) this.#replace(step);
    else if (action < 0.915) this.#changeOptions();
    else if (action < 0.92) this.#answers.push(this.brokerage.accountLeft(random.pick(ACCOUNTS)));
    else if (action < 0.97) this.#cancel(step);
    else if (action < 0.98) await this.#restart();
    else await settle();
    if (random.chance(0.3)) await settle();
  }

  async answered(): Promise<void> {
    await Promise.all(this.#answers.splice(0));
  }

  /** Some requests repeat an earlier ClientId, which must never make a second order. */
  #clientId(prefix: string, step: number): string {
    return this.#random.chance(0.05) ? `c${this.#random.int(0, step)}` : `${prefix}${step}`;
  }

  #submit(step: number): void {
    const clientId = this.#clientId('c', step);
    this.#answers.push(
      this.brokerage
        .submit(randomOrder(this.#random, clientId, this.market.nowMs))
        .then((reports) => this.#orderIds.push(reports[0]?.orderId ?? 'none')),
    );
  }

  #replace(step: number): void {
    const random = this.#random;
    const orders = ordersOf(this.brokerage);
    const open = orders.filter(({ completedMs }) => completedMs === null);
    const orderId =
      open[0] && random.chance(0.8) ? random.pick([open[0], ...open]).orderId : random.pick(this.#orderIds);
    const target = orders.find((order) => order.orderId === orderId);
    const order = randomOrder(random, this.#clientId('r', step), this.market.nowMs);
    // Most replaces keep the terms that may not change; some change them, or name another account's order.
    const keptTerms = target && random.chance(0.9) ? this.#termsToKeep(target) : {};
    this.#answers.push(
      this.brokerage.replace({
        order: { ...order, ...keptTerms },
        originalClientId: random.chance(0.5) ? orderId : (target?.clientId ?? 'none'),
        sentMs: this.market.nowMs,
      }),
    );
  }

  #termsToKeep({ account, symbol, side, source, tif, goodTillMs, type }: OrderView): Partial<NewOrder> {
    const identity = { account, symbol, side, source };
    return this.#random.chance(0.6) ? { ...identity, tif, goodTillMs, type } : identity;
  }

  #changeOptions(): void {
    const random = this.#random;
    this.#answers.push(
      this.brokerage.setAccountOptions({
        account: random.pick(ACCOUNTS),
        userId: 'sim',
        isHalted: random.chance(0.1),
        cancelOnDisconnect: random.chance(0.5),
      }),
    );
  }

  #cancel(step: number): void {
    this.#answers.push(
      this.brokerage.cancel({
        account: this.#random.pick(ACCOUNTS),
        userId: 'sim',
        orderId: this.#random.pick(this.#orderIds),
        clientId: `x${step}`,
      }),
    );
  }

  async #restart(): Promise<void> {
    await this.answered();
    await this.brokerage.stop();
    await this.start();
  }
}

async function simulate(seed: number): Promise<void> {
  const random = createRandom(seed);
  const simulation = new Simulation(random);
  await simulation.start();
  const { journal, market } = simulation;
  const firstReported = journal.records.length;
  for (let step = 0; step < STEPS; step++) await simulation.step(step);
  await simulation.answered();
  const { brokerage } = simulation;
  await completeAllOrders(brokerage);
  await brokerage.stop();
  expect(brokerage.isReady()).toBe(false);

  const book = foldJournal(journal);
  expectClientIdsOnce(book);
  expectExercisesOnce(journal);
  const again = createBook();
  for (const record of journal.records) applyEvent(again, record.seq, decodeEvent(record));
  expect(again).toEqual(book);
  const records = [...journal.records];
  await expectSameAfterRebuild(brokerage, market, journal);
  expectReportsOnce(simulation.reports, records.slice(firstReported));
}

/** Folds the journal into a book, and checks executions and cash on the way. */
function foldJournal(journal: MemoryJournal): Book {
  const book = createBook();
  const filledOf = new Map<string, number>();
  const cashE4 = new Map<string, number>(ACCOUNTS.map((account) => [account, FUNDS_E4]));
  const addCash = (account: string, amountE4: number) =>
    cashE4.set(account, (cashE4.get(account) ?? 0) + amountE4);
  for (const record of journal.records) {
    const event = decodeEvent(record);
    applyEvent(book, record.seq, event);
    if (event.kind === 'optionSettled') addCash(event.account, event.settlement.cashE4);
    if (event.kind !== 'executed') continue;
    const order = book.orders.get(event.orderId);
    assert(order, 'an executed order is in the book');
    const filled = (filledOf.get(event.orderId) ?? 0) + event.quantity;
    filledOf.set(event.orderId, filled);
    expect(filled).toBeLessThanOrEqual(order.quantity);
    checkExecution(book, order, event);
    const direction = order.side === 'Buy' ? -1 : 1;
    const multiplier = order.symbol === OPTION ? 100 : 1;
    addCash(order.account, direction * event.quantity * event.priceE4 * multiplier - totalFeesE4(event.fees));
    if (record.seq % 10 === 0) checkBook(book);
  }
  checkBook(book);
  for (const account of ACCOUNTS) expect(book.accounts.get(account)?.cashE4).toBe(cashE4.get(account));
  expect(filledOf.size, 'a run in which nothing fills proves nothing').toBeGreaterThan(3);
  return book;
}

const LIMIT_TYPES: ReadonlySet<string> = new Set(['Limit', 'StopLimit', 'LimitOnClose']);

/** No execution is beyond the limit or after the end of its order, and a sell to close leaves no short position. */
function checkExecution(
  book: Book,
  order: BookOrder,
  { priceE4, timeMs }: Extract<OrderEvent, { kind: 'executed' }>,
): void {
  if (LIMIT_TYPES.has(order.type))
    expect(order.side === 'Buy' ? priceE4 <= order.priceE4 : priceE4 >= order.priceE4).toBe(true);
  if (order.side === 'Sell' && order.source === 'Close')
    expect(
      book.accounts.get(order.account)?.positions.get(order.symbol)?.quantity,
      'a sell closes, it never opens a short',
    ).toBeGreaterThanOrEqual(0);
  if (order.expiresMs !== null) expect(timeMs).toBeLessThan(order.expiresMs);
}

const UNREPORTED: ReadonlySet<string> = new Set(['session', 'funded', 'accountOptions', 'optionSettled']);

/** Each report was published once and in order, and belongs to a record. Records written inside `start` have no listener yet. */
function expectReportsOnce(reports: readonly Report[], records: MemoryJournal['records']): void {
  const serials = reports.map(({ serial }) => serial);
  expect(serials).toEqual([...new Set(serials)].sort((left, right) => left - right));
  const reported = new Set(
    records.filter((record) => !UNREPORTED.has(decodeEvent(record).kind)).map(({ seq }) => seq),
  );
  expect(serials.filter((serial) => !reported.has(serial))).toEqual([]);
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

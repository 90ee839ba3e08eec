import { expect, it } from 'vitest';
import { assert } from '../../src/domain/assert/assert.ts';
import { applyEvent, createBook, type Book } from '../../src/domain/orders/core/book.ts';
import { positionFrom } from '../../src/domain/orders/core/position-history.ts';
import type { BookOrder, OrderEvent } from '../../src/domain/orders/core/types.ts';
import { keepsTrail } from '../../src/domain/orders/trail.ts';
import { multiplierOfSymbol, totalFeesE4 } from '../../src/domain/portfolio/index.ts';
import type { Brokerage, NewOrder, OrderView } from '../../src/server/brokerage/brokerage.ts';
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
  openOrdersOf,
  OPTION,
  randomOrder,
  settle,
  startBrokerage,
  SYMBOLS,
} from './brokerage-world.ts';
import { createRandom, type Random } from './random.ts';

/**
 * A hostile order flow: executions are busted and corrected at every moment, trailing stops are replaced, icebergs rest, options expire, and
 * the server is killed. `ROUNDS` and `SEED` as in `brokerage.test.ts`.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 15);
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const STEPS = 350;

/** Indexed by any symbol of an order: some orders name an unknown one. */
const basePrices: Readonly<Record<string, number>> = BASE_PRICE;

/** Mostly the orders of `brokerage.test.ts`; often a trailing stop or an iceberg. */
function hostileOrder(random: Random, clientId: string, nowMs: number) {
  const drawn = randomOrder(random, clientId, nowMs);
  // Contracts are bought to be held until they expire; shares in quantities that the cash pays for.
  if (drawn.symbol === OPTION)
    return random.chance(0.5)
      ? drawn
      : {
          ...drawn,
          side: 'Buy' as const,
          source: 'Open' as const,
          type: 'Market' as const,
          tif: 'Day' as const,
          goodTillMs: null,
          quantity: random.int(1, 3),
          priceE4: 0,
          stopPriceE4: 0,
          stopType: 'Static' as const,
          offsetType: null,
          offsetE4: 0,
          minQuantity: 0,
          displayQuantity: 0,
        };
  const maxQuantity = drawn.symbol === 'SPY' ? 40 : drawn.symbol === 'HARD' ? 300 : 900;
  const order = {
    ...drawn,
    quantity: Math.min(drawn.quantity, maxQuantity),
    minQuantity: 0,
    displayQuantity: 0,
  };
  if (random.chance(0.4)) return order;
  const quantity = random.int(5, maxQuantity);
  if (random.chance(0.5))
    return {
      ...order,
      type: 'Limit' as const,
      tif: 'GoodTillCancel' as const,
      goodTillMs: null,
      quantity,
      minQuantity: 0,
      priceE4: order.priceE4 || 10_000 * Math.round(basePrices[order.symbol] ?? 1),
      stopPriceE4: 0,
      stopType: 'Static' as const,
      offsetType: null,
      offsetE4: 0,
      displayQuantity: random.int(1, quantity),
    };
  return {
    ...order,
    type: 'Stop' as const,
    tif: 'GoodTillCancel' as const,
    goodTillMs: null,
    quantity,
    minQuantity: 0,
    displayQuantity: 0,
    priceE4: 0,
    stopPriceE4: 0,
    stopType: 'Trailing' as const,
    offsetType: 'Value' as const,
    offsetE4: random.int(1, 40) * 100,
  };
}

type Executed = Extract<OrderEvent, { kind: 'executed' }>;
type Terms = Pick<Executed, 'quantity' | 'priceE4' | 'fees'>;

/** Money and shares of all accounts, computed from executions as amended and from settlements. */
class Totals {
  readonly #cashE4 = new Map<string, number>(ACCOUNTS.map((account) => [account, FUNDS_E4]));
  readonly #held = new Map<string, number>();

  /** Adds an execution of the order, or with sign -1 removes it. */
  execute({ account, symbol, side }: BookOrder, { quantity, priceE4, fees }: Terms, sign: 1 | -1): void {
    const direction = side === 'Buy' ? 1 : -1;
    const costE4 = direction * quantity * priceE4 * multiplierOfSymbol(symbol) + totalFeesE4(fees);
    add(this.#cashE4, account, -sign * costE4);
    add(this.#held, `${account}/${symbol}`, sign * direction * quantity);
  }

  settle({ settlement, account }: Extract<OrderEvent, { kind: 'optionSettled' }>): void {
    add(this.#cashE4, account, settlement.cashE4);
    add(this.#held, `${account}/${settlement.symbol}`, settlement.contracts);
    if (settlement.shareQuantity !== 0)
      add(this.#held, `${account}/${settlement.underlying}`, settlement.shareQuantity);
  }

  /** Expects that the accounts of the book have these totals, and positions equal to those rebuilt from their histories. */
  expectIn(book: Book): void {
    for (const [name, account] of book.accounts) {
      expect(account.cashE4, `cash of ${name}`).toBe(this.#cashE4.get(name));
      for (const [symbol, position] of account.positions) {
        expect(position.quantity, `${name} holds ${symbol}`).toBe(this.#held.get(`${name}/${symbol}`) ?? 0);
        expect(
          positionFrom(account.histories.get(symbol) ?? [], position.multiplier),
          `${name}'s ${symbol} rebuilt`,
        ).toEqual(position);
      }
    }
  }
}

function add(map: Map<string, number>, key: string, amount: number): void {
  map.set(key, (map.get(key) ?? 0) + amount);
}

/** Folds a journal and checks every event. */
function checkJournal(journal: MemoryJournal): void {
  const book = createBook();
  const totals = new Totals();
  for (const record of journal.records) {
    const event: OrderEvent = decodeEvent(record);
    const order = 'orderId' in event ? book.orders.get(event.orderId) : undefined;
    if (order) applyChecked(book, record.seq, event, order);
    else applyEvent(book, record.seq, event);
    if (event.kind === 'optionSettled') totals.settle(event);
    if (!order) continue;
    if (event.kind === 'executed') totals.execute(order, event, 1);
    if (event.kind === 'busted' || event.kind === 'corrected') totals.execute(order, event.was, -1);
    if (event.kind === 'corrected') totals.execute(order, event.now, 1);
  }
  checkBook(book);
  totals.expectIn(book);
}

/** Applies the event of a known order, and checks it against the order as it was before. */
function applyChecked(book: Book, seq: number, event: OrderEvent, order: BookOrder): void {
  const { orderId, workingStopE4: stopBefore } = order;
  const keepsStop = event.kind === 'replaced' && keepsTrail(order, event.order);
  const shown =
    order.displayQuantity > 0 ? Math.max(order.displayQuantity, order.minQuantity) : Number.POSITIVE_INFINITY;
  applyEvent(book, seq, event);
  if (keepsStop)
    expect(order.workingStopE4, `a replace without a stop keeps the stop of order ${orderId}`).toBe(
      stopBefore,
    );
  if (event.kind === 'trailed' && stopBefore > 0 && event.stopPriceE4 > 0)
    expect(
      order.side === 'Buy' ? event.stopPriceE4 <= stopBefore : event.stopPriceE4 >= stopBefore,
      `the stop of order ${orderId} only follows the market`,
    ).toBe(true);
  if (event.kind === 'executed' && event.liquidity === 'A')
    expect(
      event.quantity,
      `an iceberg trades no more at once than it shows (order ${orderId})`,
    ).toBeLessThanOrEqual(shown);
  if (event.kind === 'busted' || event.kind === 'corrected')
    expect(order.completedMs, 'an order with amended executions is complete').not.toBeNull();
}

/** Random orders, replaces, amendments and cancels, and a server that is killed. */
class Simulation {
  readonly market = new ScriptedMarket([...SYMBOLS], SCRIPTED_SESSION);
  journal = new MemoryJournal();
  /** Amendments that were applied. */
  amendments = 0;
  readonly #random: Random;
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
    this.#brokerage = await startBrokerage(this.market, this.journal);
  }

  async step(step: number): Promise<void> {
    const random = this.#random;
    const action = random.next();
    if (action < 0.42) {
      this.market.nowMs += random.int(0, 400_000);
      moveMarket(random, this.market);
    } else if (action < 0.68)
      this.#answers.push(this.brokerage.submit(hostileOrder(random, `c${step}`, this.market.nowMs)));
    else if (action < 0.8) this.#replace(step);
    else if (action < 0.9) this.#amend(step);
    else if (action < 0.93) this.#cancel(step);
    else if (action < 0.96) await this.#kill();
    else await settle();
    if (random.chance(0.3)) await settle();
  }

  async answered(): Promise<void> {
    await Promise.allSettled(this.#answers.splice(0));
  }

  /** Replaces a trailing stop with another quantity and no stop, any other order with other terms. */
  #replace(step: number): void {
    const random = this.#random;
    const open = openOrdersOf(this.brokerage);
    if (!open[0]) return;
    const target = random.pick([open[0], ...open]);
    this.#answers.push(
      this.brokerage.replace({
        order: {
          ...requestOf(target),
          ...this.#changeOf(target),
          clientId: `r${step}`,
          quantity: Math.max(1, target.quantity + random.int(-20, 20)),
        },
        originalClientId: target.clientId,
        sentMs: this.market.nowMs,
      }),
    );
  }

  #changeOf({ stopType, displayQuantity, quantity }: OrderView): Partial<NewOrder> {
    const random = this.#random;
    if (stopType === 'Trailing')
      return { stopPriceE4: 0, ...(random.chance(0.3) ? { offsetE4: random.int(1, 40) * 100 } : {}) };
    return displayQuantity > 0 ? { displayQuantity: random.int(1, quantity) } : {};
  }

  #amend(step: number): void {
    const random = this.#random;
    const fills = ACCOUNTS.flatMap((account) => this.brokerage.accountView(account, 0).reports).filter(
      (report) => report.reportType === 'OrderExecuted',
    );
    const executionId = fills[0] ? random.pick([fills[0], ...fills]).executionId : 'E1';
    const correction = random.chance(0.5)
      ? { quantity: random.int(0, 60), priceE4: random.int(0, 5_000_000) }
      : undefined;
    this.#answers.push(
      this.brokerage.amend({ executionId, instruction: `i${step}`, correction }).then((refusal) => {
        if (refusal === undefined) this.amendments++;
      }),
    );
  }

  #cancel(step: number): void {
    this.#answers.push(
      this.brokerage.cancel({
        account: this.#random.pick(ACCOUNTS),
        userId: 'sim',
        orderId: String(this.#random.int(1, this.journal.records.length + 1)),
        clientId: `x${step}`,
      }),
    );
  }

  /** Kills the server: what is not durable at this moment is lost, and was never reported. */
  async #kill(): Promise<void> {
    const killed = this.brokerage;
    this.journal = new MemoryJournal([...this.journal.records]);
    await this.start();
    await this.answered();
    await killed.stop();
  }
}

/** The order as it would be requested: without the fields that the server adds. */
function requestOf(order: OrderView): NewOrder {
  const {
    orderId: _orderId,
    status: _status,
    fill: _fill,
    unfill: _unfill,
    averagePriceE4: _average,
    createdMs: _created,
    completedMs: _completed,
    description: _description,
    originalClientId: _original,
    workingStopE4: _stop,
    fees: _fees,
    executedRoute: _route,
    executedLiquidity: _liquidity,
    ...terms
  } = order;
  return terms;
}

async function simulate(seed: number): Promise<void> {
  const simulation = new Simulation(createRandom(seed));
  await simulation.start();
  for (let step = 0; step < STEPS; step++) {
    await simulation.step(step);
    if (step % 70 === 69) {
      await simulation.answered();
      checkJournal(simulation.journal);
    }
  }
  await simulation.answered();
  const { brokerage, journal, market } = simulation;
  await completeAllOrders(brokerage);
  await brokerage.stop();
  checkJournal(journal);
  await expectSameAfterRebuild(brokerage, market, journal);
  expect(simulation.amendments, 'a run without amendments proves nothing').toBeGreaterThan(0);
}

it.each(Array.from({ length: ROUNDS }, (_, index) => FIRST_SEED + index))(
  'keeps every invariant while executions are amended, trails replaced, icebergs rest, options end and the server is killed, seed %i',
  simulate,
);

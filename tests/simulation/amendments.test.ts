import { expect, it } from 'vitest';
import { applyEvent, createBook, type Book } from '../../src/domain/orders/core/book.ts';
import { positionFrom } from '../../src/domain/orders/core/position-history.ts';
import type { OrderEvent } from '../../src/domain/orders/core/types.ts';
import { keepsTrail } from '../../src/domain/orders/trail.ts';
import { FINAL_STATUSES } from '../../src/domain/orders/transitions.ts';
import { multiplierOfSymbol, totalFeesE4 } from '../../src/domain/portfolio/index.ts';
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

/** A hostile desk: executions are taken back and corrected at every moment, trails are replaced, icebergs rest, options end, and the server is killed. `ROUNDS`, `SEED` as in the other simulation. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 15);
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const STEPS = 350;

/** By any symbol that an order may name: some name one that there is not. */
const basePrices: Readonly<Record<string, number>> = BASE_PRICE;

/** Mostly what the other simulation sends too; often a trailing stop or an iceberg. */
function hostileOrder(random: Random, clientId: string, nowMs: number) {
  const drawn = randomOrder(random, clientId, nowMs);
  // Contracts are bought to be held to their end; shares in quantities that the money is enough for.
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
  const most = drawn.symbol === 'SPY' ? 40 : drawn.symbol === 'HARD' ? 300 : 900;
  const order = { ...drawn, quantity: Math.min(drawn.quantity, most), minQuantity: 0, displayQuantity: 0 };
  if (random.chance(0.4)) return order;
  const quantity = random.int(5, most);
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

interface Told {
  readonly book: Book;
  /** Shares and money that the executions come to, amended ones as they are now, with what settlements brought. */
  readonly cashE4: Map<string, number>;
  readonly held: Map<string, number>;
}

/** Folds a journal and judges every event on the way. */
function judge(journal: MemoryJournal): Told {
  const book = createBook();
  const cashE4 = new Map<string, number>(ACCOUNTS.map((account) => [account, FUNDS_E4]));
  const held = new Map<string, number>();
  const add = (map: Map<string, number>, key: string, amount: number): void =>
    void map.set(key, (map.get(key) ?? 0) + amount);
  const money = (
    order: { readonly account: string; readonly symbol: string; readonly side: string },
    {
      quantity,
      priceE4,
      fees,
    }: {
      readonly quantity: number;
      readonly priceE4: number;
      readonly fees: Parameters<typeof totalFeesE4>[0];
    },
    sign: 1 | -1,
  ): void => {
    const direction = order.side === 'Buy' ? 1 : -1;
    add(
      cashE4,
      order.account,
      -sign * (direction * quantity * priceE4 * multiplierOfSymbol(order.symbol) + totalFeesE4(fees)),
    );
    add(held, `${order.account}/${order.symbol}`, sign * direction * quantity);
  };
  for (const record of journal.records) {
    const event: OrderEvent = decodeEvent(record);
    const before = 'orderId' in event ? book.orders.get(event.orderId) : undefined;
    const stopBefore = before?.workingStopE4 ?? 0;
    const keeps = event.kind === 'replaced' && before !== undefined && keepsTrail(before, event.order);
    const shown =
      event.kind === 'executed' && before !== undefined && before.displayQuantity > 0
        ? Math.max(before.displayQuantity, before.minQuantity)
        : Number.POSITIVE_INFINITY;
    applyEvent(book, record.seq, event);
    if (keeps)
      expect(
        before?.workingStopE4,
        `a replace that names no stop of order ${before?.orderId} leaves it where it was`,
      ).toBe(stopBefore);
    if (event.kind === 'trailed' && before && stopBefore > 0 && event.stopPriceE4 > 0)
      expect(
        before.side === 'Buy' ? event.stopPriceE4 <= stopBefore : event.stopPriceE4 >= stopBefore,
        `the stop of order ${event.orderId} only follows the market`,
      ).toBe(true);
    if (event.kind === 'executed' && before) {
      money(before, event, 1);
      if (event.liquidity === 'A')
        expect(
          event.quantity,
          `an iceberg trades no more at once than it shows (order ${event.orderId})`,
        ).toBeLessThanOrEqual(shown);
    }
    if ((event.kind === 'busted' || event.kind === 'corrected') && before) {
      expect(before.completedMs, 'whose executions are amended is over').not.toBeNull();
      money(before, event.was, -1);
      if (event.kind === 'corrected') money(before, event.now, 1);
    }
    if (event.kind === 'optionSettled') {
      const { settlement, account } = event;
      add(cashE4, account, settlement.cashE4);
      add(held, `${account}/${settlement.symbol}`, settlement.contracts);
      if (settlement.shareQuantity !== 0)
        add(held, `${account}/${settlement.underlying}`, settlement.shareQuantity);
    }
  }
  checkBook(book);
  for (const [name, account] of book.accounts) {
    expect(account.cashE4, `cash of ${name}`).toBe(cashE4.get(name));
    for (const [symbol, position] of account.positions) {
      expect(position.quantity, `${name} holds ${symbol}`).toBe(held.get(`${name}/${symbol}`) ?? 0);
      expect(
        positionFrom(account.histories.get(symbol) ?? [], position.multiplier),
        `${name}'s ${symbol} made anew`,
      ).toEqual(position);
    }
  }
  return { book, cashE4, held };
}

async function simulate(seed: number): Promise<void> {
  const random = createRandom(seed);
  const market = new ScriptedMarket([...SYMBOLS], SCRIPTED_SESSION);
  for (const symbol of SYMBOLS) market.print(symbol, BASE_PRICE[symbol], 100);
  let journal = new MemoryJournal();
  const start = async () => {
    const brokerage = createBrokerage({
      market,
      journal,
      clock: market,
      accounts: accountFacts,
      sweepIntervalMs: 3_600_000,
    });
    await brokerage.start();
    for (const account of ACCOUNTS) await brokerage.fundAccount(account, { cashE4: FUNDS_E4, version: 1 });
    return brokerage;
  };
  let brokerage = await start();
  const answers: Promise<unknown>[] = [];
  let amendments = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const action = random.next();
    if (action < 0.42) {
      market.nowMs += random.int(0, 400_000);
      moveMarket(random, market);
    } else if (action < 0.68) answers.push(brokerage.submit(hostileOrder(random, `c${step}`, market.nowMs)));
    else if (action < 0.8) {
      // A trail with its quantity changed and its stop left out; anything else with other terms.
      const open = ACCOUNTS.flatMap((account) => brokerage.accountView(account, 0).orders).filter(
        (order) => order.completedMs === null,
      );
      const target = open[0] && random.pick([open[0], ...open]);
      if (!target) continue;
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
      } = target;
      const change =
        target.stopType === 'Trailing'
          ? { stopPriceE4: 0, ...(random.chance(0.3) ? { offsetE4: random.int(1, 40) * 100 } : {}) }
          : target.displayQuantity > 0
            ? { displayQuantity: random.int(1, target.quantity) }
            : {};
      answers.push(
        brokerage.replace({
          order: {
            ...terms,
            ...change,
            clientId: `r${step}`,
            quantity: Math.max(1, target.quantity + random.int(-20, 20)),
          },
          originalClientId: target.clientId,
          sentMs: market.nowMs,
        }),
      );
    } else if (action < 0.9) {
      const fills = ACCOUNTS.flatMap((account) => brokerage.accountView(account, 0).reports).filter(
        (report) => report.reportType === 'OrderExecuted',
      );
      const executionId = fills[0] ? random.pick([fills[0], ...fills]).executionId : 'E1';
      const correction = random.chance(0.5)
        ? { quantity: random.int(0, 60), priceE4: random.int(0, 5_000_000) }
        : undefined;
      answers.push(
        brokerage
          .amend({ executionId, instruction: `i${step}`, correction })
          .then((why) => void (amendments += why === undefined ? 1 : 0)),
      );
    } else if (action < 0.93)
      answers.push(
        brokerage.cancel({
          account: random.pick(ACCOUNTS),
          userId: 'sim',
          orderId: String(random.int(1, journal.records.length + 1)),
          clientId: `x${step}`,
        }),
      );
    else if (action < 0.96) {
      // Killed: what was not durable at this moment is lost, and nobody was told of it.
      const records = [...journal.records];
      const killed = brokerage;
      journal = new MemoryJournal(records);
      brokerage = await start();
      await Promise.allSettled(answers.splice(0));
      await killed.stop();
    } else await settle();
    if (random.chance(0.3)) await settle();
    if (step % 70 === 69) {
      await Promise.allSettled(answers.splice(0));
      judge(journal);
    }
  }
  await Promise.allSettled(answers);
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
  judge(journal);
  const records = journal.records.length;
  const rebuilt = createBrokerage({
    market,
    journal,
    clock: market,
    accounts: accountFacts,
    sweepIntervalMs: 3_600_000,
  });
  await rebuilt.start();
  if (journal.records.length === records)
    expect(ACCOUNTS.map((account) => rebuilt.accountView(account, 0))).toEqual(
      ACCOUNTS.map((account) => brokerage.accountView(account, 0)),
    );
  await rebuilt.stop();
  expect(amendments, 'a run in which nothing is amended proves nothing').toBeGreaterThan(0);
}

it.each(Array.from({ length: ROUNDS }, (_, index) => FIRST_SEED + index))(
  'keeps every invariant while executions are amended, trails replaced, icebergs rest, options end and the server is killed, seed %i',
  simulate,
);

import { notionalE4 } from '../../src/domain/money/price.ts';
import { applyEvent, createBook } from '../../src/domain/orders/core/book.ts';
import type { OrderEvent } from '../../src/domain/orders/core/types.ts';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';
import { HOUSE_LIMITS } from '../../src/domain/risk/index.ts';
import { NO_FEES } from '../../src/domain/portfolio/index.ts';
import type { Brokerage, NewOrder } from '../../src/server/brokerage/brokerage.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { createDefaultRiskFacts } from '../../src/server/brokerage/default-risk-facts.ts';
import { encodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { withOptions } from '../../src/server/market/options/with-options.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';

/** The account whose orders are measured. */
export const ACCOUNT = 'B-1';
const OTHER_ACCOUNT = 'B-OTHER';
/** Where its resting orders are, so that none of them trades. */
const RESTING_PRICE_E4 = 10_000;

export const plain: NewOrder = {
  ...PLAIN_ORDER,
  account: ACCOUNT,
  userId: 'bench',
  clientId: 'o',
  symbol: 'SPY',
  side: 'Buy',
  source: 'Open',
  type: 'Limit',
  tif: 'Day',
  quantity: 1,
  priceE4: RESTING_PRICE_E4,
  destination: 'SMART',
  route: 'AUTO',
};

/** The orders of a world were sent in this time before now, ms. */
const BUILT_WITHIN_MS = 500_000;

/** What the server knows when the measured orders come. */
export interface OrderWorld {
  /** Symbols of which the account holds 100 shares. */
  readonly positions?: number;
  /** Open orders of the account in SPY, which the measured orders are for. */
  readonly openInSymbol?: number;
  /** Open orders of the account in another symbol. */
  readonly openElsewhere?: number;
  /** Cancelled orders of the account in SPY, of today. */
  readonly finished?: number;
  /** Accounts of other users with an open order in SPY. */
  readonly others?: number;
}

/** Writes the records that lead to a world. */
class WorldJournal {
  readonly journal = new MemoryJournal();
  readonly #book = createBook();
  #timeMs: number;

  constructor(nowMs: number) {
    this.#timeMs = nowMs - BUILT_WITHIN_MS;
  }

  add(event: OrderEvent): void {
    // A record a millisecond, so that the orders are within the limit of orders a second.
    this.#timeMs += 1;
    const seq = this.#book.lastSeq + 1;
    applyEvent(this.#book, seq, event);
    this.journal.records.push(encodeEvent(seq, event));
  }

  fund(account: string): void {
    this.add({ kind: 'funded', account, cashE4: 1e14, version: 1, timeMs: this.#timeMs });
  }

  /** A confirmed open order; returns its OrderId. */
  rest(change: Partial<NewOrder>): string {
    const orderId = String(this.#book.lastSeq + 1);
    const order = { ...plain, clientId: `p${orderId}`, ...change };
    this.add({
      kind: 'accepted',
      orderId,
      order,
      expiresMs: null,
      reserveE4: notionalE4(order.priceE4, 1),
      openingQuantity: order.quantity,
      timeMs: this.#timeMs,
    });
    this.add({ kind: 'confirmed', orderId, timeMs: this.#timeMs });
    return orderId;
  }

  buy(symbol: string, priceE4: number): void {
    const orderId = this.rest({ symbol, quantity: 100, priceE4 });
    this.add({
      kind: 'executed',
      orderId,
      quantity: 100,
      priceE4,
      exchange: 'NSDQ',
      liquidity: 'R',
      fees: NO_FEES,
      timeMs: this.#timeMs,
    });
  }

  cancel(orderId: string): void {
    this.add({ kind: 'cancelPending', orderId, userId: 'bench', timeMs: this.#timeMs });
    this.add({ kind: 'cancelled', orderId, code: 0, timeMs: this.#timeMs });
  }
}

function journalOf(world: OrderWorld, market: MarketData): MemoryJournal {
  const nowMs = market.exchangeMs();
  const records = new WorldJournal(nowMs);
  records.add({
    kind: 'session',
    date: market.sessionDay().date,
    closes: [],
    timeMs: nowMs - BUILT_WITHIN_MS,
  });
  records.fund(ACCOUNT);
  for (const symbol of market.symbols().slice(0, world.positions ?? 0))
    records.buy(symbol, market.snapshot(symbol)?.lastE4 ?? 10_000);
  for (let order = 0; order < (world.finished ?? 0); order += 1) records.cancel(records.rest({}));
  for (let order = 0; order < (world.openInSymbol ?? 0); order += 1) records.rest({});
  for (let order = 0; order < (world.openElsewhere ?? 0); order += 1) records.rest({ symbol: 'QQQ' });
  for (let other = 0; other < (world.others ?? 0); other += 1) {
    const account = `${OTHER_ACCOUNT}-${other}`;
    records.fund(account);
    records.rest({ account, userId: account });
  }
  return records.journal;
}

export interface RunningWorld {
  readonly brokerage: Brokerage;
  /** The first symbols are those of the positions. */
  readonly symbols: readonly string[];
  /** Lets so much time pass. */
  pass(ms: number): void;
  close(): Promise<void>;
}

/** Starts the order service on the simulated market, in that world, with a journal in memory and a clock that stands still. */
export async function openWorld(world: OrderWorld): Promise<RunningWorld> {
  let hostMs = Date.UTC(2026, 2, 3, 15);
  const market = withOptions(createSimulatedMarket({ seed: 1, nowMs: () => hostMs }), { seed: 1 });
  const accounts = () => ({ isLive: false, isLocked: false });
  const brokerage = createBrokerage({
    market,
    journal: journalOf(world, market),
    clock: { exchangeMs: () => market.exchangeMs(), hostMs: () => hostMs },
    accounts,
    facts: {
      ...createDefaultRiskFacts({ market, accounts }),
      limits: () => ({ ...HOUSE_LIMITS, duplicateWindowMs: null, maxOpenOrders: null }),
    },
    sweepIntervalMs: 3_600_000,
  });
  await brokerage.start();
  const stop = brokerage.listen(ACCOUNT, { onReport: () => {}, onPosition: () => {}, onBalance: () => {} });
  return {
    brokerage,
    symbols: market.symbols(),
    pass(ms) {
      hostMs += ms;
    },
    async close() {
      stop();
      await brokerage.stop();
      await market.stop();
    },
  };
}

/** CPU time of this thread, which does not count what else the machine does, µs. */
export function cpuUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

import { notionalE4 } from '../../src/domain/money/price.ts';
import { applyEvent, createBook } from '../../src/domain/orders/core/book.ts';
import type { OrderEvent } from '../../src/domain/orders/core/types.ts';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';
import { HOUSE_LIMITS } from '../../src/domain/risk/index.ts';
import { NO_FEES } from '../../src/domain/portfolio/index.ts';
import type { NewOrder } from '../../src/server/brokerage/brokerage.ts';
import { createBrokerage } from '../../src/server/brokerage/create-brokerage.ts';
import { createDefaultRiskFacts } from '../../src/server/brokerage/default-risk-facts.ts';
import { encodeEvent } from '../../src/server/brokerage/event-codec.ts';
import { MemoryJournal } from '../../src/server/brokerage/testing/memory-journal.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { withOptions } from '../../src/server/market/options/with-options.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import { printTable } from './harness.ts';

/** The last is every symbol of the simulated market. */
const POSITIONS = [10, 1_000, 3_200];
const WARM_UP = 100;
const ORDERS = 150;
/** The order rate of the issue: 40 a second of market time. */
const BETWEEN_ORDERS_MS = 25;
const ACCOUNT = 'B-1';

const plain: NewOrder = {
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
  priceE4: 10_000,
  destination: 'SMART',
  route: 'AUTO',
};

/** A journal in which the account has bought 100 shares of so many symbols. */
function journalOf(symbols: readonly string[], market: MarketData): MemoryJournal {
  const book = createBook();
  const journal = new MemoryJournal();
  const timeMs = market.exchangeMs();
  const add = (event: OrderEvent): void => {
    const seq = book.lastSeq + 1;
    applyEvent(book, seq, event);
    journal.records.push(encodeEvent(seq, event));
  };
  add({ kind: 'session', date: market.sessionDay().date, closes: [], timeMs });
  add({ kind: 'funded', account: ACCOUNT, cashE4: 1e14, version: 1, timeMs });
  for (const symbol of symbols) {
    const orderId = String(book.lastSeq + 1);
    const priceE4 = market.snapshot(symbol)?.lastE4 ?? 10_000;
    const order = { ...plain, clientId: `p${orderId}`, symbol, quantity: 100, priceE4 };
    add({
      kind: 'accepted',
      orderId,
      order,
      expiresMs: null,
      reserveE4: notionalE4(priceE4, 1),
      openingQuantity: 100,
      timeMs,
    });
    add({ kind: 'confirmed', orderId, timeMs });
    add({
      kind: 'executed',
      orderId,
      quantity: 100,
      priceE4,
      exchange: 'NSDQ',
      liquidity: 'R',
      fees: NO_FEES,
      timeMs,
    });
  }
  return journal;
}

interface Costs {
  readonly buyUs: number;
  readonly sellUs: number;
  readonly cancelUs: number;
  readonly worstUs: number;
  /** The first order after a minute of rest, in which most prices changed. */
  readonly afterMinuteUs: number;
}

/** CPU time of this thread, which does not count what else the machine does, µs. */
function cpuUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

async function measure(positions: number): Promise<Costs> {
  let hostMs = Date.UTC(2026, 2, 3, 15);
  const market = withOptions(createSimulatedMarket({ seed: 1, nowMs: () => hostMs }), { seed: 1 });
  const symbols = market.symbols().slice(0, positions);
  const accounts = () => ({ isLive: false, isLocked: false });
  const brokerage = createBrokerage({
    market,
    journal: journalOf(symbols, market),
    clock: { exchangeMs: () => market.exchangeMs(), hostMs: () => hostMs },
    accounts,
    facts: {
      ...createDefaultRiskFacts({ market, accounts }),
      limits: () => ({ ...HOUSE_LIMITS, duplicateWindowMs: null }),
    },
    sweepIntervalMs: 3_600_000,
  });
  await brokerage.start();
  const stop = brokerage.listen(ACCOUNT, { onReport: () => {}, onPosition: () => {}, onBalance: () => {} });
  const timed = async <Answer>(work: () => Promise<Answer>, into: number[]): Promise<Answer> => {
    hostMs += BETWEEN_ORDERS_MS;
    const startedUs = cpuUs();
    const answer = await work();
    into.push(cpuUs() - startedUs);
    return answer;
  };
  const cancels: number[] = [];
  let sent = 0;
  const round = async (order: NewOrder, into: number[]): Promise<void> => {
    const clientId = `o${(sent += 1)}`;
    const [report] = await timed(() => brokerage.submit({ ...order, clientId }), into);
    if (report?.reportType !== 'OrderAccepted') throw new Error(report?.message);
    const { orderId } = report;
    const cancel = { account: ACCOUNT, userId: 'bench', orderId, clientId: `c${sent}` };
    await timed(() => brokerage.cancel(cancel), cancels);
  };
  const sell: NewOrder = {
    ...plain,
    side: 'Sell',
    source: 'Close',
    type: 'LimitOnClose',
    symbol: symbols[0] ?? '',
    priceE4: 1e7,
  };
  const [buys, sells, afterMinute]: [number[], number[], number[]] = [[], [], []];
  for (let index = 0; index < WARM_UP; index += 1) await round(plain, []);
  cancels.length = 0;
  for (let index = 0; index < ORDERS; index += 1) {
    await round(plain, buys);
    await round(sell, sells);
  }
  for (let index = 0; index < 5; index += 1) {
    hostMs += 60_000;
    await round(plain, afterMinute);
  }
  stop();
  await brokerage.stop();
  await market.stop();
  return {
    buyUs: mean(buys),
    sellUs: mean(sells),
    cancelUs: mean(cancels),
    worstUs: Math.max(...buys, ...sells),
    afterMinuteUs: mean(afterMinute),
  };
}

/** What an order costs the server's thread by the positions of its account: intake, risk, book, report and balance; no disk. */
export async function benchOrderCost(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const positions of POSITIONS) {
    const costs = await measure(positions);
    rows.push([
      positions.toLocaleString('en-US'),
      costs.buyUs,
      costs.sellUs,
      costs.cancelUs,
      costs.worstUs,
      costs.afterMinuteUs,
    ]);
  }
  printTable(
    `Cost of an order by positions of its account, CPU µs of the thread (${1_000 / BETWEEN_ORDERS_MS} orders or cancels a second of market time)`,
    ['positions', 'buy', 'sell', 'cancel', 'worst', 'after a minute'],
    rows,
  );
}

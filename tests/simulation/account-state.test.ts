import { describe, expect, it } from 'vitest';
import { FINAL_STATUSES } from '../../src/domain/orders/transitions.ts';
import { createOrderStore, type OrderStoreCore } from '../../src/client/orders/order-store.ts';
import { createManualClock } from '../../src/client/testing/manual-clock.ts';
import { decode } from '../../src/protocol/index.ts';
import { dollars, openHarness, settle, type Harness } from '../../src/server/brokerage/testing/harness.ts';
import { knownReportFromWire, orderToWire } from '../../src/server/gateway/translate/brokerage.ts';
import type { GatewayDeps } from '../../src/server/gateway/deps.ts';
import { FairTurns } from '../../src/server/fair-turns.ts';
import { createAccountFeed } from '../../src/server/gateway/trading/account-feed.ts';
import { sendAccountState } from '../../src/server/gateway/trading/account-state.ts';
import { createRandom, type Random } from './random.ts';

const ORDERS_BEFORE = 700;
const SEEDS = [1, 2, 3, 4];

/** Sends, fills and cancels a few orders of the account, as a trader would meanwhile. */
async function trade(harness: Harness, random: Random, open: string[], count: number): Promise<void> {
  for (let step = 0; step < count; step += 1) {
    const side = random.chance(0.5) ? 'Buy' : 'Sell';
    if (random.chance(0.3) && open.length > 0)
      await harness.cancel(open.splice(random.int(0, open.length - 1), 1)[0] ?? '');
    else if (random.chance(0.5))
      await harness.send({ side, source: side === 'Buy' ? 'Open' : 'Close', quantity: random.int(1, 40) });
    else {
      const priceE4 = dollars(side === 'Buy' ? 99 - random.int(0, 20) / 10 : 101 + random.int(0, 20) / 10);
      const [report] = await harness.send({
        side,
        source: side === 'Buy' ? 'Open' : 'Close',
        type: 'Limit',
        priceE4,
        quantity: random.int(2, 40),
      });
      if (report) open.push(report.orderId);
    }
  }
  // Resting orders are filled in part by what the market shows.
  if (random.chance(0.5)) harness.market.print('SPY', random.chance(0.5) ? 98.5 : 101.5, random.int(1, 30));
}

class Connection {
  readonly received = { orders: 0, reports: 0 };
  readonly #harness: Harness;
  readonly #store: OrderStoreCore;
  readonly #feed;

  constructor(harness: Harness, store: OrderStoreCore) {
    this.#harness = harness;
    this.#store = store;
    // Only the brokerage of the services is used by the feed.
    const deps = { brokerage: harness.brokerage } as GatewayDeps;
    this.#feed = createAccountFeed('A', deps, (text) => this.#take(text), {
      reportSent: () => {},
      optionsSent: () => {},
    });
  }

  /** Sends the state; something else is done before each slice. */
  async load(between: () => Promise<void>): Promise<void> {
    await sendAccountState(
      {
        brokerage: this.#harness.brokerage,
        market: this.#harness.market,
        turns: new FairTurns(),
        send: (text) => this.#take(text),
        drained: between,
      },
      { account: 'A', userId: 'u', signal: this.#feed.signal },
      {
        balance: true,
        positions: true,
        tradeLogDays: 0,
        known: knownReportFromWire(this.#store.known.inDay()),
      },
    );
    if (!this.#feed.signal.aborted) this.#store.onAccountReady();
  }

  close(): void {
    this.#feed.stop();
    this.#store.onLost();
  }

  #take(text: string): void {
    if (this.#feed.signal.aborted) return;
    const read = decode('trading', 'toClient', text);
    if (!read.ok) throw new Error(read.error.message);
    const before = new Map(this.#store.get().orders);
    this.#store.onTrading(read.value);
    if (read.value.name === 'orders') this.received.orders += read.value.body.Items.length;
    if (read.value.name === 'historyTrades') this.received.reports += read.value.body.Items.length;
    for (const [orderId, order] of this.#store.get().orders) {
      const was = before.get(orderId);
      if (!was || was === order) continue;
      const isBack = order.Fill < was.Fill || (FINAL_STATUSES.has(was.Status) && order.Status !== was.Status);
      if (isBack) expect.fail(`${read.value.name} put ${orderId} back from ${was.Status} to ${order.Status}`);
    }
  }
}

/** What the server has of the orders and of the log. */
function expectSame(harness: Harness, store: OrderStoreCore): void {
  const view = harness.brokerage.accountView('A', 0);
  const { orders, log } = store.get();
  expect([...orders.values()].sort((left, right) => left.OrderId.localeCompare(right.OrderId))).toMatchObject(
    view.orders
      .map(orderToWire)
      .map(({ OrderId, Status, Fill, Unfill, AveragePrice }) => ({
        OrderId,
        Status,
        Fill,
        Unfill,
        AveragePrice: expect.closeTo(AveragePrice, 3),
      }))
      .sort((left, right) => left.OrderId.localeCompare(right.OrderId)),
  );
  expect(log.map(({ Serial }) => Serial).toReversed()).toEqual(view.reports.map(({ serial }) => serial));
}

async function begin(random: Random): Promise<{ harness: Harness; store: OrderStoreCore; open: string[] }> {
  const harness = await openHarness({ cash: 10_000_000 });
  const open: string[] = [];
  await trade(harness, random, open, ORDERS_BEFORE);
  const store = createOrderStore({
    trading: { sendReady: () => true },
    user: () => ({ userId: 'u', account: 'A' }),
    clock: createManualClock(1000),
    exchangeMs: () => harness.market.nowMs,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
    explain: () => Promise.reject(new TypeError('fetch failed')),
  });
  store.reset('A');
  return { harness, store, open };
}

describe('an account state that is sent in slices', () => {
  it.each(SEEDS)('never puts an order back while the account trades on (seed %i)', async (seed) => {
    const random = createRandom(seed);
    const { harness, store, open } = await begin(random);
    const connection = new Connection(harness, store);
    let slices = 0;
    await connection.load(async () => {
      slices += 1;
      await trade(harness, random, open, random.int(0, 6));
      await settle();
    });
    await settle();
    expect(slices).toBeGreaterThan(5);
    expectSame(harness, store);
    connection.close();
  });

  it.each(SEEDS)('is complete after connections that were lost on the way (seed %i)', async (seed) => {
    const random = createRandom(seed);
    const { harness, store, open } = await begin(random);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const cut = new Connection(harness, store);
      let left = random.int(1, 8);
      await cut.load(async () => {
        await trade(harness, random, open, 2);
        if ((left -= 1) === 0) cut.close();
      });
      await trade(harness, random, open, 3);
    }
    const whole = new Connection(harness, store);
    await whole.load(() => trade(harness, random, open, 1));
    await settle();
    expectSame(harness, store);
    whole.close();
    await trade(harness, random, open, 20);
    await settle();
    const again = new Connection(harness, store);
    await again.load(async () => {});
    await settle();
    expectSame(harness, store);
    // What was known is not sent again, but for the orders that are open.
    expect(again.received.reports).toBeLessThan(100);
    expect(again.received.orders).toBeLessThan(open.length + 60);
    again.close();
  });

  it('sends everything to a client that names a report of another journal', async () => {
    const random = createRandom(9);
    const { harness } = await begin(random);
    const all = harness.brokerage.accountView('A', 0);
    const last = all.reports.at(-1);
    const whole = () => true;
    const known = { serial: last?.serial ?? 0, clientId: last?.clientId ?? '', timeMs: last?.timeMs ?? 0 };
    expect((await harness.brokerage.accountHistory('A', 0, known)).nextReports(10, whole)).toEqual([]);
    for (const other of [
      { ...known, clientId: 'another' },
      { ...known, timeMs: known.timeMs + 1 },
      { ...known, serial: known.serial + 1_000 },
    ]) {
      const history = await harness.brokerage.accountHistory('A', 0, other);
      expect(history.nextReports(1e6, whole)).toEqual(all.reports);
      expect(history.nextOrders(1e6, whole)).toHaveLength(all.orders.length);
    }
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import type { PriceE4 } from '../../src/domain/money/price.ts';
import { createRandom } from '../../src/server/market/shared/random.ts';
import type { LadderSide } from './ladder-actions.ts';
import { Ladder } from './ladder.ts';
import { JUST_MOVED_TEXT, LadderPointer, type PointedCell } from './ladder-pointer.ts';
import type { OwnOrder } from './model/own-orders.ts';
import { MOVE_GUARD_MS } from './model/price-window.ts';

type Platform = ConstructorParameters<typeof Ladder>[0];
type Quote = { bid: number; ask: number };

const ROWS = 31;
const LEFT = { button: 0, y: 100 };
const MIDDLE = { button: 1, y: 100 };
/** Trades that were requested. */
const NO_GROUPS = { groups: new Map(), byOrderId: new Map() };
type Traded = readonly [side: LadderSide, priceE4: PriceE4, isStop: boolean];

/** A ladder on a quote that the test sets, without a page. */
class Bench {
  quote: Quote = { bid: 99.99, ask: 100.01 };
  nowMs = 0;
  canTrade = true;
  readonly traded: Traded[] = [];
  readonly moved: [readonly string[], PriceE4][] = [];
  readonly cancelled: string[] = [];
  readonly refused: string[] = [];
  readonly orders = new Map<string, object>();
  readonly ladder: Ladder;
  readonly pointer: LadderPointer;
  #orderState: object = {};

  constructor() {
    // Only what a ladder reads of the platform is there.
    const platform = {
      symbols: { get: () => ({ bid: this.quote.bid, ask: this.quote.ask, last: this.quote.bid }) },
      orders: { get: () => this.#orderState },
      groups: { get: () => NO_GROUPS },
    } as unknown as Platform;
    this.ladder = new Ladder(platform, 'SPY', 100, { change: () => {}, depthState: () => {} });
    this.ladder.rows.setRowCount(ROWS);
    this.pointer = new LadderPointer({
      ladder: this.ladder,
      actions: {
        trade: (...args) => this.traded.push(args),
        move: (orders, priceE4) => this.moved.push([orders.map(({ orderId }) => orderId), priceE4]),
        cancel: (orders) => this.cancelled.push(...orders.map(({ orderId }) => orderId)),
      },
      canTrade: () => this.canTrade,
      onChange: () => {},
      onHeld: () => {},
      onRefused: (message) => this.refused.push(message),
      nowMs: () => this.nowMs,
    });
    this.setOrders([]);
    this.frame();
  }

  /** Working limit orders of the account. */
  setOrders(orders: readonly Pick<OwnOrder, 'orderId' | 'isBuy' | 'priceE4'>[]): void {
    this.#orderState = {
      positions: new Map(),
      orders: new Map(
        orders.map(({ orderId, isBuy, priceE4 }) => [
          orderId,
          {
            OrderId: orderId,
            Symbol: 'SPY',
            Side: isBuy ? 'Buy' : 'Sell',
            Type: 'Limit',
            Status: 'Confirmed',
            Price: priceE4 / 1e4,
            StopPrice: 0,
            Unfill: 100,
          },
        ]),
      ),
    };
    this.frame();
  }

  frame(): void {
    this.ladder.update(this.nowMs);
  }

  rowOf(priceE4: PriceE4): number {
    return this.ladder.rows.rowOf(priceE4);
  }

  click(cell: PointedCell, isStop = false): void {
    this.pointer.down(cell, LEFT);
    this.pointer.up();
    this.pointer.click(cell, isStop);
  }
}

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});

describe('a click on the ladder', () => {
  test('buys on a bid and sells on an ask, at the price of the row; with Ctrl it places a stop', () => {
    bench.click({ column: 'bid', row: bench.rowOf(999_500) });
    bench.click({ column: 'ask', row: bench.rowOf(1_000_700) });
    bench.click({ column: 'ask', row: bench.rowOf(999_000) }, true);
    expect(bench.traded).toEqual([
      ['buy', 999_500, false],
      ['sell', 1_000_700, false],
      ['sell', 999_000, true],
    ]);
  });
  test('does nothing on other columns, without the right to trade, and on a cell that was not the one pressed', () => {
    const row = bench.rowOf(999_500);
    for (const column of ['price', 'volume', 'profit', 'buys'] as const) bench.click({ column, row });
    bench.pointer.down({ column: 'bid', row }, LEFT);
    bench.pointer.click({ column: 'ask', row }, false);
    bench.canTrade = false;
    bench.click({ column: 'bid', row });
    expect([bench.traded, bench.refused]).toEqual([[], []]);
  });
  test('sends nothing when the row has another price than when the button went down', () => {
    const cell = { column: 'bid', row: 5 } as const;
    bench.pointer.down(cell, LEFT);
    bench.ladder.rows.scroll(1);
    bench.pointer.click(cell, false);
    expect([bench.traded, bench.refused]).toEqual([[], [JUST_MOVED_TEXT]]);
  });
  test('sends nothing just after the rows have moved by themselves', () => {
    bench.nowMs = 10_000;
    bench.quote = { bid: 110, ask: 110.02 };
    bench.frame();
    bench.nowMs += MOVE_GUARD_MS - 1;
    bench.click({ column: 'bid', row: 5 });
    expect([bench.traded.length, bench.refused.length]).toEqual([0, 1]);
    bench.nowMs += 1;
    bench.click({ column: 'bid', row: 5 });
    expect(bench.traded.length).toBe(1);
  });
  test('with the middle button cancels the own orders of the cell', () => {
    bench.setOrders([
      { orderId: 'a', isBuy: true, priceE4: 999_500 },
      { orderId: 'b', isBuy: true, priceE4: 999_500 },
      { orderId: 'c', isBuy: false, priceE4: 999_500 },
    ]);
    bench.pointer.down({ column: 'bid', row: bench.rowOf(999_500) }, MIDDLE);
    bench.pointer.down({ column: 'bid', row: bench.rowOf(999_400) }, MIDDLE);
    expect(bench.cancelled).toEqual(['a', 'b']);
  });
});

describe('a drag of own orders', () => {
  beforeEach(() => bench.setOrders([{ orderId: 'a', isBuy: true, priceE4: 999_500 }]));
  const press = () => bench.pointer.down({ column: 'buys', row: bench.rowOf(999_500) }, LEFT);

  test('moves them to the row where it ends, which is marked meanwhile', () => {
    press();
    expect(bench.pointer.move(bench.rowOf(999_500), 102)).toBe(false);
    expect(bench.pointer.move(bench.rowOf(999_300), 140)).toBe(true);
    expect(bench.pointer.target).toEqual({ side: 'buy', priceE4: 999_300 });
    bench.pointer.up();
    expect([bench.moved, bench.pointer.target]).toEqual([[[['a'], 999_300]], null]);
  });
  test('back to its own row, or ended by Escape, moves nothing', () => {
    press();
    bench.pointer.move(bench.rowOf(999_300), 140);
    bench.pointer.move(bench.rowOf(999_500), 100);
    bench.pointer.up();
    press();
    bench.pointer.move(bench.rowOf(999_300), 140);
    expect(bench.pointer.cancelDrag()).toBe(true);
    bench.pointer.up();
    expect(bench.moved).toEqual([]);
  });
  test('that ends outside of the rows moves nothing', () => {
    press();
    bench.pointer.move(bench.rowOf(999_300), 140);
    bench.pointer.moveOut();
    expect(bench.pointer.target).toBeNull();
    bench.pointer.up();
    expect(bench.moved).toEqual([]);
  });
  test('keeps the rows where they are, also when it leaves them', () => {
    bench.pointer.enter();
    press();
    bench.pointer.move(bench.rowOf(999_300), 140);
    bench.pointer.leave();
    bench.quote = { bid: 200, ask: 200.02 };
    bench.frame();
    expect(bench.rowOf(999_500)).toBeGreaterThan(0);
    expect(bench.ladder.rows.isInSight(999_500)).toBe(true);
  });
});

test('10,000 clicks in a fast market send no order at a price other than the one that was aimed at', () => {
  const random = createRandom('ladder clicks', 1);
  const between = (from: number, to: number) => from + Math.floor(random.next() * (to - from + 1));
  let sent = 0;
  let wrong = 0;
  let recentred = 0;
  /** A tick every 2 ms, a jump now and then, and a frame every 16 ms. */
  const run = (ms: number) => {
    for (let step = 0; step < ms; step += 2) {
      bench.nowMs += 2;
      const jump = random.next() < 0.001 ? between(-60, 60) : between(-1, 1);
      const bid = Math.max(1, Math.round(bench.quote.bid * 100 + jump) / 100);
      bench.quote = { bid, ask: Math.round(bid * 100 + 2) / 100 };
      if (bench.nowMs % 16 !== 0) continue;
      const before = bench.ladder.rows.priceAt(0);
      bench.frame();
      if (bench.ladder.rows.priceAt(0) !== before) recentred++;
    }
  };
  for (let count = 0; count < 10_000; count++) {
    // The trader sees the rows, decides for one of them, brings the pointer there, and clicks.
    const row = between(0, ROWS - 1);
    const aimedE4 = bench.ladder.rows.priceAt(row);
    const column = random.next() < 0.5 ? 'bid' : 'ask';
    run(between(20, 200));
    bench.pointer.enter();
    run(between(10, 150));
    const before = bench.traded.length;
    bench.pointer.down({ column, row }, LEFT);
    run(between(0, 40));
    bench.pointer.click({ column, row }, false);
    for (const [, priceE4] of bench.traded.slice(before)) {
      sent++;
      if (priceE4 !== aimedE4) wrong++;
    }
    // Often the pointer stays for the next click.
    if (random.next() < 0.5) bench.pointer.leave();
    run(between(0, 60));
  }
  expect(wrong).toBe(0);
  // The market did move the rows between the clicks, and many clicks were orders.
  expect(recentred).toBeGreaterThan(1_000);
  expect(sent).toBeGreaterThan(4_000);
});

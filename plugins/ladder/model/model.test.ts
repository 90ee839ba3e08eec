import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { MOVE_GUARD_MS, PriceWindow } from './price-window.ts';
import { steppedQuantity } from './quantity-steps.ts';
import { QueuePositions, type QueuedOrder } from './queue-position.ts';
import { rowBookOf } from './row-book.ts';
import { TradedVolume } from './traded-volume.ts';

const CENT = 100;

describe('the prices of the rows', () => {
  const placed = () => {
    const rows = new PriceWindow(CENT);
    rows.setRowCount(21);
    rows.centre(1_000_050);
    return rows;
  };
  test('begin with the price in the middle, on the step below it, highest first', () => {
    const rows = placed();
    expect([rows.priceAt(10), rows.priceAt(0), rows.priceAt(20)]).toEqual([1_000_000, 1_001_000, 999_000]);
    expect([rows.rowOf(1_000_000), rows.rowOf(1_000_001), rows.isInSight(1_001_100)]).toEqual([
      10,
      10,
      false,
    ]);
  });
  test('stay while the market is in the middle third, and bring it back to the middle when it has left', () => {
    const rows = placed();
    expect([rows.follow(1_000_300, 0), rows.priceAt(10)]).toEqual([false, 1_000_000]);
    expect([rows.follow(1_000_400, 0), rows.priceAt(10)]).toEqual([true, 1_000_400]);
  });
  test('stay while they are held, however far the market goes, and follow again after it', () => {
    const rows = placed();
    rows.hold();
    expect([rows.follow(2_000_000, 0), rows.priceAt(10)]).toEqual([false, 1_000_000]);
    rows.release();
    expect([rows.follow(2_000_000, 0), rows.priceAt(10)]).toEqual([true, 2_000_000]);
  });
  test('are not to be clicked for a moment after they have moved by themselves; the user’s own scrolling does not count', () => {
    const rows = placed();
    rows.scroll(3);
    expect([rows.priceAt(10), rows.hasJustMoved(1)]).toEqual([999_700, false]);
    rows.follow(1_100_000, 1_000);
    expect([rows.hasJustMoved(1_000 + MOVE_GUARD_MS - 1), rows.hasJustMoved(1_000 + MOVE_GUARD_MS)]).toEqual([
      true,
      false,
    ]);
  });
  test('end above nothing: there are no rows at or below 0, and the highest price stays above it', () => {
    const rows = new PriceWindow(CENT);
    rows.setRowCount(21);
    rows.centre(300);
    expect([rows.priceAt(12), rows.priceAt(13), rows.priceAt(20)]).toEqual([100, 0, 0]);
    rows.scroll(1_000);
    expect(rows.priceAt(0)).toBe(CENT);
  });
  test('keep the middle when their distance changes', () => {
    const rows = placed();
    rows.setStep(2_500);
    expect([rows.priceAt(10), rows.priceAt(9)]).toEqual([1_000_000, 1_002_500]);
  });
  property.prop([
    fc.integer({ min: 1, max: 10_000_000 }),
    fc.integer({ min: 3, max: 80 }),
    fc.constantFrom(100, 500, 2_500),
  ])(
    'belong to the row that shows them, whatever the price, the number of rows and their distance',
    (priceE4, count, stepE4) => {
      const rows = new PriceWindow(stepE4);
      rows.setRowCount(count);
      rows.centre(priceE4);
      for (let row = 0; row < count; row++) {
        const atRow = rows.priceAt(row);
        if (atRow > 0) expect([rows.rowOf(atRow), atRow % stepE4]).toEqual([row, 0]);
      }
    },
  );
});

describe('the book of the rows', () => {
  test('adds up the exchanges, and shows no price better than there is', () => {
    const quotes = [
      { Bid: 99.99, BidSize: 200, Ask: 100.01, AskSize: 300 },
      { Bid: 99.99, BidSize: 100, Ask: 100.03, AskSize: 50 },
      { Bid: 0, BidSize: 100, Ask: 100.06, AskSize: 0 },
    ];
    const fine = rowBookOf(quotes, CENT);
    expect([[...fine.bids], [...fine.asks], fine.largest]).toEqual([
      [[999_900, 300]],
      [
        [1_000_100, 300],
        [1_000_300, 50],
      ],
      300,
    ]);
    const coarse = rowBookOf(quotes, 500);
    expect([[...coarse.bids], [...coarse.asks]]).toEqual([[[999_500, 300]], [[1_000_500, 350]]]);
  });
});

test('volume adds up by row, also after the distance of the rows has changed', () => {
  const volume = new TradedVolume(CENT);
  for (const [price, size] of [
    [100, 10],
    [100.01, 20],
    [100.01, 5],
    [100.06, 1],
  ] as const)
    volume.add({ price, size });
  expect([volume.at(1_000_000), volume.at(1_000_100), volume.largest]).toEqual([10, 25, 25]);
  volume.setStep(500);
  expect([volume.at(1_000_000), volume.at(1_000_500), volume.largest]).toEqual([35, 1, 35]);
});

describe('the estimate of the place in the queue', () => {
  const order = (change: Partial<QueuedOrder> = {}): QueuedOrder => ({
    orderId: 'o1',
    isBuy: true,
    priceE4: 1_000_000,
    left: 100,
    ...change,
  });
  const shown = (size: number) => () => size;
  test('begins behind all that is displayed, and gets smaller by trades at the price', () => {
    const queue = new QueuePositions();
    queue.update([order()], shown(500));
    queue.trade(1_000_000, 200);
    queue.trade(1_000_100, 50);
    expect(queue.ahead('o1')).toBe(300);
    queue.trade(1_000_000, 400);
    expect(queue.ahead('o1')).toBe(0);
  });
  test('is never more than what is displayed, and grows with nothing that joins later', () => {
    const queue = new QueuePositions();
    queue.update([order()], shown(500));
    queue.update([order()], shown(120));
    expect(queue.ahead('o1')).toBe(120);
    queue.update([order()], shown(900));
    expect(queue.ahead('o1')).toBe(120);
  });
  test('is unknown while nothing is displayed at the price, and 0 once the order has been filled in part', () => {
    const queue = new QueuePositions();
    queue.update([order()], shown(0));
    expect(queue.ahead('o1')).toBeNull();
    queue.update([order()], shown(80));
    expect(queue.ahead('o1')).toBe(80);
    queue.update([order({ left: 60 })], shown(80));
    expect(queue.ahead('o1')).toBe(0);
  });
  test('begins again at another price and with a larger quantity, and ends with the order', () => {
    const queue = new QueuePositions();
    queue.update([order()], shown(50));
    queue.update([order({ priceE4: 999_900 })], shown(700));
    expect(queue.ahead('o1')).toBe(700);
    queue.update([order({ priceE4: 999_900, left: 200 })], shown(800));
    expect(queue.ahead('o1')).toBe(800);
    queue.update([], shown(800));
    expect(queue.ahead('o1')).toBeNull();
  });
});

test.each([
  [1, 1, 2],
  [10, -1, 9],
  [10, 1, 20],
  [100, -1, 90],
  [95, 1, 100],
  [950, 3, 3_000],
  [1, -1, 1],
  [1_000_000, 1, 1_000_000],
])('%i shares and %i steps of the wheel are %i', (quantity, steps, next) => {
  expect(steppedQuantity(quantity, steps)).toBe(next);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BarStore } from './bar-store.ts';
import { ChartModel } from './chart-model.ts';
import { TradeList, type Trade } from './trade-list.ts';

const trade = (timeMs: number, netPnl: number): Trade => ({
  timeMs,
  side: 'Buy',
  price: 10,
  quantity: 1,
  netPnl,
});
const barsAt = (...times: number[]) => {
  const bars = new BarStore();
  for (const time of times) bars.append(time, 1, 1, 1, 1, 1);
  return bars;
};
const listOf = (trades: readonly Trade[]) =>
  new TradeList(trades, { isOwn: true, title: 'Trades', hasMarks: true, hasProfit: true });
const profit = (list: TradeList) => [...list.profit.subarray(0, list.length)];

describe('executions on the bars', () => {
  it('give each bar the net P&L that it ended with: zero before the first, unchanged between them, the last one in the last bar', () => {
    const list = listOf([trade(15, -1), trade(20, 5), trade(29, 7), trade(99, 8)]);
    list.follow(barsAt(0, 10, 20, 30, 40), 0);
    expect(profit(list)).toEqual([0, -1, 7, 7, 8]);
    expect({ ...list.extremes.query(0, 5) }).toEqual({ least: -1, largest: 8 });
  });

  it('before the first bar count from it on, and without bars there is nothing', () => {
    const list = listOf([trade(1, 3)]);
    list.follow(barsAt(10, 20), 0);
    expect(profit(list)).toEqual([3, 3]);
    list.follow(new BarStore(), 0);
    expect(list.length).toBe(0);
  });

  it('belong to the bar that they were made in', () => {
    const list = listOf([trade(10, 1), trade(19, 2), trade(20, 3), trade(70, 4)]);
    const bars = barsAt(10, 20, 30);
    expect([0, 1, 2, 3, -1].map((index) => list.tradesOf(bars, index).map(({ netPnl }) => netPnl))).toEqual([
      [1, 2],
      [3],
      [4],
      [],
      [],
    ]);
  });

  it('are the same bar by bar as at once, however bars come', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 120 }),
        fc.array(fc.tuple(fc.integer({ min: -20, max: 520 }), fc.integer({ min: -99, max: 99 })), {
          maxLength: 40,
        }),
        fc.integer({ min: 1, max: 9 }),
        (times, made, stride) => {
          const trades = made.toSorted(([a], [b]) => a - b).map(([time, netPnl]) => trade(time, netPnl));
          const ascending = times.toSorted((a, b) => a - b);
          const whole = listOf(trades);
          whole.follow(barsAt(...ascending), 0);
          const steps = listOf(trades);
          const bars = new BarStore();
          ascending.forEach((time, n) => {
            bars.append(time, 1, 1, 1, 1, 1);
            if (n % stride === 0) steps.follow(bars, Math.max(0, steps.length - 1));
          });
          steps.follow(bars, Math.max(0, steps.length - 1));
          expect(profit(steps)).toEqual(profit(whole));
        },
      ),
    );
  });

  it('get a pane below the studies while the P&L is shown, and follow the bars of the chart', () => {
    const model = new ChartModel();
    model.chooseStudies([{ Id: 'rsi', Parameters: {} }]);
    model.setBars(barsAt(0, 10), { minutes: 1 }, 0);
    const list = listOf([trade(5, 2), trade(25, 6)]);
    model.setTradeLists([list]);
    expect(model.lowerPanes).toEqual(['rsi', 'pl']);
    expect(profit(list)).toEqual([2, 6]);
    model.bars.append(20, 1, 1, 1, 1, 1);
    model.follow(1);
    model.settle();
    expect(profit(list)).toEqual([2, 2, 6]);
    model.setTradeLists([
      new TradeList([trade(5, 2)], { isOwn: true, title: 'Trades', hasMarks: true, hasProfit: false }),
    ]);
    expect(model.lowerPanes).toEqual(['rsi']);
  });
});

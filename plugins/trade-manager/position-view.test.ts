import { describe, expect, it } from 'vitest';
import { closingOrder, figuresOf, isFlat, totalOf, type PositionFacts } from './position-view.ts';

const flat: PositionFacts = {
  IsStock: true,
  LongQty: 0,
  ShortQty: 0,
  FifoCost: 0,
  MtmCost: 0,
  ClosedPL: 12,
  TodayPL: 5,
  LockedQty: 0,
  TradedShares: 400,
};
// 100 shares bought at 50, yesterday's close 52.
const long: PositionFacts = {
  ...flat,
  LongQty: 100,
  FifoCost: 5000,
  MtmCost: 5200,
  TodayPL: -1.5,
  LockedQty: 40,
};
// 200 shares sold short at 10 today.
const short: PositionFacts = { ...flat, ShortQty: 200, FifoCost: -2000, MtmCost: -2000, TodayPL: 0 };
// Two contracts bought at 1.50.
const option: PositionFacts = { ...flat, IsStock: false, LongQty: 2, FifoCost: 300, MtmCost: 300 };

describe('position figures', () => {
  it('compute a long position at 55', () => {
    expect(figuresOf(long, 55)).toMatchObject({
      side: 'Long',
      shareAverage: 50,
      value: 5500,
      openFifoPl: 500,
      openFifoPercent: 10,
      openMtmPl: 300,
      todayPl: 298.5,
      totalPl: 512,
      available: 60,
      locked: 40,
      total: 100,
      traded: 400,
    });
  });

  it('gain on a short position when the price falls to 9', () => {
    expect(figuresOf(short, 9)).toMatchObject({
      side: 'Short',
      shareAverage: 10,
      value: -1800,
      openFifoPl: 200,
      openFifoPercent: 10,
      todayPl: 200,
    });
  });

  it('count a hundred shares per contract', () => {
    expect(figuresOf(option, 2)).toMatchObject({ shareAverage: 1.5, value: 400, openFifoPl: 100 });
  });

  it('are settled for a flat position, whatever the price', () => {
    expect(isFlat(flat)).toBe(true);
    expect(figuresOf(flat, null)).toMatchObject({ side: 'Flat', value: 0, openFifoPl: 0, todayPl: 5 });
  });

  it('are unknown while an open position has no price', () => {
    expect(figuresOf(long, null)).toMatchObject({
      value: null,
      openFifoPl: null,
      openMtmPercent: null,
      todayPl: null,
    });
  });

  it('close with what is not locked, on the other side', () => {
    expect(closingOrder(long)).toEqual({ side: 'Sell', quantity: 60 });
    expect(closingOrder(short)).toEqual({ side: 'Buy', quantity: 200 });
    expect(closingOrder(flat)).toBeNull();
  });

  it('add up what is known', () => {
    expect([totalOf([]), totalOf([null]), totalOf([1, null, 2])]).toEqual([0, null, 3]);
  });
});

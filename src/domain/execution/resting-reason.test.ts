import { describe, expect, it } from 'vitest';
import { restingReason, type RestingMarket } from './resting-reason.ts';

const ORDER = {
  symbol: 'SPY',
  side: 'Buy',
  type: 'Limit',
  tif: 'Day',
  stopType: 'Static',
  priceE4: 1_012_000,
  workingStopE4: 0,
  isTriggered: false,
  legs: undefined,
} as const;
const MARKET: RestingMarket = {
  bidE4: 1_012_600,
  askE4: 1_013_400,
  lastE4: 1_001_200,
  isHalted: false,
  isOpen: true,
  opens: '09:30',
};
const LEGS = [{ symbol: 'SPY260306C00100000', side: 'Buy', ratio: 1 }] as const;

describe('why an order is not filled', () => {
  it.each([
    ['Limit 101.20 is 0.14 below the ask 101.34', {}, {}],
    ['Limit 102.00 is 0.74 above the bid 101.26', { side: 'Sell', priceE4: 1_020_000 }, {}],
    ['Limit 0.1234 is 0.0111 below the ask 0.1345', { priceE4: 1_234 }, { askE4: 1_345 }],
    ['Limit 101.20 waits: there is no ask', {}, { askE4: 0 }],
    [
      'Limit 102.00 reaches the ask 101.34, whose displayed quantity has been taken',
      { priceE4: 1_020_000 },
      {},
    ],
    ['Limit 1.20 is 0.05 below the net ask 1.25', { priceE4: 12_000, legs: LEGS }, { askE4: 12_500 }],
    [
      'Stop 99.00 waits for a last trade ≤ 99.00; last 100.12',
      { type: 'Stop', side: 'Sell', workingStopE4: 990_000 },
      {},
    ],
    [
      'Trailing stop 103.00 waits for a last trade ≥ 103.00; there is no last trade yet',
      { type: 'Stop', stopType: 'Trailing', workingStopE4: 1_030_000 },
      { lastE4: 0 },
    ],
    [
      'Limit 101.20 is 0.14 below the ask 101.34',
      { type: 'StopLimit', isTriggered: true, workingStopE4: 990_000 },
      {},
    ],
    ['The market is closed; the session opens 09:30', {}, { isOpen: false }],
    ['Held: trading in SPY is halted', {}, { isHalted: true }],
    ['Waits for the next opening auction', { tif: 'AtOpening' }, {}],
    ['Waits for the closing auction', { type: 'MarketOnClose' }, {}],
    ['Follows the quote, and waits for an order that trades with it', { type: 'Pegged' }, {}],
    [
      'Waits for displayed quotes: what was displayed has been taken, or is beyond the price collar',
      { type: 'Market' },
      {},
    ],
  ] as const)('says: %s', (text, order, market) => {
    expect(restingReason({ ...ORDER, ...order }, { ...MARKET, ...market })).toBe(text);
  });
});

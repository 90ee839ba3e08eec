import { beforeEach, describe, expect, test } from 'vitest';
import { BROKERS } from '../../src/domain/orders/brokers.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { ladderSize } from './order-size.ts';
import { ladderState, type LadderState } from './state.ts';

let platform: ToolPlatform;
beforeEach(() => {
  platform = {
    tradingApi: { get: () => ({ capabilities: BROKERS.tapedeck.capabilities }) },
    orders: {
      get: () => ({
        balance: { Cash: 40_000 },
        positions: new Map([['SPY', { Symbol: 'SPY', LongQty: 100, ShortQty: 0 }]]),
      }),
    },
    symbols: { get: () => ({ last: 600, previousClose: 590, bid: 0, ask: 0 }) },
    // Only what a size reads is there.
  } as unknown as ToolPlatform;
});

const state = (Size: Partial<LadderState['Size']>): LadderState => ({
  ...ladderState.initial,
  Quantity: 20,
  Size: { ...ladderState.initial.Size, ...Size },
});
const size = (
  Size: Partial<LadderState['Size']>,
  side: 'buy' | 'sell' = 'buy',
  price = 100,
  symbol = 'AAPL',
) => ladderSize(platform, state(Size), { symbol, side, price });

describe('the quantity of an order on the ladder', () => {
  test('is the one that was entered, or what dollars buy at the price of the row', () => {
    expect(size({})).toEqual({ quantity: 20 });
    expect(size({ By: 'Value', Amount: 5_000 })).toEqual({ quantity: 50 });
    expect(size({ By: 'Value', Amount: 5_000 }, 'buy', 99)).toEqual({ quantity: 50 });
    expect(size({ By: 'Value', Amount: 5_000 }, 'buy', 98)).toEqual({ quantity: 51 });
    expect(size({ By: 'Value', Amount: 5_000 }, 'buy', 2.5, 'SPY260306C00100000')).toEqual({ quantity: 20 });
  });

  test('is one of contracts in an option', () => {
    expect(size({}, 'buy', 2.5, 'SPY260306C00100000')).toEqual({ quantity: 1 });
  });

  test('is a share of cash and positions together', () => {
    expect(size({ By: 'AccountShare', Amount: 2 })).toEqual({ quantity: 20 });
  });

  test('loses the amount at a stop on the losing side of either order', () => {
    expect(size({ By: 'Risk', Amount: 100, StopDistance: 0.3 }, 'buy', 100.1)).toEqual({ quantity: 333 });
    expect(size({ By: 'Risk', Amount: 100, StopDistance: 0.3 }, 'sell', 100.1)).toEqual({ quantity: 333 });
  });

  test.each([
    [{ By: 'Value', Amount: null }, 'Enter an amount above zero'],
    [{ By: 'Value', Amount: 50 }, 'Not enough for one share'],
    [{ By: 'Risk', Amount: 100 }, 'Enter the distance of the stop'],
    [{ By: 'Risk', Amount: 100, StopDistance: 100 }, 'The stop would be below zero'],
  ] as const)('of %j is missing, with the reason', (rule, problem) => {
    expect(size(rule)).toEqual({ quantity: null, problem });
  });

  test('is missing while the value of the account is unknown', () => {
    const unknown = {
      ...platform,
      tradingApi: { get: () => ({ capabilities: BROKERS.schwab.capabilities }) },
    } as unknown as ToolPlatform;
    expect(
      ladderSize(unknown, state({ By: 'AccountShare', Amount: 2 }), {
        symbol: 'AAPL',
        side: 'buy',
        price: 100,
      }),
    ).toEqual({ quantity: null, problem: 'The value of the account is not known' });
  });
});

import { describe, expect, it } from 'vitest';
import type { SimulatedOrder } from '../runtime/types.ts';
import { tooSmallLimitText, UnfilledOrders } from './unfilled.ts';

const summaryOf = (
  ...orders: readonly (readonly [status: SimulatedOrder['status'], reason?: string])[]
): string => {
  const book = new UnfilledOrders();
  for (const [status, reason = ''] of orders) book.add({ status, reason });
  return book.summary();
};

describe('what is said of orders that were not filled', () => {
  it('a run without orders says so', () => {
    expect(summaryOf()).toBe('The code sent no order in this period.');
  });

  it('a run without fills says why, rejected and cancelled orders apart, the most frequent reason first', () => {
    expect(summaryOf(['Rejected', 'The dollar limit is reached'])).toBe(
      'No order was filled: 1 order was rejected (The dollar limit is reached).',
    );
    expect(
      summaryOf(
        ['Rejected', 'Outside of the regular session'],
        ['Rejected', 'The dollar limit is reached'],
        ['Rejected', 'The dollar limit is reached'],
        ['Cancelled', 'The day order expired'],
      ),
    ).toBe(
      'No order was filled: 3 orders were rejected (The dollar limit is reached: 2; Outside of the regular session: 1). 1 order ended without a fill (The day order expired).',
    );
  });

  it('reports only rejected orders of a run with fills', () => {
    expect(summaryOf(['Filled'], ['Cancelled', 'The day order expired'])).toBe('');
    expect(
      summaryOf(
        ['Filled'],
        ['Rejected', 'Outside of the regular session'],
        ['Rejected', 'Outside of the regular session'],
      ),
    ).toBe('2 orders were rejected (Outside of the regular session).');
  });

  it('reports a dollar limit below the price of one share or contract with the price', () => {
    expect(tooSmallLimitText('SPY', { dollarLimit: 100 }, 658.22)).toBe(
      'The limit of $100.00 is less than one share of SPY costs (658.22), so it cannot open a position. Choose a higher limit, or one in shares.',
    );
    expect(tooSmallLimitText('SPY   260116C00650000', { dollarLimit: 100 }, 1.5)).toContain(
      'less than one contract of SPY   260116C00650000 costs (1.50 × 100)',
    );
    expect([
      tooSmallLimitText('SPY', { dollarLimit: 700 }, 658.22),
      tooSmallLimitText('SPY', { dollarLimit: -1 }, 658.22),
      tooSmallLimitText('SPY', { dollarLimit: 100 }, 0),
    ]).toEqual(['', '', '']);
  });
});

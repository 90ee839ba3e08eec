import { describe, expect, it } from 'vitest';
import { estimatedCost, positionAfter, startingPrice } from './ticket-order.ts';
import { positionText } from './ticket-labels.ts';
import { ticketFrom, type Ticket } from './ticket.ts';

const ticket: Ticket = ticketFrom({ symbol: 'spy' }, { symbol: 'QQQ' });
const market = { bid: 99.9, ask: 100.1, last: 100 };

describe('what a ticket would do', () => {
  it('prices a new limit at the other side of the market, then at the last trade', () => {
    expect([
      startingPrice('Buy', market),
      startingPrice('Sell', market),
      startingPrice('Buy', { ...market, ask: 0 }),
      startingPrice('Buy', { bid: 0, ask: 0, last: 0 }),
    ]).toEqual([100.1, 99.9, 100, null]);
  });

  it('estimates its cost; options count a hundred shares a contract', () => {
    expect(estimatedCost(ticket, market)).toBeCloseTo(10_010, 6);
    expect(estimatedCost({ ...ticket, type: 'Limit', price: 90 }, market)).toBe(9000);
    expect(estimatedCost({ ...ticket, type: 'Stop', stopPrice: 110 }, market)).toBe(11_000);
    // A stop that the market has passed fills at the market.
    expect(estimatedCost({ ...ticket, type: 'Stop', stopPrice: 60 }, market)).toBeCloseTo(10_010, 6);
    expect(estimatedCost({ ...ticket, side: 'Sell', type: 'Stop', stopPrice: 900 }, market)).toBeCloseTo(
      9990,
      6,
    );
    expect(
      estimatedCost(
        { ...ticket, symbol: 'SPY260821C00645500', quantity: 2, type: 'Limit', price: 1.5 },
        market,
      ),
    ).toBe(300);
    expect(estimatedCost(ticket, { bid: 0, ask: 0, last: 0 })).toBeNull();
    const peg: Ticket = { ...ticket, type: 'Pegged' };
    // A peg never trades beyond its limit.
    expect(
      [
        peg,
        { ...peg, price: 95 },
        { ...peg, price: 105 },
        { ...peg, side: 'Sell' as const, price: 105 },
        { ...peg, side: 'Sell' as const, price: 95 },
      ].map((pegged) => Math.round(estimatedCost(pegged, market) ?? 0)),
    ).toEqual([10_010, 9500, 10_010, 10_500, 9990]);
    expect(estimatedCost({ ...peg, price: 95 }, { bid: 0, ask: 0, last: 0 })).toBe(9500);
    for (const quantity of [NaN, -5, 0, 1.5, 99_999_999_999])
      expect(estimatedCost({ ...ticket, quantity }, market)).toBeNull();
  });

  it('computes the position after the fill, of a replacement after its unfilled part', () => {
    expect(positionText(positionAfter(0, { side: 'Buy', quantity: 100 }))).toBe('Long 100');
    expect(positionText(positionAfter(100, { side: 'Sell', quantity: 100 }))).toBe('Flat');
    expect(positionText(positionAfter(0, { side: 'Short', quantity: 1200 }))).toBe('Short 1,200');
    expect(positionAfter(40, { side: 'Buy', quantity: 100 }, 40)).toBe(100);
    expect(positionAfter(7, { side: 'Buy', quantity: null })).toBe(7);
    expect(positionAfter(7, { side: 'Buy', quantity: 99_999_999_999 })).toBe(7);
  });
});

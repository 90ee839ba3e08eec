import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { depthOf, PRICE_GROUPS, type ExchangeQuote } from './depth.ts';

const quote = (
  Exchange: string,
  Bid: number,
  BidSize: number,
  Ask: number,
  AskSize: number,
): ExchangeQuote => ({ Exchange, Bid, BidSize, Ask, AskSize });
const cents = fc.integer({ min: 0, max: 20 }).map((value) => value / 100);
const quotes = fc.array(
  fc.record({
    Exchange: fc.constantFrom('NYSE', 'ARCA', 'EDGX', 'BATS', 'IEX'),
    Bid: cents,
    BidSize: fc.nat(5),
    Ask: cents,
    AskSize: fc.nat(5),
  }),
  { maxLength: 30 },
);

describe('depth', () => {
  it('puts the best price first, and of one price the largest size', () => {
    const { bids, asks } = depthOf(
      [
        quote('ARCA', 10, 100, 10.02, 300),
        quote('NYSE', 10.01, 200, 10.03, 500),
        quote('IEX', 10, 900, 10.02, 400),
      ],
      8,
    );
    expect(bids.map(({ exchange, price, size }) => [exchange, price, size])).toEqual([
      ['NYSE', 10.01, 200],
      ['IEX', 10, 900],
      ['ARCA', 10, 100],
    ]);
    expect(asks.map(({ exchange, price, size }) => [exchange, price, size])).toEqual([
      ['IEX', 10.02, 400],
      ['ARCA', 10.02, 300],
      ['NYSE', 10.03, 500],
    ]);
    expect(bids.map(({ group }) => group)).toEqual([0, 1, 1]);
    expect(asks.map(({ group }) => group)).toEqual([0, 0, 1]);
  });

  it('cycles the price groups through 0 to 6', () => {
    const { bids } = depthOf(
      Array.from({ length: 9 }, (_, index) => quote(`X${index}`, 10 - index / 100, 100, 0, 0)),
      20,
    );
    expect(bids.map(({ group }) => group)).toEqual([0, 1, 2, 3, 4, 5, 6, 0, 1]);
  });

  it('shows no row for a side without a price or a size', () => {
    expect(depthOf([quote('NYSE', 0, 100, 10, 0)], 8)).toEqual({ bids: [], asks: [] });
  });

  it('is sorted, cut to its rows, and one group is one price on each side, whatever comes', () => {
    fc.assert(
      fc.property(quotes, fc.integer({ min: 1, max: 20 }), (list, rows) => {
        const { bids, asks } = depthOf(list, rows);
        for (const [side, sign, offers] of [
          [bids, -1, list.map(({ Bid, BidSize }) => ({ price: Bid, size: BidSize }))],
          [asks, 1, list.map(({ Ask, AskSize }) => ({ price: Ask, size: AskSize }))],
        ] as const) {
          const real = offers.filter(({ price, size }) => price > 0 && size > 0);
          expect(side).toHaveLength(Math.min(rows, real.length));
          // No price that was left out is better than one that is shown.
          expect(side.map(({ price }) => price)).toEqual(
            real
              .map(({ price }) => price)
              .sort((left, right) => sign * (left - right))
              .slice(0, rows),
          );
          const prices = [...new Set(side.map(({ price }) => price))];
          for (const row of side) expect(row.group).toBe(prices.indexOf(row.price) % PRICE_GROUPS);
        }
      }),
    );
  });
});

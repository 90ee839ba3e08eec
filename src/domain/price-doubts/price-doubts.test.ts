import { describe, expect, test } from 'vitest';
import { toPriceE4 } from '../money/price.ts';
import {
  doubtText,
  priceDoubts,
  pricedOrderText,
  type DoubtMarket,
  type DoubtOrder,
} from './price-doubts.ts';

const MARKET: DoubtMarket = { bidE4: 999_000, askE4: 1_000_000, lastE4: 1_000_000, ageMs: 5, isStale: false };
const BANDS = { movedPercent: 1, throughPercent: 2 };
const BUY: DoubtOrder = { symbol: 'AAPL', side: 'Buy', quantity: 100, priceE4: null, stopPriceE4: null };

const whys = (
  order: Partial<DoubtOrder>,
  market: Partial<DoubtMarket> = {},
  reference: Partial<DoubtMarket> | null = null,
  bands = BANDS,
) =>
  priceDoubts(
    { ...BUY, ...order },
    { ...MARKET, ...market },
    { bands, reference: reference && { ...MARKET, ...reference } },
  ).map(({ why }) => why);

test.each([
  ['Buy', 102, null, []],
  ['Buy', 102.01, null, ['ThroughMarket']],
  ['Buy', 50, null, []],
  ['Sell', 97.91, null, []],
  ['Sell', 97.9, null, ['ThroughMarket']],
  ['Short', 102.1, null, []],
  ['Short', 90, null, ['ThroughMarket']],
  ['Buy', null, 100, []],
  ['Buy', null, 99.99, ['StopPassed']],
  ['Buy', 150, 99.99, ['StopPassed']],
  ['Sell', null, 99.9, []],
  ['Sell', null, 99.91, ['StopPassed']],
  ['Sell', null, 95, []],
] as const)(
  '%s at %s, stop %s, in a market of 99.90 to 100.00 has the doubts %j',
  (side, price, stop, found) => {
    expect(
      whys({
        side,
        priceE4: price === null ? null : toPriceE4(price),
        stopPriceE4: stop === null ? null : toPriceE4(stop),
      }),
    ).toEqual(found);
  },
);

test('the band of limits is that of the user', () => {
  const bands = { movedPercent: 1, throughPercent: 0.1 };
  expect(whys({ priceE4: 1_001_000 }, {}, null, bands)).toEqual([]);
  expect(whys({ priceE4: 1_001_100 }, {}, null, bands)).toEqual(['ThroughMarket']);
});

test('without a price on the other side nothing is through the market', () => {
  expect(whys({ priceE4: 9_000_000 }, { askE4: 0 })).toEqual([]);
  expect(whys({ stopPriceE4: 100 }, { askE4: 0 })).toEqual([]);
});

describe('a market order', () => {
  test('needs a confirmation on stale prices and before the first one', () => {
    expect(whys({}, { isStale: true })).toEqual(['Stale']);
    expect(whys({}, { ageMs: null })).toEqual(['Stale']);
  });

  test('needs one after the price on its side of the market has moved beyond the band, up or down', () => {
    expect(whys({}, {}, { askE4: 1_010_000 })).toEqual([]);
    expect(whys({}, {}, { askE4: 1_010_200 })).toEqual(['Moved']);
    expect(whys({}, {}, { askE4: 990_000 })).toEqual(['Moved']);
    expect(whys({}, {}, { bidE4: 1 })).toEqual([]);
    expect(whys({ side: 'Sell' }, {}, { bidE4: 1 })).toEqual(['Moved']);
    expect(whys({}, {}, { askE4: 1_010_200 }, { ...BANDS, movedPercent: 3 })).toEqual([]);
  });

  test('is compared by the last trade where a quote has no such side, and not at all without a price', () => {
    expect(whys({}, { askE4: 0, lastE4: 900_000 }, {})).toEqual(['Moved']);
    expect(whys({}, {}, { askE4: 0, lastE4: 900_000 })).toEqual(['Moved']);
    expect(whys({}, { askE4: 0, lastE4: 0 }, {})).toEqual([]);
  });
});

test('each doubt names both prices', () => {
  const order: DoubtOrder = { ...BUY, priceE4: 1_030_000 };
  const texts = priceDoubts(
    order,
    { ...MARKET, isStale: true, ageMs: 23_000 },
    { bands: BANDS, reference: { ...MARKET, askE4: 980_000 } },
  ).map((doubt) => doubtText(doubt, order));
  expect(texts).toEqual([
    'The quote of AAPL is stale: it is 23 s old.',
    'The ask of AAPL has moved from 98.00 to 100.00 (2.0 %) since you edited this order.',
    'Buy 100 AAPL at 103.00 is 3.0 % through the ask of 100.00. It would trade at once.',
  ]);
  const stop: DoubtOrder = { ...BUY, side: 'Sell', stopPriceE4: 1_000_000 };
  expect(
    priceDoubts(stop, MARKET, { bands: BANDS, reference: null }).map((doubt) => doubtText(doubt, stop)),
  ).toEqual([
    'The market has passed Sell 100 AAPL stop 100.00: it would trade at once, at the bid of 99.90 or worse.',
  ]);
  expect(pricedOrderText(BUY)).toBe('Buy 100 AAPL at market');
});

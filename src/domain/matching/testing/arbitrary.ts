import fc from 'fast-check';
import {
  QUEUE_MODES,
  type MatcherConfig,
  type MatchOrder,
  type OrderChange,
  type PriceCollar,
  type SessionEvent,
  type ShownQuote,
} from '../index.ts';
import { order } from './harness.ts';

/** A random step; orders are named by their place among those entered so far. */
export type Step =
  | { readonly kind: 'enter'; readonly fields: Omit<MatchOrder, 'orderId'> }
  | { readonly kind: 'replace'; readonly which: number; readonly change: OrderChange }
  | { readonly kind: 'cancel'; readonly which: number }
  | { readonly kind: 'quote'; readonly symbol: string; readonly depth: readonly ShownQuote[] }
  | {
      readonly kind: 'trade';
      readonly symbol: string;
      readonly priceE4: number;
      readonly size: number;
      readonly isLate: boolean;
    }
  | {
      readonly kind: 'session';
      readonly event: SessionEvent['kind'];
      readonly symbol: string;
      readonly priceE4: number;
      readonly size: number;
    };

const symbol = fc.constantFrom('SPY', 'QQQ');
/** A tenth of a per cent: ten of the hundred steps that prices have here. */
const COLLAR: PriceCollar = { from: 'trade', bands: [[{ upToE4: null, basisPoints: 30 }]] };
/** Few prices, so that orders meet. */
const priceE4 = fc.integer({ min: 0, max: 8 }).map((cents) => 100_000 + cents * 100);
const size = fc.integer({ min: 1, max: 400 });
const side = fc.constantFrom('Buy', 'Sell', 'Short') satisfies fc.Arbitrary<MatchOrder['side']>;

const common = fc.record({
  symbol,
  side,
  quantity: fc.integer({ min: 1, max: 300 }),
  displayQuantity: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 80 }) },
  ),
  minQuantity: fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 150 }) },
  ),
});
const waiting = fc.constantFrom(
  'Day',
  'GoodTillCancel',
  'GoodTillDate',
  'GoodTillCrossing',
) satisfies fc.Arbitrary<MatchOrder['tif']>;
const special: fc.Arbitrary<Partial<MatchOrder>> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('Limit' as const), priceE4, tif: waiting }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('Limit' as const),
      priceE4,
      tif: fc.constantFrom('ImmediateOrCancel' as const, 'FillOrKill' as const, 'AtOpening' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('Market' as const),
      collar: fc.constantFrom(null, COLLAR),
      tif: fc.constantFrom(
        'Day' as const,
        'ImmediateOrCancel' as const,
        'FillOrKill' as const,
        'AtOpening' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('Stop' as const), stopPriceE4: priceE4, tif: waiting }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('StopLimit' as const),
      stopPriceE4: priceE4,
      priceE4,
      tif: waiting,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('Stop' as const),
      stopType: fc.constant('Trailing' as const),
      offsetType: fc.constantFrom('Value' as const, 'Percent' as const),
      offsetE4: fc.integer({ min: 50, max: 400 }),
      tif: waiting,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('Pegged' as const),
      pegType: fc.constantFrom('Primary' as const, 'Midpoint' as const),
      offsetE4: fc.integer({ min: -300, max: 300 }),
      priceE4: fc.oneof(priceE4, fc.constant(0)),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'MarketOnClose' as const }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('LimitOnClose' as const), priceE4 }) },
);
const fields = fc
  .tuple(common, special, fc.integer({ min: 1_001, max: 1_200 }))
  .map(([plain, more, endMs]) => {
    const made: MatchOrder = { ...order('', plain.side), ...plain, ...more };
    return { ...made, goodTillMs: made.tif === 'GoodTillDate' ? endMs : null };
  });

const shownSide = fc.integer({ min: 0, max: 4 });
const depth = fc
  .tuple(
    fc.integer({ min: 2, max: 6 }),
    fc.uniqueArray(fc.constantFrom('ARCA', 'NYSE', 'BATS'), { maxLength: 3 }),
    fc.array(fc.tuple(shownSide, shownSide, size, size), { minLength: 3, maxLength: 3 }),
  )
  .map(([middle, exchanges, rows]) =>
    exchanges.map((exchange, at): ShownQuote => {
      const [below, above, bidSize, askSize] = rows[at] ?? [0, 0, 100, 100];
      return {
        exchange,
        bidE4: 100_000 + (middle - below) * 100,
        bidSize,
        askE4: 100_000 + (middle + 1 + above) * 100,
        askSize,
      };
    }),
  );

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('enter' as const), fields }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(60) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      which: fc.nat(60),
      change: fc.oneof(
        fc.record({ quantity: fc.integer({ min: 1, max: 300 }) }),
        fc.record({ priceE4 }),
        fc.record({ stopPriceE4: priceE4 }),
        fc.record({ displayQuantity: fc.integer({ min: 0, max: 80 }) }),
      ),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('quote' as const), symbol, depth }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('trade' as const),
      symbol,
      priceE4,
      size,
      isLate: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('session' as const),
      event: fc.constantFrom(
        'pre',
        'open',
        'open',
        'open',
        'close',
        'dayEnd',
        'time',
        'halt',
        'resume',
        'openingPrint',
        'closingPrint',
      ) satisfies fc.Arbitrary<SessionEvent['kind']>,
      symbol,
      priceE4,
      size: fc.integer({ min: 1, max: 5_000 }),
    }),
  },
);

export const anyConfig: fc.Arbitrary<MatcherConfig> = fc.record({
  queueMode: fc.constantFrom(...QUEUE_MODES),
  auctionPercent: fc.integer({ min: 0, max: 100 }),
});

import fc from 'fast-check';
import type { TestBar } from './run-strategy.ts';

/** Prices between two whole numbers of cents, in dollars. */
export const centsBetween = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((price) => price / 100);

/** Bars of such prices: open, high, low, close. */
export const barsOf = (cents: fc.Arbitrary<number>): fc.Arbitrary<TestBar> =>
  fc
    .tuple(cents, cents, cents, cents)
    .map(([open, a, b, close]): TestBar => [
      open,
      Math.max(open, a, b, close),
      Math.min(open, a, b, close),
      close,
    ]);

/** Calls of a strategy that send or cancel orders without exits. */
export const orderCalls = (
  cents: fc.Arbitrary<number>,
  quantity: fc.Arbitrary<number>,
): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(
        fc.constantFrom('buy', 'sell', 'short', 'cover'),
        quantity,
        fc.oneof(
          fc.constant('{}'),
          cents.map((price) => `{ price: ${price} }`),
          cents.map((stop) => `{ stop: ${stop} }`),
          fc.tuple(cents, cents).map(([stop, price]) => `{ stop: ${stop}, price: ${price} }`),
          fc.constant("{ type: 'MarketOnClose' }"),
        ),
      )
      .map(([name, size, how]) => `${name}(${size}, ${how})`),
    fc.tuple(fc.constantFrom('goLong', 'goShort'), quantity).map(([name, size]) => `${name}(${size})`),
    fc.constantFrom('goFlat()', 'cancelAll()'),
  );

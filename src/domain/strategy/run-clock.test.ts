import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../calendar/us-equity.ts';
import type { RunLimits } from './description.ts';
import { BarPlayer } from './testing/live-with-bars.ts';
import { backtest, columnsOf, inShort, sessionsOf } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const INTERVAL: Partial<RunLimits> = { intervals: [{ startMinute: 600, endMinute: 690 }] };
const INTRADAY: Partial<RunLimits> = { intradayPositionsOnly: true };

/** 11:31, 15:50 and 15:55. */
const TIMES_TO_CLOSE = [691, 950, 955];

/** Minute bars that start at these minutes of the day; each has its minute as its price. */
const barsAt = (...minutes: readonly number[]) =>
  columnsOf(
    minutes.map((minute) => newYorkMs(DATE, minute)),
    minutes.map((minute) => [minute, minute, minute, minute] as const),
  );

/** The orders of a strategy in a backtest and live over the same bars. */
function inBoth(code: string, minutes: readonly number[], limits: Partial<RunLimits>) {
  const data = barsAt(...minutes);
  const sessions = sessionsOf(DATE);
  const tested = backtest(code, data, sessions, { limits });
  return {
    backtest: tested.orders.toSorted((order, other) => order.number - other.number).map(inShort),
    live: new BarPlayer(code, data, sessions, limits).play().orders,
  };
}
const both = (...orders: string[]) => ({ backtest: orders, live: orders });
const buyAt = (minute: number): string => `onBar((bar) => { if (bar.minute === ${minute}) buy(10); });`;

describe('around minutes without a trade, live and in a backtest', () => {
  it('accepts an order of the bar that ends with the interval, whenever the next bar comes', () => {
    expect(inBoth(buyAt(689), [600, 689, 692, 693], INTERVAL)).toEqual(both('Buy 10 @ 692 R'));
  });
  it('rejects an order of a bar that ends before the interval, also when the next bar lies in it', () => {
    expect(inBoth(buyAt(597), [590, 597, 600, 601], INTERVAL)).toEqual(
      both('Buy 10 Rejected: Outside of the trading intervals'),
    );
  });
  it('goes by the end of the bar for the opening time', () => {
    expect(inBoth(`openingTime('10:00'); ${buyAt(597)}`, [590, 597, 600, 601], {})).toEqual(
      both('Buy 10 Rejected: Before the opening order time'),
    );
    expect(inBoth(`openingTime('10:00'); ${buyAt(599)}`, [590, 599, 604, 605], {})).toEqual(
      both('Buy 10 @ 604 R'),
    );
  });
  it('closes an intraday position with the first bar after the time to close', () => {
    expect(inBoth(buyAt(900), [900, 950, 951, 956, 959], INTRADAY)).toEqual(
      both('Buy 10 @ 950 R', 'Sell 10 @ 956 R'),
    );
  });
  it('closes at the closing time that no bar ends at, and calls the strategy with the order before the next bar', () => {
    const code = `closingTime('15:00'); onOrder((order) => log(order.side, order.isFilled)); onBar((bar) => { log(bar.minute); if (bar.minute === 800) { buy(10); buy(1, { price: 1 }); } });`;
    const minutes = [800, 801, 895, 907, 908];
    expect(inBoth(code, minutes, {})).toEqual(
      both('Buy 10 @ 801 R', 'Buy 1 Cancelled: Cancelled by the strategy', 'Sell 10 @ 907 R'),
    );
    const { log } = backtest(code, barsAt(...minutes), sessionsOf(DATE));
    expect(log).toEqual(['800', 'Buy true', '801', '895', 'Buy false', 'Sell true', '907', '908']);
  });
  it('does not open after the closing time that came between two bars', () => {
    expect(inBoth(`closingTime('15:00'); ${buyAt(899)}`, [895, 899, 907, 908], {})).toEqual(
      both('Buy 10 Rejected: After the closing order time'),
    );
  });
});

it('decides alike live and in a backtest, whatever minutes lack a trade', () => {
  const code = `onBar((bar) => { if (position.isFlat) buy(10); else if (bar.minute % 3 === 0) sell(position.quantity); if (bar.minute % 7 === 0) buy(5); if (bar.minute % 11 === 0) goFlat(); });
    onOrder((order) => { if (order.isFilled && order.side === 'Sell') buy(1); });`;
  const someMinutes = fc.uniqueArray(
    fc.oneof(
      fc.integer({ min: 570, max: 959 }),
      fc.integer({ min: 594, max: 606 }),
      fc.integer({ min: 684, max: 700 }),
      fc.integer({ min: 945, max: 959 }),
    ),
    { minLength: 2, maxLength: 60 },
  );
  fc.assert(
    fc.property(
      someMinutes,
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom('', "openingTime('10:00');", "closingTime('15:50');", "closingTime('11:31');"),
      (given, intradayPositionsOnly, hasInterval, times) => {
        // A bar follows the time to close: without one a backtest takes the last close, where an order at the broker stays open.
        // Live, a trade in the second of the time to close meets what is open then, if no bar ended in that second.
        const minutes = [...new Set([...given, 957, 958, 959])]
          .filter((minute) => !TIMES_TO_CLOSE.includes(minute) || given.includes(minute - 1))
          .toSorted((minute, other) => minute - other);
        const limits = { intradayPositionsOnly, ...(hasInterval ? INTERVAL : {}) };
        const { backtest: tested, live } = inBoth(times + code, minutes, limits);
        const ended = (orders: readonly string[]) =>
          orders.filter((order) => !/Sent|data ends|expired|Outside of the regular/.test(order));
        expect(ended(live)).toEqual(ended(tested));
      },
    ),
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { barsOf, centsBetween, orderCalls } from './testing/random-strategy.ts';
import { backtest, columnsOf, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar } from './testing/run-strategy.ts';
import { newYorkMs } from '../calendar/us-equity.ts';

const DATES = ['2026-01-06', '2026-01-07'] as const;
const cents = centsBetween(9_500, 10_500);
const bars = fc.array(barsOf(cents), { minLength: 8, maxLength: 26 });
const call = orderCalls(cents, fc.integer({ min: 1, max: 90 }));
const script = fc.array(fc.tuple(fc.nat({ max: 25 }), call), { maxLength: 30 });

type Fill = ReturnType<typeof backtest>['orders'][number];

/** Checks the price of a fill: inside of a bar that was open at its time, and never worse than the limit or the stop. */
function expectFairFill(
  { side, type, price, stop, fillPrice, liquidity }: Fill,
  met: readonly TestBar[],
): void {
  const isBuy = side === 'Buy';
  // A resting order gets its own price, however far beyond it a bar trades.
  expect(
    met.some(([, high, low]) =>
      liquidity === 'A'
        ? fillPrice === price && (isBuy ? low < price : high > price)
        : fillPrice >= low && fillPrice <= high,
    ),
  ).toBe(true);
  if (type === 'Limit' || type === 'StopLimit')
    expect(isBuy ? fillPrice <= price : fillPrice >= price).toBe(true);
  if (type === 'Stop') expect(isBuy ? fillPrice >= stop : fillPrice <= stop).toBe(true);
}

it('fills inside of the bar, never worse than the limit, and never sells what is not held, whatever is sent', () => {
  fc.assert(
    fc.property(
      bars,
      script,
      fc.constantFrom(-1, 60),
      fc.boolean(),
      (list, calls, shareLimit, intradayPositionsOnly) => {
        // Bars of half an hour: thirteen a session, two sessions.
        const times = list.map((_, n) => newYorkMs(DATES[n < 13 ? 0 : 1], 570 + (n % 13) * 30));
        const code = `bars('30 minutes'); onBar((bar) => { switch (bar.index) { ${Array.from(
          { length: 26 },
          (_, n) =>
            `case ${n}: ${calls
              .filter(([at]) => at === n)
              .map(([, text]) => text)
              .join(';')}; break;`,
        ).join(' ')} } log(position.quantity, bar.timeMs); });`;
        const { orders, log } = backtest(code, columnsOf(times, list), sessionsOf(...DATES), {
          limits: { shareLimit, intradayPositionsOnly },
        });
        let position = 0;
        for (const order of orders) {
          const { status, side, quantity: size, fillMs, sentMs } = order;
          if (status !== 'Filled' || fillMs === null) continue;
          expect(fillMs).toBeGreaterThanOrEqual(sentMs);
          const met = list.filter(
            (_, n) => (times[n] ?? 0) <= fillMs && fillMs <= (times[n] ?? 0) + 1_800_000,
          );
          expectFairFill(order, met);
          if (side === 'Sell') expect(position).toBeGreaterThanOrEqual(size);
          if (side === 'Short') expect(position).toBeLessThanOrEqual(0);
          position += side === 'Buy' ? size : -size;
          if (shareLimit > 0) expect(Math.abs(position)).toBeLessThanOrEqual(shareLimit);
        }
        const loggedPositions = log.map((line) => Number(line.split(' ')[0]));
        if (orders.every(({ fillMs }) => fillMs === null || fillMs <= (times.at(-1) ?? 0)))
          expect(loggedPositions.at(-1)).toBe(position);
        if (intradayPositionsOnly && list.length >= 14) expect(loggedPositions[13]).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});

import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, it } from 'vitest';
import { newYorkMs } from '../../src/domain/calendar/us-equity.ts';
import type { LiveReport } from '../../src/domain/strategy/live-messages.ts';
import { LiveRun } from '../../src/domain/strategy/live-run.ts';
import {
  ANY_TIME,
  columnsOf,
  loadStrategy,
  minutes,
  sessionsOf,
} from '../../src/domain/strategy/testing/run-strategy.ts';

/** The rules of the example strategy that writes calls, checked on its orders: it runs live only. */

const CODE = readFileSync(
  new URL('../../examples/strategies/strategies/covered-call.ts', import.meta.url),
  'utf8',
);
const DATES = ['2026-01-06', '2026-02-13', '2026-02-17', '2026-02-18', '2026-03-23', '2026-03-24'] as const;
const [ENTRY, QUIET, ROLL, LATER, ASSIGNED, EXPIRED] = DATES;
// 600 and 3 % are 618: the next strike is 620. The third Fridays 25 days later are in February and March.
const FIRST = 'SPY260220C00620000';
const SECOND = 'SPY260320C00640000';

function start() {
  const { language, description } = loadStrategy(stripTypeScriptTypes(CODE), 'units = 2');
  const run = new LiveRun(language, description, {
    limits: ANY_TIME,
    warmUp: columnsOf([], []),
    sessions: sessionsOf(...DATES),
    ...{ position: 0, contracts: [], fills: [], brackets: [] },
  });
  let sent = 0;
  return {
    run,
    /** The legs of what the bar sends; of shares alone the side and the quantity. */
    bar(date: string, minute: number, price: number) {
      const present = { bid: price, ask: price, timeMs: newYorkMs(date, minute + 5) };
      return run
        .deliver(minutes(date, minute, [[price, price, price, price]]), present)
        .map(({ order: { number, side, type, quantity, spread } }) => {
          sent = number;
          const legs = spread?.legs.map((leg) => `${leg.side} ${leg.symbol}`).join(', ') ?? side;
          return `${legs} x ${quantity} ${type} ${spread?.tif ?? ''}`.trim();
        });
    },
    report: (change: Partial<LiveReport>) =>
      run.report({
        ...{ number: sent, status: 'Filled', fill: null, filledQuantity: 0, reason: '' },
        timeMs: newYorkMs(ENTRY, 601),
        ...change,
      }),
  };
}

const fillOf = (...legs: readonly (readonly ['Buy' | 'Sell', string, number, number])[]) => ({
  filledQuantity: 2,
  fill: {
    ...{ quantity: 2, price: 595, liquidity: 'R' as const },
    legs: legs.map(([side, symbol, quantity, price]) => ({ side, symbol, quantity, price })),
  },
});
const ENTERED = fillOf(['Buy', 'SPY', 200, 600], ['Sell', FIRST, 2, 5]);
const ROLLED = fillOf(['Buy', FIRST, 2, 4], ['Sell', SECOND, 2, 9]);

it('buys shares and sells calls in one order, rolls before the expiration, and enters again once it is assigned', () => {
  const { run, bar, report } = start();
  expect(bar(ENTRY, 570, 600)).toEqual([`Buy SPY, Sell ${FIRST} x 2 Market FillOrKill`]);
  report(ENTERED);
  expect([bar(ENTRY, 575, 605), bar(QUIET, 570, 620)]).toEqual([[], []]);
  expect(bar(ROLL, 570, 620)).toEqual([`Buy ${FIRST}, Sell ${SECOND} x 2 Market FillOrKill`]);
  report(ROLLED);
  expect([bar(ROLL, 575, 620), bar(LATER, 570, 630)]).toEqual([[], []]);
  run.settle({ symbol: SECOND, contracts: 2, shares: -200, strike: 640 });
  expect(bar(ASSIGNED, 570, 660)).toEqual(['Buy SPY, Sell SPY260417C00680000 x 2 Market FillOrKill']);
});

it('tries once a day, keeps the call when a roll is not filled, and sells shares whose call has expired', () => {
  const { run, bar, report } = start();
  bar(ENTRY, 570, 600);
  report({ status: 'Cancelled', reason: 'Not filled' });
  expect(bar(ENTRY, 575, 600)).toEqual([]);
  expect(bar(QUIET, 570, 600)).toEqual(['Buy SPY, Sell SPY260320C00620000 x 2 Market FillOrKill']);
  report(fillOf(['Buy', 'SPY', 200, 600], ['Sell', 'SPY260320C00620000', 2, 5]));
  expect(bar(LATER, 570, 600)).toEqual([]);
  run.settle({ symbol: 'SPY260320C00620000', contracts: 2, shares: 0, strike: 620 });
  expect(bar(ASSIGNED, 570, 600)).toEqual(['Sell x 200 Market']);
  report({ filledQuantity: 200, fill: { quantity: 200, price: 600, liquidity: 'R' } });
  expect(bar(ASSIGNED, 575, 600)).toEqual([]);
  expect(bar(EXPIRED, 570, 600)).toEqual(['Buy SPY, Sell SPY260515C00620000 x 2 Market FillOrKill']);
});

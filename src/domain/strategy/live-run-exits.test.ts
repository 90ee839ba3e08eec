import { expect, it } from 'vitest';
import { newYorkMs } from '../calendar/us-equity.ts';
import { LiveRun } from './live-run.ts';
import type { LiveInput } from './live-input.ts';
import type { LiveAction, LiveReport } from './live-messages.ts';
import { ANY_TIME, columnsOf, loadStrategy, minutes, sessionsOf } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const ENTRY = 'buy(100, { exits: { target: { price: 102 }, stop: { percent: 1 }, trail: { amount: 1.5 } } })';
const NOTHING = columnsOf([], []);

function live(code: string, input: Partial<LiveInput> = {}) {
  const { language, description } = loadStrategy(code);
  const run = new LiveRun(language, description, {
    limits: ANY_TIME,
    warmUp: NOTHING,
    sessions: sessionsOf(DATE),
    position: 0,
    contracts: [],
    fills: [],
    brackets: [],
    ...input,
  });
  const quote = (minute: number) => ({ bid: 99.99, ask: 100.01, timeMs: newYorkMs(DATE, minute) });
  return {
    log: () => language.log.take(),
    bar: (minute: number) =>
      run.deliver(minutes(DATE, minute, [[100, 100, 100, 100]]), quote(minute + 1)).map(described),
    report: (change: Partial<LiveReport>) =>
      run
        .report({
          number: 1,
          status: 'Filled',
          fill: null,
          filledQuantity: 0,
          reason: '',
          timeMs: newYorkMs(DATE, 600),
          ...change,
        })
        .map(described),
    fill: (status: 'Filled' | 'PartiallyFilled', total: number, quantity: number, price: number) => ({
      status,
      filledQuantity: total,
      fill: { quantity, price, liquidity: 'R' as const },
    }),
  };
}
const described = ({ kind, order }: LiveAction): string =>
  order.exit === null
    ? `${kind} ${order.number} ${order.side} ${order.quantity}`
    : `${kind} ${order.exit.entry.number} ${order.exit.name} ${order.quantity}`;

const STATE =
  "log(position.quantity, openOrders().map((o) => [o.exit, o.quantity, o.price, o.stop].join(' ')).join('; '))";

it('sends an entry alone, and has its exits with its fills', () => {
  const { bar, report, fill, log } = live(
    `onBar((bar) => { if (bar.index === 0) { ${ENTRY}; } else ${STATE}; });`,
  );
  expect(bar(600)).toEqual(['send 1 Buy 100']);
  report(fill('PartiallyFilled', 40, 40, 100));
  bar(601);
  report(fill('Filled', 100, 60, 100));
  bar(602);
  report({ status: 'Replaced', exit: 'Stop', exitTerms: { quantity: 100, price: 0, stop: 99.7 } });
  bar(603);
  expect(log()).toEqual([
    '40  100 0 0; Stop 40 0 99; Target 40 102 0',
    '100 Stop 100 0 99; Target 100 102 0',
    '100 Stop 100 0 99.7; Target 100 102 0',
  ]);
});

it('ends the other exit with the fill of one, before the broker reports it', () => {
  const { bar, report, fill, log } = live(
    `onBar((bar) => { if (bar.index === 0) { ${ENTRY}; } }); onOrder((o) => log(o.exit, o.status, o.fillPrice, position.quantity, hasOpenOrders()));`,
  );
  bar(600);
  report(fill('Filled', 100, 100, 100));
  report({ ...fill('PartiallyFilled', 30, 30, 102), exit: 'Target' });
  report({ ...fill('Filled', 100, 70, 102), exit: 'Target' });
  report({ status: 'Cancelled', exit: 'Stop', reason: 'Another order of the group was filled' });
  expect(log()).toEqual([
    'null Filled 100 100 true',
    'Target Filled 102 0 false',
    'Stop Cancelled 0 0 false',
  ]);
});

it('cancels exits by the number of their entry, and counts no shares for them from then on', () => {
  const { bar, report, fill } = live(
    `onBar((bar) => { if (bar.index === 0) { ${ENTRY}; } else if (bar.index === 1) sell(40); else { cancelAll(); sell(40); } });`,
  );
  bar(600);
  report(fill('Filled', 100, 100, 100));
  expect(bar(601)).toEqual(['rejected 4 Sell 40']);
  expect(bar(602)).toEqual(['cancel 1 Target 100', 'cancel 1 Stop 100', 'send 5 Sell 40']);
});

it('closes the position for the day without its exits', () => {
  const { bar, report, fill } = live(
    `closingTime('10:02'); onBar((bar) => { if (bar.index === 0) { ${ENTRY}; } });`,
  );
  bar(600);
  report(fill('Filled', 100, 100, 100));
  expect(bar(601)).toEqual(['cancel 1 Target 100', 'cancel 1 Stop 100', 'send 4 Sell 100']);
});

it('books what both exits have filled, and the order that closes the surplus', () => {
  const { bar, report, fill, log } = live(
    `onBar((bar) => { if (bar.index === 0) { ${ENTRY}; } else log(position.quantity); });`,
  );
  bar(600);
  report(fill('Filled', 100, 100, 100));
  report({ ...fill('Filled', 100, 100, 102), exit: 'Target' });
  report({ ...fill('Filled', 100, 100, 99), exit: 'Stop' });
  bar(601);
  report({ ...fill('Filled', 100, 100, 100), exit: 'Surplus' });
  bar(602);
  expect(log()).toEqual(['-100', '0']);
});

it('continues with the exits of an earlier part of the run', () => {
  const { bar, report, fill, log } = live(
    `onBar((bar) => { if (bar.index === 0) buy(5, { price: 90 }); ${STATE}; }); onOrder((o) => log(o.id, o.entryId, o.exit, o.status));`,
    {
      position: 100,
      fills: [{ side: 'Buy', quantity: 100, price: 100, liquidity: 'R' }],
      brackets: [
        {
          side: 'Buy',
          quantity: 100,
          fillPrice: 100,
          plan: { target: null, stop: { basis: 'Percent', amountE4: 10_000 }, trail: null },
          exits: { stop: { stop: 99.5 } },
        },
      ],
    },
  );
  expect(bar(600)).toEqual(['send 3 Buy 5']);
  report({ ...fill('Filled', 100, 100, 99.5), exit: 'Stop' });
  expect(log()).toEqual(['100 Stop 100 0 99.5;  5 90 0', '2 1 Stop Filled']);
});

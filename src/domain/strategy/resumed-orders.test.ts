import { expect, it } from 'vitest';
import { newYorkMs } from '../calendar/us-equity.ts';
import type { LiveInput } from './live-input.ts';
import type { EarlierOpenOrder } from './open-orders.ts';
import type { LiveAction, LiveReport } from './live-messages.ts';
import { LiveRun } from './live-run.ts';
import { ANY_TIME, columnsOf, loadStrategy, minutes, sessionsOf } from './testing/run-strategy.ts';

/** What the code of a live run sees of orders that an earlier part of the run has left with the broker. */

const DATE = '2026-01-06';
const CALL = 'SPY260220C00100000';
const HIGHER = 'SPY260220C00105000';
const SENT_MS = newYorkMs(DATE, 590);
const LEGS = [
  { symbol: CALL, side: 'Buy', ratio: 1 },
  { symbol: HIGHER, side: 'Sell', ratio: 1 },
] as const;
const price = (dollars: number) => ({ basis: 'Price', amountE4: dollars * 10_000 }) as const;

function resumed(code: string, input: Partial<LiveInput>) {
  const { language, description } = loadStrategy(code);
  const run = new LiveRun(language, description, {
    limits: ANY_TIME,
    warmUp: columnsOf([], []),
    sessions: sessionsOf(DATE),
    ...{ position: 0, contracts: [], fills: [], brackets: [] },
    ...input,
  });
  return {
    log: () => language.log.take(),
    bar: (minute: number, close = 100): readonly LiveAction[] =>
      run.deliver(minutes(DATE, minute, [[close, close, close, close]]), {
        ...{ bid: close - 0.1, ask: close + 0.1 },
        timeMs: newYorkMs(DATE, minute + 1),
      }),
    report: (change: Partial<LiveReport>): readonly LiveAction[] =>
      run.report({
        ...{ number: 1, status: 'Filled', fill: null, filledQuantity: 0, reason: '' },
        timeMs: newYorkMs(DATE, 602),
        ...change,
      }),
  };
}

const legFill = (symbol: string, side: 'Buy' | 'Sell', dollars: number) => ({
  ...{ symbol, side, quantity: 1 },
  price: dollars,
});
const FIRST_FILL = {
  ...{ quantity: 1, price: 2, timeMs: SENT_MS },
  legs: [legFill(CALL, 'Buy', 3), legFill(HIGHER, 'Sell', 1)],
};
const SPREAD: EarlierOpenOrder = {
  side: 'Buy',
  type: 'Limit',
  quantity: 2,
  filledQuantity: 1,
  fillPrice: 2,
  price: 2,
  stop: 0,
  sentMs: SENT_MS,
  spread: { legs: LEGS, tif: 'Day', fills: [FIRST_FILL] },
};
const HELD = [
  { symbol: CALL, quantity: 1 },
  { symbol: HIGHER, quantity: -1 },
];

it('has a multi-leg order that has filled in part with its fills, and books the rest', () => {
  const { bar, report, log } = resumed(
    `onOrder((order) => log(order.status, order.filledQuantity, order.fillPrice, order.fills.map((fill) => fill.price).join()));
    onBar(() => {
      const [order] = openOrders();
      log(order ? [order.status, order.legs.length, order.tif, order.fills.length, order.fills[0].legs[0].price].join() : 'none', held('${CALL}'), held('${HIGHER}'));
    });`,
    { openOrders: [SPREAD], contracts: HELD },
  );
  bar(600);
  report({
    filledQuantity: 2,
    fill: {
      ...{ quantity: 1, price: 1.9, liquidity: 'R' },
      legs: [legFill(CALL, 'Buy', 2.9), legFill(HIGHER, 'Sell', 1)],
    },
  });
  bar(603);
  expect(log()).toEqual(['PartiallyFilled,2,DAY,1,3 1 -1', 'Filled 2 1.95 2,1.9', 'none 2 -2']);
});

it('replaces and cancels a multi-leg order under its number, which follows those of the entries', () => {
  const { bar, report } = resumed(
    `onBar(() => openOrders().find((order) => order.legs !== null)?.replace({ price: 1.5 }));
    onOrder((order) => { if (order.legs !== null && order.isOpen) order.cancel(); });`,
    {
      openOrders: [SPREAD],
      contracts: HELD,
      position: 10,
      fills: [{ side: 'Buy', quantity: 10, price: 99, liquidity: 'R' }],
      brackets: [
        {
          side: 'Buy',
          quantity: 10,
          fillPrice: 99,
          plan: { target: null, stop: price(97), trail: null },
          exits: { stop: { stop: 97 } },
        },
      ],
    },
  );
  expect(bar(600)).toMatchObject([
    { kind: 'replace', order: { number: 2 }, change: { price: 1.5, quantity: 2, tif: 'Day' } },
  ]);
  const terms = { price: 1.5, quantity: 2, tif: 'Day' } as const;
  expect(report({ number: 2, status: 'Replaced', terms })).toMatchObject([
    { kind: 'cancel', order: { number: 2, price: 1.5 } },
  ]);
});

it('has an entry that has not filled with the exits that it will have, which work from its fill', () => {
  const { bar, report, log } = resumed(
    `onOrder((order) => log(order.status, order.exit, order.entryId));
    onBar(() => log(position.quantity, openOrders().map((order) => [order.id, order.exit, order.quantity, order.price, order.stop].join(' ')).join('; ')));`,
    {
      openOrders: [
        {
          ...SPREAD,
          ...{ quantity: 100, filledQuantity: 0, fillPrice: 0, price: 99 },
          spread: undefined,
          exits: { target: price(101), stop: price(97), trail: null },
        },
      ],
    },
  );
  bar(600);
  const fill = { quantity: 100, price: 99, liquidity: 'A' } as const;
  report({ filledQuantity: 100, fill });
  bar(603);
  report({ exit: 'Target', filledQuantity: 100, fill: { ...fill, price: 101 } });
  report({ exit: 'Stop', status: 'Cancelled' });
  bar(604);
  expect(log()).toEqual([
    '0 1  100 99 0',
    'Filled null null',
    '100 2 Stop 100 0 97; 3 Target 100 101 0',
    'Filled Target 1',
    'Cancelled Stop 1',
    '0 ',
  ]);
});

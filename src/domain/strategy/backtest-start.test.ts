import { expect, it } from 'vitest';
import { backtest, inShort, minutes, sessionsOf, type TestBar } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const SESSIONS = sessionsOf(DATE);
const flat = (price: number): TestBar => [price, price, price, price];
const bought = { side: 'Buy', quantity: 100, price: 50, liquidity: 'R' } as const;

it('begins with the position, its cost and its closed profit from before', () => {
  const code = `bars('1 minute');
onBar((bar) => {
  if (bar.index === 0) { log(position.quantity, position.averagePrice); goFlat(); }
});`;
  const fills = [bought, { side: 'Sell', quantity: 40, price: 51, liquidity: 'R' }] as const;
  const start = { position: 60, fills, brackets: [] };
  const { orders, log } = backtest(code, minutes(DATE, 570, [flat(52), flat(53)]), SESSIONS, { start });
  expect(log).toEqual(['60 50']);
  expect(orders.map(inShort)).toEqual(['Sell 60 @ 53 R']);
});

it('has the exits that still work: one fills, the other one ends', () => {
  const start = {
    position: 100,
    fills: [bought],
    brackets: [
      {
        side: 'Buy',
        quantity: 100,
        fillPrice: 50,
        plan: {
          target: { basis: 'Price', amountE4: 520_000 },
          stop: { basis: 'Price', amountE4: 490_000 },
          trail: null,
        },
        exits: { target: { price: 52 }, stop: { stop: 49 } },
      },
    ],
  } as const;
  const code = "bars('1 minute'); onBar(() => { log(position.quantity); });";
  const bars: TestBar[] = [flat(51), [51, 51, 48, 50], flat(50)];
  const { orders, log } = backtest(code, minutes(DATE, 570, bars), SESSIONS, { start });
  expect(orders.map(inShort)).toEqual([
    'Sell 100 @ 49 R',
    'Sell 100 Cancelled: Another order of the group was filled',
  ]);
  expect(log).toEqual(['100', '0', '0']);
});

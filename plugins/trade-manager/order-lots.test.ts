import { expect, it } from 'vitest';
import type { WireOrderLots } from '../../src/plugin-api/index.ts';
import { chosenLots, gainAtQuote, lotsProblem, lotsToBeginWith, mayChooseLots } from './order-lots.ts';

const lot = (Lot: string, change: Partial<WireOrderLots['Lots'][number]> = {}) => ({
  Lot,
  Side: 'Long' as const,
  Opened: 1,
  Price: 100,
  Open: 100,
  Taken: 0,
  Planned: 0,
  Chosen: 0,
  ...change,
});
const lots: WireOrderLots = {
  Method: 'FIFO',
  Closing: 60,
  Left: 50,
  IsChosen: false,
  Lots: [lot('2', { Open: 30, Taken: 10, Planned: 30 }), lot('4', { Planned: 20 })],
  IsComplete: true,
};

it('begins with what the order has closed and would close by the method', () => {
  expect(chosenLots(lotsToBeginWith(lots))).toEqual([
    { lot: '2', quantity: 40 },
    { lot: '4', quantity: 20 },
  ]);
});

it('begins with what was chosen alone, without what the method added to it', () => {
  const chosen = {
    ...lots,
    IsChosen: true,
    Lots: [lot('2', { Taken: 40 }), lot('4', { Planned: 20, Chosen: 20 })],
  };
  expect(chosenLots(lotsToBeginWith(chosen))).toEqual([{ lot: '4', quantity: 20 }]);
});

it.each([
  [40, 20, null],
  [0, 0, 'Choose shares or contracts of a lot, or use the account method.'],
  [41, 0, 'Lot 2 has 40.'],
  [40, 21, 'The order closes 60. You chose 61.'],
  [1.5, 0, 'Enter whole numbers.'],
])('of %d and %d says %s', (two, four, problem) => {
  expect(
    lotsProblem(
      lots,
      new Map([
        ['2', two],
        ['4', four],
      ]),
    ),
  ).toBe(problem);
});

it('refuses more lots than the server takes', () => {
  const many = Array.from({ length: 101 }, (_, at) => lot(String(at + 1)));
  const chosen = new Map(many.map(({ Lot }) => [Lot, 1]));
  expect(lotsProblem({ ...lots, Closing: 200, Lots: many }, chosen)).toBe(
    'Choose at most 100 lots. You chose 101.',
  );
});

it('values a long lot at the bid and a short one at the ask, contracts with their shares', () => {
  const quote = { bid: 101, ask: 103 };
  expect(gainAtQuote('SPY', lot('2'), 10, quote)).toBe(10);
  expect(gainAtQuote('SPY', lot('2', { Side: 'Short' }), 10, quote)).toBe(-30);
  expect(gainAtQuote('SPY   260306C00100000', lot('2'), 1, quote)).toBe(100);
  expect(gainAtQuote('SPY', lot('2'), 10, { bid: 0, ask: 103 })).toBeNull();
  expect(gainAtQuote('SPY', lot('2'), 10, undefined)).toBeNull();
});

it('is offered for orders in one symbol that sell or cover', () => {
  const order = { Side: 'Sell', Source: 'Close' } as const;
  expect(
    [
      order,
      { Side: 'Buy', Source: 'Cover' } as const,
      { Side: 'Buy', Source: 'Open' } as const,
      { Side: 'Short', Source: 'Open' } as const,
      { ...order, Legs: [] },
    ].map(mayChooseLots),
  ).toEqual([true, true, false, false, false]);
});

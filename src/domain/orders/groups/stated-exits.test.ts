import { expect, it } from 'vitest';
import { PLAIN_ORDER } from '../request.ts';
import { DEFAULT_ATR } from './atr-terms.ts';
import { groupProblem } from './group-problem.ts';
import { areSameGroups } from './same-group.ts';
import { withDistances } from './stated-exits.ts';
import type { ExitTerms, GroupRequest } from './types.ts';

const atr = (multiple: number) =>
  ({ basis: 'Offset', amountE4: 0, stated: { basis: 'Atr', amountE4: multiple * 10_000 } }) as const;
const risk = (dollars: number) =>
  ({ basis: 'Offset', amountE4: 0, stated: { basis: 'Risk', amountE4: dollars * 10_000 } }) as const;
const exit = (price: Omit<ExitTerms, 'tif'>): ExitTerms => ({ ...price, tif: 'Day' });
const ATR = { ...DEFAULT_ATR, valueE4: 0 };

const bracket = (change: Partial<GroupRequest> = {}, symbol = 'SPY'): GroupRequest => ({
  account: 'A',
  userId: 'u',
  clientId: 'g',
  kind: 'Bracket',
  symbol,
  orders: [
    {
      ...PLAIN_ORDER,
      account: 'A',
      userId: 'u',
      clientId: 'entry',
      symbol,
      side: 'Buy',
      source: 'Open',
      type: 'Limit',
      tif: 'Day',
      quantity: 300,
      priceE4: 1_000_000,
      destination: 'SMART',
      route: 'AUTO',
    },
  ],
  target: exit(atr(3)),
  stop: exit(atr(1.5)),
  atr: ATR,
  ...change,
});

it('turns multiples of the ATR into dollars, a target rounded up and a stop down', () => {
  const { target, stop, atr: used } = withDistances(bracket(), 20_001);
  expect([target?.amountE4, stop?.amountE4, used?.valueE4]).toEqual([60_003, 30_001, 20_001]);
  const { targets, trail } = withDistances(
    bracket({
      target: null,
      targets: [exit(atr(0.5)), exit(atr(1))].map((each) => ({ ...each, quantity: 150 })),
      trail: { start: atr(1), distance: atr(0.5) },
    }),
    20_001,
  );
  expect(targets?.map(({ amountE4 }) => amountE4)).toEqual([10_001, 20_001]);
  // The distance of a trail is in whole cents.
  expect([trail?.start.amountE4, trail?.distance.amountE4]).toEqual([20_001, 10_000]);
});

it('divides dollars at risk by the quantity of the entry', () => {
  const change = { target: null, stop: exit(risk(500)), atr: undefined };
  expect(withDistances(bracket(change), 0).stop?.amountE4).toBe(16_666);
  expect(withDistances(bracket(change, 'SPY   261218C00600000'), 0).stop?.amountE4).toBe(166);
});

it('keeps large multiples exact', () => {
  const { target } = withDistances(bracket({ target: exit(atr(99.9999)) }), 123_456_789_012);
  expect(target?.amountE4).toBe(12_345_666_555_522);
});

it.each<[string, Partial<GroupRequest>, string | undefined]>([
  ['sound', {}, undefined],
  ['without its ATR', { atr: undefined }, 'A bracket with multiples of the ATR says which one.'],
  ['with a period of 1', { atr: { ...ATR, period: 1 } }, 'The ATR has a period of 2 to 100 bars.'],
  [
    'with an ATR that nothing uses',
    { target: null, stop: exit(risk(500)) },
    'No distance of the bracket is in multiples of the ATR.',
  ],
  ['with a target at risk', { target: exit(risk(500)) }, 'Only a stop is stated in dollars at risk.'],
  ['with no risk', { target: null, atr: undefined, stop: exit(risk(0)) }, 'The dollars at risk are above 0.'],
  ['with a negative multiple', { stop: exit(atr(-1)) }, 'A multiple of the ATR is above 0.'],
  ['with a huge multiple', { target: exit(atr(101)) }, 'A multiple of the ATR is at most 100.'],
  [
    'that risks less than a step for each share',
    { target: null, atr: undefined, stop: exit(risk(0.01)) },
    'The stop has an amount above 0.',
  ],
])('judges a bracket %s', (_name, change, problem) => {
  expect(groupProblem(withDistances(bracket(change), 20_000), 0)).toBe(problem);
});

it('accepts no distance that is not known yet', () => {
  expect(groupProblem(bracket(), 0)).toBe('The target has an amount above 0.');
});

it('takes a repeated request for the same group whatever the ATR is by then', () => {
  expect(areSameGroups(withDistances(bracket(), 20_000), bracket())).toBe(true);
  expect(areSameGroups(bracket(), bracket({ stop: exit(atr(2)) }))).toBe(false);
  expect(areSameGroups(bracket(), bracket({ atr: { ...ATR, period: 20 } }))).toBe(false);
  expect(areSameGroups(bracket(), bracket({ atr: { ...ATR, bars: 'FiveMinutes' } }))).toBe(false);
});

import { expect, it } from 'vitest';
import {
  amountProblem,
  clockProblem,
  exitChanges,
  hasTermsToChange,
  termsFormOf,
  termsOf,
  withExit,
  withFigure,
} from './group-terms-form.ts';
import { closingOf, flattenGroup } from './testing/fake-trading.ts';

const exit = { Basis: 'Price', Amount: 101, TifType: 'Day' } as const;
const trail = {
  Start: { Basis: 'Price', Amount: 103 },
  Distance: { Basis: 'Percent', Amount: 1 },
  IsTrailing: false,
} as const;
const bracket = flattenGroup({
  Kind: 'Bracket',
  State: 'Triggered',
  Stop: exit,
  Trail: trail,
  TimeExit: { Basis: 'TimeOfDay', Minutes: 950 },
  Orders: [closingOf({ Role: 'Stop', IsOpen: true })],
});

it.each([
  [655.12, false, null],
  [0.1234, false, null],
  [1_000_000, false, null],
  [undefined, false, null],
  [null, false, 'Enter a number above 0.'],
  [Number.NaN, false, 'Enter a number above 0.'],
  [655.123, false, 'At most two decimals.'],
  [0.12345, false, 'At most four decimals.'],
  [99_999_999, false, 'At most 1,000,000.'],
  [1.5, true, 'Enter a whole number.'],
  [15, true, null],
])('of the amount %s (whole: %s) says %s', (amount, isWhole, problem) => {
  expect(amountProblem(amount, isWhole)).toBe(problem);
});

it('has the figures that the group has not used', () => {
  expect(termsFormOf(bracket)).toEqual({
    start: 103,
    startBasis: 'Price',
    distance: 1,
    exitTime: '15:50',
  });
  expect(termsFormOf({ ...bracket, Trail: { ...trail, IsTrailing: true } })).toEqual({ exitTime: '15:50' });
  expect(hasTermsToChange({ ...bracket, State: 'Completed' })).toBe(false);
});

it('has break-even until the first target has ended', () => {
  const { Trail: _trail, TimeExit: _exit, ...plain } = bracket;
  const Targets = [50, 50].map((Quantity) => ({ ...exit, Quantity }));
  const target = (IsOpen: boolean) => [closingOf({ Role: 'Target', Index: 0, IsOpen })];
  expect(termsFormOf({ ...plain, Targets, Orders: target(true) })).toEqual({ isBreakEven: false });
  expect(termsFormOf({ ...plain, Targets, Orders: target(false) })).toEqual({});
});

it('states only what differs, on the basis that the group has', () => {
  const before = termsFormOf(bracket);
  expect(termsOf(bracket, before, before)).toBeNull();
  expect(termsOf(bracket, { ...before, distance: 2 }, before)).toEqual({
    trail: { distance: { basis: 'Percent', amount: 2 } },
  });
  expect(termsOf(bracket, { ...before, exitTime: '9:45' }, before)).toEqual({
    timeExit: { basis: 'TimeOfDay', minutes: 585 },
  });
});

it('begins with a figure that was dragged, which makes the start of a trail a price', () => {
  const profit = { ...bracket, Trail: { ...trail, Start: { Basis: 'Percent', Amount: 3 } as const } };
  const before = termsFormOf(profit);
  const moved = withFigure(before, 'TrailStart', 104);
  expect(termsOf(profit, moved, before)).toEqual({ trail: { start: { basis: 'Price', amount: 104 } } });
  expect(termsOf(profit, withFigure(before, 'TrailStart', 3), before)).toEqual({
    trail: { start: { basis: 'Price', amount: 3 } },
  });
  expect(withFigure(before, 'Condition', 104)).toEqual(before);
  expect(withFigure(before, undefined, undefined)).toEqual(before);
});

it.each(['24:00', '9', '', '12:60'])('refuses "%s" as a time', (text) => {
  expect(clockProblem(text)).toBe('Enter a New York time from 00:00 to 23:59.');
});

it('has the exits of an entry that has not filled, and states those that differ', () => {
  const waiting = flattenGroup({
    Kind: 'Bracket',
    State: 'Working',
    Orders: [closingOf({ Role: 'Entry', IsOpen: true })],
    Target: { Basis: 'Percent', Amount: 2, TifType: 'Day' },
    Stop: exit,
  });
  const before = termsFormOf(waiting);
  expect(before).toEqual({
    exits: [
      { figure: 'Target', basis: 'Percent', amount: 2 },
      { figure: 'Stop', basis: 'Price', amount: 101 },
    ],
  });
  expect(hasTermsToChange(waiting)).toBe(true);
  expect(exitChanges(waiting, before, before)).toEqual([]);
  const dragged = withFigure(before, 'Target', 104);
  expect(exitChanges(waiting, dragged, before)).toEqual([
    { kind: 'exit', role: 'Target', price: { basis: 'Price', amount: 104 } },
  ]);
  const typed = withExit(before, { figure: 'Stop', basis: 'Price', amount: 99 });
  expect(exitChanges(waiting, typed, before)).toEqual([
    { kind: 'exit', role: 'Stop', price: { basis: 'Price', amount: 99 } },
  ]);
  expect(
    exitChanges(waiting, withExit(before, { figure: 'Stop', basis: 'Price', amount: null }), before),
  ).toEqual([]);
  expect(termsFormOf({ ...waiting, Orders: [closingOf({ Role: 'Entry', IsOpen: true, Fill: 1 })] })).toEqual(
    {},
  );
});

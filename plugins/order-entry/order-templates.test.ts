import { describe, expect, test } from 'vitest';
import { exitsOfTemplate, readTemplate } from '../../src/plugin-api/index.ts';
import { withQuantity, withTemplate } from './order-templates.ts';
import { templateOf } from './template-of.ts';
import { groupTicketOf } from './ticket-group.ts';
import { withTargetAt } from './ticket-targets.ts';
import { NEW_TICKET, type Ticket } from './ticket.ts';

const ROUTE = { destination: 'SMART', route: 'AUTO' };
const TICKET: Ticket = { ...NEW_TICKET, symbol: 'AAPL', quantity: 200 };
const BRACKET: Ticket = {
  ...TICKET,
  attach: 'Bracket',
  target: { basis: 'Percent', amount: 2 },
  exitStop: { basis: 'Offset', amount: 0.75 },
  exitTif: 'Day',
};
const SEVERAL: Ticket = {
  ...BRACKET,
  target: { basis: 'Offset', amount: null },
  targets: [
    { amount: 1, quantity: 100 },
    { amount: 2.5, quantity: 60 },
    { amount: 4, quantity: 40 },
  ],
  isBreakEven: true,
};
const ALL: Ticket = {
  ...BRACKET,
  target: { basis: 'Atr', amount: 3 },
  exitStop: { basis: 'Risk', amount: 500 },
  trail: {
    isOn: true,
    start: { basis: 'Atr', amount: 1 },
    distance: { basis: 'Percent', amount: 0.5 },
  },
  atr: { period: 20, bars: 'ThirtyMinutes' },
  timeExit: { basis: 'TimeOfDay', time: '09:05', minutes: null },
};
const CONDITION: Ticket = {
  ...TICKET,
  attach: 'Conditional',
  condition: { basis: 'Bid', symbol: 'SPY', direction: 'AtOrBelow', price: 501.5, time: '' },
};
const exitsOf = ({ attach, target, targets, exitStop, isBreakEven, exitTif, ...waits }: Ticket) => ({
  attach,
  target,
  targets: targets.map(({ amount, quantity }) => ({ amount, quantity })),
  exitStop,
  isBreakEven,
  exitTif,
  trail: waits.trail,
  atr: waits.atr,
  timeExit: waits.timeExit,
  condition: waits.condition,
});
const saved = (ticket: Ticket) => {
  const template = templateOf(ticket);
  if (!template.ok) throw new Error(template.error);
  // What is stored is JSON.
  const read = readTemplate(JSON.parse(JSON.stringify(template.value)));
  if (read === null) throw new Error('it cannot be read');
  return read;
};

describe('the exits of a ticket', () => {
  test.each([
    ['a target and a stop', BRACKET],
    ['a stop alone', { ...BRACKET, target: { basis: 'Percent', amount: null } as const }],
    ['several targets with a stop to break-even', SEVERAL],
    ['multiples of the ATR, dollars at risk, a trail and a time of day', ALL],
    [
      'minutes after the fill alone',
      { ...TICKET, attach: 'Bracket', timeExit: { basis: 'Minutes', time: '', minutes: 30 } },
    ],
    ['a price condition', CONDITION],
    [
      'a time condition',
      { ...CONDITION, condition: { ...NEW_TICKET.condition, basis: 'TimeOfDay', time: '15:50' } },
    ],
  ] satisfies [string, Ticket][])('are the same after they were saved and loaded: %s', (_, ticket) => {
    expect(exitsOf(withTemplate(TICKET, saved(ticket)))).toEqual(exitsOf(ticket));
  });

  test.each([
    ['a target and a stop', BRACKET],
    ['several targets with a stop to break-even', SEVERAL],
    ['multiples of the ATR, dollars at risk, a trail and a time of day', ALL],
    ['a stop alone', { ...BRACKET, target: { basis: 'Percent', amount: null } as const }],
  ] satisfies [string, Ticket][])('are the same in a ticket and in a tool without one: %s', (_, ticket) => {
    const template = saved(ticket);
    for (const quantity of [1, 7, 200]) {
      const group = groupTicketOf(withTemplate({ ...TICKET, quantity }, template), ROUTE);
      if (group?.kind !== 'Bracket') throw new Error('it is no bracket');
      const { kind: _kind, entry: _entry, ...exits } = group;
      expect(exitsOfTemplate(template, quantity)).toEqual(exits);
    }
  });

  test('are none of a template that is a condition', () => {
    expect(exitsOfTemplate(saved(CONDITION), 100)).toBeNull();
  });

  test('replace what was attached before', () => {
    expect(exitsOf(withTemplate(ALL, saved(BRACKET)))).toEqual(exitsOf(BRACKET));
  });

  test('close shares of another quantity, and follow it while it is typed', () => {
    const small = withTemplate({ ...TICKET, quantity: 10 }, saved(SEVERAL));
    const quantities = (ticket: Pick<Ticket, 'targets'>) => ticket.targets.map(({ quantity }) => quantity);
    expect(quantities(small)).toEqual([5, 3, 2]);
    const typed = [7, null, 70].reduce(
      (ticket, next) => ({ ...ticket, ...withQuantity(ticket, next) }),
      small,
    );
    expect(quantities(typed)).toEqual([35, 21, 14]);
    const entered = { ...typed, ...withTargetAt(typed, 0, { quantity: 50 }) };
    expect(quantities(withQuantity(entered, 700))).toEqual([50, 210, 140]);
  });

  test.each([
    [TICKET, 'Attach a target and a stop, or a condition, first.'],
    [
      { ...BRACKET, exitStop: { basis: 'Price', amount: 95 } as const },
      'A template has distances from the fill price: state target, stop and trail in $, % or × ATR from fill.',
    ],
    [
      {
        ...BRACKET,
        target: { basis: 'Percent', amount: null } as const,
        exitStop: { basis: 'Percent', amount: null } as const,
      },
      'Enter a target, a stop or a time exit first.',
    ],
    [
      {
        ...SEVERAL,
        targets: [
          { amount: 1, quantity: 1 },
          { amount: null, quantity: 1 },
        ],
      },
      'Enter the amount of each target first.',
    ],
    [
      { ...BRACKET, target: { basis: 'Percent', amount: Number.NaN } as const },
      'Enter amounts above zero first.',
    ],
    [
      { ...ALL, trail: { ...ALL.trail, start: { basis: 'Price', amount: 105 } as const } },
      'A template has distances from the fill price: state target, stop and trail in $, % or × ATR from fill.',
    ],
    [
      { ...ALL, trail: { ...ALL.trail, start: { basis: 'Atr', amount: null } as const } },
      'Enter where the trail starts, and its distance, first.',
    ],
    [
      { ...ALL, timeExit: { basis: 'TimeOfDay', time: '', minutes: null } as const },
      'Enter the time of the time exit first.',
    ],
    [{ ...ALL, atr: { period: 1, bars: 'Day' } as const }, 'The ATR has a period of 2 to 100 bars.'],
    [
      { ...CONDITION, condition: { ...CONDITION.condition, symbol: '' } },
      'Enter the symbol of the condition: its price fits no order in another symbol.',
    ],
    [
      { ...CONDITION, condition: { ...CONDITION.condition, price: null } },
      'Enter the price of the condition first.',
    ],
    [
      { ...CONDITION, condition: { ...CONDITION.condition, basis: 'TimeOfDay' } as const },
      'Enter the time of the condition first.',
    ],
  ] as const)('are no template where they are not complete distances (%#)', (ticket, problem) => {
    expect(templateOf(ticket)).toEqual({ ok: false, error: problem });
  });
});

test.each([
  null,
  {},
  { ...saved(BRACKET), Targets: [], Stop: null },
  { ...saved(BRACKET), Targets: [{ AmountE4: 0.5, Share: 100 }] },
  { ...saved(BRACKET), Targets: Array.from({ length: 6 }, () => ({ AmountE4: 1, Share: 10 })) },
  { ...saved(BRACKET), ExitTif: 'Month' },
  { ...saved(BRACKET), Condition: saved(CONDITION).Condition },
  { ...saved(BRACKET), Atr: { Period: 101, Bars: 'Day' } },
])('saved data that is no template is not read (%#)', (data) => {
  expect(readTemplate(data)).toBeNull();
});
